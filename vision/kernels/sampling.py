"""Looking at a picture between its pixels, in light."""

import numpy as np

from vision.arrays import Floats, Grey, Light
from vision.compiled import compiled


@compiled
def square_to_quad(corners: Floats, side: float, home: Floats) -> None:
    """Fill ``home`` (3, 3): what takes a square (0, 0) to (side, side) to ``corners`` (4, 2) (Heckbert 1989)."""
    x0, y0, x1, y1 = corners[0, 0], corners[0, 1], corners[1, 0], corners[1, 1]
    x2, y2, x3, y3 = corners[2, 0], corners[2, 1], corners[3, 0], corners[3, 1]
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    det = dx1 * dy2 - dx2 * dy1
    if abs(det) < 1e-12:
        det = 1e-12
    g, h = (dx3 * dy2 - dx2 * dy3) / det, (dx1 * dy3 - dx3 * dy1) / det
    home[0, 0], home[0, 1], home[0, 2] = (x1 - x0 + g * x1) / side, (x3 - x0 + h * x3) / side, x0
    home[1, 0], home[1, 1], home[1, 2] = (y1 - y0 + g * y1) / side, (y3 - y0 + h * y3) / side, y0
    home[2, 0], home[2, 1], home[2, 2] = g / side, h / side, 1.0


@compiled
def _within(place: float, most: float) -> float:
    if not place > 0.0:  # so written, NaN is caught, too
        return 0.0
    return min(place, most)


@compiled
def seen_at(grey: Grey, by_level: Light, home: Floats, at: Floats, seen: Light) -> None:
    """Fill ``seen`` (S, S) with the light where ``home`` (3, 3) takes a grid whose places either way are ``at`` (S,).

    Between pixels it is linear, beyond the picture's edge what the edge shows.
    """
    height, width = grey.shape
    for j in range(at.shape[0]):
        across = home[0, 1] * at[j] + home[0, 2]
        down = home[1, 1] * at[j] + home[1, 2]
        depth = home[2, 1] * at[j] + home[2, 2]
        for i in range(at.shape[0]):
            scale = 1.0 / (home[2, 0] * at[i] + depth)
            x = _within((home[0, 0] * at[i] + across) * scale, width - 1.0)
            y = _within((home[1, 0] * at[i] + down) * scale, height - 1.0)
            left, top = min(int(x), width - 2), min(int(y), height - 2)
            right, below = np.float32(x - left), np.float32(y - top)
            one, two = by_level[grey[top, left]], by_level[grey[top, left + 1]]
            three, four = by_level[grey[top + 1, left]], by_level[grey[top + 1, left + 1]]
            upper = one + right * (two - one)
            lower = three + right * (four - three)
            seen[j, i] = upper + below * (lower - upper)
