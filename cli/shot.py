"""`vedette shot`: two pictures of the board to who fell, who moved, and where the shell lies."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from calibration.profile import parse_table
from cli.finite import FiniteRange
from cli.pictures import (
    FilePath,
    check_drawing,
    compile_kernels,
    json_option,
    roster_option,
    table_option,
    write_drawing,
)
from cli.sources import open_source
from referee.files import read_text
from table.errors import BadInput
from table.frame import SquareBoard
from table.notation.roster_file import parse_roster
from table.roster import Roster
from table.uncertainty import SIGMAS_95
from vision.falls import ShotSeen, see_shot
from vision.falls.drawing import draw_shot
from vision.falls.film import FilmSeen, order_of_falls
from vision.falls.follower import FilmFrame
from vision.picture import read_picture
from vision.sources.frames import FrameSource
from vision.sources.pictures import PictureSource
from vision.table_view import TableView


@click.command()
@click.argument("before", type=FilePath)
@click.argument("after", type=FilePath)
@table_option
@roster_option("figures")
@click.option("--film", metavar="SOURCE", help="The frames between: a video, a folder of pictures, or a pattern.")
@click.option("--rate", "rate_hz", type=FiniteRange(min=0, min_open=True), metavar="HZ",
              help="Frames a second of --film, where it is pictures: files tell no times.")  # fmt: skip
@click.option("--picture", "drawing", type=FilePath, metavar="OUT.png", help="Draw it: before and after, side by side.")
@json_option
def command(
    before: Path, after: Path, table_file: Path, roster_file: Path, film: str | None, rate_hz: float | None,
    drawing: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """What a cannon shot knocked over or moved, and where the shell lies.

    BEFORE and AFTER are two pictures of the table you calibrated (`vedette calibrate table`), both with nobody's hand
    over it. Who fell is told with the square he stood on, who was dragged with from, to and how far; the shell's middle
    in cm from the table's near left corner, its ± holds 95 %. --film adds in which order the figures began to move and
    whom the shell struck first, where the frames are quick enough. The referee decides what it means.
    """
    view = parse_table(read_text(table_file), str(table_file))
    roster = parse_roster(read_text(roster_file), str(roster_file))
    if not roster.entries:
        raise BadInput(
            "{file}: nobody is on this roster; `vedette shot` needs the figures that may fall", file=roster_file
        )
    pictures = read_picture(before), read_picture(after)
    source = _film(film, rate_hz) if film is not None else None
    compile_kernels()
    seen = see_shot(*pictures, view, roster, (str(before), str(after)))
    order = _order(source, rate_hz, view, roster, seen) if source is not None else None
    if drawing is not None:
        _draw(drawing, pictures, view, seen)
    no_squares = f"{table_file} has no [board] of squares: I cannot say from which square anyone fell"
    warnings = (*(() if isinstance(view.frame.board, SquareBoard) else (no_squares,)), *seen.notes)
    if as_json:
        said: dict[str, Any] = {**seen.as_json(), "warnings": list(warnings)}
        if order is not None:
            said["film"] = order.as_json()
        click.echo(json.dumps(said, indent=2))
        return
    click.echo(
        "\n".join([f"Note: {note}." for note in warnings] + _words(seen) + (_order_words(order) if order else []))
    )


def _film(text: str, rate_hz: float | None) -> FrameSource:
    source = open_source(text)
    if source.live:
        source.close()
        raise BadInput("{name}: --film is a video, a folder of pictures or a pattern, not a camera", name=text)
    if isinstance(source, PictureSource) and rate_hz is None:
        raise BadInput(
            "{name}: pictures do not tell when they were taken; say their rate, for example --rate 30", name=text
        )
    return source


def _order(source: FrameSource, rate_hz: float | None, view: TableView, roster: Roster, seen: ShotSeen) -> FilmSeen:
    def frames() -> Iterator[FilmFrame]:
        while (frame := source.read()) is not None:
            yield FilmFrame(frame.index / rate_hz if rate_hz else frame.time_s, frame.grey)

    with source:
        return order_of_falls(frames(), view, roster, [f.name for f in seen.fallen] + [m.name for m in seen.moved])


def _draw(path: Path, pictures: tuple[Any, Any], view: TableView, seen: ShotSeen) -> None:
    check_drawing(path)
    write_drawing(path, draw_shot(*pictures, view, seen))


def _words(seen: ShotSeen) -> list[str]:
    lines = []
    if not seen.fallen:
        lines.append("Nobody fell.")
    for fall in seen.fallen:
        where = fall.where or f"{fall.place[0]:.1f}, {fall.place[1]:.1f} cm"
        lines.append(f"{fall.name} fell, {where} ({100 * fall.confidence:.0f} % sure).")
    for moved in seen.moved:
        start, end = (f"{x:.1f}, {y:.1f}" for x, y in (moved.start, moved.end))
        lines.append(f"{moved.name} stands, but was moved by {moved.cm:.1f} cm: {start} to {end}.")
    impact = seen.impact
    if impact is None:
        lines.append("The shell is not to be seen.")
    else:
        lines.append(f"The shell lies at {impact.x:.2f}, {impact.y:.2f} cm (± {SIGMAS_95 * impact.sigma_cm:.2f}).")
    if seen.zone:
        lines.append("The banners' zone: " + "; ".join(f"{x:.1f}, {y:.1f}" for x, y in seen.zone) + ".")
    return lines


def _order_words(order: FilmSeen) -> list[str]:
    lines = [f"Note: {note}." for note in order.notes]
    if order.strike is not None:
        strike = order.strike
        lines.append(f"The shell struck {strike.name} first ({100 * strike.confidence:.0f} % sure).")
    for k, began in enumerate(order.order, start=1):
        lines.append(f"{k}. {began.name} began to move at {began.time_s:.3f} s (± {SIGMAS_95 * began.sigma_s:.3f}).")
    if order.untold:
        lines.append(f"The film does not show when {', '.join(order.untold)} began to move.")
    return lines
