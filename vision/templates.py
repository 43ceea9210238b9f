"""What the picture of a marker at rest looks like, pixel by pixel, and what a change of each pixel says of it.

An alignment resamples the picture and tries anew; of a marker that lies still all this is known from the frame before.
Left is to read some hundred pixels, subtract what they should be and multiply by a matrix: 128 markers in a
millisecond (the inverse-compositional idea of Baker and Matthews 2004, on the picture's own pixels).
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Indices, Light, Picture
from vision.fit import OUTLIER, Aligned, corners_by_shape, printed
from vision.homography import areas, square_to_quads
from vision.kernels.alignment import BLUR_SPREAD, FALL, HAZE, PLAIN, margin_seen
from vision.kernels.normal import CONTRAST, DARKNESS, UNKNOWNS
from vision.kernels.pattern import pattern_at
from vision.kernels.rest_comparison import compare
from vision.rows import Rows

PIXELS = 640  # of a marker that are read: those that change most when it moves, and some others
_OTHERS = 160  # that show whether something lies on it


@dataclass(frozen=True, eq=False)
class Templates(Rows):
    """M markers at rest: which pixels are read (M, K; flat indices), what they should be, and what differences mean.

    ``carry`` (M, P, K) turns differences into the right side of the normal equations, ``inverse`` (M, P, P) solves
    them, ``to_px`` (M, 8, 8) makes corners of the first eight unknowns. ``spread`` is the residuals' own at rest,
    ``first_px`` (M, 4, 2) how far off the very picture it was made from seemed.
    """

    corners_px: Floats
    pixels: Indices
    light: Light
    weight: Light
    carry: Light
    inverse: Floats
    to_px: Floats
    gain: Floats
    spread: Floats
    freedom: Floats
    first_px: Floats


@dataclass(frozen=True, eq=False)
class Differences:
    """What a look at M markers at rest shows: corners' moves (M, 4, 2) px, contrast, blur's change, spread."""

    moves_px: Floats
    gain: Floats
    log_blur: Floats
    spread: Floats


def none(count: int) -> Templates:
    """Return room for templates of so many markers."""
    k, p = PIXELS, UNKNOWNS
    return Templates(
        np.full((count, 4, 2), np.nan), np.zeros((count, k), np.intp), np.zeros((count, k), np.float32),
        np.zeros((count, k), np.float32), np.zeros((count, p, k), np.float32), np.zeros((count, p, p)),
        np.zeros((count, 8, 8)), np.ones(count), np.ones(count), np.ones(count), np.zeros((count, 4, 2)),
    )  # fmt: skip


def differences(picture: Picture, by_level: Light, templates: Templates) -> Differences:
    """Look at all markers at once in a contiguous grey picture (H, W) whose levels are ``by_level`` (256,) of light."""
    at = templates
    count = len(at.gain)
    moves, (gain, log_blur, spread) = np.empty((count, 8)), np.empty((3, count))
    compare(
        picture.reshape(-1), by_level, at.pixels, at.light, at.weight, at.carry, at.inverse, at.to_px, MIDDLE,
        at.freedom, at.gain, moves, gain, log_blur, spread,
    )  # fmt: skip
    return Differences(moves.reshape(-1, 4, 2), gain, log_blur, spread)


def made(picture: Picture, by_level: Light, found: Aligned, bits: Floats) -> Templates:
    """Return the templates of markers (M, n, n) where an alignment found them."""
    n = bits.shape[1]
    home = square_to_quads(found.corners_px, n)
    pixels, u, v, inside = _pixels(picture.shape, found.corners_px, home, n)
    side = np.linalg.norm(found.corners_px[:, 2] - found.corners_px[:, 0], axis=1) / np.sqrt(2)
    # The alignment looked between pixels, which blurs by a sixth of a pixel's square more.
    blur = np.sqrt(np.maximum(found.blur_px**2 - 1 / 6, 0.3**2)) * n / side
    shade, by_u, by_v, by_blur = np.empty((4, *u.shape), np.float32)
    pattern_at(printed(bits), u, v, blur, shade, by_u, by_v, by_blur)
    right, down = u / n, v / n
    shapes = np.stack([np.ones_like(right), right, down, right * down, right * right, down * down], axis=1)
    seen = by_level.take(picture.reshape(-1).take(pixels))
    bright = np.concatenate([shade[:, None] * shapes, shapes[:, : UNKNOWNS - DARKNESS]], axis=1)
    light, spread, residual, weight = _lit(seen, bright, inside)
    contrast = np.vecmat(light[:, :6].astype(np.float32), shapes)
    by_blur *= blur[:, None].astype(np.float32)  # by its logarithm
    rows = np.concatenate(
        [
            -(contrast * by_u)[:, None] * shapes[:, :4],
            -(contrast * by_v)[:, None] * shapes[:, :4],
            (contrast * by_blur)[:, None],
            bright,
        ],
        axis=1,
    )
    carry = rows * weight[:, None]
    gain = np.asarray(light[:, :6] @ MIDDLE, dtype=np.float64)
    usual = np.concatenate([np.zeros(8), [BLUR_SPREAD**-2], _SLOPING])
    trusted = np.where(np.arange(UNKNOWNS) < CONTRAST, spread[:, None] ** 2, (spread / gain)[:, None] ** 2)
    normal = (carry @ rows.transpose(0, 2, 1)).astype(np.float64) + np.eye(UNKNOWNS) * (trusted * usual + 1e-9)[:, None]
    freedom = np.maximum(weight.sum(axis=1, dtype=np.float64) - UNKNOWNS, 8.0)
    templates = Templates(
        found.corners_px.copy(), pixels, seen - residual, weight, carry, np.linalg.inv(normal),
        corners_by_shape(home, n), gain, np.ones(len(gain)), freedom, np.zeros((len(gain), 4, 2)),
    )  # fmt: skip
    first = differences(picture, by_level, templates)
    templates.spread[:], templates.first_px[:] = first.spread, first.moves_px
    return templates


# What the light's shapes are in a marker's middle.
MIDDLE = np.array([1, 1 / 2, 1 / 2, 1 / 4, 1 / 4, 1 / 4])
# How far light usually bends and slopes over a marker, as what is known of it beforehand: 1 / sigma².
_SLOPING = np.array([0.0, *[FALL**-2] * 5, 0.0, *[HAZE**-2] * 2])


def _lit(seen: Light, bright: Light, inside: Bools) -> tuple[Floats, Floats, Light, Light]:
    """Fit the light (M, 9) that pixels show (M, K): also the residuals' spread, the residuals, and what each counts."""
    weight = inside.astype(np.float32)
    light, spread, residual = np.zeros((len(seen), len(_SLOPING))), np.full(len(seen), 0.01), seen
    ranked = np.where(inside, 1.0, np.nan)
    for _ in range(3):
        gain = np.maximum(light[:, :6] @ MIDDLE, 0.05)
        normal = ((bright * weight[:, None]) @ bright.transpose(0, 2, 1)).astype(np.float64)
        normal += np.eye(len(_SLOPING)) * (_SLOPING * (spread / gain)[:, None] ** 2 + 1e-9)[:, None]
        light = np.linalg.solve(normal, np.matvec(bright, seen * weight).astype(np.float64)[..., None])[..., 0]
        residual = seen - np.vecmat(light.astype(np.float32), bright)
        middle = np.nanmedian(np.abs(residual) * ranked, axis=1)
        spread = 1.4826 * middle + 1e-4 + PLAIN * np.abs(light[:, :6] @ MIDDLE)
        weight = (inside / (1 + (residual / (OUTLIER * spread)[:, None]) ** 2) ** 2).astype(np.float32)
    return light, spread, np.asarray(residual, dtype=np.float32), weight


