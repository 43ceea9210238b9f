"""Why figures fell, by when each first moved and where they stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cannon.causes import SURE, TOPPLE_S, UNCLEAR, Cause, causes
from referee.cannon.found import FoundFall

FRAME_S = 1 / 30


def fall(name: str, x: float, began_s: float | None) -> FoundFall:
    return FoundFall(name, (x, 50.0), 0.99, began_s)


def told(*falls: FoundFall, frame_s: float | None = FRAME_S) -> dict[str, Cause]:
    return causes(falls, None, frame_s)


def test_nobody_fell() -> None:
    assert told() == {}


def test_who_moved_first_was_hit_and_who_began_later_beside_him_was_dragged() -> None:
    found = told(fall("one", 10.0, 1.0), fall("other", 14.5, 1.2))
    assert found == {"one": Cause("direct", SURE), "other": Cause("dragged", SURE)}


def test_far_from_all_others_it_was_the_shell_on_its_way() -> None:
    found = told(fall("one", 10.0, 1.0), fall("far", 30.0, 1.1))
    assert found["far"] == Cause("ricochet", SURE)


def test_a_row_of_dominoes_was_dragged_one_by_the_other() -> None:
    found = told(*(fall(f"{k}", 10.0 + 4.5 * k, 1.0 + 0.2 * k) for k in range(4)))
    assert [found[f"{k}"].word for k in range(4)] == ["direct", "dragged", "dragged", "dragged"]


@pytest.mark.parametrize("apart_s", [0.0, 0.01, FRAME_S, TOPPLE_S])
def test_neighbours_that_began_together_are_unclear(apart_s: float) -> None:
    found = told(fall("one", 10.0, 1.0), fall("other", 14.5, 1.0 + apart_s))
    assert found["other"].confidence == UNCLEAR


def test_without_a_film_only_a_lone_figure_is_likely() -> None:
    assert told(fall("one", 10.0, None), frame_s=None)["one"].confidence > UNCLEAR
    found = told(fall("one", 10.0, None), fall("other", 14.5, None), frame_s=None)
    assert {cause.confidence for cause in found.values()} == {UNCLEAR}


def test_one_figure_the_film_does_not_tell_of_makes_all_unclear() -> None:
    found = told(fall("one", 10.0, 1.0), fall("other", 14.5, None))
    assert {cause.confidence for cause in found.values()} == {UNCLEAR}


times = st.one_of(st.none(), st.floats(0.0, 2.0))


@given(st.lists(st.tuples(st.floats(0, 44), times), max_size=6), st.one_of(st.none(), st.floats(0.005, 0.3)))
def test_everybody_who_fell_has_a_cause_and_one_at_least_was_hit(
    falls: list[tuple[float, float | None]], frame_s: float | None
) -> None:
    found = causes([fall(f"{k}", x, began) for k, (x, began) in enumerate(falls)], None, frame_s)
    assert set(found) == {f"{k}" for k in range(len(falls))}
    assert not falls or "direct" in {cause.word for cause in found.values()}
    assert all(UNCLEAR <= cause.confidence <= SURE for cause in found.values())
