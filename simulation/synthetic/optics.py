"""From light on the table to grey levels: shadows and glare, lens and motion blur, tone curve, sharpening."""

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.coverage import Box, Edges, coverages
from simulation.synthetic.ink import blur_reach_px, blurred
from simulation.synthetic.look import CastShadow, Glare, Look, Tone
from vision.camera import Camera

Light = NDArray[np.float32]
_CURVE_STEPS = 65535  # a 16-bit table: finer than any grey level, also in the dark where curves are steep
_FILM = 0.5
_STEPS = 64  # places of what moves that are added up


def coded(light: Light, tone: Tone, gamma: float) -> Light:
    """Return light of any shape as grey levels, 0 to 1; what is brighter than 1 is cut off."""
    clipped = np.clip(light, 0, 1)
    if tone == "power":
        return np.asarray(cv2.pow(clipped, 1 / gamma), np.float32)
    return np.asarray(_curve(tone)[np.rint(clipped * np.float32(_CURVE_STEPS)).astype(np.uint16)], np.float32)


def curve(light: NDArray[np.float64], tone: Tone, gamma: float = 2.2) -> NDArray[np.float64]:
    """Return the same exactly, for light between 0 and 1."""
    if tone == "power":
        return np.asarray(light ** (1 / gamma))
    level = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    if tone == "film":
        level = level + _FILM * (level**2 * (3 - 2 * level) - level)
    return np.asarray(level)


@lru_cache(maxsize=4)
def _curve(tone: Tone) -> Light:
    return curve(np.arange(_CURVE_STEPS + 1) / _CURVE_STEPS, tone).astype(np.float32)


def motion_kernel(motion_px: tuple[float, float]) -> Light:
    """Return the kernel (odd, odd) of what moved so far (right, down), evenly; its middle is its mean."""
    right, down = motion_px
    reach = math.ceil(max(abs(right), abs(down)) / 2) + 1
    share = (np.arange(_STEPS) + 0.5) / _STEPS - 0.5
    x, y = share * right + reach, share * down + reach
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1))
    for more_x, more_y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        weight = np.abs(1 - more_x - (x - column)) * np.abs(1 - more_y - (y - row))
        np.add.at(kernel, (row + more_y, column + more_x), weight)
    return np.asarray(kernel / kernel.sum(), np.float32)


