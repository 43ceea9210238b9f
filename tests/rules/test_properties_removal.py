"""Taking away what is neither actor, target nor support never forbids what was allowed."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from moving_cases import ruled
from random_cases import AMBUSH_VERBS, SIGMAS, ambush_cases, ready, yankee_cases

from table.notation.case_file import Case

exact = st.just(0.0)
# Not Y7.5's `ford`: the river is what it needs. Not Y11.1's `general`: it asks for nothing but the general.
YANKEE_VERBS = ("fire", "fire", "combat", "move", "wheel")


def acting(case: Case) -> set[str]:
    action = case.action
    named = [action.get("actor"), action.get("target"), *action.get("supports", ()), *action.get("group", ())]
    return {str(name) for name in named if name}


def less(case: Case) -> Iterator[tuple[str, Case]]:
    """Yield the case with each other stand and each piece taken away."""
    table = case.snapshot
    for stand in table.others(*acting(case)):
        yield stand.name, replace(case, snapshot=table.without(stand.name))
    for gone in table.pieces:
        yield gone.name, replace(case, snapshot=table.with_pieces(p for p in table.pieces if p is not gone))


def assert_stays(case: Case, verdicts: tuple[str, ...]) -> None:
    before = ruled(case)
    event(f"{case.action['type']} {before.verdict}")
    if before.verdict == "allowed":
        for name, other in less(case):
            assert ruled(other).verdict in verdicts, name


@pytest.mark.ci
@given(ambush_cases(AMBUSH_VERBS, exact))
def test_taking_away_never_forbids(case: Case) -> None:  # A2, A3, A6, A7
    assert_stays(ready(case), ("allowed",))


@pytest.mark.ci
@given(yankee_cases(YANKEE_VERBS, exact))
def test_taking_away_never_forbids_in_yankee(case: Case) -> None:  # Y7, Y8, Y9.1
    assert_stays(case if "group" in case.action else ready(case), ("allowed",))


@pytest.mark.ci
@given(st.one_of(ambush_cases(AMBUSH_VERBS, SIGMAS), yankee_cases(YANKEE_VERBS, SIGMAS)))
def test_taking_away_never_refuses_when_places_are_doubtful(case: Case) -> None:
    """A sure cover or support taken away may leave a doubtful one (A3.4, Y8.7, Y9.2): too close to call at most."""
    assert_stays(case if "group" in case.action else ready(case), ("allowed", "too_close"))
