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
from calibration.sheets.check import STEP_MM
from calibration.uncertainty import predict
from cli.accuracy_words import accuracy_json, accuracy_words
from cli.pictures import FilePath, compile_kernels, expand, json_option, read_each, roster_option, table_option, tell
from referee.files import read_text, write_text
from table.errors import BadInput
from table.notation.roster_file import parse_roster
from vision.measure import measure

_LISTED = 6


@click.command("check")
@click.argument("pictures", nargs=-1, required=True)
@table_option
@roster_option()
@click.option(
    "--grid-cm", type=float, default=STEP_MM / 10, show_default=True, metavar="CM", help="From cross to cross."
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
    type=float,
    default=10 * PLACING_CM,
    show_default=True,
    metavar="MM",
    help="How well a base's middle was put on a cross.",
)
@click.option("--out", type=FilePath, required=True, metavar="table.toml", help="The file to write; may be the same.")
@click.option("--report", type=FilePath, metavar="FILE.html", help="Also write a page that shows what was found.")
@json_option
def check(
    pictures: tuple[str, ...], table_file: Path, roster_file: Path, grid_cm: float, crosses_file: Path | None,
    placing_mm: float, out: Path, report: Path | None, as_json: bool,
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
    tell(as_json, _json(fit, warnings), _words(fit, warnings), str(out), report, lambda: check_page(fit))


def _words(fit: CheckFit, warnings: list[str]) -> str:
    on = f"on {_count(fit.sheets, 'sheet')}" if fit.sheets else "on crosses you measured in"
    lines = [f"Warning: {warning}." for warning in warnings]
    lines.append(f"{_count(len(fit.points), 'stand')} {on}.")
    if fit.left_out:
        more = len(fit.left_out) - _LISTED
        named = ", ".join(fit.left_out[:_LISTED]) + (f" and {more} more" if more > 0 else "")
        lines.append(f"On no cross, so left out: {named}.")
    before, now = predict(replace(fit.view, correction=None)), predict(fit.view)
    lines += [
        f"They lie {10 * _rms(fit.before_cm):.2f} mm (rms) from their crosses as the table measures, "
        f"{10 * _rms(fit.after_cm):.2f} mm with the correction; about {10 * fit.placing_cm:.1f} mm of that an axis is "
        "how they were put down.",
        f"The correction is {10 * fit.most_cm():.2f} mm at most"
        + (": the table needs none." if fit.most_cm() < 0.005 else "."),
        f"Predicted error at the centre (one sigma): {10 * before.centre_cm:.3f} mm before, {10 * now.centre_cm:.3f} "
        f"mm now; at the worst corner {10 * max(before.corners_cm):.3f} and {10 * max(now.corners_cm):.3f} mm.",
        accuracy_words(accuracy_of(fit.view), fit.view),
    ]
    return "\n".join(lines)


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


def _count(number: int, what: str) -> str:
    return f"one {what}" if number == 1 else f"{number} {what}s"
