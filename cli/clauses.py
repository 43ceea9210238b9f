"""`vedette clauses`: every clause of a rulebook, and what holds and tries it."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click

from cli.rule import rule_on_file
from rules.clauses import clauses
from rules.registry import game_named

Tried = Mapping[str, Counter[str]]


def tried_by(folder: Path) -> Tried:
    """Return how often each clause passed, refused and was too close in the rulings on a folder's cases."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(folder.glob("**/*.toml")):
        for clause, verdict in {(check.clause, check.verdict) for check in rule_on_file(path).checks}:
            found.setdefault(clause, Counter())[verdict] += 1
    return found


def as_markdown(game: str, tried: Tried) -> str:
    """Return a game's table: the clause, its sort, what holds it, in how many cases it passed, refused, was close."""
    lines = [
        "| clause | sort | what | held by | cases: passed | refused | too close |",
        "|---|---|---|---|---|---|---|",
    ]
    for number, clause in clauses(game).items():
        held = "*not built yet*" if clause.held_by is None and clause.sort != "advice" else clause.held_by or "-"
        counts = tried.get(number, Counter())
        cells = [str(counts[verdict] or "-") for verdict in ("passed", "failed", "close")]
        lines.append(f"| {number} | {clause.sort} | {clause.title} | {held} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


@click.command()
@click.argument("game")
@click.option(
    "--cases", type=click.Path(path_type=Path, exists=True, file_okay=False), help="Count in which of these cases."
)
def command(game: str, cases: Path | None) -> None:
    """List every clause of GAME, what holds it, and in how many cases it was tried."""
    game_named(game, "GAME")
    click.echo(as_markdown(game, tried_by(cases) if cases else {}))
