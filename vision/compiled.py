"""Compiling loops over pixels for the machine they run on: once, and kept for the next start."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

import numba
from platformdirs import user_cache_dir

Function = TypeVar("Function", bound=Callable[..., object])

# Sums may be taken in any order; infinities and NaN stay what they are.
_FAST = {"reassoc", "contract", "arcp", "nsz"}
_KERNELS = Path(__file__).parent / "kernels"


def _kept_in() -> Path:
    """Return where compiled code is kept: another place for other sources, for numba asks only the calling file's age."""
    sources = sha256(numba.__version__.encode())
    for file in sorted(_KERNELS.glob("*.py")):
        sources.update(file.read_bytes())
    return Path(user_cache_dir("vedette")) / "kernels" / sources.hexdigest()[:16]


if not numba.config.CACHE_DIR:  # else NUMBA_CACHE_DIR says where
    numba.config.CACHE_DIR = str(_kept_in())


def compiled(function: Function) -> Function:
    """Compile a function of numbers and arrays when it is first called; it runs without the interpreter's lock."""
    options = {"nogil": True, "error_model": "numpy", "fastmath": _FAST}
    try:
        return cast(Function, numba.njit(cache=True, **options)(function))
    except RuntimeError:  # nowhere to keep it: compiled anew at every start
        return cast(Function, numba.njit(**options)(function))
