"""How high one piece of terrain is by a height map: measured inside an outline that somebody drew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
import shapely
from shapely import Polygon

from table.terrain import Point, Top
from vision.arrays import Bools
from vision.terrain.height_map import Heights
from vision.terrain.plane_sweep import CELL_CM
from vision.terrain.raised import (
    LEAST_CM,
    LEAST_TOLD,
    NARROW_CM,
    OWN_CM,
    are_level,
    height_of,
    levels_of,
    slope_height,
)

Unmeasured = Literal["narrow", "untold"]
LEAST_CM2 = 1.0
RIM_CM = 0.5
"""Nearer to its edge a piece is mixed with what lies below; of a plain roof no more than the edge is told."""
LEAST_SHARE = 0.2
"""A level of less of the piece is beside it: outlines are drawn by hand."""


@dataclass(frozen=True)
class PieceHeight:
    """How high a piece is above the table, a trench how deep below it, with its sigma."""

    height_cm: float
    sigma_cm: float


def piece_height(found: Heights, polygon: Sequence[Point], top: Top | None = None) -> PieceHeight | Unmeasured:
    """Return how high the piece with this outline in table cm is, or why the pictures do not tell.

    What stands on a lower step inside the outline is not the piece's own: the lowest level counts. Where ``top`` says
    nothing, the heights tell whether the piece slopes.
    """
    if top == "trench":
        found = replace(found, heights_cm=-found.heights_cm)
    shape = Polygon(polygon)
    inside = _inside(found, shape.buffer(-RIM_CM))
    bare = inside & ~found.hidden
    own = bare & found.told
    if shape.buffer(-NARROW_CM).is_empty:
        return "narrow"
    if own.sum() < LEAST_TOLD * bare.sum() or own.sum() * CELL_CM**2 < LEAST_CM2:
        return "untold"
    heights = np.asarray(cv2.medianBlur(found.heights_cm, 5), np.float32)
    raised = heights[own & (heights > LEAST_CM)]
    if 2 * raised.size < own.sum():  # it lies flat
        height, sigma = height_of(own, found)
        return PieceHeight(max(height, 0.0), sigma)
    levels = levels_of(raised)
    sloping = not are_level(raised, levels) if top is None else top == "slope"
    if sloping or not levels:
        return PieceHeight(*slope_height(inside & (own | found.hidden), heights, found))
    at_level = [own & (np.abs(heights - level) < OWN_CM) for level in levels]
    least = LEAST_SHARE * own.sum()
    return PieceHeight(*height_of(next((at for at in at_level if at.sum() >= least), at_level[0]), found))


def _inside(found: Heights, shape: Polygon) -> Bools:
    """Return the cells whose middles lie in a shape."""
    left, _, _, far = found.rectangle_cm
    rows, columns = np.indices(found.heights_cm.shape) + 0.5
    return np.asarray(shapely.contains_xy(shape, left + columns * CELL_CM, far - rows * CELL_CM))
