"""`vedette sheets`: what to print, as PDF at exact size."""

from pathlib import Path

import click

from calibration.sheets.charuco import charuco_sheet
from calibration.sheets.check import NAME as CHECK
from calibration.sheets.check import check_sheet
from calibration.sheets.frame import card_side_cm, cards_of_frame, cards_of_places, frame_of, frame_sheet, places_of
from calibration.sheets.stands import cards_of_ids, cards_of_roster, stand_sheet
from cli.finite import Finite
from cli.sheet_options import Numbers, Pair, common, dictionary_option, force_option, need_alone, need_new, write
from cli.sheets_hexes import box, hexes
from cli.wrong_use import WrongUse
from referee.files import read_text, write_text
from table.notation.frame_file import format_frame, parse_frame
from table.notation.roster_file import parse_roster
from vision.dictionary import dictionary as dictionary_of


@click.group()
def command() -> None:
    """Print markers, frame and calibration board at exact size.

    Print at 100 % ("actual size", no "fit to page") on white, matt paper, then lay a ruler on the 200 mm bar. If it
    measures, say, 198.6 mm, make the sheet again with --bar-mm 198.6.
    """


@command.command()
@common
@dictionary_option
@click.option("--ids", type=Numbers(), metavar="0-39", help="The markers to print, like 0-39 or 1,5,7-9.")
@click.option(
    "--roster", metavar="roster.toml", type=click.Path(dir_okay=False, path_type=Path),
    help="Print this roster's markers, each of its size and with its name.",
)  # fmt: skip
@click.option(
    "--size-cm", type=Finite(), default=None, help="Side of the black square: 2.0 for a 1080p camera, 1.5 for 4K. [1.5]"
)
def markers(
    out: Path, paper: str, bar_mm: float, dictionary: str, ids: tuple[int, ...] | None, roster: Path | None,
    size_cm: float | None,
) -> None:  # fmt: skip
    """Stand markers to cut out and glue to your bases.

    The small arrow under a marker points to its top edge, where the cut line is thick: that is where the stand's front
    is (unless its mount says turn_deg).
    """
    if (ids is None) == (roster is None):
        raise WrongUse("give either --ids or --roster")
    if roster is not None:
        if size_cm is not None:
            raise WrongUse("--size-cm goes with --ids; a roster says its markers' sizes itself")
        cards = cards_of_roster(parse_roster(read_text(roster), str(roster)))
        what = f"{len(cards)} markers of {roster.name}"
    else:
        cards = cards_of_ids(ids or (), 10 * (size_cm or 1.5))
        what = f"{len(cards)} markers of {size_cm or 1.5:g} cm"
    sheet = stand_sheet(cards, dictionary_of(dictionary), paper, bar_mm, f"Vedette: {what}, {dictionary}")
    write(out, sheet, what)


