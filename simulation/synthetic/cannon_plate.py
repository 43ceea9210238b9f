"""A marker that no longer lies level: on a figure that tips over or has fallen."""

import math
from dataclasses import dataclass

import numpy as np

from simulation.synthetic.cannon_solid import Attitude
from simulation.synthetic.plate import Plate
from vision.arrays import Floats


@dataclass(frozen=True, slots=True)
class TippedPlate(Plate):
    """A marker in any attitude: ``right`` and ``up`` are unit vectors of its print in table axes.

    x, y and height_cm are its centre's.
    """

    right: tuple[float, float, float] = (1.0, 0.0, 0.0)
    up: tuple[float, float, float] = (0.0, 1.0, 0.0)

    def points_cm(self, right: Floats, down: Floats) -> Floats:
        """Return (N, 3) table cm of points on the card: in sides of the black square from its top left corner."""
        across, along = (right - 0.5) * self.size_cm, (0.5 - down) * self.size_cm
        middle = np.array([self.x, self.y, self.height_cm])
        return np.asarray(middle + np.outer(across, np.array(self.right)) + np.outer(along, np.array(self.up)))


def plate_on(
    attitude: Attitude, dictionary: str, marker: int, height_cm: float, size_cm: float, bright: float
) -> Plate:
    """Return the marker on top of something in that attitude; its top edge looks along the own x axis."""
    middle = attitude.points(np.array([[0.0, 0.0, height_cm]]))[0]
    up, left = attitude.turn[:, 0], attitude.turn[:, 1]
    heading = math.degrees(math.atan2(up[1], up[0]))
    x, y, z = (float(c) for c in middle)
    if attitude.axis[2] > 1 - 1e-12:
        return Plate(dictionary, marker, x, y, heading, z, size_cm, bright)
    return TippedPlate(
        dictionary, marker, x, y, heading, z, size_cm, bright,
        (float(-left[0]), float(-left[1]), float(-left[2])), (float(up[0]), float(up[1]), float(up[2])),
    )  # fmt: skip
