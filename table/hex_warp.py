"""How a printed map lies, where it is not quite regular: from the even lattice to the table, smoothly."""

import math
from dataclasses import dataclass

from table.errors import BadGeometry
from table.terrain import Point
from table.vectors import checked

STEEPEST = 0.5
"""The offset changes by no more than so many cm a cm: else two places of the map might lie on one of the table."""
LEAST = 4
"""A net of fewer nodes a way holds no cubic patch."""
_ROUNDS, _SETTLED_CM = 60, 1e-12


@dataclass(frozen=True, slots=True)
class Warp:
    """A bicubic B-spline of offsets over ``box`` (left, near, right, far; cm of the even lattice).

    ``offsets_cm`` are the net's (dx, dy), ``across`` of them a row, rows from the near edge; neighbours lie a knot
    apart, one knot beyond the box on every side. Beyond the box everything moves as its border does. Raises
    BadGeometry for a net of another size, or one that would fold the map over itself.
    """

    box: tuple[float, float, float, float]
    across: int
    offsets_cm: tuple[Point, ...]

    def __post_init__(self) -> None:
        left, near, right, far = self.box
        checked([("a warp's box", value) for value in self.box])
        checked([("a warp's offset", value) for offset in self.offsets_cm for value in offset])
        if not (left < right and near < far):
            raise BadGeometry(f"a warp's box is left, near, right, far with left < right, near < far, got {self.box}")
        rows, rest = divmod(len(self.offsets_cm), self.across) if self.across >= LEAST else (0, 1)
        if rest or rows < LEAST:
            raise BadGeometry(
                f"a warp needs {LEAST} or more rows of {LEAST} or more offsets, got {len(self.offsets_cm)} offsets in "
                f"rows of {self.across}"
            )
        if (steepest := self._steepest()) > STEEPEST:
            raise BadGeometry(f"a warp must bend gently, at most {STEEPEST} cm a cm, got {steepest:.2f}")

    @property
    def along(self) -> int:
        """How many rows of offsets there are."""
        return len(self.offsets_cm) // self.across

    @property
    def knots_cm(self) -> tuple[float, float]:
        """How far apart the net's nodes lie, in x and in y."""
        left, near, right, far = self.box
        return ((right - left) / (self.across - 3), (far - near) / (self.along - 3))

    def _steepest(self) -> float:
        """Return a bound of how fast the offset changes: no derivative of a B-spline is larger than its net's."""
        (step_x, step_y), net, across = self.knots_cm, self.offsets_cm, self.across
        in_x = max(math.dist(net[k], net[k + 1]) for k in range(len(net) - 1) if (k + 1) % across) / step_x
        in_y = max(math.dist(net[k], net[k + across]) for k in range(len(net) - across)) / step_y
        return math.hypot(in_x, in_y)

    def offset(self, x: float, y: float) -> Point:
        """Return by how much a place of the even lattice (cm) lies elsewhere on the table."""
        left, near, right, far = self.box
        step_x, step_y = self.knots_cm
        column, in_x = _weights((min(max(x, left), right) - left) / step_x, self.across - 4)
        row, in_y = _weights((min(max(y, near), far) - near) / step_y, self.along - 4)
        dx = dy = 0.0
        for j, weight_y in enumerate(in_y):
            start = (row + j) * self.across + column
            for i, weight_x in enumerate(in_x):
                node = self.offsets_cm[start + i]
                dx += weight_x * weight_y * node[0]
                dy += weight_x * weight_y * node[1]
        return (dx, dy)

    def warped(self, x: float, y: float) -> Point:
        """Return where a place of the even lattice lies on the table, in cm."""
        dx, dy = self.offset(x, y)
        return (x + dx, y + dy)

    def evened(self, x: float, y: float) -> Point:
        """Return the place of the even lattice that lies there on the table: the inverse of ``warped``."""
        at = (x, y)
        for _ in range(_ROUNDS):  # each round leaves at most STEEPEST of the error
            dx, dy = self.offset(*at)
            before, at = at, (x - dx, y - dy)
            if math.dist(before, at) < _SETTLED_CM:
                break
        return at

    def stretch(self, x: float, y: float) -> float:
        """Return by how much lengths round a place of the even lattice are longer on the table, on the whole."""
        step = 0.01
        (a, b), (c, d) = self.warped(x - step, y), self.warped(x + step, y)
        (e, f), (g, h) = self.warped(x, y - step), self.warped(x, y + step)
        return math.sqrt(abs((c - a) * (h - f) - (d - b) * (g - e))) / (2 * step)


def _weights(place: float, last: int) -> tuple[int, tuple[float, float, float, float]]:
    """Return the first of the four nodes that reach a place (in knots) and the weight of each."""
    first = min(max(math.floor(place), 0), last)
    t = place - first
    s = 1.0 - t
    return first, (s**3 / 6, (3 * t**3 - 6 * t**2 + 4) / 6, (3 * s**3 - 6 * s**2 + 4) / 6, t**3 / 6)
