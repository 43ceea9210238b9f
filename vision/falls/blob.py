"""Whether a spot of the board is a small ball: one colour, round, of the right size, with the board all round it."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Bools, Floats
from vision.falls.plan import Image

SHELL_CM = 0.33
"""The radius of a shell of 6 to 7 mm."""
CORE_CM, RING_CM = 0.17, (0.48, 0.75)
_SMALLEST_CM, _LARGEST_CM, _SIZE_CM = 0.26, 0.38, 0.04
_LONG, _CROWDED, _RAGGED = 0.3, 0.1, 0.1
_CHROMA, _LIGHT = 1.6, 0.7
"""A ball is lighter on its lit side: hue tells more than light."""
_LEAST_PX = 8


@dataclass(frozen=True, slots=True)
class Blob:
    """A spot: its centre px, radius cm, axes' ratio, how much of the ring about it is like it, how full its hull is.

    ``contrast`` is how far its colour is from that of the nearest of what is round it.
    """

    u: float
    v: float
    radius_cm: float
    axes: float
    crowded: float
    full: float
    contrast: float

    @property
    def roundness(self) -> float:
        """How like a ball it is, 0 to 1."""
        size = max(0.0, _SMALLEST_CM - self.radius_cm) + max(0.0, self.radius_cm - _LARGEST_CM)
        misfit = ((self.axes - 1) / _LONG) ** 2 + (self.crowded / _CROWDED) ** 2 + (size / _SIZE_CM) ** 2
        return float(np.exp(-misfit - (max(0.0, 0.92 - self.full) / _RAGGED) ** 2))


def blob_of_colour(image: Image, u: float, v: float, px_a_cm: float) -> Blob | None:
    """Return the spot of one colour at a point of a picture (H, W, 3) relative to the light, if there is one."""
    yy, xx = np.mgrid[: image.shape[0], : image.shape[1]]
    away = np.hypot(xx - u, yy - v) / px_a_cm
    core, ring = away < CORE_CM, (away > RING_CM[0]) & (away < RING_CM[1])
    if core.sum() < 3 or ring.sum() < 12:
        return None
    colours = _weighed(image)
    other = np.linalg.norm(colours - np.median(colours[core], axis=0), axis=2)
    contrast = float(np.percentile(other[ring], 15))
    return _spot(other < 0.5 * contrast, core, contrast, px_a_cm) if contrast > 0 else None


def blob_of_change(new: Image, u: float, v: float, px_a_cm: float) -> Blob | None:
    """Return the spot of one change at a point of a picture (H, W, 3) of what is new; None where there is none."""
    yy, xx = np.mgrid[: new.shape[0], : new.shape[1]]
    away = np.hypot(xx - u, yy - v) / px_a_cm
    core, ring = away < CORE_CM, (away > RING_CM[0]) & (away < RING_CM[1])
    if core.sum() < 3 or ring.sum() < 12:
        return None
    about = np.median(new[ring], axis=0)
    way = np.median(new[core], axis=0) - about
    size = float(np.linalg.norm(way))
    along = (new - about) @ (way / size) if size > 0 else np.zeros(new.shape[:2])
    return _spot(along > 0.5 * size, core, size, px_a_cm) if size > 0 else None


def _spot(like: Bools, core: Bools, contrast: float, px_a_cm: float) -> Blob | None:
    """Measure the connected spot that has most of the core."""
    _, labels = cv2.connectedComponents(like.astype(np.uint8), connectivity=4)
    inside = labels[core & like]
    if inside.size == 0:
        return None
    outlines, _ = cv2.findContours(
        (labels == np.bincount(inside).argmax()).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    outline = max(outlines, key=cv2.contourArea)
    filled = np.zeros(like.shape, dtype=np.uint8)
    cv2.drawContours(filled, [outline], -1, 1, -1)
    v, u = np.nonzero(filled)
    if len(u) < _LEAST_PX:
        return None
    spreads = np.sqrt(np.maximum(np.linalg.eigvalsh(np.cov(np.stack([u, v]))), 1e-6))
    radius_cm = float(np.sqrt(len(u) / np.pi)) / px_a_cm
    yy, xx = np.mgrid[: like.shape[0], : like.shape[1]]
    away = np.hypot(xx - u.mean(), yy - v.mean()) / px_a_cm
    about = (away > 1.25 * radius_cm) & (away < 1.25 * radius_cm + 0.22)
    crowded = float(like[about].mean()) if about.any() else 1.0
    full = cv2.contourArea(outline) / max(cv2.contourArea(cv2.convexHull(outline)), 1.0)
    return Blob(
        float(u.mean()), float(v.mean()), radius_cm, float(spreads[1] / spreads[0]), crowded, float(full), contrast
    )


def _weighed(image: Image) -> Floats:
    light = image.mean(axis=2, keepdims=True)
    return np.concatenate([(image - light) * _CHROMA, light * _LIGHT], axis=2)
