"""What is computed once in a piece of work, and when it is not the same."""

import threading
from dataclasses import replace

import pytest

from table.once import asking_again, computed_once
from table.stand import Stand

asked: list[tuple[object, ...]] = []


@computed_once
def noted(*args: object, **kwargs: object) -> int:
    """Return how often it was computed."""
    asked.append((*args, *kwargs.items()))
    return len(asked)


@pytest.fixture(autouse=True)
def nothing_asked() -> None:
    asked.clear()


def test_outside_everything_is_computed_each_time():
    assert (noted(1.0), noted(1.0)) == (1, 2)


def test_inside_the_same_is_computed_once_and_forgotten_after():
    with asking_again():
        assert (noted((1.0, 2.0), "a"), noted((1.0, 2.0), "a")) == (1, 1)
        with asking_again():  # one inside the other is the same piece of work
            assert noted((1.0, 2.0), "a") == 1
        assert noted((1.0, 2.0), "a") == 1
        assert noted((1.0, 2.0), "a", doubt=0.1) == 2
    assert noted((1.0, 2.0), "a") == 3


def test_numbers_of_other_types_are_not_the_same():
    with asking_again():
        assert [noted(1), noted(1.0), noted(True)] == [1, 2, 3]


def test_equal_stands_are_not_the_same_unless_they_are_one():
    stand = Stand("a", "blue", "soldier", 1.0, 2.0)
    with asking_again():
        assert [noted(stand), noted(replace(stand)), noted(stand), noted((stand, 1.0)), noted((stand, 1.0))] == [
            1, 2, 1, 3, 3,
        ]  # fmt: skip


def test_objects_that_are_gone_are_not_mistaken_for_new_ones():
    with asking_again():
        found = [noted(Stand(f"{k}", "blue", "soldier", 1.0, 2.0)) for k in range(200)]
    assert found == list(range(1, 201))


def test_what_fails_fails_again():
    with asking_again(), pytest.raises(ZeroDivisionError):
        computed_once(lambda x: 1 / x)(0)


def test_each_thread_asks_for_itself():
    told = []
    with asking_again():
        noted("x")
        thread = threading.Thread(target=lambda: told.append(noted("x")))
        thread.start()
        thread.join()
    assert told == [2]
