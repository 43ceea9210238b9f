"""A sheet of crosses at known distances: what a ruler, or the camera, should find."""

import numpy as np
import segno

from calibration.sheets.paper import BAR_MM, Sheet
from calibration.sheets.pattern import outlines

STEP_MM = 50.0
COLUMNS, ROWS = "ABCD", 5
NAME = "vedette-check-1"  # of this arrangement of crosses; another one gets another number
_ARM_MM = 21.0
_TICKS_MM = (5.0, 10.0, 12.5, 15.0, 20.0)
_LEFT_MM = 33.0
_CODE_MM = 13.0


def check_crosses() -> dict[str, tuple[float, float]]:
    """Return the crosses' names and places on the sheet NAME, in cm from cross A1: x to the right, y away.

    A1 is the near left one, D5 the far right one; A1, D1 and D5 make a triangle of 15, 20 and 25 cm.
    """
    return {
        f"{column}{row + 1}": (index * STEP_MM / 10, row * STEP_MM / 10)
        for index, column in enumerate(COLUMNS)
        for row in range(ROWS)
    }


def check_sheet(paper: str = "A4", bar_mm: float = BAR_MM, title: str = "Vedette: check crosses") -> Sheet:
    """Draw the crosses with their names, places in cm and ticks to centre a base by, and a bar for each direction."""
    sheet = Sheet(paper, f"{title}, sheet {NAME}", bar_mm=bar_mm)
    area = sheet.area
    sheet.new_page()
    left, bottom = area.left + _LEFT_MM - 5, area.top + area.height - _ARM_MM - 0.5
    for name, (x_cm, y_cm) in check_crosses().items():
        _cross(sheet, left + x_cm * 10, bottom - y_cm * 10, name, f"{x_cm:g}, {y_cm:g}")
    sheet.bar(area.left + 3, bottom - BAR_MM, upright=True)
    _code(sheet, area.left + area.width - _CODE_MM - 1, area.top + 0.5)
    words = [
        "Crosses 5 cm apart, with their places in cm from A1: x to the right, y away.",
        "A1-D1 15 cm, A1-A5 20 cm, A1-D5 25 cm: check them with a ruler.",
        "Centre a base on a cross by the ticks, 5, 10, 12.5, 15 and 20 mm from it.",
        "Both bars are 200 mm: a printer may stretch one way only.",
    ]
    for row, line in enumerate(words):
        sheet.text(left - 21, area.top + 2.4 + 3.2 * row, line, 7.5)
    return sheet


def _cross(sheet: Sheet, x: float, y: float, name: str, place: str) -> None:
    sheet.black(x - _ARM_MM, y - 0.1, 2 * _ARM_MM, 0.2)
    sheet.black(x - 0.1, y - _ARM_MM, 0.2, 2 * _ARM_MM)
    for away in _TICKS_MM:
        half = 0.6 if away == 12.5 else 1.2
        for side in (-away, away):
            sheet.black(x + side - 0.075, y - half, 0.15, 2 * half)
            sheet.black(x - half, y + side - 0.075, 2 * half, 0.15)
    # Where a base of 4 cm still leaves them to be read.
    sheet.text(x + 13.5, y - 17.3, name, 9)
    sheet.text(x + 13.5, y - 14.7, place, 5.5)


def _code(sheet: Sheet, x: float, y: float) -> None:
    """Draw the sheet's name for a phone or a close camera to read."""
    dark = np.array([[bool(module) for module in row] for row in segno.make_qr(NAME, error="l").matrix])
    sheet.shape(x, y, _CODE_MM / len(dark), outlines(dark))
