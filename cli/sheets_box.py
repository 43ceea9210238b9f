"""`vedette sheets box`: the markers of a game's own counters or blocks, and the roster that goes with them."""

from pathlib import Path

import click

from cli.sheet_options import common, force_option, need_new, write
from referee.files import write_text
from referee.setup.box_sheet import box_sheet
from referee.setup.hex_size import hex_games
from referee.setup.ready_roster import ready_roster
from referee.words import LANGUAGES
from table.notation.roster_file import format_roster
from vision.dictionary import dictionary as dictionary_of

DICTIONARY = "4x4_250"


@click.command()
@common
@click.option("--game", type=click.Choice(hex_games()), required=True, help="Whose box.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the units' names."
)
@click.option(
    "--roster-out", metavar="ROSTER.toml", type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the roster.toml of these markers.",
)  # fmt: skip
@force_option
def box(
    out: Path, paper: str, bar_mm: float, game: str, lang: str, roster_out: Path | None, force: bool
) -> None:  # fmt: skip
    """Markers for all that is in a game's box, each with its name, and a table of what that stands for.

    Blocks: one for each unit that the blocks of the sets make, and for the leaders; glue it on one block of the unit.
    Counters: one for each counter of our practice lists.
    """
    need_new(roster_out, force)
    roster = ready_roster(game, {}, lang)
    what = f"{len(roster.entries)} markers for the box of {game.capitalize()}"
    write(out, box_sheet(game, {}, roster, lang, dictionary_of(DICTIONARY), paper, bar_mm), what)
    if roster_out is not None:
        write_text(roster_out, format_roster(roster))
        click.echo(f"{roster_out}: the roster of these markers. Leave out what you do not own or do not play with.")
