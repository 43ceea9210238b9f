"""How a synthetic picture looks: the ground, the light and what the camera does to it."""

import math
from dataclasses import dataclass
from typing import Literal

from table.errors import BadInput

Ground = Literal["grass", "sand", "snow", "plain"]
Tone = Literal["power", "srgb", "film"]


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
class Look:
    """What is between the exact table and the picture; the defaults are an ordinary camera in a club room.

    ``blur_px`` is the lens's Gaussian blur (on top of the pixel's own square), ``motion_px`` how far (right, down) the
    picture moves on the sensor while it is exposed, evenly and about its own place, ``noise`` one standard deviation in
    grey levels of 255, ``colour_noise`` the same of blotches that change only the hue, ``tone`` the curve that makes
    grey levels from linear light: a "power" of 1 / ``gamma``, "srgb", or "film", an S on top of sRGB. ``sharpen`` is
    how much of a webcam's halo is added, ``sharpen_px`` its width. ``light_gradient`` is how much darker the far side
    from the lamp is than the near one, ``vignette`` the loss in the corners, ``shadow`` how much light a shadow takes,
    ``lamp_deg`` where the light comes from, ``jpeg_quality`` None for no JPEG. ``outline`` draws a chalk line round the
    play area. Raises BadInput for a value no picture can have.
    """

    ground: Ground = "grass"
    blur_px: float = 0.35
    noise: float = 1.2
    gamma: float = 2.2
    light: float = 0.95
    light_gradient: float = 0.18
    vignette: float = 0.1
    shadow: float = 0.42
    lamp_deg: float = 125.0
    jpeg_quality: int | None = None
    outline: bool = True
    motion_px: tuple[float, float] = (0.0, 0.0)
    tone: Tone = "power"
    sharpen: float = 0.0
    sharpen_px: float = 1.0
    colour_noise: float = 0.0
    glares: tuple[Glare, ...] = ()
    cast_shadows: tuple[CastShadow, ...] = ()

    def __post_init__(self) -> None:
        limits = {
            "blur_px": (0, 20), "noise": (0, 60), "gamma": (0.5, 4), "light": (0.01, 2),
            "light_gradient": (0, 0.95), "vignette": (0, 0.95), "shadow": (0, 0.95), "lamp_deg": (-360, 360),
            "sharpen": (0, 5), "sharpen_px": (0.3, 10), "colour_noise": (0, 60),
        }  # fmt: skip
        for key, (low, high) in limits.items():
            value = getattr(self, key)
            if not low <= value <= high:
                raise BadInput(f"a synthetic picture's {key} must be from {low} to {high}, got {value}")
        if not math.hypot(*self.motion_px) <= 60:
            raise BadInput(f"a synthetic picture's motion_px must be at most 60 long, got {self.motion_px}")
        if self.jpeg_quality is not None and not 1 <= self.jpeg_quality <= 100:
            raise BadInput(f"a synthetic picture's jpeg_quality must be from 1 to 100, got {self.jpeg_quality}")


BARE = Look(ground="plain", noise=0.0, light_gradient=0.0, vignette=0.0, shadow=0.0, outline=False)
"""Even light on a plain mat without noise: for tests of geometry alone."""
