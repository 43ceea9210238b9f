"""Loops over pixels: compiled once for the machine they run on, kept for the next start, and run on all its cores."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

import numba
from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]
from numba.core.caching import UserProvidedCacheLocator
from platformdirs import user_cache_dir

Function = TypeVar("Function", bound=Callable[..., object])

# Sums may be taken in any order; infinities and NaN stay what they are.
_FAST = {"reassoc", "contract", "arcp", "nsz"}
_KERNELS = Path(__file__).parent / "kernels"
HELPERS = max(1, min(4, os.cpu_count() or 1) - 1)
_POOL = ThreadPoolExecutor(HELPERS, "vision")
_LOT = 8  # things done in one go: few enough for all threads to end together


def _kept_in() -> Path:
    """Return where compiled code is kept: apart for other sources, for numba asks only the calling file's age.

    Apart also for another numba or processor: numba would compile anew there, and we would not know of it.
    """
    told = [file.read_bytes() for file in sorted(_KERNELS.glob("*.py"))]
    told += [numba.__version__.encode(), get_host_cpu_name().encode()]
    return Path(user_cache_dir("vedette")) / "kernels" / sha256(b"".join(told)).hexdigest()[:16]


if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]  # else NUMBA_CACHE_DIR says where
    numba.config.CACHE_DIR = str(_kept_in())  # type: ignore[attr-defined]


KEPT_IN = Path(numba.config.CACHE_DIR)  # type: ignore[attr-defined]


class KeptByName(UserProvidedCacheLocator):
    """Where numba keeps a function: the same place wherever Vedette is installed, so that a new copy compiles none."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the folder of a source file's functions."""
        return Path(py_file).parent.name


# The others are for where it cannot write.
_LOCATORS = f"{__name__}.{KeptByName.__name__},InTreeCacheLocator,UserWideCacheLocator"
numba.config.CACHE_LOCATOR_CLASSES = _LOCATORS  # type: ignore[attr-defined]


def compiled(function: Function) -> Function:
    """Compile a function of numbers and arrays when it is first called; it runs without the interpreter's lock."""
    njit = partial(numba.njit, nogil=True, error_model="numpy", fastmath=_FAST)
    try:
        return cast(Function, njit(cache=True)(function))
    except RuntimeError:  # nowhere to keep it: compiled anew at every start
        return cast(Function, njit()(function))


def in_parts(work: Callable[[slice], None], count: int, lot: int = _LOT) -> None:
    """Do ``work`` on slices that together are all of ``count`` things, on this thread and on others that are free.

    Raises what ``work`` raises. Work may itself be done in parts: nobody waits for a thread that has not begun.
    """
    lots = iter([slice(k, k + lot) for k in range(0, count, lot)])

    def some() -> None:
        for one in lots:
            work(one)

    helpers: list[Future[None]] = [_POOL.submit(some) for _ in range(HELPERS) if count > lot]
    some()
    for helper in helpers:
        if not helper.cancel():
            helper.result()
