"""The ground that agreed pieces offer: how high stands on them are, and how they lean, before their markers tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from shapely import Point as Spot

from table.footprint import piece_polygon
from table.ground import slope_heights
from table.terrain import RULER_CM, Piece
from vision.arrays import Bools, Floats
from vision.poses3d import Z

BESIDE_CM = 3.0
"""So far outside a piece's outline a stand's centre may be and still stand on it."""
EVEN = (0.02, 0.1, 0.015)
"""How likely a slope is to be just as it was told, how far it then is from it in cm (a ruler's error, foam's), and in
rad as it leans. A knoll leans alike in places by chance: only several stands together make it sure.
"""
UNEVEN = (0.98, 0.5, 0.1)
"""The same of other slopes: a knoll, or a crest that was not drawn where it is."""
STEP_CM = 0.25


@dataclass(frozen=True, eq=False)
class Ground:
    """How high stands (M,) are believed to be on a piece, in cm, and how they lean (M, 2) rad, with one sigma of each.

    Those that are not ``there`` (M,) are elsewhere. ``share`` is how likely it is for stands on the piece.
    """

    piece: Piece
    there: Bools
    cm: Floats
    tilts: Floats
    share: float = 1.0
    sigma_cm: float = RULER_CM
    sigma_rad: float = 1.0

    def at(self, places: Floats) -> "Ground":
        """Return the same ground for stands that are at other places (M, 2)."""
        if self.piece.top != "slope":
            return self
        cm, tilts = _slope_at(self.piece, places)
        return replace(self, cm=cm, tilts=tilts)


def near(piece: Piece, places: Floats) -> Bools:
    """Say which stands at places (M, 2) may stand on a piece."""
    if piece.top == "none" or piece.height_cm <= 0:
        return np.zeros(len(places), dtype=bool)
    outline = piece_polygon(piece).buffer(BESIDE_CM)
    return np.array([outline.covers(Spot(x, y)) for x, y in places], dtype=bool)


def grounds(pieces: Sequence[Piece], level: Floats, leaning: Floats) -> Iterator[Ground]:
    """Yield the grounds that pieces offer stands whose poses (M, 6) are these if they are level, or lean.

    Whether a slope rises evenly the markers must tell.
    """
    for piece in pieces:
        places = (leaning if piece.top == "slope" else level)[:, :Z]
        there = near(piece, places)
        if not there.any():
            continue
        high = -piece.height_cm if piece.top == "trench" else piece.height_cm
        sigma_cm, flat = piece.height_sigma_cm, np.zeros((len(level), 2))
        ground = Ground(piece, there, np.full(len(level), high), flat, sigma_cm=sigma_cm).at(places)
        if piece.top != "slope":
            yield ground
            continue
        for share, least_cm, sigma_rad in (EVEN, UNEVEN):
            yield replace(ground, share=share, sigma_cm=max(least_cm, sigma_cm), sigma_rad=sigma_rad)


def _slope_at(piece: Piece, places: Floats) -> tuple[Floats, Floats]:
    """Return how high a slope is at places (M, 2), and the turns (M, 2) rad about x and y that lean a base on it."""
    by_x, by_y = (
        (slope_heights(piece, places + step) - slope_heights(piece, places - step)) / (2 * STEP_CM)
        for step in STEP_CM * np.eye(2)
    )
    rise = np.hypot(by_x, by_y)
    turn = np.divide(np.arctan(rise), rise, out=np.ones_like(rise), where=rise > 0)
    return slope_heights(piece, places), np.stack([by_y * turn, -by_x * turn], axis=1)
