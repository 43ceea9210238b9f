"""`vedette measure`: one picture to centimetres."""

import json
from dataclasses import replace
from pathlib import Path

import click

from calibration.accuracy import accuracy_of
from calibration.profile import parse_table
from calibration.report_page import Locale
from cli.accuracy_words import accuracy_json, accuracy_words
from cli.language import locale_in
from cli.language import option as language_option
from cli.own_camera import other_camera_words
from cli.pictures import FilePath, compile_kernels, json_option, roster_option, table_option, warned
from referee.files import read_text
from table.errors import Remark
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
@language_option
def command(
    picture: Path, table_file: Path, roster_file: Path, terrain_file: Path | None, before: Path | None, as_json: bool,
    lang: str,
) -> None:  # fmt: skip
    """Where every stand is, in cm, with its ±.

    PICTURE shows the table you calibrated (`vedette calibrate table`), with at least some of its cards.
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
    others = other_camera_words(view.identity, [picture], "en" if as_json else lang)
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
    locale = locale_in(lang)
    click.echo("\n".join(locale.said(line) for line in _words(measured, seen, locale)))
    click.echo(accuracy_words(accuracy, measured.view, locale))


def _words(measured: Measured, seen: BoardSeen | None, locale: Locale) -> list[str]:
    lines: list[str] = [*warned(measured.warnings)]
    lines.append(
        Remark("{count} of {all} stands seen; {frame} of {frame_all} cards, {off_px:.2f} px off.",
               count=len(measured.stands), all=len(measured.roster.entries), frame=len(measured.frame_seen),
               frame_all=len(measured.view.frame.markers), off_px=measured.frame_rms_px)
    )  # fmt: skip
    if measured.stands:
        lines += _table(measured, seen, locale)
    if seen is not None:
        lines += pile_words(measured, seen)
    lines += _unseen(measured, seen, locale)
    if measured.unknown_markers:
        listed = (
            Remark("{marker} at {x:.0f}, {y:.0f} px", marker=m.id, x=m.centre_px[0], y=m.centre_px[1])
            for m in measured.unknown_markers
        )
        lines.append(Remark("Markers I do not know: {listed}.", listed=", ".join(map(locale.said, listed))))
    return lines


def _table(measured: Measured, seen: BoardSeen | None, locale: Locale) -> list[str]:
    """Return the table of the stands: a line of titles, and one for each."""
    words = ("stand", "heading", "± deg", "tilt", "± tilt")
    stand, heading, degrees, tilt, tilted = map(locale.said, map(Remark, words))
    wide = max(len(stand), *(len(stand.name) for stand in measured.stands))
    cells = {name: f"  {locale.said(cell_words(*cell))}" for name, cell in cells_of_stands(measured, seen).items()}
    high = any(stand.z_cm or stand.tilt_deg for stand in measured.stands)
    heights = f"  {'z cm':>6}  {'± z':>5}  {tilt:>5}  {tilted:>6}" if high else ""
    title = "" if not cells else f"  {locale.said(Remark('hex' if seen is not None else 'square'))}"
    head = f"{stand:<{wide}}  {'x cm':>8}  {'y cm':>8}  {heading:>8}  {'± cm':>6}  {degrees:>6}{heights}{title}"
    return [head, *(f"{s.name:<{wide}}{_numbers(s, high, locale)}{cells.get(s.name, '')}" for s in measured.stands)]


def _numbers(stand: Stand, high: bool, locale: Locale) -> str:
    sigma, turned = SIGMAS_95 * stand.sigma_cm, SIGMAS_95 * stand.sigma_deg
    told = [(stand.x, "8.2f"), (stand.y, "8.2f"), (stand.heading_deg, "8.1f"), (sigma, "6.3f"), (turned, "6.2f")]
    numbers = "".join(f"  {locale.number(value, form)}" for value, form in told)
    if not high:
        return numbers
    if not stand.sigma_z_cm:  # on the table, whose height nobody measures
        return f"{numbers}  {locale.number(0.0, '6.2f')}  {'-':>5}  {locale.number(0.0, '5.1f')}  {'-':>6}"
    z, tilt = SIGMAS_95 * stand.sigma_z_cm, SIGMAS_95 * stand.sigma_tilt_deg
    heights = (stand.z_cm, "6.2f"), (z, "5.2f"), (stand.tilt_deg, "5.1f"), (tilt, "6.1f")
    return numbers + "".join(f"  {locale.number(value, form)}" for value, form in heights)


def _unseen(measured: Measured, seen: BoardSeen | None, locale: Locale) -> list[Remark]:
    """Return the lines of those not seen: named where they are few, or were there before; most are in the box."""
    if len(measured.unseen) <= FEW:
        named = [Remark("{stand} (marker {marker})", stand=name, marker=marker) for name, marker in measured.unseen]
        line = Remark("Not seen: {stands}.", stands=", ".join(map(locale.said, named)))
        return [line, *(unseen_words(seen) if seen is not None else ())] if named else []
    gone = unseen_words(seen, only_known=True) if seen is not None else []
    return [Remark("Not seen: {count} of the roster; --json names them.", count=len(measured.unseen)), *gone]
