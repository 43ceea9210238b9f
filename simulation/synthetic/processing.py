"""What a webcam's electronics do to light, step by step: each a function on one picture."""

import math
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Floats, Light, Picture

Demosaicing = Literal["bilinear", "edge-aware"]
Subsampling = Literal["4:2:0", "4:2:2", "4:4:4"]

_DEMOSAICING = {"bilinear": cv2.COLOR_BayerRGGB2BGR, "edge-aware": cv2.COLOR_BayerRGGB2BGR_EA}
_SUBSAMPLING = {
    "4:2:0": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    "4:2:2": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    "4:4:4": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
}
_BAYER = ((2, 1), (1, 0))  # the colour (of blue, green, red) of each two by two pixels: red, green, green, blue
_PEDESTAL = 1 / 16  # of full: black lies above zero in the sensor's own numbers, or noise would lift it
_FULL = 65535 / (1 + 2 * _PEDESTAL)
_NEIGHBOURS_PX = 1.0  # standard deviation of the neighbourhood that is averaged
_CHANGED = 8 / 255  # the share of full by which a pixel differs from the frame before where something moved


def rolled(light: Light, motion_px: tuple[float, float]) -> Light:
    """Return light (H, W, 3) that moves so far (right, down) while a rolling shutter goes from first row to last.

    The middle row is where it would be at rest, the first is half of that before it, the last half of it after.
    """
    height, width = light.shape[:2]
    share = (np.arange(height, dtype=np.float32) / np.float32(max(height - 1, 1)) - np.float32(0.5))[:, None]
    u = np.arange(width, dtype=np.float32) - np.float32(motion_px[0]) * share
    v = np.arange(height, dtype=np.float32)[:, None] - np.float32(motion_px[1]) * share
    v = np.repeat(v, width, axis=1)
    return np.asarray(cv2.remap(light, u, v, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.float32)


def mosaic(light: Light, electrons: float, read_noise: float, gains: Floats, dice: np.random.Generator) -> Light:
    """Return what the sensor's pixels (H, W) see of light (H, W, 3), each one colour of it, white balanced.

    A pixel is full (1) with ``electrons`` and read with ``read_noise`` of them; ``gains`` (3,) is what blue, green and
    red are multiplied by to make grey grey, and their noise with it.
    """
    seen = np.empty(light.shape[:2], np.float32)
    gain = np.empty_like(seen)
    for row, colours in enumerate(_BAYER):
        for column, colour in enumerate(colours):
            at = (slice(row, None, 2), slice(column, None, 2))
            seen[at], gain[at] = np.maximum(light[(*at, colour)], 0), gains[colour]
    variance = seen * gain / np.float32(electrons) + np.square(gain * np.float32(read_noise / electrons))
    seen += np.sqrt(variance) * dice.standard_normal(seen.shape, dtype=np.float32)
    return np.asarray(np.clip(seen, -_PEDESTAL, 1), np.float32)


def demosaiced(pixels: Light, how: Demosaicing) -> Light:
    """Return light (H, W, 3) made of a sensor's pixels (H, W) of one colour each."""
    raw = np.rint((pixels + np.float32(_PEDESTAL)) * np.float32(_FULL)).astype(np.uint16)
    return np.asarray(cv2.cvtColor(raw, _DEMOSAICING[how]) / np.float32(_FULL) - np.float32(_PEDESTAL), np.float32)


def toned(light: Light, black: float, gamma: float, contrast: float) -> Light:
    """Return light as grey levels, 0 to 1: that above ``black`` to the power of 1 / ``gamma``, and some S curve on top.

    All that is as dark as ``black`` or darker is black. ``contrast`` is how much of the S curve there is.
    """
    level = np.asarray(
        cv2.pow(np.clip((light - np.float32(black)) / np.float32(1 - black), 0, 1), 1 / gamma), np.float32
    )
    if contrast:
        level += np.float32(contrast) * (np.square(level) * (3 - 2 * level) - level)
    return level


def steadied(level: Light, before: Light, share: float) -> Light:
    """Return grey levels with so much of the frame before mixed in where nothing has changed."""
    differs = cv2.GaussianBlur(cv2.cvtColor(level - before, cv2.COLOR_BGR2GRAY), (5, 5), 1.0)
    kept = np.float32(share) * np.exp(-np.square(differs / np.float32(_CHANGED)))
    return np.asarray(level + kept[..., None] * (before - level), np.float32)


def smoothed(level: Light, strength: float) -> Light:
    """Return grey levels, neighbours averaged that differ by about ``strength`` (levels of 255) or less."""
    return np.asarray(cv2.bilateralFilter(level, 5, strength / 255, _NEIGHBOURS_PX), np.float32)


def sharpened(level: Light, amount: float, width_px: float) -> Light:
    """Return grey levels with ``amount`` of what a blur by ``width_px`` takes away added once more, colour left alone.

    At an edge this overshoots on both sides: the halo.
    """
    grey = cv2.cvtColor(level, cv2.COLOR_BGR2GRAY)
    size = 2 * math.ceil(3 * width_px) + 1
    halo = np.float32(amount) * (grey - cv2.GaussianBlur(grey, (size, size), width_px))
    return np.asarray(level + halo[..., None], np.float32)


def compressed(level: Light, quality: int, subsampling: Subsampling) -> Picture:
    """Return grey levels as the 8 bits that come out of a JPEG."""
    picture = np.rint(np.clip(level, 0, 1) * 255).astype(np.uint8)
    asked = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, _SUBSAMPLING[subsampling]]
    _, coded = cv2.imencode(".jpg", picture, asked)
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
