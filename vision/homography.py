"""Homographies of many squares at once."""

import numpy as np

from vision.arrays import Bools, Floats


def square_to_quads(corners: Floats, side: float = 1.0) -> Floats:
    """Return the (M, 3, 3) homographies that take a square (0, 0) to (side, side) to each of (M, 4, 2).

    In closed form (Heckbert 1989); corners three of which lie on a line give numbers without meaning.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (corners[:, k].T for k in range(4))
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    det = dx1 * dy2 - dx2 * dy1
    det = np.where(np.abs(det) < 1e-12, 1e-12, det)
    g, h = (dx3 * dy2 - dx2 * dy3) / det, (dx1 * dy3 - dx3 * dy1) / det
    rows = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, np.ones(len(x0))]
    home = np.stack(rows, axis=1).reshape(-1, 3, 3)
    home[:, :, :2] /= side
    return np.asarray(home)


def through(home: Floats, points: Floats) -> Floats:
    """Take points (K, 2), or (M, K, 2), through homographies (M, 3, 3): (M, K, 2)."""
    mapped = points @ home[:, :, :2].transpose(0, 2, 1) + home[:, None, :, 2]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # on the horizon: infinitely far
        return np.asarray(mapped[..., :2] / mapped[..., 2:3])


def proper(corners: Floats, least_area: float = 1.0) -> Bools:
    """Return which quads (M, 4, 2) are convex, run clockwise on the screen, and have no corner on a straight line."""
    edges = np.roll(corners, -1, axis=1) - corners
    before = np.roll(edges, 1, axis=1)
    turns = before[..., 0] * edges[..., 1] - before[..., 1] * edges[..., 0]
    area = areas(corners)
    return np.asarray((area > least_area) & (turns > 0.1 * area[:, None]).all(axis=1))


def areas(corners: Floats) -> Floats:
    """Return the areas of quads (M, 4, 2), positive when their corners run clockwise on the screen."""
    one, two = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
