"""The printed map laid flat: the board's part of the pictures from above, and how like a thin line each place is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import corners_of, hexes_of
from vision.above import FromAbove
from vision.arrays import Floats, Light, Picture
from vision.camera import Camera

FINER = 1.2  # than the camera sees: nothing is lost by laying flat
LEAST_PX = 5.0  # a hex's size in the picture: of smaller ones the lines run together
_MOST_PX = 16e6
_MARGIN_HEXES = 2.5
_LINE_PX = 1.3  # one standard deviation of the line looked for
_USUAL = 1.5
_CLIPPED = 2.0  # no edge of a counter counts for more than so many usual deviations above that


@dataclass(frozen=True, eq=False)
class LaidFlat:
    """Pictures (H, W, 3) of the board from above; pixel (column, row) is ``left + (column + 0.5) / px_per_cm`` ..."""

    picture: Picture
    left: float
    far: float
    px_per_cm: float

    def px(self, places_cm: Floats) -> Floats:
        """Return where places (..., 2) on the table are in the picture."""
        x, y = places_cm[..., 0], places_cm[..., 1]
        return np.stack([(x - self.left) * self.px_per_cm - 0.5, (self.far - y) * self.px_per_cm - 0.5], axis=-1)

    def cm(self, places_px: Floats) -> Floats:
        """Return the table cm of places (..., 2) px."""
        u, v = places_px[..., 0], places_px[..., 1]
        return np.stack([self.left + (u + 0.5) / self.px_per_cm, self.far - (v + 0.5) / self.px_per_cm], axis=-1)


def lay_flat(pictures: Sequence[tuple[Camera, Picture]], board: HexBoard) -> LaidFlat:
    """Return the board's part of pictures (H, W, 3), each with its camera; of several the median.

    Raises BadInput where the board's hexes are too small to be seen.
    """
    tips = np.array([corner for here in hexes_of(board) for corner in corners_of(board, here)])
    low, high = tips.min(axis=0), tips.max(axis=0)
    middle = (low + high) / 2
    camera = pictures[0][0]
    seen = camera.project(np.array([(*middle, 0.0)]))
    px_per_cm = 1 / math.sqrt(abs(float(np.linalg.det(camera.plane_jacobian(seen)[0]))))
    if board.size_cm * px_per_cm < LEAST_PX:
        raise BadInput(
            "a hex of {size_cm:g} cm is {size_px:.1f} px in the picture from centre to corner, and its lines are "
            "seen from {least_px:g} px on: use a finer camera, or bring it nearer",
            size_cm=board.size_cm, size_px=board.size_cm * px_per_cm, least_px=LEAST_PX,
        )  # fmt: skip
    margin = _MARGIN_HEXES * board.size_cm * math.sqrt(3)
    (left, near), (right, far) = (low - margin).tolist(), (high + margin).tolist()
    fine = min(FINER * px_per_cm, math.sqrt(_MOST_PX / ((right - left) * (far - near))))
    flat = []
    for eye, picture in pictures:
        flat.append(FromAbove(eye, (left, near, right, far), fine).of(picture))
    whole = flat[0] if len(flat) == 1 else np.asarray(np.median(np.stack(flat), axis=0), np.uint8)
    return LaidFlat(whole, left, far, fine)


def straight_lines(laid: LaidFlat, board: HexBoard, size_px: float) -> Light:
    """Return how like a line of the board's lattice each place is, (H, W, 2 C): dark lines by channel, then light ones.

    A hex's size is ``size_px`` in it. A thin line counts as far as it is straight, the length of a hex's side, and lies
    along one of the lattice's three ways more than between them: print, counters and coasts hardly do.
    """
    factor = min(size_px / (board.size_cm * laid.px_per_cm), 1.0)
    height, width = laid.picture.shape[:2]
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    long_px = 0.7 * board.size_cm * laid.px_per_cm * factor
    ways = [30.0 * k for k in range(6)]
    along = 0 if not board.pointy else 1  # sides of a flat hex lie along 0, 60, 120 degrees
    found = []
    for sign in (1.0, -1.0):
        for channel in range(laid.picture.shape[2]):
            thin = cv2.resize(_thin(laid.picture[..., channel], sign), size, interpolation=cv2.INTER_AREA)
            turned = [cv2.filter2D(thin, cv2.CV_32F, _stroke(long_px, way)) for way in ways]
            found.append(
                sum(np.maximum(turned[k] - (turned[k - 1] + turned[(k + 1) % 6]) / 2, 0) for k in range(along, 6, 2))
            )
    return np.dstack(found).astype(np.float32)


def _thin(channel: Picture, sign: float) -> Light:
    """Return how like a thin dark line (``sign`` 1) or a light one (-1) each pixel is, 0 to 1."""
    bend = cv2.Laplacian(cv2.GaussianBlur(channel.astype(np.float32), (0, 0), _LINE_PX), cv2.CV_32F)
    bend = bend * np.float32(sign / (1.4826 * float(np.median(np.abs(bend[::4, ::4]))) or 1.0))
    return np.asarray(np.clip((bend - _USUAL) / _CLIPPED, 0, 1), np.float32)


def _stroke(long_px: float, way_deg: float) -> Light:
    """Return a stroke so long, its weights together 1; the picture's v runs down."""
    half = math.ceil(long_px / 2) + 1
    v, u = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    way = math.radians(way_deg)
    along, across = u * math.cos(way) - v * math.sin(way), u * math.sin(way) + v * math.cos(way)
    stroke = np.clip(long_px / 2 + 0.5 - np.abs(along), 0, 1) * np.exp(-(across**2) / (2 * 0.7**2))
    return np.asarray(stroke / stroke.sum(), np.float32)
