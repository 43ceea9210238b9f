"""The pieces that a height map shows: steps with level tops, one on another, slopes, and trenches."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
import shapely.affinity
from shapely import Polygon

from table.terrain import Point
from vision.arrays import Bools, Light
from vision.terrain.corners import few_corners, largest, outline_px
from vision.terrain.ground import Ground, ground_of
from vision.terrain.height_map import HeightMap, Heights
from vision.terrain.patch import UNLIKE, closed, half_way, opened
from vision.terrain.plane_sweep import CELL_CM, WINDOW_CM

LEAST_CM = 0.4
"""What is lower is the table: mats are wavy, too."""
LEAST_CM2 = 4.0
LEAST_BARE = 0.05
LEAST_TOLD = 0.2
"""A piece of which the pictures tell less is none. Of plain ground they tell half a hundredth, by chance; of a plain
roof its rim.
"""
MOST_HIDDEN = 0.8
"""What stands cover by more is a stand."""
APART_CM = 0.8
"""Levels nearer to each other than this are one."""
LEVEL_CM, LEVEL_SHARE = 0.2, 0.7
"""A piece has level tops where more of it than that share is so near to one of its levels; of a slope, half is."""
NARROW_CM = 1.3
"""A piece of less than twice that across is mixed with the table in every window."""
REACH_CM = 5.0
"""How far from where a slope shows as high its foot may be."""
CREST = 0.85
"""A slope's crest is where it is so high, of its top: a line from foot to crest is then about right."""
UPPER, BEYOND_CM = 0.7, 0.5
"""A slope's top is found from the part above this share of it; it is no more than that above what is seen."""
AGREE = 10.0
"""Where all pictures disagree by more than so many times their noise, squared, there is no top."""
AGREED_BEYOND = math.ceil(WINDOW_CM / CELL_CM)
"""So many cells beyond a top's edge pictures agree still: a window there sees the top too."""
OWN_CM, EDGE_CM = 0.5, 1.5
RIM_CM, WIDE = 1.0, 6
"""Behind a step the cameras see no ground: so far from its edge, colours say better than heights where it ends. It must
be so many times as wide, both ways from its middle.
"""
BETWEEN_CM = 0.02
"""How far a height between two steps of the sweep may be off."""
CORNERS = 24


@dataclass(frozen=True)
class Raised:
    """A piece of terrain found by its height, in table cm; ``told`` is the share of it where the pictures tell.

    ``top`` is None where a piece is too narrow to say; a trench is so deep below the table.
    """

    polygon: tuple[Point, ...]
    height_cm: float
    sigma_cm: float
    top: Literal["level", "slope", "trench"] | None
    crest: tuple[Point, ...]
    told: float


def raised_pieces(found: HeightMap) -> tuple[Raised, ...]:
    """Return the pieces of a height map, the larger first; nothing where the table is flat or nothing is told.

    Below the table only what has a level floor is a piece: a trench, a pit.
    """
    deep = _risen(replace(found, heights_cm=-found.heights_cm))
    pieces = [*_risen(found), *(replace(it, top="trench") for it in deep if it.top == "level")]
    return tuple(sorted((it for it in pieces if it.polygon), key=lambda piece: -Polygon(piece.polygon).area))


def _risen(found: HeightMap) -> list[Raised]:
    """Return what rises above the table."""
    heights = np.asarray(cv2.medianBlur(found.heights_cm, 5), np.float32)
    parts = list(_parts(heights > LEAST_CM, found))
    if not parts:
        return []
    ground = _ground(heights, found)
    pieces: list[Raised] = []
    for part in parts:
        clear = part & (found.apart < AGREE) & found.told
        seen = heights[clear if clear.sum() * CELL_CM**2 >= 1 else part & ~found.hidden]
        levels = levels_of(seen)
        if not opened(part, NARROW_CM / CELL_CM).any():
            pieces += _narrow(part, heights, found)
        elif not are_level(seen, levels):
            pieces.append(_slope(part, heights, found, ground))
        else:
            pieces += _steps(part, heights, found, levels, ground)
    return pieces


def _ground(heights: Light, found: HeightMap) -> Ground:
    """Return what the bare table looks like: where it is told to be low, else where it may be, else all of it."""
    low = np.abs(heights) < LEAST_CM / 2
    for bare in (low & found.told, low):
        if bare.mean() > LEAST_BARE:
            return ground_of(found.photo, 1 / CELL_CM, bare)
    return ground_of(found.photo, 1 / CELL_CM, np.ones_like(low))


