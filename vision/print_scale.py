"""How large a roster's markers were printed: told by the stands on the plane, or by most that look alike."""

from collections.abc import Sequence

import numpy as np
from shapely import MultiPoint

from table.ground import RULER_CM
from table.terrain import Piece
from vision.arrays import Floats, Indices
from vision.poses3d import Fitted, Z
from vision.table_view import TableView

SCALE_SIGMA = 0.002
"""How far a printer's scale is off, before any stand has told."""
ALIKE_CM, FEWEST_ALIKE, MOST_ALIKE, HILL_SHARE = 0.4, 4, 0.6, 0.3
"""Stands that look as high as each other, by how much and how many; a hill is no larger a share of the table."""


def printed(level: Fitted, above: Floats, view: TableView, terrain: Sequence[Piece]) -> float:
    """Return the scale of a print that came out otherwise than the roster says, 1 where nothing tells of one.

    Most stands then look as high as each other, all over the table, and no piece has such a top.
    """
    z = level.poses[:, Z]
    middle = float(np.median(z))
    sigma = np.sqrt(np.linalg.inv(level.curvature[:, : Z + 2, : Z + 2])[:, Z, Z])
    alike = np.abs(z - middle) < ALIKE_CM + 3 * sigma
    if abs(middle) < 3 * SCALE_SIGMA * above.mean() or alike.sum() < max(FEWEST_ALIKE, MOST_ALIKE * len(z)):
        return 1.0
    if any(abs(piece.height_cm - middle) < ALIKE_CM + 3 * RULER_CM for piece in terrain):
        return 1.0
    spread = MultiPoint(level.poses[alike, :Z]).convex_hull.area
    if middle > 0 and spread < HILL_SHARE * view.frame.width_cm * view.frame.depth_cm:
        return 1.0
    return 1 + middle / float(above[alike].mean())


def scale_of(level: Fitted, flat: Indices, above: Floats) -> tuple[float, float]:
    """Return what the stand markers' sizes are times what is believed, and its sigma, from those on the plane."""
    variance = np.linalg.inv(level.curvature[:, : Z + 2, : Z + 2])[:, Z, Z] / above**2
    total = (1 / variance[flat]).sum() + SCALE_SIGMA**-2
    return 1 + float((level.poses[:, Z] / above / variance)[flat].sum() / total), float(total**-0.5)
