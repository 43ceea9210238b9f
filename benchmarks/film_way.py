"""A stand's way over the table: a curve with an exact length, and how far along it the hand is at each moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import make_interp_spline

from table.mount import Pose
from table.stand import wrap_deg

Floats = NDArray[np.float64]
_FINE = 800  # chords a way is measured with: on a circle of 20 cm they are short of it by less than a micrometre


@dataclass(frozen=True, eq=False)
class Way:
    """A smooth curve through points (N, 2) table cm, N at least 2; the heading turns evenly by ``turn_deg``."""

    points_cm: Sequence[tuple[float, float]]
    heading_deg: float
    turn_deg: float = 0.0

    @cached_property
    def _table(self) -> tuple[Floats, Floats]:
        """Arc lengths (K,) and points (K, 2) along the curve."""
        points = np.asarray(self.points_cm, dtype=np.float64)
        knots = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        if len(points) == 2 or knots[-1] == 0:
            curve = points[0] + np.linspace(0, 1, _FINE)[:, None] * (points[-1] - points[0])
        else:
            spline = make_interp_spline(knots, points, k=min(3, len(points) - 1))
            curve = np.asarray(spline(np.linspace(0, knots[-1], _FINE)), dtype=np.float64)
        return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(curve, axis=0).T))]), curve

    @property
    def length_cm(self) -> float:
        """The curve's arc length."""
        return float(self._table[0][-1])

    @property
    def end(self) -> Pose:
        """Where it leads."""
        return self.at(self.length_cm)

    def at(self, along_cm: float) -> Pose:
        """Return the pose that far along."""
        arcs, points = self._table
        share = along_cm / arcs[-1] if arcs[-1] else 1.0
        x, y = (float(np.interp(along_cm, arcs, points[:, k])) for k in (0, 1))
        return Pose(x, y, wrap_deg(self.heading_deg + self.turn_deg * min(max(share, 0.0), 1.0)))


@dataclass(frozen=True)
class Pace:
    """From rest to rest over ``length_cm`` at ``speed_cm_s``, speeding up and slowing down within ``ramp_s`` each.

    ``stops`` are (share of the length, seconds of rest), in order.
    """

    length_cm: float
    speed_cm_s: float = 12.0
    ramp_s: float = 0.3
    stops: tuple[tuple[float, float], ...] = ()

    @cached_property
    def _legs(self) -> list[tuple[float, float, float]]:
        """Begin in s, begin and end in cm of each leg between rests."""
        begins, legs, since_s = [0.0, *(share for share, _ in self.stops), 1.0], [], 0.0
        pauses = [*(rest_s for _, rest_s in self.stops), 0.0]
        for begin, end, pause_s in zip(begins, begins[1:], pauses, strict=False):
            low, high = begin * self.length_cm, end * self.length_cm
            legs.append((since_s, low, high))
            since_s += self._takes_s(high - low) + pause_s
        return legs

    def _takes_s(self, leg_cm: float) -> float:
        return leg_cm / self.speed_cm_s + self.ramp_s

    @property
    def seconds(self) -> float:
        """How long the whole takes."""
        since_s, low, high = self._legs[-1]
        return since_s + self._takes_s(high - low)

    def along_cm(self, time_s: float) -> float:
        """Return how far along it is, that long after it began."""
        gone = 0.0
        for since_s, low, high in self._legs:
            if time_s >= since_s:
                gone = low + self._within(high - low, time_s - since_s)
        return gone

    def _within(self, leg_cm: float, time_s: float) -> float:
        takes_s = self._takes_s(leg_cm)
        if time_s >= takes_s:
            return leg_cm
        ramp_s = min(self.ramp_s, takes_s / 2)
        top = leg_cm / (takes_s - ramp_s)
        if time_s < ramp_s:
            return top * time_s**2 / (2 * ramp_s)
        left_s = takes_s - time_s
        if left_s < ramp_s:
            return leg_cm - top * left_s**2 / (2 * ramp_s)
        return top * (time_s - ramp_s / 2)
