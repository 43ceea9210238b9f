"""The quick questions never leave out what the exact ones would count."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from table.contact import nearest_first, touching
from table.corridor import corridor_of, may_overlap, overlap
from table.stand import Base, Stand

place = st.floats(-15, 15)
sigma = st.sampled_from([0.0, 0.05, 0.5])


@st.composite
def stand(draw: st.DrawFn, name: str) -> Stand:
    size, turn = st.floats(0.5, 6), st.floats(-180, 180)
    return Stand(
        name, "a", "b", draw(place), draw(place), draw(turn), draw(size), draw(size), draw(sigma), draw(sigma) * 4
    )


@st.composite
def two_bases(draw: st.DrawFn) -> Stand:
    size, turn = st.floats(0.5, 4), st.floats(-180, 180)
    bases = [Base(draw(size), draw(size), draw(size), draw(size), draw(turn)) for _ in range(2)]
    return replace(draw(stand("b")), width_cm=0, depth_cm=0, bases=tuple(bases))


@pytest.mark.ci
@given(stand("a"), st.lists(stand("b"), min_size=1, max_size=4))
def test_whoever_may_touch_is_among_the_nearest(one: Stand, others: list[Stand]) -> None:
    kept = nearest_first(one, others)
    assert kept
    for other in others:
        if touching(one, other).probability_in > 1e-9:
            assert other in kept


@pytest.mark.ci
@example(Stand("a", "a", "b", 0, 0, 0, 0.5, 1.0), Stand("b", "a", "b", 3, 2, 91, 0.5, 1.0, 0.05), 2.255)
@given(stand("a"), stand("b") | two_bases(), st.floats(0, 40))
def test_whoever_may_lie_in_the_lane_is_asked_exactly(shooter: Stand, other: Stand, length_cm: float) -> None:
    corridor = corridor_of(shooter, length_cm)
    if overlap(corridor, other).judged().probability_in > 1e-9:
        assert may_overlap(corridor, other)


def test_who_is_well_beside_the_lane_or_past_its_end_is_not_asked() -> None:
    corridor = corridor_of(Stand("a", "a", "b", 0, 0, 0, 4.0, 1.0), 20.0)
    others = [Stand("b", "a", "b", x, y, 0, 1.0, 1.0) for x, y in ((10, 2.4), (10, 3.0), (-2, 0), (23, 0))]
    assert [may_overlap(corridor, other) for other in others] == [True, False, False, False]


def test_a_loner_still_has_a_nearest() -> None:
    far, farther = Stand("f", "a", "b", 50, 0), Stand("g", "a", "b", 90, 0)
    assert nearest_first(Stand("s", "c", "b", 0, 0), [farther, far]) == [far]
    assert nearest_first(far, []) == []
