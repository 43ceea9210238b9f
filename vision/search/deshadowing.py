"""Squares of a picture as they would look without the shadows' edges on them, each by itself."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment import GAMMA, LIGHT
from vision.homography import areas
from vision.search.lamps import Lamps

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

_ROOM, _ROOM_PX = 1.4, 3.0  # modules and px about a square that are shown, too
_LEAST = 0.01  # of the light: nothing is lifted from a darker shadow


@dataclass(frozen=True, eq=False)
class Sheet:
    """A grey picture of M squares, one below the other, and how far each was moved there: ``shifts_px`` (M, 1, 2)."""

    grey: Grey
    shifts_px: Floats


def deshadowed(grey: Grey, quads_px: Floats, lamps: Lamps, modules: int) -> Sheet:
    """Return what lies about squares (M, 4, 2) px of a picture without their shadows' edges."""
    room = (_ROOM_PX + _ROOM * np.sqrt(np.abs(areas(quads_px))) / modules)[:, None]
    low = np.clip(np.floor(quads_px.min(axis=1) - room), 0, np.array(grey.shape[::-1]) - 1).astype(np.intp)
    high = np.clip(np.ceil(quads_px.max(axis=1) + room) + 1, low + 1, grey.shape[::-1]).astype(np.intp)
    wide, tall = (high - low).T
    tops = np.append(0, np.cumsum(tall))
    sheet = np.zeros((max(int(tops[-1]), 2), max(int(wide.max(initial=0)), 2)), np.uint8)
    for k in range(len(quads_px)):
        x, y = np.meshgrid(np.arange(low[k, 0], high[k, 0]), np.arange(low[k, 1], high[k, 1]))
        places = np.stack([x.ravel(), y.ravel()], axis=1)[None].astype(np.float64)
        light = lamps.of(slice(k, k + 1)).light(places).reshape(x.shape)
        even = np.minimum(LIGHT[grey[y, x]] / np.maximum(light / light.max(), _LEAST), 1.0)
        sheet[tops[k] : tops[k + 1], : wide[k]] = np.rint(255 * even ** (1 / GAMMA))
    shifts = np.stack([-low[:, 0], tops[:-1] - low[:, 1]], axis=1)
    return Sheet(sheet, shifts[:, None].astype(np.float64))
