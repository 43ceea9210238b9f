"""Work done in parts, on more than one thread."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.compiled import in_parts


@given(st.integers(0, 300), st.integers(1, 40))
def test_everything_is_done_once(count, lot):
    done = np.zeros(count, dtype=int)

    def work(some: slice) -> None:
        done[some] += 1

    in_parts(work, count, lot)
    assert (done == 1).all()


def test_a_fault_in_any_part_is_told():
    def work(some: slice) -> None:
        if some.start == 64:
            raise ValueError("the ninth lot")

    with pytest.raises(ValueError, match="the ninth lot"):
        in_parts(work, 100)


def test_work_in_parts_may_be_done_in_parts():
    done, lock = [], threading.Lock()

    def work(some: slice) -> None:
        def inner(few: slice) -> None:
            with lock:
                done.append((some.start, few.start))

        in_parts(inner, 20)

    in_parts(work, 200)
    assert len(done) == len(set(done)) == 25 * 3
