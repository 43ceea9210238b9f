"""The height map: how high the ground is all over a table, from pictures of one camera held in several places."""

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from table.errors import BadInput
from table.terrain import Point
from vision.arrays import Bools, Floats, Light, Picture
from vision.terrain.plane_sweep import CELL_CM, MOST, WINDOW_CM, Look, PlaneSweep

LOWEST_CM, HIGHEST_CM, STEP_CM = -3.0, 20.0, 0.25
"""A step moves a picture by a third of a cell at most: the lens is 1.5 m above, the places half a metre apart."""
FEWEST, SAME_CM = 4, 5.0
"""Pictures from places no further apart are from one: they tell nothing of heights."""
SMALL, LARGE = 0.1, 0.8
"""What a step and a jump between neighbouring cells cost, in the pictures' noise squared (three colours)."""
USUAL_CM, RARE = (-2.0, 12.0), 0.5
"""What is lower or higher than that is rarer: it must agree better by so much."""
ROUND_CM = 0.5
APART_CM, SURE = 0.6, 9.0
"""A height is told where every other one, so far from it, is worse by the square of so many sigmas (three)."""
ALIKE = 0.4
"""A window's cells are not independent: pictures are blurred, colours go together. So much of them counts."""
GROUND_CM = 0.6
LEVELLED, FOOT = 5, 4.0
"""So often the ground is levelled; what is off it by so many times the median is none."""
BLOCK_CM = 5.0
PER_CM = 1000
"""A hundredth of a millimetre is far finer than heights are; what two bytes hold reaches to 32 cm."""


def semi_global(cost: Light, small: float, large: float) -> Light:
    """Return the cost (Z, H, W) of each height of each cell, with the best way to it from all four sides.

    A neighbour one step higher or lower costs ``small``, any other ``large`` (Hirschmueller 2008).
    """
    total = np.zeros_like(cost)
    for along, summed in ((cost, total), (cost.transpose(0, 2, 1), total.transpose(0, 2, 1))):
        for one_way, into in ((along, summed), (along[:, ::-1], summed[:, ::-1])):
            before = np.zeros_like(one_way[:, 0])
            for k in range(one_way.shape[1]):
                least = before.min(axis=0)
                best = np.minimum(before, least + large)
                best[1:] = np.minimum(best[1:], before[:-1] + small)
                best[:-1] = np.minimum(best[:-1], before[1:] + small)
                before = one_way[:, k] + best - least
                into[:, k] += before
    return total


@dataclass(frozen=True, eq=False)
class Heights:
    """Heights (H, W) in cm above the table, of cells with their rows from the far edge; ``told`` where pictures tell.

    Where they do not, a height is what lies beside it. ``hidden`` is where stands are. ``sigma_cm`` is how far the bare
    table is from even, over 5 cm.
    """

    heights_cm: Light
    told: Bools
    hidden: Bools
    rectangle_cm: tuple[float, float, float, float]
    sigma_cm: float

    @property
    def share_told(self) -> float:
        """How much of the table the pictures tell, where no stands are."""
        return float(self.told[~self.hidden].mean()) if not self.hidden.all() else 0.0


@dataclass(frozen=True, eq=False)
class HeightMap(Heights):
    """Heights as they were just measured, with what outlines are found by.

    ``apart`` is how much the pictures disagree there, all of them, in their noise squared. ``photo`` (H, W, 3) BGR
    shows the table from straight above everywhere.
    """

    apart: Light
    photo: Picture


def heights_cm() -> Floats:
    """Return the heights that are tried."""
    return np.arange(LOWEST_CM, HIGHEST_CM + STEP_CM / 2, STEP_CM)


STEPS = len(heights_cm())
"""How often ``made`` is called."""


def places_of(looks: Sequence[Look]) -> int:
    """Return from how many places looks are."""
    eyes = [look.camera.position_cm for look in looks]
    return sum(all(np.linalg.norm(eye - other) > SAME_CM for other in eyes[:k]) for k, eye in enumerate(eyes))


def too_few(places: int) -> BadInput:
    """Return what is said of looks from too few places."""
    template = "heights need pictures from {fewest} places or more, better six, and these are from {count}"
    return BadInput(template, fewest=FEWEST, count=places)


