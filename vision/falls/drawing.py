"""A picture of a shot for people: the board before and after it, who fell from which square, who moved, the shell."""

import cv2
import numpy as np

from table.frame import SquareBoard
from table.roster import Roster
from table.squares import corners_of
from table.terrain import Point
from vision.above import FromAbove
from vision.arrays import Picture
from vision.falls.board_picture import read_board
from vision.falls.seen import Fallen, ShotSeen
from vision.table_view import TableView

Colour = tuple[int, int, int]

PX_A_CM, MARGIN_CM, BESIDE_CM = 12.0, 4.0, 11.0
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
        settled = read_board(picture, view, Roster(()), f"the picture {words}").view
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
        rectangle = (-BESIDE_CM, -MARGIN_CM, frame.width_cm + BESIDE_CM, self._far_cm)
        self._labels: list[tuple[tuple[int, int], str, Colour]] = []
        self._picture = FromAbove(view.camera, rectangle, PX_A_CM).of(picture).copy()

    def headed(self, words: str) -> Picture:
        """Return the sheet with its labels and its heading."""
        self._write()
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
        across = max(c[0] for c in corners) if fall.place[0] > self._view.frame.width_cm / 2 else corners[0][0]
        self._label((across, (corners[0][1] + corners[2][1]) / 2), f"{fall.name} fell {fall.where or ''}".strip(), FELL)

    def arrow(self, start: Point, end: Point, words: str) -> None:
        """Draw where one that stands came from."""
        ends = [tuple(np.rint(np.array(self._fine(*p)) / _FINE).astype(int)) for p in (start, end)]
        for colour, width in (((0, 0, 0), 5), (MOVED, 2)):
            cv2.arrowedLine(self._picture, ends[0], ends[1], colour, width, cv2.LINE_AA, tipLength=0.35)
        self._label(end, words, MOVED)

    def shell(self, place: Point) -> None:
        """Ring the shell."""
        centre = self._fine(*place)
        for colour, width in (((0, 0, 0), 4), (SHELL, 2)):
            cv2.circle(self._picture, centre, round(0.9 * PX_A_CM * _FINE), colour, width, cv2.LINE_AA, _SHIFT)
            for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                inner, outer = ((round(centre[0] + across * k), round(centre[1] + along * k))
                                for k in (0.6 * PX_A_CM * _FINE, 1.5 * PX_A_CM * _FINE))  # fmt: skip
                cv2.line(self._picture, inner, outer, colour, width, cv2.LINE_AA, _SHIFT)
        self._label((place[0] + (1.5 if place[0] > self._view.frame.width_cm / 2 else -1.5), place[1]), "shell", SHELL)

    def _fine(self, x: float, y: float) -> tuple[int, int]:
        u, v = (x + BESIDE_CM) * PX_A_CM - 0.5, (self._far_cm - y) * PX_A_CM - 0.5
        return round(u * _FINE), round(v * _FINE)

    def _lines(self, points: list[tuple[int, int]], colour: Colour) -> None:
        for shade, width in (((0, 0, 0), 4), (colour, 2)):
            cv2.polylines(self._picture, [np.array(points, np.int32)], True, shade, width, cv2.LINE_AA, _SHIFT)

    def _label(self, place: Point, words: str, colour: Colour) -> None:
        """Keep words for a place; they are written beside the board, where they hide nobody."""
        self._labels.append((self._fine(*place), words, colour))

    def _write(self) -> None:
        """Write every label at the nearer side, with a line to its place, none over another."""
        height, width = self._picture.shape[:2]
        for left in (True, False):
            low = 0
            some = [label for label in self._labels if (label[0][0] < width * _FINE / 2) == left]
            for (u, v), words, colour in sorted(some, key=lambda label: label[0][1]):
                (wide, high), below = cv2.getTextSize(words, _FONT, _LETTERS, 1)
                top = min(max(v // _FINE - high // 2 - 4, low), height - high - below - 8)
                low = top + high + below + 10
                start = 4 if left else width - wide - 14
                end = (start + wide + 10 if left else start) * _FINE, (top + 4 + high // 2) * _FINE
                for shade, thick in (((0, 0, 0), 3), (colour, 1)):
                    cv2.line(self._picture, end, (u, v), shade, thick, cv2.LINE_AA, _SHIFT)
                cv2.rectangle(self._picture, (start, top), (start + wide + 10, top + high + below + 6), (0, 0, 0), -1)
                cv2.rectangle(self._picture, (start, top), (start + wide + 10, top + high + below + 6), colour, 1)
                at = (start + 5, top + high + 3)
                cv2.putText(self._picture, words, at, _FONT, _LETTERS, (255, 255, 255), 1, cv2.LINE_AA)
