"""`vedette passport`: a match's dice held against fair ones, its cannons against their own history."""

from contextlib import ExitStack
from pathlib import Path

import click

from cli.language import option as language_option
from referee.files import write_bytes
from referee.journal.store import Journal
from referee.luck.paper import passport_pdf
from referee.luck.passport import passport_of
from referee.luck.passport_text import passport_said
from referee.luck.passport_view import PassportView
from referee.view_fields import json_text
from rules.registry import game_named
from table.errors import BadInput

SIGNS = {"as_fair": "✓", "unusual": "!", "too_few": "…"}


@click.command()
@click.argument("journal")
@click.option(
    "--earlier", multiple=True, metavar="JOURNAL", help="An earlier match with the same cannon; may be repeated."
)
@click.option("--pdf", type=click.Path(path_type=Path, dir_okay=False), help="Write it as pages to print.")
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(journal: str, earlier: tuple[str, ...], pdf: Path | None, as_json: bool, lang: str) -> None:
    """Tell what was luck in a match: every die against fair ones, every shot against its own cannon.

    JOURNAL is a file, or the URL of a database. A cannon is held against its shots in --earlier matches too, the first
    match first. Every seal of JOURNAL is read again first: exit status 2, and the passport all the
    same, when the record was changed afterwards.
    """
    with ExitStack() as open_now:
        opened = open_now.enter_context(Journal(journal))
        passport = passport_of(opened, [open_now.enter_context(Journal(each)) for each in earlier])
        titles = {side.name: side.title for side in game_named(passport.game).sides}
        said = passport_said(passport, titles, language=lang)
        if pdf is not None:
            write_bytes(pdf, passport_pdf(said, language=lang))
        click.echo(json_text(said) if as_json else as_text(said))
        if not passport.whole:
            raise BadInput("{journal}: this record was changed", journal=opened.name)


def as_text(said: PassportView) -> str:
    """Return a passport as the lines a person reads."""
    lines = [said.said, said.whole_said, said.head_said]
    for group in said.dice:
        lines += ["", group.title, f"  {SIGNS[group.verdict]} {group.verdict_said}"]
        lines += [f"  {line}" for line in (*group.lines, *(face.said for face in group.faces))]
    lines += ["", *said.dice_said, *([said.strange_said] if said.strange else [])]
    for group in said.taken_back:
        lines += ["", group.title, *(f"  {face.said}" for face in group.faces)]
    for cannon in said.cannons:
        told = (cannon.fired_said, *cannon.speed_said, *cannon.dispersion_said, cannon.predicted_said)
        lines += ["", cannon.title, *(f"  {line}" for line in (cannon.advice, *told) if line)]
        lines += [f"  {shot.number:>4}  {'; '.join(shot.said)}" for shot in cannon.shots]
    return "\n".join(lines)
