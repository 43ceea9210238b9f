"""docs/rules.md is what `vedette clauses` prints, and every ruling clause is tried, refusals among them."""

from collections import Counter
from pathlib import Path

import pytest

from cli.clauses import as_markdown, settings_markdown, tried_by
from rules.clauses import clauses
from rules.registry import game_modules

ROOT = Path(__file__).parents[2]
GAMES = ("ambush", "yankee", "montecassino", "rommel", "ancients")


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "docs" / "rules.md").read_text("utf-8")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def tried(game: str) -> dict[str, Counter[str]]:
    return dict(tried_by(ROOT / "tests" / "data" / "cases" / game))


def test_the_page_is_what_the_command_prints(page: str, game: str, tried: dict[str, Counter[str]]) -> None:
    """If it is not: vedette clauses GAME --cases tests/data/cases/GAME."""
    assert as_markdown(game, tried) in page
    assert settings_markdown(game) in page


def test_every_clause_but_advice_is_held_by_a_function_or_table(game: str) -> None:
    for number, clause in clauses(game_modules()[game]).items():
        assert (clause.held_by is None) == (clause.sort == "advice"), number
        held = clause.function()
        assert held is None or callable(held)


def test_every_ruling_passes_in_a_case_and_refuses_in_another_where_it_can(
    game: str, tried: dict[str, Counter[str]]
) -> None:
    for number, clause in clauses(game_modules()[game]).items():
        if clause.sort != "ruling":
            continue
        counts = tried.get(number, Counter())
        assert counts["passed"] or clause.tried_by, f"{number}: no case in which it passes"
        assert counts["refused"] or clause.never_refuses or clause.tried_by, f"{number}: no case in which it refuses"
        assert not (counts["refused"] and clause.never_refuses), f"{number}: never refuses, but does"


def test_tests_named_beside_the_cases_are_there(game: str) -> None:
    for clause in clauses(game_modules()[game]).values():
        if clause.tried_by:
            path, _, function = clause.tried_by.partition("::")
            assert f"def {function}(" in (ROOT / path).read_text("utf-8"), clause.tried_by
