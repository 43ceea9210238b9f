"""Memory of a server: what glibc gives back to the system, and what the garbage collector need not look through.

Left to itself glibc gives threads up to eight heaps a core, each of which keeps the most it ever held, and raises the
size from which a buffer is a mapping of its own to 32 MB: pictures of megabytes, made and freed by many threads, then
stay for ever. A demo under load held 1.3 GB so, of which 0.3 GB were in use (docs/memory.md).
"""

import contextlib
import ctypes
import gc
import sys
import threading
from collections.abc import Callable, Iterator

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""The names these have in malloc.h."""
LARGE_BYTES = 1_000_000
"""A buffer from this size on is a mapping of its own, gone when it is freed: a look costs 3 ms of a core more so."""
HEAPS = 2
TRIM_S = 60.0
"""So often pages that are free in the middle of a heap go back too: glibc itself only gives back a heap's end."""


RARELY = (10_000, 10, 10)
"""The collector's thresholds: Python's own are (700, 10, 10)."""


def few_heaps() -> None:
    """Let threads share few heaps, from now on."""
    if (libc := _glibc()) is not None:
        libc.mallopt(ARENA_MAX, HEAPS)


def give_back_memory() -> None:
    """Let large buffers go when they are freed, and few heaps be; nothing is done where the system is not glibc's."""
    if (libc := _glibc()) is None:
        return
    for option, value in ((ARENA_MAX, HEAPS), (MMAP_THRESHOLD, LARGE_BYTES), (TRIM_THRESHOLD, LARGE_BYTES)):
        libc.mallopt(option, value)
    threading.Thread(target=_trim_for_ever, args=(libc.malloc_trim,), name="vedette-trim", daemon=True).start()


def _glibc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    with contextlib.suppress(OSError, AttributeError):  # musl has no such thing, and needs none
        libc = ctypes.CDLL(None)
        return libc if libc.mallopt and libc.malloc_trim else None
    return None


def collect_rarely() -> None:
    """Let the garbage collector come less often: at Python's own pace it takes 0.25 s of loading the modules."""
    gc.set_threshold(*RARELY)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Let the garbage collector neither come while modules are loaded nor look through them later: 0.13 s of a core."""
    gc.disable()
    before = len(sys.modules)
    try:
        yield
        if len(sys.modules) > before:
            spare_collections()
    finally:
        gc.enable()


def spare_collections() -> None:
    """Let the garbage collector pass over what is there now.

    Nobody is answered while it looks through everything: with the 1.2 million objects of modules, compiled kernels and
    the match, which all stay, 0.24 s every five seconds in a full house. What of it is garbage, some MB at a start,
    stays for a minute: looking for it would delay the first page.
    """
    gc.freeze()


def _trim_for_ever(trim: Callable[[int], int]) -> None:
    never = threading.Event()
    trim(LARGE_BYTES)
    never.wait(TRIM_S)
    gc.unfreeze()  # once, what the start left over is looked for too: 8 MB in a match
    gc.collect()
    spare_collections()  # now also what was loaded when first asked for
    while True:
        trim(LARGE_BYTES)
        never.wait(TRIM_S)
