"""`vedette sheets hexes` and `box`: a map to play on with its frame.toml; the markers of a game's own box."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from calibration.sheets.hex_map import hex_map, hex_map_sheet, map_size_cm, on_paper
from calibration.sheets.stands import cards_of_roster, stand_sheet
from cli.finite import Finite
from cli.sheet_options import Pair, common, force_option, need_alone, need_new, write
from referee.files import read_text, write_text
from referee.setup.box_sheet import box_sheet
from referee.setup.hex_size import frame_with_hexes, map_counts, mapped_games, printed_ground, usual_hexes
from referee.setup.match_file import parse_match
from referee.setup.ready import ready_roster
from referee.words import LANGUAGES
from rules.registry import game_named, game_names
from table.board_size import HexSize
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import ROOT3
from table.notation.frame_file import format_frame, parse_frame
from table.notation.roster_file import format_roster
from vision.dictionary import dictionary as dictionary_of

HEXES = HexSize(5.5, 13, 9)
"""What is printed where nothing says how many, or how large."""


@click.command()
@common
@click.option("--hexes", "count", type=Pair(int, "13x9"), metavar="13x9",
              help="Columns x rows. [13x9]")  # fmt: skip
@click.option("--across-cm", type=Finite(),
              help="A hex from side to side: 5.5 holds four blocks, 3 a counter of 2 cm. [5.5]")  # fmt: skip
@click.option("--flat", is_flag=True, help="Hexes with a flat side towards you instead of a corner.")
@click.option("--offset", type=click.Choice(["odd", "even"]),
              help="Which rows (columns of --flat) are shifted by half a hex, counted from 0. [odd]")  # fmt: skip
@click.option("--frame", "frame_file", metavar="FRAME.toml", type=click.Path(dir_okay=False, path_type=Path),
              help="Print the hexes that this frame.toml has.")  # fmt: skip
@click.option("--map", "map_of", metavar="practice|MATCH.toml",
              help="Also print the ground of a game's own map: ours to practise on, or your match's.")  # fmt: skip
@click.option("--no-labels", is_flag=True, help="Without A1, A2, ... in the hexes.")
@click.option("--margin-cm", type=Finite(), default=2.0, show_default=True,
              help="Of --frame-out: from the outermost hexes to the play area's edge.")  # fmt: skip
@click.option("--card-cm", type=Finite(), default=5.0, show_default=True, help="Of --frame-out: a card's side.")
@click.option("--frame-out", metavar="FRAME.toml", type=click.Path(dir_okay=False, path_type=Path),
              help="Also write the frame.toml of this map with eight cards round it.")  # fmt: skip
@force_option
def hexes(
    out: Path, paper: str, bar_mm: float, count: tuple[int, int] | None, across_cm: float | None, flat: bool,
    offset: str | None, frame_file: Path | None, map_of: str | None, no_labels: bool, margin_cm: float, card_cm: float,
    frame_out: Path | None, force: bool,
) -> None:  # fmt: skip
    """Draw a hex map to play on, as large as your game wants it.

    Cut each page along its marks; where a page goes on to the right or away from you, leave the flap and glue the next
    page over it. Tape the map down flat: nothing measures better than the paper lies.
    """
    need_new(frame_out, force)
    if not margin_cm >= 0:
        raise BadInput("--margin-cm must be 0 or more, got {margin_cm:g}", margin_cm=margin_cm)
    frame, (game, settings) = None, (None, {}) if map_of is None else _game_of(map_of)
    if frame_file is not None:
        need_alone(hexes=count, across_cm=across_cm, flat=flat or None, offset=offset, frame_out=frame_out)
        board = _board_of(frame_file)
    else:
        usual = HEXES if game is None else usual_hexes(game) or HEXES
        agreed = None if game is None else map_counts(game, settings, str(map_of))
        columns, rows = count or agreed or (usual.columns, usual.rows)
        apart_cm = usual.apart_cm if across_cm is None else across_cm
        board = hex_map(columns, rows, apart_cm / ROOT3, not flat, offset or "odd")
        size = HexSize(apart_cm, columns, rows, board.pointy, board.offset, margin_cm, margin_cm)
        frame = frame_with_hexes(size, card_cm=card_cm) if frame_out is not None else None
    width, depth = map_size_cm(board)
    what = f"{board.columns} x {board.rows} hexes of {board.size_cm * ROOT3:.4g} cm"
    art = None if game is None else printed_ground(game, board, settings, str(map_of))
    sheet = hex_map_sheet(board, paper, bar_mm, f"Vedette: {what}", not no_labels, art)
    write(out, sheet, what)
    click.echo(f"The map is {width:.1f} x {depth:.1f} cm.")
    if frame_out is not None and frame is not None:
        write_text(frame_out, format_frame(frame))
        click.echo(
            f"{frame_out}: a play area of {frame.width_cm:.2f} x {frame.depth_cm:.2f} cm, the map in its middle. Print "
            f"its cards: vedette sheets frame --frame {frame_out} --out cards.pdf"
        )


def _game_of(map_of: str) -> tuple[str, Mapping[str, Any]]:
    """Return the game and the settings whose map is printed; raises BadInput for a match of one without a map."""
    mapped = mapped_games()
    if map_of == "practice":
        return mapped[0], game_named(mapped[0]).new_settings
    match = parse_match(read_text(Path(map_of)), map_of)
    if match.game not in mapped:
        names = ", ".join(name.capitalize() for name in mapped)
        raise BadInput(
            "{file}: a match of {game}, which has no map of its own; these have one: {names}",
            file=map_of, game=match.game, names=names,
        )  # fmt: skip
    return match.game, match.settings


def _board_of(file: Path) -> HexBoard:
    board = parse_frame(read_text(file), str(file)).board
    if not isinstance(board, HexBoard):
        raise BadInput('{file} has no hexes: it wants a [board] with kind = "hexes"', file=file)
    return on_paper(board)


DICTIONARY = "4x4_250"


@click.command()
@common
@click.option("--game", type=click.Choice(game_names()), required=True, help="Whose armies.")
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
    """Markers for a game's ready armies, each with its name.

    Of a game with a box all that is in it, with a table of what that stands for; of any other who fights in its demo.
    Blocks: one for each unit that the blocks of the sets make, and for the leaders; glue it on one block of the unit.
    Counters: one for each counter of our practice lists.
    """
    need_new(roster_out, force)
    roster = ready_roster(game, {}, lang)
    boxed, words = game_named(game).box is not None, dictionary_of(DICTIONARY)
    what = f"{len(roster.entries)} markers for the {'box' if boxed else 'ready armies'} of {game.capitalize()}"
    if boxed:
        sheet = box_sheet(game, {}, roster, lang, words, paper, bar_mm)
    else:
        sheet = stand_sheet(cards_of_roster(roster), words, paper, bar_mm, f"Vedette: {what}, {DICTIONARY}")
    write(out, sheet, what)
    if roster_out is not None:
        write_text(roster_out, format_roster(roster))
        click.echo(f"{roster_out}: the roster of these markers. Leave out what you do not own or do not play with.")
