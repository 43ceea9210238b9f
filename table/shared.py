"""What several stands' places have in common: errors of one camera move them together, and near ones hardly apart.

A stand's place errs by its own marker's noise and height, and by the camera's lens and pose and the frame's survey,
which are the same for every stand measured with them. To first order the latter are K causes, each normal with sigma
1: ``Shared.modes`` says how far each moves this stand. What lies between two stands then errs by

    own_a^2 + own_b^2 + sum over causes of (what it does to b less what it does to a)^2

along the line; for stands 5 cm apart that last sum is a tenth of what the causes do to either. What is a stand's own is
no circle either: a height that is off moves it away from below the camera. Where nothing is known in common (another
camera, placed by hand, a stand read from a file) all of both sigmas counts as their own.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from table.terrain import Point


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
        """Return the own errors' variance along a direction, by their mean axis's, times its length squared."""
        (xx, xy), (_, yy) = self.own.tolist()
        x, y = direction
        return float(xx * x * x + 2 * xy * x * y + yy * y * y)

    @cached_property
    def turn_variance_rad2(self) -> float:
        """Of the heading, likewise."""
        return float((self.modes[2] ** 2).sum())
