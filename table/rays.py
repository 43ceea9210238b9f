"""Rays from the origin across segments: the sweep that tells what is seen from a point."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_THIN_RAD = 1e-12
"""Slices thinner than this are rounding, not sight."""


@dataclass(frozen=True, slots=True)
class Slices:
    """Slices of the whole turn about the origin, (K,) each: the bearing of the middle and the width, in radians."""

    middle: Floats
    width: Floats

    def triangles(self, edges: Floats) -> Floats:
        """Return (K, M): the area between the origin and each of (M, 2, 2) edges within each slice it spans, cm^2."""
        low, high = (_reach(edges, self.middle + side * self.width / 2) for side in (-1, 1))
        with np.errstate(invalid="ignore", over="ignore"):  # of edges elsewhere, whose lines run beside the ray
            return np.asarray(np.abs(low * high) * np.sin(self.width)[:, None] / 2)


def slices(shapes: list[Floats]) -> Slices:
    """Cut the turn at every corner of some outlines (M, 2, 2) and wherever two of their edges cross.

    Within a slice the edges that a ray meets, and their order, are then the same.
    """
    edges = np.concatenate(shapes)
    at = np.concatenate([edges.reshape(-1, 2), _meeting_points(edges)])
    bearings = np.unique(np.arctan2(at[:, 1], at[:, 0]))
    width = np.diff(bearings, append=bearings[0] + 2 * np.pi)
    wide = width > _THIN_RAD
    return Slices((bearings + width / 2)[wide], width[wide])


def crossings(edges: Floats, cut: Slices) -> Floats:
    """Return (K, M): how far along the ray in each slice's middle it crosses each of (M, 2, 2) edges; inf if not."""
    side = _side(edges, cut.middle)
    met = (side[..., 0] > 0) != (side[..., 1] > 0)
    far = np.where(met, _reach(edges, cut.middle), np.inf)
    return np.asarray(np.where(far > 0, far, np.inf))


def first_hits(edges: Floats, bearings: Floats) -> Floats:
    """Return (K,): how far rays go before they meet the first of some edges; inf if they meet none."""
    return np.asarray(crossings(edges, Slices(bearings, np.zeros_like(bearings))).min(axis=1))


def _side(edges: Floats, bearings: Floats) -> Floats:
    cos, sin = np.cos(bearings)[:, None, None], np.sin(bearings)[:, None, None]
    return np.asarray(cos * edges[None, ..., 1] - sin * edges[None, ..., 0])


def _reach(edges: Floats, bearings: Floats) -> Floats:
    """Return (K, M): where rays meet the lines through edges, as a distance from the origin; inf where parallel."""
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    across = np.cos(bearings)[:, None] * along[:, 1] - np.sin(bearings)[:, None] * along[:, 0]
    turn = start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0]
    return np.divide(turn[None], across, out=np.full_like(across, np.inf), where=across != 0)


def _meeting_points(edges: Floats) -> Floats:
    """Return the points (N, 2) where two of the edges cross or touch."""
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    offset = start[None] - start[:, None]
    across = along[:, None, 0] * along[None, :, 1] - along[:, None, 1] * along[None, :, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        first = (offset[..., 0] * along[None, :, 1] - offset[..., 1] * along[None, :, 0]) / across
        second = (offset[..., 0] * along[:, None, 1] - offset[..., 1] * along[:, None, 0]) / across
    i, j = np.nonzero((first >= 0) & (first <= 1) & (second >= 0) & (second <= 1))
    return np.asarray(start[i] + along[i] * first[i, j][:, None])
