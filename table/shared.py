"""What several stands' places have in common: errors of one camera move them together, and near ones hardly apart.

A stand's place errs by its own marker's noise and height, and by the camera's lens and pose and the frame's survey,
which are the same for every stand measured with them. To first order the latter are K causes, each normal with sigma
1: ``Shared.modes`` says how far each moves this stand. What lies between two stands then errs by

    own_a^2 + own_b^2 + sum over causes of (what it does to b less what it does to a)^2

along the line; for stands 5 cm apart that last sum is a tenth of what the causes do to either. What is a stand's own is
no circle either: a height that is off moves it away from below the camera. Where nothing is known in common (another
camera, placed by hand, a stand read from a file) all of both sigmas counts as their own.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from table.terrain import Point
from table.vectors import dot, left_normal


@dataclass(frozen=True, eq=False)
class Shared:
    """How a stand's centre and heading err together with others': (3, K), x and y in cm and heading in rad a cause.

    The causes of two stands are the same where their ``cause`` is the same object. ``own`` (2, 2) is the shape of the
    place's other errors: their covariance by its mean axis, so that its trace is 2.
    """

    modes: NDArray[np.float64]
    cause: object
    own: NDArray[np.float64] = field(default_factory=lambda: np.eye(2))

    @cached_property
    def place_variance_cm2(self) -> float:
        """Of the place, the mean of both axes: the part of the stand's ``sigma_cm`` squared that others share."""
        return float((self.modes[:2] ** 2).sum()) / 2

    def own_along(self, direction: Point) -> float:
        """Return the own errors' variance along a unit direction, by their mean axis's."""
        (xx, xy), (_, yy) = self.own.tolist()
        x, y = direction
        return float(xx * x * x + 2 * xy * x * y + yy * y * y)

    @cached_property
    def turn_variance_rad2(self) -> float:
        """Of the heading, likewise."""
        return float((self.modes[2] ** 2).sum())


@dataclass(frozen=True, slots=True)
class End:
    """One end of what is measured: a stand's sigmas, what it shares, and ``arm``, from its centre to the point, cm."""

    sigma_cm: float
    sigma_deg: float
    shared: Shared | None = None
    arm: Point = (0.0, 0.0)
    sign: float = 1.0


def sigma_along(direction: Point, ends: Iterable[End]) -> float:
    """Return one sigma of the sum of the ends' points, each times its sign, along a unit ``direction``; cm."""
    variance = 0.0
    together: dict[int, NDArray[np.float64]] = {}
    for end in ends:
        lever_cm, turn_rad = dot(direction, left_normal(end.arm)), math.radians(end.sigma_deg)
        place, turn = end.sigma_cm**2, turn_rad**2
        if end.shared is not None:
            place = max(place - end.shared.place_variance_cm2, 0.0) * end.shared.own_along(direction)
            turn = max(turn - end.shared.turn_variance_rad2, 0.0)
            moved = end.sign * (np.array([*direction, lever_cm]) @ end.shared.modes)
            key = id(end.shared.cause)
            together[key] = together[key] + moved if key in together else moved
        variance += place + lever_cm**2 * turn
    return math.sqrt(variance + sum(float(moved @ moved) for moved in together.values()))


def errors_of_two(one: End, other: End) -> NDArray[np.float64]:
    """Return the covariance (6, 6) of two stands' x and y in cm and heading in rad, the first's three first."""
    own, modes = np.zeros((6, 6)), []
    for at, end in ((0, one), (3, other)):
        place, turn, shape = end.sigma_cm**2, math.radians(end.sigma_deg) ** 2, np.eye(2)
        if end.shared is not None:
            place, shape = max(place - end.shared.place_variance_cm2, 0.0), end.shared.own
            turn = max(turn - end.shared.turn_variance_rad2, 0.0)
            moved = np.zeros((6, end.shared.modes.shape[1]))
            moved[at : at + 3] = end.shared.modes
            modes.append(moved)
        own[at : at + 2, at : at + 2] = place * shape
        own[at + 2, at + 2] = turn
    if one.shared is not None and other.shared is not None and one.shared.cause is other.shared.cause:
        modes = [modes[0] + modes[1]]
    return own + sum((moved @ moved.T for moved in modes), np.zeros((6, 6)))
