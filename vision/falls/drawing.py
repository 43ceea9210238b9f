"""A picture of a shot for people: the board before and after it, who fell from which square, who moved, the shell."""

import cv2
import numpy as np
from numpy.typing import NDArray

from table.frame import SquareBoard
from table.roster import Roster
from table.squares import corners_of
from table.terrain import Point
from vision.above import FromAbove
from vision.falls.looking import look
from vision.falls.seen import Fallen, ShotSeen
from vision.table_view import TableView

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

PX_A_CM, MARGIN_CM = 12.0, 4.0
# Okabe and Ito's, BGR: vermilion, sky blue, yellow; each has a shape and a word of its own beside it.
FELL, MOVED, SHELL, ZONE = (0, 94, 213), (233, 180, 86), (66, 228, 240), (255, 255, 255)
_FINE, _SHIFT = 16, 4  # OpenCV draws on sixteenths of a px
_FONT, _LETTERS, _HEAD_PX, _GAP_PX = cv2.FONT_HERSHEY_SIMPLEX, 0.5, 34, 8


def draw_shot(before: Picture, after: Picture, view: TableView, seen: ShotSeen) -> Picture:
    """Return both pictures (H, W, 3) BGR from above, side by side, far edge on top, with what was seen drawn on them.

    Fallen figures: a frame round the square, with name and square. Moved ones: an arrow from where they were. The
    shell: a ring with a cross. The zone: its outline.
    """
    sheets = []
    for words, picture in (("before", before), ("after", after)):
        settled = look(picture, view, Roster(()), f"the picture {words}").view
        sheet = _Sheet(settled, picture)
        sheet.outline(seen.zone)
        for fall in seen.fallen:
            sheet.fallen(fall)
        for moved in seen.moved:
            sheet.arrow(moved.start, moved.end, f"{moved.name} {10 * moved.cm:.0f} mm")
        if seen.impact is not None and words == "after":
            sheet.shell((seen.impact.x, seen.impact.y))
        sheets.append(sheet.headed(words))
    gap = np.full((sheets[0].shape[0], _GAP_PX, 3), 255, np.uint8)
    return np.ascontiguousarray(np.hstack([sheets[0], gap, sheets[1]]))


class _Sheet:
    """The board from above in one picture, drawn on."""

    def __init__(self, view: TableView, picture: Picture) -> None:
        frame = view.frame
        self._far_cm = frame.depth_cm + MARGIN_CM
        self._view = view
        rectangle = (-MARGIN_CM, -MARGIN_CM, frame.width_cm + MARGIN_CM, self._far_cm)
        self._picture = FromAbove(view.camera, rectangle, PX_A_CM).of(picture).copy()

    def headed(self, words: str) -> Picture:
        """Return the sheet with its heading."""
        head = np.full((_HEAD_PX, self._picture.shape[1], 3), 32, np.uint8)
        cv2.putText(head, words, (12, _HEAD_PX - 11), _FONT, 0.7, (255, 255, 255), 1, cv2.LINE_AA)
        return np.vstack([head, self._picture])

    def outline(self, corners: tuple[Point, ...]) -> None:
        """Draw a polygon of table cm."""
        if len(corners) > 1:
            self._lines([self._fine(*corner) for corner in corners], ZONE)

    def fallen(self, fall: Fallen) -> None:
        """Frame the square of one that fell, or his place where there is none: what lies in it stays to be seen."""
        board = self._view.frame.board
        if isinstance(board, SquareBoard) and fall.square is not None:
            corners = corners_of(board, fall.square)
        else:
            (x, y), half = fall.place, 1.2
            corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        self._lines([self._fine(*corner) for corner in corners], FELL)
        self._label(corners[3], f"{fall.name} fell {fall.where or ''}".strip(), FELL)

    def arrow(self, start: Point, end: Point, words: str) -> None:
        """Draw where one that stands came from."""
        ends = [tuple(np.rint(np.array(self._fine(*p)) / _FINE).astype(int)) for p in (start, end)]
        for colour, width in (((0, 0, 0), 5), (MOVED, 2)):
            cv2.arrowedLine(self._picture, ends[0], ends[1], colour, width, cv2.LINE_AA, tipLength=0.35)
        self._label((end[0] + 0.8, end[1] + 0.8), words, MOVED)

    def shell(self, place: Point) -> None:
        """Ring the shell."""
        centre = self._fine(*place)
        for colour, width in (((0, 0, 0), 4), (SHELL, 2)):
            cv2.circle(self._picture, centre, round(0.9 * PX_A_CM * _FINE), colour, width, cv2.LINE_AA, _SHIFT)
            for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                inner, outer = ((round(centre[0] + across * k), round(centre[1] + along * k))
                                for k in (0.6 * PX_A_CM * _FINE, 1.5 * PX_A_CM * _FINE))  # fmt: skip
                cv2.line(self._picture, inner, outer, colour, width, cv2.LINE_AA, _SHIFT)
        self._label((place[0] + 1.0, place[1] + 1.0), "shell", SHELL)

    def _fine(self, x: float, y: float) -> tuple[int, int]:
        u, v = (x + MARGIN_CM) * PX_A_CM - 0.5, (self._far_cm - y) * PX_A_CM - 0.5
        return round(u * _FINE), round(v * _FINE)

    def _lines(self, points: list[tuple[int, int]], colour: Colour) -> None:
        for shade, width in (((0, 0, 0), 4), (colour, 2)):
            cv2.polylines(self._picture, [np.array(points, np.int32)], True, shade, width, cv2.LINE_AA, _SHIFT)

    def _label(self, place: Point, words: str, colour: Colour) -> None:
        """Write words above a place, on black, moved into the sheet where they would stick out."""
        (width, height), low = cv2.getTextSize(words, _FONT, _LETTERS, 1)
        u, v = (k // _FINE for k in self._fine(*place))
        u = min(max(u - 2, 2), self._picture.shape[1] - width - 8)
        v = min(max(v - low - 4, height + 6), self._picture.shape[0] - low - 6)
        cv2.rectangle(self._picture, (u, v - height - 4), (u + width + 6, v + low + 2), (0, 0, 0), -1)
        cv2.rectangle(self._picture, (u, v - height - 4), (u + 2, v + low + 2), colour, -1)
        cv2.putText(self._picture, words, (u + 5, v), _FONT, _LETTERS, (255, 255, 255), 1, cv2.LINE_AA)
