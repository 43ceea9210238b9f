"""`vedette measure`: one picture to centimetres."""

import json
from dataclasses import replace
from pathlib import Path

import click

from calibration.accuracy import accuracy_of
from calibration.profile import parse_table
from cli.accuracy_words import accuracy_json, accuracy_words
from cli.own_camera import other_camera_words
from cli.pictures import FilePath, compile_kernels, json_option, roster_option, table_option
from referee.files import read_text
from table.notation.roster_file import parse_roster
from table.notation.terrain_file import parse_terrain
from table.stand import Stand
from table.uncertainty import SIGMAS_95
from vision.boards.board_words import (
    board_of,
    cell_words,
    cells_of_stands,
    hexes_before,
    pile_words,
    unseen_words,
    with_cells,
)
from vision.boards.piles import BoardSeen
from vision.copied import copied_markers, copy_words
from vision.measure import Measured, measure
from vision.picture import read_picture

FEW = 5
"""So many that are not seen are named; a roster of all that is in the box has more."""


@click.command()
@click.argument("picture", type=FilePath)
@table_option
@roster_option()
@click.option(
    "--terrain", "terrain_file", type=FilePath, metavar="terrain.toml", help="What stands may stand on, and how high."
)
@click.option(
    "--before", type=FilePath, metavar="PICTURE", help="An earlier one: who lay where before others hid them."
)
@json_option
def command(
    picture: Path, table_file: Path, roster_file: Path, terrain_file: Path | None, before: Path | None, as_json: bool
) -> None:
    """Where every stand is, in cm, with its ±.

    PICTURE shows the table you calibrated (`vedette calibrate table`), with at least some of its frame markers.
    Positions are of the base's centre, from the table's near left corner; headings count from the right, 90 looks away
    from you. The ± holds 95 % (1.96 sigma) with everything in it: pixels, lens, camera, the frame's survey, marker
    heights; --json gives sigma itself. A stand on a hill, a roof or a slope is told by its marker's size and shape:
    z is the underside of its base above the table, tilt how it leans. --terrain makes it surer.

    On a board it says each stand's square or hex too, or between which it stands on the line; on hexes also what lies
    on what, which units' blocks belong together, and what is not seen because something may lie on it.
    """
    view = parse_table(read_text(table_file), str(table_file))
    roster = parse_roster(read_text(roster_file), str(roster_file))
    terrain = parse_terrain(read_text(terrain_file), str(terrain_file)) if terrain_file is not None else ()
    grey = read_picture(picture, colour=False)
    compile_kernels()
    measured = measure(grey, view, roster, str(picture), terrain)
    twice = copy_words(copied_markers(grey, measured.view, roster, measured.markers, {}))
    others = other_camera_words(view.identity, [picture])
    measured = replace(measured, warnings=(*others, *measured.warnings, *twice))
    known = None
    if before is not None:
        earlier = board_of(measure(read_picture(before, colour=False), view, roster, str(before)))
        known = hexes_before(earlier) if earlier is not None else None
    seen = board_of(measured, known)
    accuracy = accuracy_of(measured.view, roster)
    if as_json:
        data = with_cells(measured.as_json(), measured, seen) | {"accuracy": accuracy_json(accuracy)}
        click.echo(json.dumps(data, indent=2))
        return
    click.echo(_words(measured, seen))
    click.echo(accuracy_words(accuracy, measured.view))


def _words(measured: Measured, seen: BoardSeen | None) -> str:
    frame, total = measured.view.frame, len(measured.roster.entries)
    lines = [f"Warning: {warning}." for warning in measured.warnings]
    lines.append(
        f"{len(measured.stands)} of {total} stands seen; {len(measured.frame_seen)} of {len(frame.markers)} frame "
        f"markers, {measured.frame_rms_px:.2f} px off."
    )
    if measured.stands:
        wide = max(len("stand"), *(len(stand.name) for stand in measured.stands))
        cells = {name: f"  {cell_words(*cell)}" for name, cell in cells_of_stands(measured, seen).items()}
        high = any(stand.z_cm or stand.tilt_deg for stand in measured.stands)
        heights = _HEIGHTS if high else ""
        title = "" if not cells else "  hex" if seen is not None else "  square"
        lines.append(
            f"{'stand':<{wide}}  {'x cm':>8}  {'y cm':>8}  {'heading':>8}  {'± cm':>6}  {'± deg':>6}{heights}{title}"
        )
        lines += [
            f"{s.name:<{wide}}  {s.x:8.2f}  {s.y:8.2f}  {s.heading_deg:8.1f}"
            f"  {SIGMAS_95 * s.sigma_cm:6.3f}  {SIGMAS_95 * s.sigma_deg:6.2f}{_height(s) if high else ''}"
            f"{cells.get(s.name, '')}"
            for s in measured.stands
        ]
    if seen is not None:
        lines += pile_words(measured, seen)
    lines += _unseen(measured, seen)
    if measured.unknown_markers:
        listed = ", ".join(f"{m.id} at {m.centre_px[0]:.0f}, {m.centre_px[1]:.0f} px" for m in measured.unknown_markers)
        lines.append(f"Markers I do not know: {listed}.")
    return "\n".join(lines)


_HEIGHTS = f"  {'z cm':>6}  {'± z':>5}  {'tilt':>5}"


def _height(stand: Stand) -> str:
    return f"  {stand.z_cm:6.2f}  {SIGMAS_95 * stand.sigma_z_cm:5.2f}  {stand.tilt_deg:5.1f}"


def _unseen(measured: Measured, seen: BoardSeen | None) -> list[str]:
    """Return the lines of those not seen: named where they are few, or were there before; most are in the box."""
    if len(measured.unseen) <= FEW:
        named = ", ".join(f"{name} (marker {marker})" for name, marker in measured.unseen)
        return [f"Not seen: {named}.", *(unseen_words(seen) if seen is not None else ())] if named else []
    gone = unseen_words(seen, only_known=True) if seen is not None else []
    return [f"Not seen: {len(measured.unseen)} of the roster; --json names them.", *gone]
