"""`vedette calibrate check`: stands on printed crosses tell how far the table measures wrong."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.accuracy import accuracy_of
from calibration.check import PLACING_CM, CheckFit, StandSeen, check_on_crosses, check_on_grid, parse_crosses
from calibration.check_report import check_page
from calibration.profile import format_table, parse_table
from calibration.report_page import Locale
from calibration.sheets.check import STEP_MM
from calibration.uncertainty import predict
from cli.accuracy_words import accuracy_json, accuracy_words
from cli.finite import Finite
from cli.language import locale_in
from cli.language import option as language_option
from cli.pictures import (
    FilePath,
    compile_kernels,
    expand,
    json_option,
    read_each,
    roster_option,
    table_option,
    tell,
    warned,
)
from referee.files import read_text, write_text
from table.errors import BadInput, Remark
from table.notation.roster_file import parse_roster
from vision.measure import measure

_LISTED = 6


@click.command("check")
@click.argument("pictures", nargs=-1, required=True)
@table_option
@roster_option()
@click.option(
    "--grid-cm", type=Finite(), default=STEP_MM / 10, show_default=True, metavar="CM", help="From cross to cross."
)
@click.option(
    "--crosses",
    "crosses_file",
    type=FilePath,
    metavar="crosses.toml",
    help="Crosses you measured in yourself, [[cross]] with x and y in table cm, in place of printed sheets.",
)
@click.option(
    "--placing-mm",
    type=Finite(),
    default=10 * PLACING_CM,
    show_default=True,
    metavar="MM",
    help="How well a base's middle was put on a cross.",
)
@click.option("--out", type=FilePath, required=True, metavar="table.toml", help="The file to write; may be the same.")
@click.option("--report", type=FilePath, metavar="FILE.html", help="Also write a page that shows what was found.")
@json_option
@language_option
def check(
    pictures: tuple[str, ...], table_file: Path, roster_file: Path, grid_cm: float, crosses_file: Path | None,
    placing_mm: float, out: Path, report: Path | None, as_json: bool, lang: str,
) -> None:  # fmt: skip
    """Check the table by stands on printed crosses, and correct what it measures wrong.

    Print the crosses (`vedette sheets check`) and lay the sheet anywhere on the table, flat. Put the middle of a
    stand's base on a cross, on as many crosses as you have stands, and take a picture; then lay the sheet elsewhere,
    and so on: twenty stands or more in all, all over the table. One stand moved from cross to cross will do, a picture
    each. Other stands may stand about. Only distances on one sheet need be known: how it lies is found out.

    PICTURES are of the table as calibrated, the camera untouched.
    """
    if not 0.5 <= grid_cm <= 50:
        raise BadInput("--grid-cm is the distance from cross to cross in cm, got {grid_cm:g}", grid_cm=grid_cm)
    if not 0.01 <= placing_mm <= 20:
        raise BadInput(
            "--placing-mm is how well a base was put on a cross, 0.5 or so, got {placing_mm:g}", placing_mm=placing_mm
        )
    view = parse_table(read_text(table_file), str(table_file))
    roster = parse_roster(read_text(roster_file), str(roster_file))
    crosses = None if crosses_file is None else parse_crosses(read_text(crosses_file), str(crosses_file))
    plain = replace(view, correction=None)
    seen: list[StandSeen] = []
    warnings: list[str] = []
    names = expand(pictures)
    compile_kernels()
    for name, picture in read_each(names, "Looking for stands"):
        measured = measure(picture, plain, roster, name)
        warnings += [warning for warning in measured.warnings if warning not in warnings]
        seen += [StandSeen(stand.name, stand.x, stand.y, name) for stand in measured.stands]
    if crosses is None:
        fit = check_on_grid(plain, seen, grid_cm, placing_mm / 10)
    else:
        fit = check_on_crosses(plain, seen, crosses, placing_mm / 10)
    write_text(out, format_table(fit.view))
    locale = locale_in(lang)
    words = _words(fit, warnings, locale)
    tell(as_json, _json(fit, warnings), words, [out], report, lambda: check_page(fit, locale), locale)


def _words(fit: CheckFit, warnings: list[str], locale: Locale) -> list[str]:
    lines: list[str] = [*warned(warnings)]
    stands = len(fit.points)
    if fit.sheets:
        lines.append(Remark("Stands: {stands}; sheets of crosses: {sheets}.", stands=stands, sheets=fit.sheets))
    else:
        lines.append(Remark("Stands on crosses you measured in: {stands}.", stands=stands))
    if fit.left_out:
        more = ", ..." if len(fit.left_out) > _LISTED else ""
        listed = ", ".join(fit.left_out[:_LISTED]) + more
        lines.append(Remark("On no cross, so left out: {listed}.", listed=listed))
    before, now = predict(replace(fit.view, correction=None)), predict(fit.view)
    return [
        *lines,
        Remark("They lie {before_mm:.2f} mm (rms) from their crosses as the table measures, {after_mm:.2f} mm with the "
               "correction; about {placing_mm:.1f} mm of that an axis is how they were put down.",
               before_mm=10 * _rms(fit.before_cm), after_mm=10 * _rms(fit.after_cm), placing_mm=10 * fit.placing_cm),
        Remark("The table needs no correction.") if fit.most_cm() < 0.005
        else Remark("The correction is {most_mm:.2f} mm at most.", most_mm=10 * fit.most_cm()),
        Remark("Predicted error at the centre (one sigma): {before_mm:.3f} mm before, {now_mm:.3f} mm now; at the "
               "worst corner {worst_before_mm:.3f} and {worst_now_mm:.3f} mm.",
               before_mm=10 * before.centre_cm, now_mm=10 * now.centre_cm,
               worst_before_mm=10 * max(before.corners_cm), worst_now_mm=10 * max(now.corners_cm)),
        accuracy_words(accuracy_of(fit.view), fit.view, locale),
    ]  # fmt: skip


def _json(fit: CheckFit, warnings: list[str]) -> dict[str, Any]:
    return {
        "stands_used": [
            {"name": point.name, "picture": point.picture, "x": point.x, "y": point.y,
             "off_cm": before.tolist(), "left_cm": after.tolist()}
            for point, before, after in zip(fit.points, fit.before_cm, fit.after_cm, strict=True)
        ],
        "left_out": list(fit.left_out),
        "sheets": fit.sheets,
        "before_rms_cm": _rms(fit.before_cm),
        "after_rms_cm": _rms(fit.after_cm),
        "placing_cm": fit.placing_cm,
        "largest_correction_cm": fit.most_cm(),
        "accuracy": accuracy_json(accuracy_of(fit.view)),
        "warnings": warnings,
    }  # fmt: skip


def _rms(off: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    return float(np.sqrt((off**2).sum(axis=1).mean()))
