"""What is different in the light of two pictures of one table: brightness, slope, colour, flicker, a soft shadow."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera

Picture = NDArray[np.uint8]
Light = NDArray[np.float32]
_COARSE = 8  # light is smooth: it is worked out on every 8th pixel


@dataclass(frozen=True, slots=True)
class SoftShadow:
    """A shadow of a hand or head over the table: a polygon in table cm, the share of light taken, its edge's sigma."""

    polygon: tuple[tuple[float, float], ...]
    share: float
    edge_cm: float


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a picture's light differs from the stage's own.

    ``gain`` and ``tint`` (blue, green, red) are factors of light, ``slope`` what is added right and down across the
    picture, ``flicker`` (share, rows a period, phase) a lamp's waves over the rows, ``defocus_px`` more lens blur.
    """

    gain: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: tuple[float, float] = (0.0, 0.0)
    flicker: tuple[float, float, float] = (0.0, 1000.0, 0.0)
    shadows: tuple[SoftShadow, ...] = ()
    defocus_px: float = 0.0


def exposed(picture: Picture, exposure: Exposure, camera: Camera, gamma: float) -> Picture:
    """Return a noiseless picture (H, W, 3) as that exposure makes it, before noise."""
    if exposure == Exposure():
        return picture.copy()
    if exposure.defocus_px > 0.05:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), exposure.defocus_px), np.uint8)
    height, width = picture.shape[:2]
    field = _field(exposure, camera, (height, width)) ** np.float32(1 / gamma)
    share, period, phase = exposure.flicker
    rows = 1 + share * np.sin(2 * math.pi * np.arange(height) / period + phase)
    field *= (rows[:, None] ** (1 / gamma)).astype(np.float32)
    levels = np.empty_like(picture)
    for k in range(3):
        levels[..., k] = cv2.multiply(
            picture[..., k], field, scale=exposure.tint[k] ** (1 / gamma), dtype=cv2.CV_8U
        )  # fmt: skip
    return levels


def _field(exposure: Exposure, camera: Camera, size: tuple[int, int]) -> Light:
    height, width = size
    rows, columns = math.ceil(height / _COARSE), math.ceil(width / _COARSE)
    right = np.linspace(-0.5, 0.5, columns, dtype=np.float32)[None, :]
    down = np.linspace(-0.5, 0.5, rows, dtype=np.float32)[:, None]
    field = np.float32(exposure.gain) * (
        1 + np.float32(exposure.slope[0]) * right + np.float32(exposure.slope[1]) * down
    )
    for shadow in exposure.shadows:
        outline = np.array([(x, y, 0.0) for x, y in shadow.polygon])
        seen = camera.project(outline) / _COARSE
        mask = np.zeros((rows, columns), np.uint8)
        cv2.fillPoly(mask, [np.round(seen * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        middle = outline.mean(axis=0)
        pair = camera.project(middle + np.array([(-0.5, 0.0, 0.0), (0.5, 0.0, 0.0)]))
        sigma = max(shadow.edge_cm * float(np.hypot(*(pair[1] - pair[0]))) / _COARSE, 0.4)
        soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
        field *= 1 - np.float32(shadow.share / 255) * soft
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def hand_shadow(x: float, y: float, from_deg: float, share: float, edge_cm: float) -> SoftShadow:
    """Return the shadow of a hand over a point whose arm comes in from a heading on the table."""
    turn = math.radians(from_deg)
    c, s = math.cos(turn), math.sin(turn)
    own = [(-9, -3), (-10, 1), (-7, 4.5), (0, 5.5), (8, 3.8), (80, 6.5), (80, -6.5), (8, -3.8), (0, -5), (-5, -5)]
    points = tuple((x + a * c - b * s, y + a * s + b * c) for a, b in own)
    return SoftShadow(points, share, edge_cm)
