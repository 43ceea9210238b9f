"""The grounds on which stands may stand: agreed pieces, their slopes, and what others near stand on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from shapely import Point as Spot

from table.footprint import piece_polygon
from table.terrain import Piece
from vision.arrays import Bools, Floats
from vision.elevation import Elevation, Surface
from vision.poses3d import TILT_X, Fitted, Z
from vision.slope_profile import even_slope, profile_of
from vision.smooth_ground import SmoothGround

BESIDE_CM = 3.0
"""So far outside a piece's outline a stand's centre may be and still stand on it."""
ALIKE = 0.5
"""How likely a slope is to rise alike on all its sides."""
UNEVEN_CM, UNEVEN_RAD = 0.5, 0.1
"""How far other slopes are from an even one: a crest that was not drawn where it is, say."""


@dataclass(frozen=True, eq=False)
class Ground:
    """Where stands (M,) may stand: a piece or, None, ground in no terrain file; its elevation, and what tells it.

    Those that are not ``there`` (M,) are elsewhere; those ``inside`` (M,) are within the outline of a piece that
    is told to be stood on. ``share`` is how likely it is for stands on the piece. ``surface`` is None where level.
    """

    piece: Piece | None
    there: Bools
    elevation: Elevation
    inside: Bools
    surface: Surface | None = None
    share: float = 1.0

    def at(self, places: Floats) -> "Ground":
        """Return the same ground for stands that are at other places (M, 2)."""
        return self if self.surface is None else replace(self, elevation=self.surface.at(places))


def near(piece: Piece, places: Floats, beside_cm: float = BESIDE_CM) -> Bools:
    """Say which stands at places (M, 2) may stand on a piece."""
    if piece.top == "none" or piece.height_cm <= 0:
        return np.zeros(len(places), dtype=bool)
    outline = piece_polygon(piece).buffer(beside_cm)
    return np.array([outline.covers(Spot(x, y)) for x, y in places], dtype=bool)


def inside(piece: Piece, places: Floats) -> Bools:
    """Say which stands at places (M, 2) are within the outline of a piece that is told to be stood on."""
    return near(piece, places, 0.0) & (piece.top is not None)


def grounds(pieces: Sequence[Piece], level: Floats, leaning: Sequence[Fitted], costs: Floats) -> Iterator[Ground]:
    """Yield the grounds on which stands may stand whose poses (M, 6) are these if they are level.

    ``leaning`` are the two ways in which they may lean, ``costs`` (3, M) how unlikely it is that they are level and
    each of these.
    """
    leans = costs[1:].min(axis=0) < costs[0]
    smooth = SmoothGround(*_picked(leaning, costs[1:]), leans)
    if smooth.told.any():
        yield Ground(None, smooth.told, smooth.at(smooth.poses[:, :Z]), np.zeros_like(leans), smooth)
    for piece in pieces:
        if piece.top != "slope" and (there := near(piece, level[:, :Z])).any():
            high = -piece.height_cm if piece.top == "trench" else piece.height_cm
            each, flat = np.ones(len(level)), np.zeros((len(level), 2))
            elevation = Elevation(high * each, flat, piece.height_sigma_cm * each, each)
            yield Ground(piece, there, elevation, inside(piece, level[:, :Z]))
        there = near(piece, leaning[0].poses[:, :Z])
        if (piece.top == "slope" and there.any()) or (piece.top is None and (there & leans).any()):
            yield from _slopes(piece, there, leaning, leans)


def _slopes(piece: Piece, there: Bools, leaning: Sequence[Fitted], leans: Bools) -> Iterator[Ground]:
    """Yield a slope as others tell that it rises, and as it rises evenly, or nearly so."""
    likely = even_slope(piece, len(there), UNEVEN_CM, UNEVEN_RAD)
    tilts = likely.at(leaning[0].poses[:, :Z]).tilts
    poses, covariance = _picked(leaning, np.array([np.hypot(*(one.poses[:, TILT_X:] - tilts).T) for one in leaning]))
    known = profile_of(piece, poses, covariance, leans & there)
    for profile, share in ((known, ALIKE), (likely, 1 - ALIKE)):
        yield Ground(piece, there, profile.at(poses[:, :Z]), inside(piece, poses[:, :Z]), profile, share)


def _picked(fits: Sequence[Fitted], costs: Floats) -> tuple[Floats, Floats]:
    """Return of each stand the pose (M, 6) of the fit that costs (F, M) least, and its covariance (M, 6, 6)."""
    which, rows = np.argmin(costs, axis=0), np.arange(costs.shape[1])
    curvature = np.array([fit.curvature for fit in fits])[which, rows]
    return np.array([fit.poses for fit in fits])[which, rows], np.linalg.inv(curvature)