def _parts(mask: Bools, found: HeightMap) -> Iterator[Bools]:
    """Yield the connected parts of a mask that are no specks, no stands and no guesses."""
    count, labels = cv2.connectedComponents(opened(mask, 1).astype(np.uint8), connectivity=4)
    for label in range(1, count):
        part = np.asarray(labels == label)
        bare = part & ~found.hidden
        enough = bare.sum() * CELL_CM**2 >= LEAST_CM2 and bare.sum() >= (1 - MOST_HIDDEN) * part.sum()
        if enough and found.told[bare].mean() >= LEAST_TOLD:
            yield part


def _edged(step: Bools, found: HeightMap, ground: Ground, low: bool) -> Bools:
    """Return a step with its edge where the picture's is, between where all pictures agree on the top and below it.

    ``low`` steps, on the table, may have a colour of their own.
    """
    kernel = np.ones((3, 3), np.uint8)
    agreed = found.apart < AGREE
    step_px = step.astype(np.uint8)
    rim, core = AGREED_BEYOND, step & agreed
    half_cm = float(cv2.distanceTransform(step_px, cv2.DIST_L2, 5).max()) * CELL_CM
    if low and half_cm > WIDE * RIM_CM and np.median(ground.colour[step]) > UNLIKE:
        rim, core = round(RIM_CM / CELL_CM), step & (agreed | found.hidden)
    within = cv2.erode(core.astype(np.uint8), kernel, iterations=rim) > 0
    far = cv2.dilate(step_px, kernel, iterations=round(EDGE_CM / CELL_CM)) == 0
    beyond = (cv2.erode((~step & agreed).astype(np.uint8), kernel) > 0) | far
    if not within.any():
        return step
    labels = within.astype(np.int32) + 2 * beyond.astype(np.int32)
    return np.asarray(cv2.watershed(np.ascontiguousarray(found.photo), labels) == 1)


def _narrow(part: Bools, heights: Light, found: HeightMap) -> Iterator[Raised]:
    """Yield a wall, a hedge: as high as its middle shows, less than it is. What is higher than long is none."""
    seen = part & ~found.hidden
    height, outline = float(np.quantile(heights[seen], 0.95)), _polygon(part, found)
    if outline and height < Polygon(outline).length / 2:
        yield Raised(outline, height, max(height / 3, found.sigma_cm), None, (), float(found.told[seen].mean()))


def _steps(part: Bools, heights: Light, found: HeightMap, levels: list[float], ground: Ground) -> Iterator[Raised]:
    """Yield the level tops of a part: the lowest with all that stands on it, then what stands on it."""
    below = 0.0
    for level in levels:
        for step in _parts(part & (heights > (below + level) / 2), found):
            own = step & ~found.hidden & (np.abs(heights - level) < OWN_CM)
            own = own & found.told if (own & found.told).any() else own
            if not own.any():
                continue
            height, sigma = height_of(own, found)
            told = float(found.told[step & ~found.hidden].mean())
            yield Raised(_polygon(_edged(step, found, ground, low=not below), found), height, sigma, "level", (), told)
        below = level


def are_level(heights: Light, levels: Sequence[float]) -> bool:
    """Say whether cells lie at these levels, and not on a slope."""
    off = np.min([np.abs(heights - level) for level in levels] or [np.full(heights.shape, np.inf)], axis=0)
    return bool((off < LEVEL_CM).mean() >= LEVEL_SHARE)


def levels_of(heights: Light) -> list[float]:
    """Return the heights at which many cells lie, the lowest first."""
    counts, edges = np.histogram(heights, np.arange(0.0, float(heights.max()) + 1.0, 0.1))
    dense = np.convolve(counts, np.ones(3), "same")
    levels: list[float] = []
    least = max(LEAST_CM2 / CELL_CM**2, 0.06 * len(heights))
    while dense.size and dense.max() > 0:
        at = float(edges[int(dense.argmax())] + 0.05)
        near = np.abs(heights - at) < APART_CM / 2
        if near.sum() >= least and all(abs(at - other) >= APART_CM for other in levels):
            levels.append(float(np.median(heights[near])))
        dense[np.abs(edges[:-1] + 0.05 - at) < APART_CM / 2] = 0
    return sorted(levels)


