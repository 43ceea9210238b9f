"""Terrain pieces: what the players agreed lies on the table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import shapely
from shapely import Polygon
from shapely.validation import explain_validity

from table.errors import BadGeometry

Point = tuple[float, float]
Top = Literal["level", "slope", "trench", "none"]

_ROUNDING_CM = 1e-6
LEAST_AREA_CM2 = 1e-9
"""A piece of less is a line: no marker, ruler or pencil draws it."""
RULER_CM = 0.05
"""One sigma of a height that players measured with a ruler (docs/heights.md)."""


def outline(corners: Sequence[Point], name: str) -> Polygon:
    """Return the polygon of those corners; raises BadGeometry, naming the piece, unless it is simple with an area."""
    polygon = Polygon(corners)
    # The hull and not the area: a bow-tie's two halves cancel.
    if shapely.convex_hull(polygon).area <= LEAST_AREA_CM2:
        raise BadGeometry("piece {name}: its corners lie on one line, it has no area", name=repr(name))
    if not polygon.is_valid:
        where = explain_validity(polygon).partition("[")[2].rstrip("]").replace(" ", ", ")
        raise BadGeometry(
            "piece {name}: its edges cross or touch each other at ({where})", name=repr(name), where=where
        )
    return polygon


@dataclass(frozen=True, slots=True)
class Piece:
    """One terrain piece: a kind of the game's terrain table and a simple polygon in table cm.

    ``height_cm`` is its highest point above the table. ``top`` says where stands may stand on it: ``level`` at that
    height, ``slope`` from the table at its outline up to it at the ``crest`` (a polygon inside; none: its middle),
    ``trench`` so far below the table, ``none`` nowhere; None where nobody said. ``height_sigma_cm`` is one sigma of the
    height: a ruler's, or what pictures told.

    Raises BadGeometry for fewer than three different corners, a corner that is not finite, corners on one line, or
    edges that cross or touch.
    """

    name: str
    kind: str
    polygon: tuple[Point, ...]
    height_cm: float = 0.0
    top: Top | None = None
    crest: tuple[Point, ...] = ()
    height_sigma_cm: float = RULER_CM

    def __post_init__(self) -> None:
        if not (math.isfinite(self.height_cm) and self.height_cm >= 0):
            raise BadGeometry(
                "piece {name}: height_cm must be a number of 0 or more, got {height}",
                name=repr(self.name), height=str(self.height_cm),
            )  # fmt: skip
        if not (math.isfinite(self.height_sigma_cm) and self.height_sigma_cm > 0):
            raise BadGeometry(
                "piece {name}: height_sigma_cm must be a number above 0, got {sigma}",
                name=repr(self.name), sigma=str(self.height_sigma_cm),
            )  # fmt: skip
        corners = _corners(self.polygon, self.name)
        foot = outline(corners, self.name)
        object.__setattr__(self, "polygon", corners)
        object.__setattr__(self, "height_cm", float(self.height_cm))
        crest = _corners(self.crest, f"{self.name}'s crest") if self.crest else ()
        object.__setattr__(self, "crest", crest)
        # A crest on the outline's edge, turned or rounded, is not outside it.
        if crest and not foot.buffer(_ROUNDING_CM).covers(outline(crest, f"{self.name}'s crest")):
            raise BadGeometry("piece {name}: its crest must lie inside its outline", name=repr(self.name))


def _corners(given: Sequence[Point], name: str) -> tuple[Point, ...]:
    corners = tuple((float(x), float(y)) for x, y in given)
    if not all(math.isfinite(v) for corner in corners for v in corner):
        raise BadGeometry("piece {name}: every corner must be a finite number", name=repr(name))
    # A corner told twice in a row, or again to close the ring, is one corner.
    following = corners[1:] + corners[:1]
    corners = tuple(corner for corner, after in zip(corners, following, strict=True) if corner != after)
    if len(set(corners)) < 3:
        count = len(set(corners))
        raise BadGeometry(
            "piece {name}: a polygon needs three different corners, got {count}", name=repr(name), count=count
        )
    return corners
