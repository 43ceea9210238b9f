"""`vedette audit`: how far each stand went in each turn of a match, and how far it might."""

import click

from cli.language import option as language_option
from referee.audit.audit import audit_of
from referee.audit.text import SIGNS, AuditView, audit_said
from referee.journal.history import point_at
from referee.journal.store import Journal
from referee.view_fields import json_text
from referee.words.translation import say
from rules.registry import game_named


@click.command()
@click.argument("journal")
@click.option("--turn", type=click.IntRange(1), help="This turn only, of both sides.")
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(journal: str, turn: int | None, as_json: bool, lang: str) -> None:
    """Tell how far each stand went in each turn of a match, how far it might, and where nobody saw.

    JOURNAL is a file, or the URL of a database. What follows ± holds in 95 of 100 cases. Exit status 0 whatever is
    found.
    """
    with Journal(journal) as opened:
        audit = tuple(it for it in audit_of(opened) if turn in (None, it.turn))
        game = game_named(point_at(opened, 1).opened.game)
        said = audit_said(game.name, audit, {side.name: side.title for side in game.sides}, language=lang)
    click.echo(json_text(said) if as_json else "\n".join(_lines(said, lang)))


def _lines(said: AuditView, language: str) -> list[str]:
    lines = [] if said.turns else [say("audit.none", language)]
    for turn in reversed(said.turns):
        lines += [turn.title, f"  {turn.said}", *(f"  {SIGNS[move.verdict]} {move.said}" for move in turn.moves)]
    return lines
