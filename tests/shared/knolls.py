"""A knoll, smooth or carved by hand, stands that lean on it, and what is measured of them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from raised_stands import NOISE_PX, entry, markers_of, on_the_plane, standing

from table.roster import Roster
from table.stand import Stand
from table.terrain import Piece
from vision.heights import in_space
from vision.table_view import TableView

X, Y, RADIUS, HIGH = 85.0, 62.0, 18.0, 3.8
AROUND = np.linspace(0, 2 * np.pi, 72, endpoint=False)
KNOLL = Piece("knoll", "hill", tuple(zip(X + RADIUS * np.cos(AROUND), Y + RADIUS * np.sin(AROUND), strict=True)), HIGH)
"""As a club tells it: an outline, and a height by the ruler; nobody said whether its top is level."""
AWAY = ((5, 0.3), (7, 2.2), (9, 4.4), (11, 1.2), (13, 3.4), (15, 5.5))
PLACES = [(X + r * np.cos(a), Y + r * np.sin(a)) for r, a in AWAY]
Rise = Callable[[float, float], float]


def knoll(x: float, y: float) -> float:
    """Return how high a smooth knoll is."""
    return HIGH * np.cos(np.pi / 2 * min(np.hypot(x - X, y - Y) / RADIUS, 1)) ** 2


def lopsided(x: float, y: float) -> float:
    """Return how high one is that is steep on one side, and bumpy as if carved by hand."""
    return knoll(x + 3 * (1 - np.hypot(x - X, y - Y) / RADIUS), y) + 0.15 * np.sin(0.7 * x) * np.sin(0.7 * y)


def on(rise: Rise, x: float, y: float) -> Stand:
    """Return a stand that leans as the ground under it."""
    by_x, by_y = ((rise(x + a, y + b) - rise(x - a, y - b)) / 0.1 for a, b in ((0.05, 0), (0, 0.05)))
    turn = np.degrees(np.arctan(np.hypot(by_x, by_y))) / np.hypot(by_x, by_y)
    return standing(x, y, 10.0 * x, rise(x, y), (by_y * turn, -by_x * turn))


def measured(camera, frame, stands, terrain=(), badly=None, seed=8) -> list[Stand]:
    """Return what is measured of stands and eight on the plane; the one ``badly`` seen is ten times less exact."""
    markers = markers_of(camera, [*stands, *on_the_plane(np.random.default_rng(7), 8)], np.random.default_rng(seed))
    if badly is not None:
        markers[badly] = replace(markers[badly], covariance_px=np.eye(8) * (10 * NOISE_PX) ** 2)
    roster = Roster(tuple(entry(k) for k in range(len(markers))))
    return list(in_space(markers, roster, TableView(camera, frame), terrain).stands)


def heights_off(said: list[Stand], stands: list[Stand]) -> np.ndarray:
    """Return by how much heights are off in cm, and how sure they were said to be."""
    return np.array([(one.z_cm - so.z_cm, one.sigma_z_cm) for one, so in zip(said, stands, strict=False)]).T
