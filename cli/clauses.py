"""`vedette clauses`: every clause of a rulebook, what holds and tries it; every option and its default."""

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel

from cli.rule import read_cases, rule_on
from referee.files import read_text, write_text
from rules.clauses import Clause, clauses
from rules.registry import game_modules, game_named
from table.errors import BadFile


@dataclass(frozen=True, slots=True)
class Tried:
    """How often each clause passed, was refused and was too close in the rulings on cases, and in which files."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    files: dict[str, Counter[Path]] = field(default_factory=dict)

    def file_of(self, clause: str) -> Path | None:
        """Return the file of a clause's own cases, else the one in which most cases try it."""
        files = self.files.get(clause, Counter())
        own = [file for file in files if file.stem == clause]
        return own[0] if own else max(files, key=lambda file: files[file], default=None)


def tried_by(folder: Path) -> Tried:
    """Return how often each clause was tried in the rulings on a folder's cases."""
    tried = Tried()
    for path in sorted((*folder.glob("**/*.toml"), *folder.glob("**/*.cases"))):
        for case in read_cases(path):
            checks = rule_on(case, str(path)).checks
            for clause, verdict in {
                (c.clause, "refused" if c.verdict == "failed" and not c.modifies else c.verdict) for c in checks
            }:
                tried.counts.setdefault(clause, Counter())[verdict] += 1
                tried.files.setdefault(clause, Counter())[path] += 1
    return tried


def as_markdown(game: str, tried: Tried, page: Path | None = None) -> str:
    """Return a game's table: the clause, its sort, what holds it, in how many cases it passed, refused, was close.

    In the table of a page a clause leads to its cases.
    """
    lines = [
        "| clause | sort | what | held by | cases: passed | refused | too close | else tried by |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for number, clause in clauses(game_modules()[game]).items():
        counts, file = tried.counts.get(number, Counter()), tried.file_of(number)
        cells = [str(counts[verdict] or "-") for verdict in ("passed", "refused", "close")]
        if clause.never_refuses and not counts["refused"]:
            cells[1] = "cannot"
        held = f"`{clause.held_by}`" if clause.held_by else "-"
        linked = f"[{number}]({_from(page, file)})" if page and file else number
        row = [linked, clause.sort, clause.title, held, *cells, _else(clause)]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def _from(page: Path, file: Path) -> str:
    return Path(os.path.relpath(file, page.parent)).as_posix()


def _else(clause: Clause) -> str:
    return f"`{clause.tried_by}`" if clause.tried_by else "-"


def settings_markdown(game: str) -> str:
    """Return the table of a game's options: key, default, and the clause and what it means."""
    lines = ["| key | default | clause and meaning |", "|---|---|---|"]
    for key, option in game_named(game, "GAME").settings.model_fields.items():
        lines.append(f"| `{key}` | {_default(option.get_default(call_default_factory=True))} | {option.description} |")
    return "\n".join(lines)


def _default(value: Any) -> str:
    if isinstance(value, BaseModel):
        return ", ".join(f"{name} {_numbers(held)}" for name, held in value.model_dump().items())
    if value is None or value == {}:
        return "-"
    return f"`{str(value).lower() if isinstance(value, bool) else repr(value).replace(chr(39), chr(34))}`"


def _numbers(held: Any) -> str:
    return " ".join(f"{number:g}" for number in (held if isinstance(held, list | tuple) else (held,)))


@click.command()
@click.argument("game")
@click.option(
    "--cases", type=click.Path(path_type=Path, exists=True, file_okay=False), help="Count in which of these cases."
)
@click.option("--settings", is_flag=True, help="List the game's options instead.")
@click.option(
    "--page", type=click.Path(path_type=Path), help="Write both tables into this page, as docs/rules has them."
)
def command(game: str, cases: Path | None, settings: bool, page: Path | None) -> None:
    """List every clause of GAME, what holds it, and in how many cases it was tried."""
    game_named(game, "GAME")
    if page is not None:
        write_text(page, with_tables(read_text(page), page, game, cases))
        click.echo(f"{page} is written.")
        return
    click.echo(settings_markdown(game) if settings else as_markdown(game, tried_by(cases) if cases else Tried()))


def with_tables(text: str, page: Path, game: str, cases: Path | None) -> str:
    """Return a page's text with both tables in their places; raises BadFile for a page that has none.

    They stand between a line ``<!-- clauses -->`` or ``<!-- settings -->`` and the next ``<!-- end -->``.
    """
    tables = {
        "clauses": as_markdown(game, tried_by(cases) if cases else Tried(), page),
        "settings": settings_markdown(game),
    }
    for name, table in tables.items():
        before, begun, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        if not begun or not end:
            raise BadFile(str(page), "", f"a line '<!-- {name} -->', and '<!-- end -->' below it")
        text = f"{before}{begun}{table}\n{end}{after}"
    return text
