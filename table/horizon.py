"""Horizons: how much of a block is seen over the ground and other blocks, bearing by bearing, in many draws at once.

Everything that stands in the way fills the room below its top. So what is nearer than the block hides, on one bearing,
all below the highest slope at which it is seen: its horizon. Where that cuts the block's near side, or the far edge of
its top seen from above, is exact; bearings are cut at every corner, and looked at beside the cuts.
Arrays are of K draws, S slices of bearing, E edges; slopes are the tangents of elevations.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.terrain import Point
from table.verdict import SLACK

Floats = NDArray[np.float64]

EVEN, BESIDE = 6, 0.45
"""The block's width is cut into so many slices even where nothing has a corner; each is looked at so near its ends.

What rises or falls within a slice leaves something in view at one of its ends first.
"""
LOOKS = 7
"""A slope's horizon is looked up at so many bearings over the block's width."""
NOTHING = -1e3
"""The slope of a horizon where no ground rises."""
STEEP_RAD = 1.4
"""A slope of the ground is followed along bearings up to so far off the line to the block's middle."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A block as its eye sees it: (K, S) bearings, widths (rad), the nearest and farthest of it, its two slopes.

    ``eye`` (K, 3) and all else lie in a frame whose x axis leads from the eye to the block's middle.
    """

    eye: Floats
    bearing: Floats
    width: Floats
    near: Floats
    low: Floats
    high: Floats
    around: NDArray[np.bool_]

    @classmethod
    def over(cls, eye: Floats, outline: Floats, foot: Floats, top: Floats, corners: Floats) -> "Sweep":
        """Return the sweep over blocks (K, M, 2) from ``foot`` to ``top`` (K,), cut at (K or 1, C, 2) corners."""
        own = _bearings(eye, outline)
        low, high = own.min(axis=1, keepdims=True), own.max(axis=1, keepdims=True)
        cuts = [low + (high - low) * np.linspace(0.0, 1.0, EVEN + 1), np.clip(_bearings(eye, corners), low, high)]
        cut = np.sort(np.concatenate([*cuts, own], axis=1), axis=1)
        middle, wide = (cut[:, 1:] + cut[:, :-1]) / 2, np.diff(cut, axis=1)
        bearing = np.stack([middle - BESIDE * wide, middle + BESIDE * wide], axis=2).reshape(len(eye), -1)
        width = np.repeat(wide / 2, 2, axis=1)
        far = crossings(eye, bearing, np.stack([outline, np.roll(outline, -1, axis=1)], axis=2))
        met = np.isfinite(far)
        near, farthest = far.min(axis=2), np.where(met, far, 0.0).max(axis=2)
        width = np.where(met.any(axis=2), width, 0.0)  # at a corner a ray may miss by rounding
        nearest = near.min(axis=1, keepdims=True)
        near = np.where(np.isfinite(near), near, np.where(np.isfinite(nearest), nearest, 1.0))
        farthest = np.maximum(farthest, near)
        below, above = foot - eye[:, 2], top - eye[:, 2]
        rim = np.maximum(above[:, None] / near, above[:, None] / farthest)
        return cls(eye, bearing, width, near, below[:, None] / near, rim, (high - low)[:, 0] >= np.pi)

    def seen(self, horizon: Floats) -> Floats:
        """Return (K,): the share of the block's silhouette, width by height, above a horizon (K, S)."""
        top, foot = np.arctan(self.high), np.arctan(self.low)
        over = np.clip(top - np.arctan(np.clip(horizon, self.low, None)), 0.0, None)
        whole = (self.width * (top - foot)).sum(axis=1)
        share = (self.width * over).sum(axis=1) / np.where(whole > 0, whole, 1.0)
        share = np.where(share < SLACK, 0.0, np.where(share > 1 - SLACK, 1.0, share))
        return np.where(self.around, 1.0, share)

    def over_level(self, edges: Floats, top: Floats) -> Floats:
        """Return the horizon (K, S) of level tops (K,) within edges (K or 1, E, 2, 2); infinite from inside them."""
        far = crossings(self.eye, self.bearing, edges)
        rise, met = (top - self.eye[:, 2])[:, None], np.isfinite(far)
        before = far < self.near[..., None] - SLACK
        slope = np.where(before, rise[..., None] / far, -np.inf).max(axis=2, initial=-np.inf)
        under = (met & ~before).sum(axis=2) % 2 == 1  # the block stands on it
        slope = np.maximum(slope, np.where(under, rise / self.near, -np.inf))
        return np.where((met.sum(axis=2) % 2 == 1) & (rise > 0), np.inf, slope)

    def over_ground(self, ground: "Ground", rise: Floats) -> Floats:
        """Return the horizon (K, S) of a ground whose heights are ``rise`` (K,) times those measured.

        It is looked up at a few bearings, and taken as even in between. Where it does not rise it is the table.
        """
        low, high = self.bearing[:, :1], self.bearing[:, -1:]
        bearing = np.clip(low + (high - low) * np.linspace(0.0, 1.0, LOOKS), -STEEP_RAD, STEEP_RAD)[..., None]
        ahead = ground.along - self.eye[:, 0, None, None]
        row = (self.eye[:, 1, None, None] + ahead * np.tan(bearing) - ground.first) / ground.step
        row = np.clip(row, 0.0, ground.heights.shape[1] - 1.001)
        lower = row.astype(np.intp)
        columns, share = np.arange(len(ground.along)), row - lower
        height = ground.heights[columns, lower] * (1 - share) + ground.heights[columns, lower + 1] * share
        far = ahead / np.cos(bearing)
        before = (far > SLACK) & (far < self.near.min(axis=1)[:, None, None] - SLACK)
        slope = (height * rise[:, None, None] - self.eye[:, 2, None, None]) / np.where(before, far, 1.0)
        found = np.where(before, slope, NOTHING).max(axis=2, initial=NOTHING)
        at = np.clip((self.bearing - low) / np.where(high > low, high - low, 1.0), 0.0, 1.0) * (LOOKS - 1)
        left = np.minimum(at.astype(np.intp), LOOKS - 2)
        one, other = (np.take_along_axis(found, left + k, axis=1) for k in (0, 1))
        return np.asarray(one + (at - left) * (other - one))


