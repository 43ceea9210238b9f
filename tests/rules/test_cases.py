"""Every case of tests/data/cases, ruled as it expects, with no die left over."""

from collections import Counter
from dataclasses import replace

import pytest
from written_cases import all_cases, by_clause, case_named, cases_of, ruling_of

from rules.expectation import differences
from rules.registry import game_names
from rules.ruling import who_of
from table.notation.case_file import Case


@pytest.mark.parametrize("cases", by_clause())
def test_case(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            assert case.reason
            assert case.expect is not None
            assert differences(case.expect, ruling_of(case)) == []


@pytest.mark.parametrize("game", game_names())
def test_no_two_cases_of_a_game_have_one_name(game: str) -> None:
    """Rulings are kept by name: of two the second would never be held against what moves or lists it otherwise."""
    names = Counter(case.name for case in cases_of(game))
    assert [name for name, count in names.items() if count > 1] == []


def test_there_are_enough_cases_of_both_kinds() -> None:
    verdicts = Counter((case.game, case.expect["verdict"]) for case in all_cases() if case.expect)
    for game in game_names():
        for verdict in ("allowed", "refused", "too_close"):
            assert verdicts[game, verdict] >= 2, (game, verdict)
    assert verdicts.total() >= 1800


def test_whatever_differs_is_told() -> None:
    case = case_named("ambush", "cover-hedge-1.9-die-5-hits")
    ruling, expect = ruling_of(case), case.expect
    assert expect is not None
    assert differences(expect, ruling) == []
    for changed, told in (
        ({"verdict": "refused"}, "verdict allowed, expected refused"),
        ({"clauses": ["A2.3", "A9.9"]}, "clause A9.9 is not among A2.1, "),
        ({"outcome": "miss"}, f"outcome {ruling.outcome}, expected miss"),
        ({"left": [6]}, "dice left over: none, expected 6"),
        ({"effects": []}, "was not expected"),
        ({"effects": [*expect["effects"], {"type": "remove", "stand": "nobody"}]}, "'nobody'} is not among"),
    ):
        (said,) = differences({**expect, **changed}, ruling)
        assert told in said
    (said,) = differences(expect, replace(ruling, unused_dice=(6, 1)))
    assert said == "dice left over: 6 1, expected none"


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("montecassino", "zone-by-squares", [("in_zone", "g1"), ("outside_zone", "g2")]),
        ("ancients", "unit-takes-its-leader", [("leader_goes_along", "r-leader")]),
        ("rommel", "attacker-wins", [("beside", "a1")]),
    ],
)
def test_what_is_said_is_said_of_the_right_stand(game: str, name: str, said: list[tuple[str, str]]) -> None:
    found = [(check.key, who_of(check.detail)) for check in ruling_of(case_named(game, name)).checks]
    assert [it for it in found if it[0] in dict(said)] == said


@pytest.mark.parametrize(("name", "counts"), [("cover-hedge-1.5-hidden", True), ("cover-trench-hidden", False)])
def test_how_near_to_cover_is_a_house_value_of_what_covers_from_behind(name: str, counts: bool) -> None:
    house = [value.key for value in ruling_of(case_named("ambush", name)).house_values]
    assert ("cover_cm" in house) == counts