def smeared(light: Light, kernel: Light, outside: float | None = None) -> Light:
    """Return light (h, w) or (h, w, n) smeared; ``outside`` is what lies beyond its border (None: as its edge)."""
    if outside is None:
        return np.asarray(cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
    # Light less what is outside: 0 there, which is how OpenCV pads.
    kept = cv2.filter2D(light - np.float32(outside), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(kept, np.float32).reshape(light.shape) + np.float32(outside)


Picture = NDArray[np.uint8]

_PLAIN_KEYS = ("motion_px", "tone", "sharpen", "glares", "cast_shadows")
_ORDINARY = Look()


class Optics:
    """What one camera and one look make of light; ``reach`` is how many pixels far any of it is spread."""

    def __init__(self, camera: Camera, look: Look) -> None:
        self._look = look
        self._is_plain = all(getattr(look, key) == getattr(_ORDINARY, key) for key in _PLAIN_KEYS)
        self._motion = motion_kernel(look.motion_px) if any(look.motion_px) else None
        self._left = _left_by(camera, look.cast_shadows) if look.cast_shadows else None
        self._added = _added_by(camera, look.glares) if look.glares else None
        self.reach = blur_reach_px(look.blur_px)
        if self._motion is not None:
            self.reach += max(self._motion.shape) // 2
        if look.sharpen:
            self.reach += _halo_reach_px(look)

    def shade(self, light: Light, fine: Light, window: Box) -> None:
        """Darken the light (h, w, 3) and (h, w) of a window where something beside the table takes it."""
        if self._left is not None:
            left = self._left[window.slices()]
            light *= left[..., None]
            fine *= left

    def levels(self, light: Light, fine: Light, window: Box) -> Picture:
        """Return the grey levels of a window's light before the lens, (h, w, 3) or (h, w), and what is fine (h, w)."""
        look = self._look
        if look.blur_px:
            light = blurred(light, look.blur_px)
            light += fine[..., None] if light.ndim == 3 else fine
        if self._is_plain:
            return np.asarray(np.rint(coded(light, look.tone, look.gamma) * 255), np.uint8)
        if self._motion is not None:
            light = smeared(light, self._motion)
        if self._added is not None:
            added = self._added[window.slices()]
            light = light + (added[..., None] if light.ndim == 3 else added)
        grey = coded(light, look.tone, look.gamma)
        if look.sharpen:
            grey = sharpened(grey, look)
        return np.asarray(np.rint(np.clip(grey, 0, 1) * 255), np.uint8)


def sharpened(grey: Light, look: Look) -> Light:
    """Return grey levels (or noise) with the halo that a webcam's own sharpening leaves round edges."""
    size = 2 * _halo_reach_px(look) + 1
    soft = cv2.GaussianBlur(grey, (size, size), look.sharpen_px)
    return np.asarray(grey + np.float32(look.sharpen) * (grey - soft), np.float32)


def _halo_reach_px(look: Look) -> int:
    return math.ceil(3 * look.sharpen_px)


def _left_by(camera: Camera, shadows: tuple[CastShadow, ...]) -> Light:
    """Return the share of light (H, W) that cast shadows leave."""
    width, height = camera.lens.size_px
    picture = Box(0, 0, width, height)
    left = np.ones((height, width), np.float32)
    for shadow in shadows:
        outline = np.array(shadow.polygon, dtype=np.float64)
        edges = Edges.of_polygon(camera.project(np.column_stack([outline, np.zeros(len(outline))])))
        softness_px = shadow.edge_cm * _px_per_cm(camera, *outline.mean(axis=0))
        reach = math.ceil(3 * softness_px)
        (covered,) = coverages([edges], [edges.box])
        covered = np.pad(np.minimum(covered, 1), reach)
        if reach:
            covered = np.asarray(cv2.GaussianBlur(covered, (0, 0), softness_px), np.float32)
        whole = edges.box.grown(reach)
        shared = whole.clipped(picture)
        left[shared.slices()] *= 1 - np.float32(shadow.share) * covered[shared.slices(whole)]
    return left


def _added_by(camera: Camera, glares: tuple[Glare, ...]) -> Light:
    """Return the light (H, W) that glare adds."""
    width, height = camera.lens.size_px
    added = np.zeros((height, width), np.float32)
    for glare in glares:
        (u, v), scale = camera.project([(glare.x, glare.y, 0.0)])[0], _px_per_cm(camera, glare.x, glare.y)
        turn = -math.radians(glare.turn_deg)  # down is positive in the picture, away on the table
        reach = math.ceil(4 * max(glare.radius_cm) * scale)
        box = Box(round(u) - reach, round(v) - reach, 2 * reach + 1, 2 * reach + 1).clipped(Box(0, 0, width, height))
        x, y = np.arange(box.left, box.right) - u, (np.arange(box.top, box.bottom) - v)[:, None]
        along = (x * math.cos(turn) + y * math.sin(turn)) / (glare.radius_cm[0] * scale)
        across = (y * math.cos(turn) - x * math.sin(turn)) / (glare.radius_cm[1] * scale)
        added[box.slices()] += (glare.strength * np.exp(-0.5 * (along**2 + across**2))).astype(np.float32)
    return added


def _px_per_cm(camera: Camera, x: float, y: float) -> float:
    pair = camera.project([(x - 0.5, y, 0.0), (x + 0.5, y, 0.0)])
    return float(np.hypot(*(pair[1] - pair[0])))
