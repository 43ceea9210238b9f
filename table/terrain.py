"""Terrain pieces: what the players agreed lies on the table."""

import math
from dataclasses import dataclass

from table.errors import BadGeometry

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """One terrain piece: a kind of the game's terrain table and a simple polygon in table cm.

    Raises BadGeometry for fewer than three different corners, a corner that is not finite, or edges that cross.
    """

    name: str
    kind: str
    polygon: tuple[Point, ...]
    height_cm: float = 0.0

    def __post_init__(self) -> None:
        corners = tuple((float(x), float(y)) for x, y in self.polygon)
        if not all(math.isfinite(v) for corner in corners for v in corner):
            raise BadGeometry(f"piece {self.name!r}: every corner must be a finite number")
        if not (math.isfinite(self.height_cm) and self.height_cm >= 0):
            raise BadGeometry(f"piece {self.name!r}: height_cm must be a number of 0 or more, got {self.height_cm}")
        if len(corners) > 1 and corners[0] == corners[-1]:
            corners = corners[:-1]
        if len(set(corners)) < 3:
            raise BadGeometry(f"piece {self.name!r}: a polygon needs three different corners, got {len(set(corners))}")
        object.__setattr__(self, "polygon", corners)
