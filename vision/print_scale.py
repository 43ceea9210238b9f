"""How large the stands' markers were printed by what the roster says: told by all of them, those on hills too."""

from collections.abc import Sequence

import numpy as np
from shapely import MultiPoint

from table.terrain import Piece
from vision.arrays import Bools, Floats
from vision.grounds import near
from vision.poses3d import Fitted, Z
from vision.stances import HIGHEST_CM, LOWEST_CM
from vision.table_view import TableView

USUAL, TAILS = 0.002, 2.0
"""How far a printer's scale is off as a rule; as Student's t has it, for who prints to fit the page is off by much."""
SCALES = 1 + np.unique(np.concatenate([np.arange(-200, 201) * 1e-4, np.arange(-190, 191) * 1e-3]))
"""The scales S that are tried, finely where they are likely."""
RAISED = np.array([0.02, 0.2, 0.5, 0.8])
"""How many stands may not be on the table, as shares that are tried."""
ON_PIECE = 0.5
"""How likely a stand near a told piece is to be on it."""
FEWEST, HILL_SHARE, SURELY = 4, 0.15, 3.0
"""So many stands are needed to tell a large print from a hill, that are spread over more of the table than a hill is."""
BELOW, NOWHERE = 0.1, 1e-3
"""How likely one not on the table seems to be below it, as who leans does; and one to be wherever it is, to the cm."""


def print_scale(level: Fitted, above: Floats, view: TableView, terrain: Sequence[Piece]) -> tuple[float, float]:
    """Return the scale and its sigma, by the stands fitted level, whose markers the camera is so far ``above`` (M,).

    Each scale is weighed by how likely it makes the heights at which they then seem to be: on the table, on a told
    piece, or anywhere on a hill.
    """
    sigma = np.sqrt(np.linalg.inv(level.curvature[:, : Z + 2, : Z + 2])[:, Z, Z])
    z = above * (1 - SCALES[:, None]) + SCALES[:, None] * level.poses[:, Z]
    flat = _normal(z, sigma)
    for piece in terrain:
        there = near(piece, level.poses[:, :Z])
        high = -piece.height_cm if piece.top == "trench" else piece.height_cm
        on_top = _normal(z - high, np.hypot(sigma, piece.height_sigma_cm))
        flat = np.where(there, (1 - ON_PIECE) * flat + ON_PIECE * on_top, flat)
    hill = np.where(z > 0, (1 - BELOW) / HIGHEST_CM * (z < HIGHEST_CM), -BELOW / LOWEST_CM * (z > LOWEST_CM))
    raised = RAISED[:, None, None]
    likely = np.log((1 - raised) * flat + raised * (hill + NOWHERE)).sum(axis=2)
    evidence = np.logaddexp.reduce(likely) - (TAILS + 1) / 2 * np.log1p(((SCALES - 1) / USUAL) ** 2 / TAILS)
    evidence[~_may_be_a_print(z, sigma, level.poses[:, :Z], view)] = -np.inf
    best = int(evidence.argmax())
    shares = np.exp(evidence - evidence[best]) * np.gradient(SCALES)
    beside = shares * (np.abs(SCALES - SCALES[best]) < USUAL)  # means of all would be between two that are likely
    scale = float((SCALES * beside).sum() / beside.sum())
    return scale, float(np.sqrt((shares * (SCALES - scale) ** 2).sum() / shares.sum()))


def _may_be_a_print(z: Floats, sigma: Floats, places: Floats, view: TableView) -> Bools:
    """Say of which scales (S,) those who would be on the table are too far apart to be on one hill instead."""
    least = HILL_SHARE * view.frame.width_cm * view.frame.depth_cm
    usual = SCALES - 1 < SURELY * USUAL  # markers that look small are on no hill
    on_table = np.abs(z) < SURELY * sigma
    return np.array([
        is_usual or (some.sum() >= FEWEST and MultiPoint(places[some]).convex_hull.area > least)
        for is_usual, some in zip(usual, on_table, strict=True)
    ])  # fmt: skip


def _normal(off: Floats, sigma: Floats) -> Floats:
    return np.asarray(np.exp(-((off / sigma) ** 2) / 2) / (sigma * np.sqrt(2 * np.pi)))
