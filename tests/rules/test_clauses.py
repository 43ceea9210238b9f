"""docs/clauses.md is what `vedette clauses` prints, and every ruling clause that is built is tried."""

from pathlib import Path

import pytest

from cli.clauses import as_markdown, tried_by
from rules.clauses import clauses

ROOT = Path(__file__).parents[2]
GAMES = ("ambush", "yankee")
TRIED_ELSEWHERE = {
    "A2.5": "mounting is A7.5",
    "A2.7": "how to measure: tests/table/test_paths.py, and every range and way there is",
    "A3.6": "the order of checks: tests/rules/test_hearing.py",
    "Y5.2": "a command value is a die's: tests/rules/test_odds.py",
}


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "docs" / "clauses.md").read_text("utf-8")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_page_is_what_the_command_prints(page: str, game: str) -> None:
    """If it is not: vedette clauses GAME --cases tests/data/cases."""
    table = as_markdown(game, tried_by(ROOT / "tests" / "data" / "cases" / game))
    assert table in page


def test_what_holds_a_clause_is_there(game: str) -> None:
    for clause in clauses(game).values():
        held = clause.function()
        assert held is None or callable(held)


def test_every_ruling_that_is_built_passes_in_a_case(game: str) -> None:
    tried = tried_by(ROOT / "tests" / "data" / "cases" / game)
    without = [
        number
        for number, clause in clauses(game).items()
        if clause.sort == "ruling" and clause.held_by and number not in TRIED_ELSEWHERE and not tried.get(number)
    ]
    assert without == []
