"""A measured number with its uncertainty, and where on the table it was measured."""

import math
from dataclasses import dataclass

from table.errors import BadGeometry
from table.terrain import Point


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measured number with one standard deviation, and the two points it was measured between (what a page draws).

    The unit is its maker's: cm, degrees or a share. Raises BadGeometry unless value and sigma are finite and sigma is
    0 or more.

    >>> Measurement(50.8, 0.05)
    Measurement(value=50.8, sigma=0.05, start=None, end=None)
    """

    value: float
    sigma: float = 0.0
    start: Point | None = None
    end: Point | None = None

    def __post_init__(self) -> None:
        value, sigma = float(self.value), float(self.sigma)
        if not math.isfinite(value):
            raise BadGeometry(f"a measured value must be a finite number, got {value}")
        if not (math.isfinite(sigma) and sigma >= 0):
            raise BadGeometry(f"a sigma must be a finite number of 0 or more, got {sigma}")
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "sigma", sigma)
