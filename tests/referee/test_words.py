"""Whatever a ruling can say is said in words: tried on every case there is."""

import pytest
from written_cases import by_clause, case_named, ruling_of

from referee.words import (
    check_sentence,
    effect_sentence,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)
from rules.ruling import Check, Ruling
from table.notation.case_file import Case


@pytest.mark.parametrize("cases", by_clause())
def test_every_part_of_every_ruling_has_words(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            ruling = ruling_of(case)
            said = [check_sentence(ruling.game, check) for check in ruling.checks]
            said += [throw_sentence(ruling.game, throw) for throw in ruling.dice]
            said += [effect_sentence(ruling.game, effect) for effect in ruling.effects]
            said += [sentence(ruling), verdict_word(ruling), outcome_sentence(ruling) or "none"]
            for words in said:
                assert words
                assert "?" not in words
                assert "{" not in words
                assert "_" not in words
                assert words not in {check.key for check in ruling.checks}


def range_check(measured: float, sigma: float | None) -> Check:
    return Check(
        "A2.3", "range", "passed", measured, 50.0, "cm", sigma, 1.0, detail={"target": "de-1", "actor": "us-1"}
    )


@pytest.mark.parametrize(
    ("measured", "sigma", "said"),
    [
        (47.3, 0.05, "47.3"),  # the page's own example
        (47.0, 0.0, "47.0"),
        (49.97, 0.0, "49.97"),  # one decimal would say 50.0
        (49.97, 0.03, "49.97"),
        (49.97, 0.1, "50.0"),
        (50.001, 0.0, "50.001"),
    ],
)
def test_the_deciding_number_is_never_rounded_onto_its_limit(measured: float, sigma: float, said: str) -> None:
    assert check_sentence("ambush", range_check(measured, sigma)).startswith(f"de-1 is {said} cm from us-1")


def test_a_refusal_says_by_how_much() -> None:
    check = Check("A2.3", "range", "failed", 50.8, 50.0, "cm", 0.0, 0.0, detail={"target": "de-1", "actor": "us-1"})
    ruling = Ruling("ambush", "shoot", "refused", (check,))
    assert verdict_word(ruling) == "OUT OF RANGE"
    assert sentence(ruling) == "de-1 is 50.8 cm from us-1, 0.8 cm beyond the limit of 50 cm."


def test_a_name_keeps_its_small_letter_at_the_beginning() -> None:
    beside = ruling_of(case_named("ancients", "beside-another"))
    assert sentence(beside) == "c2 beside r1: it shoots at nobody else."


def test_a_river_behind_is_told_as_a_river() -> None:
    refused = ruling_of(case_named("ancients", "gives-way-into-a-river"))
    assert sentence(refused) == "G4 cannot be entered: river."