@command.command()
@common
@click.option(
    "--dictionary", metavar="NAME", help="The markers' dictionary. [4x4_250, or what the frame.toml given says]"
)
@click.option("--ids", type=Numbers(), metavar="240-245", help="4, 6 or 8 markers. [240-245]")
@click.option("--size-cm", type=Finite(), help="Side of the black square. [5]")
@click.option("--table", type=Pair(float, "120x100"), metavar="120x100", help="Your play area: width x depth in cm.")
@click.option(
    "--frame", "frame_file", metavar="FRAME.toml", type=click.Path(dir_okay=False, path_type=Path),
    help="Print the markers of this frame.toml (and its banners), each of its own size.",
)  # fmt: skip
@click.option(
    "--frame-out", metavar="FRAME.toml", type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the frame.toml for these cards (needs --table).",
)  # fmt: skip
@force_option
def frame(
    out: Path, paper: str, bar_mm: float, dictionary: str | None, ids: tuple[int, ...] | None, size_cm: float | None,
    table: tuple[float, float] | None, frame_file: Path | None, frame_out: Path | None, force: bool,
) -> None:  # fmt: skip
    """Cards to lay round your play area.

    Lay each card outside the play area, flat, its thick edge against the corner (or the middle of the side) it is
    named for, all the same way up. Then tape them down.

    Cards printed from a frame.toml say where their centre lies; small ticks on their edges help to lay them there.
    """
    if frame_file is not None:
        need_alone(ids=ids, size_cm=size_cm, table=table, frame_out=frame_out)
        _print_frame_file(out, paper, bar_mm, dictionary, frame_file)
        return
    dictionary, ids, size_cm = dictionary or "4x4_250", ids or tuple(range(240, 246)), size_cm or 5.0
    if frame_out is not None and table is None:
        raise WrongUse("--frame-out needs --table, like --table 120x100")
    need_new(frame_out, force)
    fitting = frame_of(*table, ids, size_cm, dictionary) if table else None
    title = f"Vedette: cards of {size_cm:g} cm, {dictionary}"
    sheet = frame_sheet(cards_of_places(ids, size_cm), dictionary_of(dictionary), paper, bar_mm, title)
    write(out, sheet, f"{len(ids)} cards of {size_cm:g} cm")
    for marker, place in zip(ids, places_of(len(ids)), strict=True):
        click.echo(f"  {marker}  {place}")
    if frame_out is not None and fitting is not None:
        write_text(frame_out, format_frame(fitting))
        click.echo(f"{frame_out}: the frame of cards of {card_side_cm(size_cm):g} cm that touch the play area.")
        click.echo("If your cards lie elsewhere, measure their centres and correct x and y in it.")


def _print_frame_file(out: Path, paper: str, bar_mm: float, dictionary: str | None, file: Path) -> None:
    told = parse_frame(read_text(file), str(file))
    dictionary = dictionary or told.dictionary
    cards = cards_of_frame(told)
    title = f"Vedette: cards of {file.name}, {dictionary}"
    sheet = frame_sheet(cards, dictionary_of(dictionary), paper, bar_mm, title)
    write(out, sheet, f"{len(cards)} markers of {file.name}")


@command.command()
@common
@dictionary_option
@click.option("--squares", type=Pair(int, "11x8"), default="11x8", show_default=True, help="Columns x rows.")
@click.option("--square-cm", type=Finite(), default=2.4, show_default=True, help="Side of a square.")
@click.option("--marker-cm", type=Finite(), default=1.8, show_default=True, help="Side of the markers in the squares.")
def charuco(
    out: Path, paper: str, bar_mm: float, dictionary: str, squares: tuple[int, int], square_cm: float, marker_cm: float
) -> None:
    """Draw the ChArUco board your lens is learned from.

    Glue it to something flat and stiff (glass, an aluminium panel), then `vedette calibrate camera`.
    """
    name = f"{squares[0]}x{squares[1]}"
    title = f"Vedette: ChArUco {name}, squares {square_cm:g} cm, markers {marker_cm:g} cm, {dictionary}"
    board = dictionary_of(dictionary)
    sheet = charuco_sheet(squares, square_cm * 10, marker_cm * 10, board, paper, bar_mm, title)
    write(out, sheet, f"a ChArUco board of {name} squares of {square_cm:g} cm")
    click.echo(
        f"Then: vedette calibrate camera PICTURES --squares {name} --square-cm {square_cm:g} --marker-cm {marker_cm:g} "
        f"--dictionary {dictionary} --out camera.toml"
    )


@command.command()
@common
def check(out: Path, paper: str, bar_mm: float) -> None:
    """Crosses at known distances, to check your printer with a ruler and your table with a stand.

    A1 is the near left cross, D5 the far right one; the ticks help to centre a base on a cross.
    """
    write(out, check_sheet(paper, bar_mm), f"crosses every 5 cm, A1 to D5 (sheet {CHECK})")
    click.echo("A1 to D1 is 15 cm, A1 to A5 20 cm, A1 to D5 25 cm.")


command.add_command(hexes)
command.add_command(box)
