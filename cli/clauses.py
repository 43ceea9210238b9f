"""`vedette clauses`: every clause of a rulebook, what holds and tries it; every option and its default."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel

from cli.rule import rule_on_file
from rules.clauses import Clause, clauses
from rules.registry import game_modules, game_named

Tried = Mapping[str, Counter[str]]


def tried_by(folder: Path) -> Tried:
    """Return how often each clause passed, refused and was too close in the rulings on a folder's cases."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(folder.glob("**/*.toml")):
        for check in {(c.clause, "refused" if c.verdict == "failed" and not c.modifies else c.verdict)
                      for c in rule_on_file(path).checks}:  # fmt: skip
            found.setdefault(check[0], Counter())[check[1]] += 1
    return found


def as_markdown(game: str, tried: Tried) -> str:
    """Return a game's table: the clause, its sort, what holds it, in how many cases it passed, refused, was close."""
    lines = [
        "| clause | sort | what | held by | cases: passed | refused | too close | else tried by |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for number, clause in clauses(game_modules()[game]).items():
        counts = tried.get(number, Counter())
        cells = [str(counts[verdict] or "-") for verdict in ("passed", "refused", "close")]
        if clause.never_refuses and not counts["refused"]:
            cells[1] = "cannot"
        held = f"`{clause.held_by}`" if clause.held_by else "-"
        row = [number, clause.sort, clause.title, held, *cells, _else(clause)]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def _else(clause: Clause) -> str:
    return f"`{clause.tried_by}`" if clause.tried_by else "-"


def settings_markdown(game: str) -> str:
    """Return the table of a game's options: key, default, and the clause and what it means."""
    lines = ["| key | default | clause and meaning |", "|---|---|---|"]
    for key, field in game_named(game, "GAME").settings.model_fields.items():
        lines.append(f"| `{key}` | {_default(field.get_default(call_default_factory=True))} | {field.description} |")
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
def command(game: str, cases: Path | None, settings: bool) -> None:
    """List every clause of GAME, what holds it, and in how many cases it was tried."""
    game_named(game, "GAME")
    click.echo(settings_markdown(game) if settings else as_markdown(game, tried_by(cases) if cases else {}))
