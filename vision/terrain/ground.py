"""The table's own ground as a picture from above shows it: its colour, how that varies, and what is not like it."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats, Light, Picture

FEW = 12_000
"""So many pixels tell the ground; more say the same."""
DARKER = 0.9
"""A shadow takes up to so much of the logarithm of the light (60 %) and changes no colour: that is still ground."""
FLOOR = 0.004
"""Linear light below which a pixel has no colour to speak of."""


@dataclass(frozen=True)
class Ground:
    """How unlike the ground each pixel is: ``colour`` (H, W) sharp, ``texture`` (H, W) of colour and grain, blurred.

    Both in standard deviations of the ground's own unevenness; ``share`` is how much of the table looks like ground.
    """

    colour: Light
    texture: Light
    share: float


def ground_of(picture: Picture, px_per_cm: float, table: Bools) -> Ground:
    """Learn the ground of a picture (H, W, 3) BGR from the part ``table`` (H, W) of it, most of which is bare."""
    light = np.asarray(np.maximum(picture.astype(np.float32) / 255.0, FLOOR) ** 2.2, np.float32)
    sharp, soft = (_colours(cv2.GaussianBlur(light, (0, 0), blur_cm * px_per_cm)) for blur_cm in (0.1, 0.2))
    grained = np.dstack([soft, _grain(picture, px_per_cm)]).astype(np.float32)
    colour, share = _unlike(sharp, table)
    texture, _ = _unlike(grained, table)
    return Ground(colour, texture, share)


def _colours(light: NDArray[Any]) -> Light:
    """Return brightness and two hues that no shadow changes, as logarithms."""
    blue, green, red = cv2.split(np.log(light + FLOOR))
    return np.dstack([(blue + green + red) / 3, red - green, blue - green])


def _grain(picture: Picture, px_per_cm: float) -> Light:
    """Return how rough the picture is round each pixel, whatever its brightness: the logarithm of its contrast."""
    grey = np.log(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) + 6)
    rough = grey - cv2.GaussianBlur(grey, (0, 0), 0.35 * px_per_cm)
    return np.asarray(0.5 * np.log(cv2.GaussianBlur(rough * rough, (0, 0), 0.45 * px_per_cm) + 1e-5), np.float32)


def _unlike(features: Light, table: Bools) -> tuple[Light, float]:
    """Return each pixel's distance from the ground, and the share of the table that is ground.

    The ground's features are a slope and a bend over the table (a lamp on one side, a lens's dark corners) and a
    spread about it, fitted again and again to what is left when everything unlike is put aside.
    """
    height, width, count = features.shape
    surface = _bends(height, width)
    places = np.flatnonzero(table.ravel())
    some = places[:: max(1, len(places) // FEW)]
    known, seen = surface.reshape(-1, 6)[some], features.reshape(-1, count)[some].astype(np.float64)
    keep = _densest(seen[:, :3])
    least = np.diag(([1e-3, 3e-4, 3e-4] + [1e-2] * count)[:count])
    for _ in range(8):
        bend = np.linalg.lstsq(known[keep], seen[keep], rcond=None)[0]
        off = seen - known @ bend
        precision = np.linalg.inv(np.cov(off[keep].T) + least)
        inside = np.einsum("ij,jk,ik->i", off, precision, off) < 4.0 * count
        keep = inside if inside.sum() > 20 * count else keep
    off_all = features - (surface @ bend.astype(np.float32))
    bright = off_all[..., 0]
    off_all[..., 0] = np.where(bright < 0, np.minimum(bright + DARKER, 0), bright)
    squared = np.einsum("...i,ij,...j->...", off_all, precision.astype(np.float32), off_all)
    return np.asarray(np.sqrt(np.maximum(squared, 0)), np.float32), float(keep.mean())


def _densest(colours: Floats) -> Bools:
    """Return which colours lie about the commonest one: a mean shift from the median."""
    wide = np.array([0.5, 0.18, 0.18])
    middle = np.median(colours, axis=0)
    for _ in range(15):
        weight = np.exp(-0.5 * (((colours - middle) / wide) ** 2).sum(axis=1))
        middle = weight @ colours / weight.sum()
    near = np.exp(-0.5 * (((colours - middle) / wide) ** 2).sum(axis=1)) > 0.05
    return np.asarray(near)


def _bends(height: int, width: int) -> Light:
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)