@dataclass(frozen=True, slots=True)
class Ground:
    """Heights (N, V) of a ground that is not level, at ``along`` (N,) and across from ``first`` in steps, cm."""

    along: Floats
    first: float
    step: float
    heights: Floats


def crossings(eye: Floats, bearing: Floats, edges: Floats) -> Floats:
    """Return (K, S, E): how far rays from (K, 3) eyes go to each of (K or 1, E, 2, 2) edges; infinite if they miss."""
    start = edges[..., 0, :] - eye[:, None, :2]
    end = edges[..., 1, :] - eye[:, None, :2]
    cos, sin = np.cos(bearing)[..., None], np.sin(bearing)[..., None]
    x, y, ex, ey = (each[:, None, :] for each in (start[..., 0], start[..., 1], end[..., 0], end[..., 1]))
    met = (cos * y - sin * x > 0) != (cos * ey - sin * ex > 0)
    across = cos * (ey - y) - sin * (ex - x)
    far = np.divide(x * (ey - y) - y * (ex - x), across, out=np.full(across.shape, np.inf), where=met & (across != 0))
    return np.asarray(np.where(far > 0, far, np.inf))


def _bearings(eye: Floats, points: Floats) -> Floats:
    """Return (K, C): the bearings of (K or 1, C, 2) points from (K, 3) eyes, in radians."""
    ahead = points - eye[:, None, :2]
    return np.arctan2(ahead[..., 1], ahead[..., 0])


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame on the plan with its origin at a point and its x axis towards another."""

    origin: Floats
    axes: Floats

    @classmethod
    def towards(cls, origin: Point, other: Point) -> "Frame":
        """Return the frame; where both points are one, with the table's own axes."""
        ahead = np.subtract(other, origin)
        length = np.hypot(*ahead)
        x, y = ahead / length if length > 0 else np.array([1.0, 0.0])
        return cls(np.array(origin, dtype=float), np.array([[x, -y], [y, x]]))

    def into(self, points: Floats) -> Floats:
        """Return table points (..., 2) in this frame."""
        return np.asarray((points - self.origin) @ self.axes)

    def out(self, points: Floats) -> Floats:
        """Return this frame's points (..., 2) on the table."""
        return np.asarray(points @ self.axes.T + self.origin)