def _pixels(shape: tuple[int, ...], corners_px: Floats, home: Floats, n: int) -> tuple[Indices, Light, Light, Bools]:
    """Return which pixels to read (M, K), where on the marker each lies (modules), and which count."""
    height, width = shape
    room = 2 + 0.15 * np.linalg.norm(corners_px[:, 2] - corners_px[:, 0], axis=1).max()
    low = np.floor(corners_px.min(axis=1) - room)
    wide = int(np.ceil((corners_px.max(axis=1) + room - low).max())) + 1
    step = max(1, wide // 64)  # of a large marker every second pixel will do
    steps = np.arange(0, wide, step)
    down, right = (grid.ravel() for grid in np.meshgrid(steps, steps, indexing="ij"))
    x, y = low[:, :1] + right, low[:, 1:] + down
    back = np.linalg.inv(home)
    depth = back[:, 2, 0, None] * x + back[:, 2, 1, None] * y + back[:, 2, 2, None]
    u, v = ((back[:, k, 0, None] * x + back[:, k, 1, None] * y + back[:, k, 2, None]) / depth for k in (0, 1))
    module_px = np.sqrt(np.abs(areas(corners_px))) / n
    reach = n / 2 + np.array([margin_seen(px) for px in module_px.tolist()])[:, None]
    inside = (np.abs(u - n / 2) < reach) & (np.abs(v - n / 2) < reach)
    inside &= (x >= 0) & (x < width) & (y >= 0) & (y < height)
    # Only what lies within the marker is sorted by how near it is to a line between modules.
    edge = np.minimum(np.abs(u - np.rint(u)), np.abs(v - np.rint(v)))
    toss = np.abs(np.sin(12.9898 * x + 78.233 * y) * 43758.5453) % 1.0  # the same pixels each time
    rank = np.where(inside, edge, 9.0)
    many = inside.sum(axis=1, keepdims=True)
    # Some of the flat ones come first, too: they show light and what lies on it.
    rank = np.where(inside & (toss < _OTHERS / np.maximum(many, 1)), -1.0, rank)
    kept = min(PIXELS, rank.shape[1])
    chosen = np.argpartition(rank, kept - 1, axis=1)[:, :kept]
    if kept < PIXELS:
        chosen = np.pad(chosen, ((0, 0), (0, PIXELS - kept)), mode="edge")
    x, y, u, v, inside = (np.take_along_axis(it, chosen, axis=1) for it in (x, y, u, v, inside))
    if kept < PIXELS:
        inside[:, kept:] = False
    flat = np.clip(y, 0, height - 1).astype(np.intp) * width + np.clip(x, 0, width - 1).astype(np.intp)
    order = np.argsort(flat, axis=1)  # memory is read in its own order
    return tuple(
        np.take_along_axis(it, order, axis=1) for it in (flat, u.astype(np.float32), v.astype(np.float32), inside)
    )  # type: ignore[return-value]
