"""More than one core for one picture: kernels let go of the interpreter's lock, so plain threads do."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

HELPERS = max(1, min(4, os.cpu_count() or 1) - 1)
_POOL = ThreadPoolExecutor(HELPERS, "vision")
_LOT = 8  # things done in one go: few enough for all threads to end together


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
