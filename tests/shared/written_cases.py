"""The written cases of tests/data/cases, read once, and how each is ruled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.cases import parse_cases
from rules.registry import rule
from rules.ruling import Ruling
from table.notation.case_file import Case
from table.notation.case_lines import parse_case_lines
from table.notation.toml import inline, quote

FOLDER = Path(__file__).parents[1] / "data" / "cases"


@dataclass(frozen=True)
class WrittenIn(Sequence[Case]):
    """The cases of a file, read when they are first asked for: collecting the tests reads none."""

    file: Path

    def __len__(self) -> int:
        return len(_cases_in(self.file))

    def __getitem__(self, index: Any) -> Any:
        return _cases_in(self.file)[index]


@cache
def cases_of(game: str) -> tuple[Case, ...]:
    """Return a game's cases."""
    return tuple(case for file in _files(game) for case in _cases_in(file))


def all_cases() -> Iterator[Case]:
    """Yield every game's cases."""
    for folder in sorted(FOLDER.iterdir()):
        yield from cases_of(folder.name)


def case_named(game: str, name: str) -> Case:
    """Return the case of that name."""
    return next(case for case in cases_of(game) if case.name == name)


def by_clause(*games: str) -> list[Any]:
    """Return the cases of games, of all without one, as a test's parameters: those of one file together."""
    folders = [FOLDER / game for game in games] or sorted(FOLDER.iterdir())
    return [
        pytest.param(WrittenIn(file), id=f"{folder.name}/{file.stem}")
        for folder in folders
        for file in _files(folder.name)
    ]


def ruling_of(case: Case) -> Ruling:
    """Return how a case is ruled, kept for every test that asks."""
    return _ruling(case.game, case.name)


@cache
def _ruling(game: str, name: str) -> Ruling:
    case = case_named(game, name)
    return rule(case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, name, case.sides)


def data_of(game: str) -> dict[str, dict[str, Any]]:
    """Return the keys and values of a game's cases by their names."""
    return {
        case.name: dict(case.data)
        for file in _files(game)
        for case in parse_case_lines(file.read_text("utf-8"), file.name)
    }


def as_toml(data: dict[str, Any]) -> str:
    """Write a case as the file of one case, a key on each line."""
    lines = [f"{key} = {inline(value)}" for key, value in data.items() if not isinstance(value, dict | list)]
    for key, value in data.items():
        for table in value if isinstance(value, list) else [value] if isinstance(value, dict) else []:
            lines.append(f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
            lines += [
                f"{word if word.isidentifier() else quote(word)} = {inline(said)}" for word, said in table.items()
            ]
    return "\n".join([*lines, ""])


@cache
def _cases_in(file: Path) -> tuple[Case, ...]:
    return parse_cases(file.read_text("utf-8"), file.name)


def _files(game: str) -> list[Path]:
    return sorted((FOLDER / game).glob("*.cases"))
