"""How a synthetic picture looks: the ground, the light and what the camera does to it."""

from dataclasses import dataclass
from typing import Literal

from table.errors import BadInput

Ground = Literal["grass", "sand", "snow", "plain"]


@dataclass(frozen=True, slots=True)
class Look:
    """What is between the exact table and the picture; the defaults are an ordinary camera in a club room.

    ``blur_px`` is the lens's Gaussian blur (on top of the pixel's own square), ``noise`` one standard deviation in grey
    levels of 255, ``gamma`` the exponent that makes grey levels from linear light, ``light_gradient`` how much darker
    the far side from the lamp is than the near one, ``vignette`` the loss in the corners, ``shadow`` how much light a
    shadow takes, ``lamp_deg`` where the light comes from, ``jpeg_quality`` None for no JPEG. ``outline`` draws a chalk
    line round the play area. Raises BadInput for a value no picture can have.
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

    def __post_init__(self) -> None:
        limits = {
            "blur_px": (0, 20), "noise": (0, 60), "gamma": (0.5, 4), "light": (0.01, 2),
            "light_gradient": (0, 0.95), "vignette": (0, 0.95), "shadow": (0, 0.95), "lamp_deg": (-360, 360),
        }  # fmt: skip
        for key, (low, high) in limits.items():
            value = getattr(self, key)
            if not low <= value <= high:
                raise BadInput(f"a synthetic picture's {key} must be from {low} to {high}, got {value}")
        if self.jpeg_quality is not None and not 1 <= self.jpeg_quality <= 100:
            raise BadInput(f"a synthetic picture's jpeg_quality must be from 1 to 100, got {self.jpeg_quality}")


BARE = Look(ground="plain", noise=0.0, light_gradient=0.0, vignette=0.0, shadow=0.0, outline=False)
"""Even light on a plain mat without noise: for tests of geometry alone."""
