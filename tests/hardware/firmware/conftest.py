"""The firmware built for the chip (in the simulator) and its pure parts built for this machine."""

import ctypes
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from rig_trials import Evening
from simulated_rig import FIRMWARE, build, missing

HERE = Path(__file__).resolve().parent
PURE = ("crc.c", "line.c", "command.c", "stamp.c", "store.c")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with rig.elf, rig.hex and the simulator."""
    if why := missing():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("rig")
    build(folder)
    return folder


@pytest.fixture
def evening(built: Path) -> Iterator[Evening]:
    """A rig that has started, and the real link that has found it."""
    with Evening(built, random.Random(6)) as evening:
        yield evening


@pytest.fixture(scope="session")
def pure(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The parts of the firmware without hardware, as a library of this machine."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler `cc` here (Debian: apt-get install gcc)")
    library = tmp_path_factory.mktemp("pure") / "pure.so"
    sources = [HERE / "pure.c", *(FIRMWARE / name for name in PURE)]
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-shared", "-fPIC", "-fshort-enums"]
    subprocess.run([compiler, *flags, f"-I{FIRMWARE}", "-o", library, *sources], check=True)
    return ctypes.CDLL(str(library))
