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

USUAL, FITTED, SELDOM = 0.002, 0.02, 0.03
"""How far a printer's scale is off as a rule, how far where a page was fitted to its paper, and how often that is."""
SCALES = 1 + np.unique(np.concatenate([np.arange(-200, 201) * 1e-4, np.arange(-190, 191) * 1e-3]))
"""The scales S that are tried, finely where they are likely."""
RAISED, RAISED_LIKELY = np.array([0.02, 0.2, 0.5, 0.8]), np.array([0.9, 0.08, 0.015, 0.005])
"""How many stands may not be on the table, as shares that are tried, and how likely each is."""
ON_PIECE = 0.5
"""How likely a stand near a told piece is to be on it."""
ALIKE_CM, MOST_ALIKE, MOST_HILLS = 0.4, 0.6, 0.3
"""Stands look as high as each other by so much, most of them, over a larger share of the table than hills take up."""
FEWEST, HILL_SHARE, SURELY = 4, 0.15, 3.0
"""A large print is told from a hill by so many stands, over more of the table than a hill is."""
BELOW, NOWHERE = 1e-3, 1e-5
"""How likely a stand that is not on the table is in a hollow; and, per cm, at any height at all."""
LEVEL_MISFIT, USUAL_MISFIT = 20.0, 3.36
"""A stand that fits worse as level leans, and seems too low; the median of chi squared of four degrees of freedom."""


def print_scale(level: Fitted, above: Floats, view: TableView, terrain: Sequence[Piece]) -> tuple[float, float]:
    """Return the scale and its sigma, by the stands fitted level, whose markers the camera is so far ``above`` (M,).

    Each scale is weighed by how likely it makes the heights at which they then seem to be: on the table, on a told
    piece, or anywhere on a hill. Where most stands look as high as each other, the search begins there.
    """
    noise = max(1.0, float(np.median(level.misfit)) / USUAL_MISFIT)
    is_level = level.misfit < LEVEL_MISFIT * noise
    poses, above = level.poses[is_level], above[is_level]
    if not len(poses):
        return 1.0, USUAL
    sigma = np.sqrt(np.linalg.inv(level.curvature[is_level, : Z + 2, : Z + 2])[:, Z, Z])
    begin = _alike(poses, sigma, above, view, terrain)
    seem = above * (1 - begin) + begin * poses[:, Z]
    z = above * (1 - SCALES[:, None]) + SCALES[:, None] * seem
    flat = _normal(z, sigma)
    for piece in terrain:
        there = near(piece, poses[:, :Z])
        high = -piece.height_cm if piece.top == "trench" else piece.height_cm
        on_top = _normal(z - high, np.hypot(sigma, piece.height_sigma_cm))
        flat = np.where(there, (1 - ON_PIECE) * flat + ON_PIECE * on_top, flat)
    hill = np.where(z > 0, (1 - BELOW) / HIGHEST_CM * (z < HIGHEST_CM), -BELOW / LOWEST_CM * (z > LOWEST_CM))
    raised = RAISED[:, None, None]
    likely = np.log((1 - raised) * flat + raised * (hill + NOWHERE)).sum(axis=2)
    evidence = np.logaddexp.reduce(likely + np.log(RAISED_LIKELY)[:, None]) + np.log(
        (1 - SELDOM) * _normal(SCALES - 1, USUAL) + SELDOM / (np.pi * FITTED * (1 + ((SCALES - 1) / FITTED) ** 2))
    )
    evidence[~_may_be_a_print(z, sigma, poses[:, :Z], view)] = -np.inf
    best = int(evidence.argmax())
    shares = np.exp(evidence - evidence[best]) * np.gradient(SCALES)
    beside = shares * (np.abs(SCALES - SCALES[best]) < USUAL)  # means of all would be between two that are likely
    scale = float((SCALES * beside).sum() / beside.sum())
    return begin * scale, float(np.sqrt((shares * (SCALES - scale) ** 2).sum() / shares.sum()))


def _alike(poses: Floats, sigma: Floats, above: Floats, view: TableView, terrain: Sequence[Piece]) -> float:
    """Return the scale by which most stands look as high as each other all over the table, 1 where they do not.

    Inexact corners make some look lower, too, which no hill does.
    """
    z = poses[:, Z]
    middle = float(np.median(z))
    alike = np.abs(z - middle) < ALIKE_CM + SURELY * sigma
    if abs(middle) < SURELY * USUAL * above.mean() or alike.sum() < max(FEWEST, MOST_ALIKE * len(z)):
        return 1.0
    if any(abs(piece.height_cm - middle) < ALIKE_CM + SURELY * piece.height_sigma_cm for piece in terrain):
        return 1.0
    spread = MultiPoint(poses[alike, :Z]).convex_hull.area
    if middle > 0 and spread < MOST_HILLS * view.frame.width_cm * view.frame.depth_cm:
        return 1.0
    return 1 + middle / float(above[alike].mean())


def _may_be_a_print(z: Floats, sigma: Floats, places: Floats, view: TableView) -> Bools:
    """Say of which scales (S,) those who would be on the table are too far apart to be on one hill instead."""
    least = HILL_SHARE * view.frame.width_cm * view.frame.depth_cm
    usual = SCALES - 1 < SURELY * USUAL  # markers that look small are on no hill
    on_table = np.abs(z) < SURELY * sigma
    return np.array([
        is_usual or (some.sum() >= FEWEST and MultiPoint(places[some]).convex_hull.area > least)
        for is_usual, some in zip(usual, on_table, strict=True)
    ])  # fmt: skip


def _normal(off: Floats, sigma: Floats | float) -> Floats:
    return np.asarray(np.exp(-((off / sigma) ** 2) / 2) / (sigma * np.sqrt(2 * np.pi)))
