"""A mirrored scene with left and right of the aim die swapped is ruled as the mirror image."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from moving_cases import MIRROR, SWAPPED_AIM, essence, moved, places, ruled
from random_cases import AMBUSH_VERBS, YANKEE_VERBS, ambush_cases, yankee_cases

from table.notation.case_file import Case

landing = ambush_cases(("grenade", "gun"))
other = st.one_of(ambush_cases(AMBUSH_VERBS), yankee_cases(YANKEE_VERBS))


def assert_mirrored(case: Case) -> None:
    before = ruled(case)
    after = ruled(moved(case, MIRROR, before))
    assert essence(after) == essence(before)
    for what, at in places(before).items():
        assert places(after)[what] == pytest.approx(MIRROR.go(at, case.snapshot), abs=2e-6)


def where(case: Case) -> tuple[float, float] | None:
    """Return where a grenade or shell lands."""
    lands = [check.detail for check in ruled(case).checks if check.key == "lands"]
    return (lands[0]["x"], lands[0]["y"]) if lands else None


@pytest.mark.ci
@given(landing)
def test_grenades_and_shells_land_in_the_mirror(case: Case) -> None:  # A4.2, A8.1
    assert_mirrored(case)


@pytest.mark.ci
@given(landing, st.sampled_from([1, 2, 3, 4, 5, 6]))
def test_the_landing_point_is_the_mirror_image(case: Case, aim: int) -> None:  # A4.2, A8.1
    case = replace(case, dice=(6, aim, *case.dice[2:]))
    there = where(case)
    assume(there is not None)
    assert there is not None
    mirrored = moved(case, MIRROR, ruled(case))
    image = where(mirrored)
    assert image == pytest.approx(MIRROR.go(there, case.snapshot), abs=1e-6)
    if aim in SWAPPED_AIM:  # and with the die as it was it lands on the other side
        assert where(replace(mirrored, dice=case.dice)) != pytest.approx(image, abs=1)


@pytest.mark.ci
@given(other)
def test_every_verb_is_ruled_as_the_mirror_image(case: Case) -> None:
    assert_mirrored(case)
