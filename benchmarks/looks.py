"""How a real room and a real camera look: lamps mirrored, shadows cast, motion, tone curves, sharpening, blotches."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.coverage import Box, Edges, coverages
from simulation.synthetic.look import Look
from simulation.synthetic.optics import Optics
from table.errors import BadInput
from vision.camera import Camera

Light = NDArray[np.float32]
Picture = NDArray[np.uint8]
Tone = Literal["power", "srgb", "film"]
_CURVE_STEPS = 65535  # a 16-bit table: finer than any grey level, also in the dark where curves are steep
_FILM = 0.5
_STEPS = 64  # places of what moves that are added up
_BLOTCH_PX = 1.5
_GREY = np.array([0.114, 0.587, 0.299], np.float32)  # what blue, green and red are worth in grey


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored in the table: a soft ellipse of added light round a point in table cm.

    ``strength`` is the light added in its middle, as a share of what white paper in full light has at most (1 makes
    anything white), ``radius_cm`` (along ``turn_deg``, across it) where it is down to 0.6 of that.
    """

    x: float
    y: float
    strength: float = 0.5
    radius_cm: tuple[float, float] = (6.0, 4.0)
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class CastShadow:
    """A shadow of something beside the table, a polygon in table cm; ``share`` of the light is taken.

    ``edge_cm`` is one standard deviation of its border's softness: 0 is as sharp as the lens.
    """

    polygon: tuple[tuple[float, float], ...]
    share: float = 0.5
    edge_cm: float = 0.0


@dataclass(frozen=True, slots=True)
class RoomLook(Look):
    """A look with all that a real room and camera do to a picture.

    ``motion_px`` is how far (right, down) the picture moves on the sensor while it is exposed, evenly and about its own
    place, ``colour_noise`` one standard deviation in grey levels of blotches that change only the hue, ``tone`` the
    curve that makes grey levels from linear light: a "power" of 1 / ``gamma``, "srgb", or "film", an S on top of sRGB.
    ``sharpen`` is how much of a webcam's halo is added, ``sharpen_px`` its width; the noise is sharpened as well.
    """

    motion_px: tuple[float, float] = (0.0, 0.0)
    tone: Tone = "power"
    sharpen: float = 0.0
    sharpen_px: float = 1.0
    colour_noise: float = 0.0
    glares: tuple[Glare, ...] = ()
    cast_shadows: tuple[CastShadow, ...] = ()

    def __post_init__(self) -> None:
        Look.__post_init__(self)
        self._limit({"sharpen": (0, 5), "sharpen_px": (0.3, 10), "colour_noise": (0, 60)})
        if not math.hypot(*self.motion_px) <= 60:
            raise BadInput(f"a synthetic picture's motion_px must be at most 60 long, got {self.motion_px}")

    def optics(self, camera: Camera) -> Optics:
        """Return what that camera makes of light."""
        return RoomOptics(camera, self)

    def unprocessed(self) -> Self:
        """Return the look without all that a camera does to light once it is through the lens."""
        return replace(Look.unprocessed(self), tone="power", sharpen=0.0, colour_noise=0.0)

    def sensor_noise(self, shape: tuple[int, int, int], dice: np.random.Generator) -> Light | None:
        """Return noise and blotches of that shape in grey levels; None for none."""
        if not (self.noise > 0 or self.colour_noise > 0):
            return None
        noise = dice.standard_normal(shape, dtype=np.float32) * np.float32(self.noise)
        if self.colour_noise:
            noise += _blotches(shape, dice) * np.float32(self.colour_noise)
        return sharpened(noise, self) if self.sharpen else noise


BARE = RoomLook(ground="plain", noise=0.0, light_gradient=0.0, vignette=0.0, shadow=0.0, outline=False)
"""Even light on a plain mat without noise: for tests of geometry alone."""


class RoomOptics(Optics):
    """What one camera and one room's look make of light."""

    def __init__(self, camera: Camera, look: RoomLook) -> None:
        super().__init__(look.blur_px, look.gamma)
        self._look = look
        self._motion = motion_kernel(look.motion_px) if any(look.motion_px) else None
        self._left = _left_by(camera, look.cast_shadows) if look.cast_shadows else None
        self._added = _added_by(camera, look.glares) if look.glares else None
        if self._motion is not None:
            self.reach += max(self._motion.shape) // 2
        if look.sharpen:
            self.reach += _halo_reach_px(look)

    def levels(self, light: Light, fine: Light, window: Box) -> Picture:
        """Return the grey levels of a window's light before the lens, (h, w, 3) or (h, w), and what is fine (h, w)."""
        look = self._look
        grey = coded(self.exposed(light, fine, window), look.tone, look.gamma)
        if look.sharpen:
            grey = sharpened(grey, look)
        return np.asarray(np.rint(np.clip(grey, 0, 1) * 255), np.uint8)

    def exposed(self, light: Light, fine: Light, window: Box) -> Light:
        """Return the same as the light that reaches the sensor, lamps mirrored and shadows cast."""
        if self._left is not None:
            left = self._left[window.slices()]
            light *= left[..., None]
            fine *= left
        light = self.through_lens(light, fine)
        if self._motion is not None:
            light = np.asarray(cv2.filter2D(light, -1, self._motion, borderType=cv2.BORDER_REPLICATE), np.float32)
        if self._added is not None:
            added = self._added[window.slices()]
            light = light + (added[..., None] if light.ndim == 3 else added)
        return light


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


def sharpened(grey: Light, look: RoomLook) -> Light:
    """Return grey levels (or noise) with the halo that a webcam's own sharpening leaves round edges."""
    size = 2 * _halo_reach_px(look) + 1
    soft = cv2.GaussianBlur(grey, (size, size), look.sharpen_px)
    return np.asarray(grey + np.float32(look.sharpen) * (grey - soft), np.float32)


def _halo_reach_px(look: RoomLook) -> int:
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


def _blotches(shape: tuple[int, int, int], dice: np.random.Generator) -> NDArray[np.float32]:
    """Return soft noise (H, W, 3) of standard deviation 1 over all colours that leaves the grey as it is."""
    soft = np.asarray(cv2.GaussianBlur(dice.standard_normal(shape, dtype=np.float32), (0, 0), _BLOTCH_PX), np.float32)
    soft -= (soft @ _GREY)[..., None]
    return np.asarray(soft / soft.std(), np.float32)
