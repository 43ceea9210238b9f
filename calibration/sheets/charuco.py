"""The ChArUco board that the lens is learned from, exactly as OpenCV's CharucoBoard lays it out."""

import cv2
import numpy as np

from calibration.sheets.paper import BAR_MM, Sheet
from calibration.sheets.pattern import modules, outlines
from table.errors import BadInput, Wanted


def charuco_sheet(
    squares: tuple[int, int],
    square_mm: float,
    marker_mm: float,
    dictionary: cv2.aruco.Dictionary,
    paper: str = "A4",
    bar_mm: float = BAR_MM,
    title: str = "Vedette: board for the lens (ChArUco)",
) -> Sheet:
    """Draw a board of (columns, rows) squares on one page, upright or lying, whichever it fits.

    Raises BadInput for a board OpenCV cannot make, or one that does not fit the paper, saying what fits.
    """
    columns, rows = squares
    if not (2 <= columns <= 100 and 2 <= rows <= 100):
        raise BadInput(
            "a ChArUco board has 2 to 100 squares each way, got {columns}x{rows}", columns=columns, rows=rows
        )
    if not 0 < marker_mm < square_mm:
        raise BadInput(
            "the board's markers ({marker_mm:g} mm) must be smaller than its squares ({square_mm:g} mm)",
            marker_mm=marker_mm, square_mm=square_mm,
        )  # fmt: skip
    needed, there = columns * rows // 2, len(dictionary.bytesList)
    if needed > there:
        raise BadInput(
            "a board of {columns}x{rows} needs {needed} markers, this dictionary has {there}",
            columns=columns, rows=rows, needed=needed, there=there,
        )  # fmt: skip
    sheet = _fitting_sheet(squares, square_mm, paper, bar_mm, title)
    area = sheet.area
    left = area.left + (area.width - columns * square_mm) / 2
    top = area.top + (area.height - rows * square_mm) / 2
    board = cv2.aruco.CharucoBoard(squares, square_mm, marker_mm, dictionary)
    sheet.new_page()
    white: set[tuple[int, int]] = set()
    # Ids and places are read off OpenCV's own board; its y runs down the page from the top left corner.
    for marker, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        (x, y, _), (far_x, far_y, _) = corners[0], corners[2]
        white.add((int((x + far_x) / 2 // square_mm), int((y + far_y) / 2 // square_mm)))
        black = modules(dictionary, int(marker))
        sheet.shape(left + float(x), top + float(y), marker_mm / len(black), outlines(black))
    for column in range(columns):
        for row in range(rows):
            if (column, row) not in white:
                sheet.black(left + column * square_mm, top + row * square_mm, square_mm, square_mm)
    return sheet


def _fitting_sheet(squares: tuple[int, int], square_mm: float, paper: str, bar_mm: float, title: str) -> Sheet:
    columns, rows = squares
    lying, upright = (Sheet(paper, title, landscape, bar_mm) for landscape in (True, False))
    for sheet in (lying, upright) if columns >= rows else (upright, lying):
        if columns * square_mm <= sheet.area.width and rows * square_mm <= sheet.area.height:
            return sheet
    largest = max(min(s.area.width / columns, s.area.height / rows) for s in (lying, upright))
    fitting = lying if columns >= rows else upright
    most = (int(fitting.area.width // square_mm), int(fitting.area.height // square_mm))
    advice = f"make the squares {largest // 0.1 / 10:g} mm or less"
    if min(most) >= 2:
        advice += f", or take {min(most[0], columns)}x{min(most[1], rows)} squares"
    raise BadInput(
        "a board of {columns}x{rows} squares of {square_mm:g} mm is {wide_mm:g} x {high_mm:g} mm and does not fit "
        "{paper}: {advice}",
        columns=columns, rows=rows, square_mm=square_mm, wide_mm=columns * square_mm, high_mm=rows * square_mm,
        paper=paper, advice=Wanted(advice),
    )  # fmt: skip
