"""docs/rules/ is what `vedette clauses` prints, and every ruling clause is tried, refusals among them."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cli.clauses import tried_by, with_tables
from rules.clauses import clauses
from rules.registry import game_modules
from table.errors import BadFile

ROOT = Path(__file__).parents[2]
GAMES = ("ambush", "yankee", "montecassino", "rommel", "ancients")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


ruled_once = cache(tried_by)


@pytest.fixture(scope="module")
def tried(game: str) -> dict[str, Counter[str]]:
    return ruled_once(ROOT / "tests" / "data" / "cases" / game).counts


@pytest.mark.ci
def test_the_page_has_the_tables_as_the_command_writes_them(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it has not: vedette clauses GAME --cases tests/data/cases/GAME --page docs/rules/GAME.md."""
    monkeypatch.setattr("cli.clauses.tried_by", ruled_once)
    page = ROOT / "docs" / "rules" / f"{game}.md"
    text = page.read_text("utf-8")
    fresh = with_tables(text, page, game, ROOT / "tests" / "data" / "cases" / game)
    assert fresh == text, f"run: vedette clauses {game} --cases tests/data/cases/{game} --page docs/rules/{game}.md"
    assert f"](../../tests/data/cases/{game}/" in text


def test_a_page_without_a_place_for_the_tables_is_named() -> None:
    with pytest.raises(BadFile, match=r"a\.md: expected a line '<!-- clauses -->', and '<!-- end -->' below it"):
        with_tables("# Rules\n", Path("a.md"), "ambush", None)


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
