"""`vedette result`: how a match ended, what turned it, who has signed; and the match as a text."""

from pathlib import Path

import click

from cli.language import option as language_option
from referee.files import write_text
from referee.journal.store import Journal
from referee.result.battle import battle_of
from referee.result.notation import notation_of
from referee.result.result import result_of
from referee.result.text import result_lines, result_said
from referee.view_fields import json_text
from rules.registry import game_named
from table.errors import BadInput


@click.command()
@click.argument("journal")
@click.option("--notation", is_flag=True, help="Print the match as a text, an act a line, to play it again.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(journal: str, notation: bool, out: Path | None, as_json: bool, lang: str) -> None:
    """Tell who won a match and by which clause, its score and losses, the throws that turned it, and its seal.

    JOURNAL is a file, or the URL of a database. With --notation the match is written as a text that `vedette battle`
    plays again. Exit status 2 where the record was changed, or a signature is of another end.
    """
    with Journal(journal) as opened:
        if notation:
            text = notation_of(battle_of(opened))
        else:
            found = result_of(opened)
            titles = {side.name: side.title for side in game_named(found.passport.game).sides}
            said = result_said(found, titles, language=lang)
            text = json_text(said) if as_json else "\n".join(result_lines(said, lang))
        if out is not None:
            write_text(out, text.rstrip("\n") + "\n")
        else:
            click.echo(text.rstrip("\n"))
        if not notation and (said.wrong or not found.passport.whole):
            raise BadInput("{journal}: this record was changed", journal=opened.name)