def height_map(
    looks: Sequence[Look], table_cm: tuple[float, float], stands: Sequence[Sequence[Point]] = (),
    made: Callable[[], None] = lambda: None,
) -> HeightMap:  # fmt: skip
    """Measure the heights of a table, width and depth ``table_cm``, from looks at it from different places.

    ``stands`` are outlines (cm) of what stands about and is no terrain; ``made`` is called as the work goes on. Raises
    BadInput for fewer than three looks.
    """
    if (places := places_of(looks)) < FEWEST:
        raise too_few(places)
    sweep = PlaneSweep(looks, (0.0, 0.0, *table_cm))
    hidden = _drawn(stands, sweep)
    tried = heights_cm()
    cost = np.empty((len(tried), *sweep.shape), np.float32)
    for k, height in enumerate(tried):
        cost[k] = sweep.disagreement(float(height)) + (0 if USUAL_CM[0] <= height <= USUAL_CM[1] else RARE)
        made()
    blind = np.isnan(cost)
    cost[blind] = MOST
    hidden_or_never = hidden | blind.all(axis=0)
    cost[:, hidden_or_never] = 0
    best, found = _best(semi_global(cost, SMALL, LARGE), tried)
    told = _sure(cost, best) & ~hidden_or_never
    photo, apart = sweep.on_ground(found)
    found, sigma = _levelled(found, told)
    return HeightMap(found, told, hidden, sweep.rectangle_cm, sigma, apart, photo)


def _best(total: Light, tried: Floats) -> tuple[np.ndarray, Light]:
    """Return the best step (H, W), and the height between steps at a parabola's foot."""
    best = total.argmin(axis=0)
    inner = np.clip(best, 1, len(tried) - 2)
    below, at, above = (np.take_along_axis(total, (inner + k)[None], axis=0)[0] for k in (-1, 0, 1))
    bend = np.maximum(below - 2 * at + above, 1e-6)
    return best, np.asarray(tried[inner] + STEP_CM * np.clip((below - above) / (2 * bend), -1, 1), np.float32)


def _sure(cost: Light, best: np.ndarray) -> Bools:
    """Return where no other height is nearly as good, by what is seen within half a centimetre."""
    reach = ROUND_CM / CELL_CM
    blur = partial(cv2.GaussianBlur, ksize=(0, 0), sigmaX=reach)
    at_best, other = np.zeros(best.shape, np.float32), np.full(best.shape, np.inf, np.float32)
    away = round(APART_CM / STEP_CM)
    for k in range(len(cost)):
        near = np.asarray(blur(cost[k]), np.float32)
        at_best = np.where(best == k, near, at_best)
        other = np.where(np.abs(best - k) > away, np.minimum(other, near), other)
    cells = 4 * np.pi * (reach**2 + (WINDOW_CM / CELL_CM) ** 2) * ALIKE
    return np.asarray((other - at_best) * cells > SURE)


def _levelled(found: Light, told: Bools) -> tuple[Light, float]:
    """Return heights above the bare table, and how uneven that is: what poses leave is the same all about."""
    height, width = found.shape
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    bends = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    ground = told & (np.abs(found) < GROUND_CM)
    if ground.mean() < 0.2:
        return found, STEP_CM
    level = found
    for _ in range(LEVELLED):  # the feet of slopes are no ground: they would lift it
        level = np.asarray(found - bends @ np.linalg.lstsq(bends[ground], found[ground], rcond=None)[0], np.float32)
        ground = told & (np.abs(level) <= FOOT * np.median(np.abs(level[ground])))
    ground = told & (np.abs(level) < GROUND_CM)
    side = round(BLOCK_CM / CELL_CM)
    corners = [(row, column) for row in range(0, height, side) for column in range(0, width, side)]
    blocks = [np.s_[row : row + side, column : column + side] for row, column in corners]
    off = [float(np.median(level[b][ground[b]])) for b in blocks if ground[b].sum() > side * side / 2]
    return level, float(np.sqrt(np.mean(np.square(off)))) if off else STEP_CM


def _drawn(rings: Sequence[Sequence[Point]], sweep: PlaneSweep) -> Bools:
    """Return the cells that outlines cover, with the window's width round them."""
    left, _, _, far = sweep.rectangle_cm
    mask = np.zeros(sweep.shape, np.uint8)
    for ring in rings:
        points = [(round((x - left) / CELL_CM - 0.5), round((far - y) / CELL_CM - 0.5)) for x, y in ring]
        cv2.fillPoly(mask, [np.array(points, np.int32)], 1)
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=2) > 0)


def heights_bytes(found: Heights) -> bytes:
    """Return heights as a compressed file of numpy's."""
    file = io.BytesIO()
    np.savez_compressed(
        file, heights=np.round(found.heights_cm * PER_CM).astype(np.int16), told=found.told, hidden=found.hidden,
        rectangle_cm=found.rectangle_cm, sigma_cm=found.sigma_cm,
    )  # fmt: skip
    return file.getvalue()


def heights_from(data: bytes, name: str) -> Heights:
    """Return the heights of such a file; raises BadInput for one that is none, by its name."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            heights = np.asarray(file["heights"], np.float32) / np.float32(PER_CM)
            told, hidden = np.asarray(file["told"], np.bool_), np.asarray(file["hidden"], np.bool_)
            left, near, right, far = map(float, file["rectangle_cm"])
            found = Heights(heights, told, hidden, (left, near, right, far), float(file["sigma_cm"]))
        if heights.ndim != 2 or not heights.shape == told.shape == hidden.shape:
            raise ValueError
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise BadInput("{name}: these are no heights that can be read: measure them again", name=name) from None
    return found
