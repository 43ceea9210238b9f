"""A height map as a coloured picture: hatched where the pictures do not tell, with the pieces that were found."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Picture
from vision.terrain.height_map import Heights
from vision.terrain.plane_sweep import CELL_CM
from vision.terrain.raised import Raised

PX_PER_CELL = 2
LOW_CM = -1.0
HATCH_PX = 6
WHITE = (255, 255, 255)


def height_picture(found: Heights, pieces: Sequence[Raised]) -> Picture:
    """Return a picture (H, W, 3) BGR, far edge on top: heights by colour, with the scale at its right."""
    highest = [-piece.height_cm if piece.top == "trench" else piece.height_cm for piece in pieces]
    low, top = min([LOW_CM, *highest]), max([4.0, *highest]) + 0.5
    share = np.clip((found.heights_cm - low) / (top - low), 0, 1)
    drawn = _large(cv2.applyColorMap((255 * share).astype(np.uint8), cv2.COLORMAP_VIRIDIS))
    rows, columns = np.indices(drawn.shape[:2])
    untold = _large((~found.told).astype(np.uint8)) > 0
    drawn[untold] = drawn[untold] // 2 + 96
    drawn[untold & ((rows + columns) % HATCH_PX == 0)] = 60
    left, _, _, far = found.rectangle_cm
    scale = PX_PER_CELL / CELL_CM
    for piece, high in zip(pieces, highest, strict=True):
        corners = (np.array(piece.polygon) - (left, far)) * (scale, -scale)
        cv2.polylines(drawn, [np.round(corners).astype(np.int32)], True, WHITE, 1, cv2.LINE_AA)
        x, y = corners.mean(axis=0)
        _say(drawn, f"{high:.1f}", x - 14, y + 5)
    return np.asarray(np.hstack([drawn, _scale(drawn.shape[0], low, top)]), np.uint8)


def _scale(height_px: int, low_cm: float, top_cm: float) -> Picture:
    """Return a strip that tells which colour is how many cm."""
    shares = np.linspace(255, 0, height_px).astype(np.uint8)
    strip = np.asarray(cv2.applyColorMap(np.tile(shares[:, None], (1, 60)), cv2.COLORMAP_VIRIDIS), np.uint8)
    for cm in range(int(np.ceil(low_cm)), int(top_cm) + 1):
        _say(strip, f"{cm} cm", 4, max(14, (top_cm - cm) / (top_cm - low_cm) * height_px + 5))
    return strip


def _large(picture: Picture) -> Picture:
    size = picture.shape[1] * PX_PER_CELL, picture.shape[0] * PX_PER_CELL
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _say(picture: Picture, words: str, x: float, y: float) -> None:
    for colour, thick in (((0, 0, 0), 3), (WHITE, 1)):
        cv2.putText(
            picture, words, (round(x), round(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, thick, cv2.LINE_AA
        )  # fmt: skip