def height_of(own: Bools, found: Heights) -> tuple[float, float]:
    """Return the height of a level top and its sigma, from how well parts of 2 cm agree and how even the table is."""
    side = round(2.0 / CELL_CM)
    rows, columns = np.nonzero(own)
    block = rows // side * 10_000 + columns // side
    names, sizes = np.unique(block, return_counts=True)
    heights = found.heights_cm[rows, columns]
    blocks = np.array([np.median(heights[block == name]) for name in names[sizes >= side]])
    height = float(np.median(heights))
    spread = 1.4826 * float(np.median(np.abs(blocks - height))) if len(blocks) > 2 else 2 * found.sigma_cm
    return height, float(np.hypot(np.hypot(1.25 * spread / max(len(blocks), 1) ** 0.5, found.sigma_cm), BETWEEN_CM))


def _slope(part: Bools, heights: Light, found: HeightMap, ground: Ground) -> Raised:
    """Return a slope: its foot where the picture shows another ground, if it does, for it rises too gently there."""
    height, sigma = slope_height(part, heights, found)
    crest = part & (_soft(heights) > CREST * height)
    foot = _foot(part, found, ground)
    polygon, top = _polygon(foot, found), _polygon(crest, found)
    inside = Polygon(polygon).covers(Polygon(top)) if top and polygon else False
    told = float(found.told[part & ~found.hidden].mean())
    return Raised(polygon, height, sigma, "slope", top if inside else (), told)


def slope_height(part: Bools, heights: Light, found: Heights) -> tuple[float, float]:
    """Return how high a slope's top is, and its sigma, from where the pictures tell if they do anywhere."""
    soft, seen = _soft(heights), part & ~found.hidden
    seen = seen & found.told if (seen & found.told).any() else seen
    upper = part & (soft > UPPER * float(np.quantile(soft[seen], 0.99)))
    height, extra = _peak(upper, seen, heights)
    _, sigma = height_of(seen & (soft >= np.median(soft[seen])), found)
    return height, float(np.hypot(sigma, extra))


def _soft(heights: Light) -> Light:
    return np.asarray(cv2.GaussianBlur(heights, (0, 0), 0.5 / CELL_CM), np.float32)


def _peak(upper: Bools, clear: Bools, heights: Light) -> tuple[float, float]:
    """Return how high a dome fitted to the upper part of a slope is, for a stand may hide its top, and how far that is
    from what is seen.
    """
    rows, columns = np.nonzero(upper)
    x, y = columns - columns.mean(), rows - rows.mean()
    dome = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    bare = clear[rows, columns]
    seen = float(np.quantile(heights[rows, columns][bare], 0.99)) if bare.any() else float(heights[upper].max())
    if bare.sum() < 2 * dome.shape[1]:
        return seen, 0.0
    fit = np.linalg.lstsq(dome[bare], heights[rows, columns][bare], rcond=None)[0]
    height = min(float((dome @ fit).max()), seen + BEYOND_CM)
    return height, abs(height - seen)


def _foot(part: Bools, found: HeightMap, ground: Ground) -> Bools:
    """Return the patch of another ground on which a slope stands; the slope itself where there is no such patch."""
    within = cv2.dilate(part.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=round(REACH_CM / CELL_CM)) > 0
    patch = half_way(found.photo, ground, np.asarray(within & ~found.hidden), 1 / CELL_CM) & ~found.hidden
    patch = closed(patch | (part & found.hidden), 1.0 / CELL_CM)
    _, labels = cv2.connectedComponents(opened(patch, 0.5 / CELL_CM).astype(np.uint8), connectivity=4)
    names = labels[part & (labels > 0)]
    if not names.size:
        return part
    patch = np.asarray(labels == np.bincount(names).argmax())
    rim = patch & ~(cv2.erode(patch.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    reach = cv2.erode(within.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    covered, runs_on = (patch & part).sum() / part.sum(), (rim & ~reach).sum() / max(rim.sum(), 1)
    return patch if covered > 0.9 and runs_on < 0.1 else part


def _polygon(mask: Bools, found: HeightMap) -> tuple[Point, ...]:
    """Return the outline of a mask's largest part in table cm; empty where it has none."""
    left, _, _, far = found.rectangle_cm
    shape = outline_px(mask)
    in_cm = shapely.affinity.affine_transform(
        shape, (CELL_CM, 0, 0, -CELL_CM, left + CELL_CM / 2, far - CELL_CM / 2)
    )  # fmt: skip
    smooth = largest(in_cm.buffer(0.5).buffer(-1.0).buffer(0.5))
    smooth = smooth if smooth.area > 0.8 * in_cm.area else in_cm
    if smooth.area < LEAST_CM2 / 4:
        return ()
    few = Polygon(few_corners(smooth, CORNERS))  # cuts what is round: as much is put on again
    return few_corners(smooth.buffer((smooth.area - few.area) / few.length), CORNERS)
