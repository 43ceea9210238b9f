"""How a synthetic picture looks: the ground, the light and what the camera does to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

import cv2
import numpy as np

from simulation.synthetic.optics import Optics
from simulation.synthetic.sensor import Sensor, out_of_limits
from vision.arrays import Light, Picture
from vision.camera import Camera

GAMMA = 2.2
Ground = Literal["grass", "sand", "snow", "plain"]


@dataclass(frozen=True, slots=True)
class Look:
    """What is between the exact table and the picture; the defaults are an ordinary camera in a club room.

    ``blur_px`` is the lens's Gaussian blur (on top of the pixel's own square), ``noise`` one standard deviation in grey
    levels of 255; these are a power of 1 / ``gamma`` of linear light. ``light_gradient`` is how much darker the far
    side from the lamp is than the near one, ``vignette`` the loss in the corners, ``shadow`` how much light a shadow
    takes, ``lamp_deg`` where the light comes from, ``jpeg_quality`` None for no JPEG. ``outline`` draws a chalk line
    round the play area. With a ``sensor`` light becomes a picture there, and ``noise``, ``gamma`` and ``jpeg_quality``
    count for nothing. Raises BadInput for a value no picture can have.
    """

    ground: Ground = "grass"
    blur_px: float = 0.35
    noise: float = 1.2
    gamma: float = GAMMA
    light: float = 0.95
    light_gradient: float = 0.18
    vignette: float = 0.1
    shadow: float = 0.42
    lamp_deg: float = 125.0
    jpeg_quality: int | None = None
    outline: bool = True
    sensor: Sensor | None = None

    def __post_init__(self) -> None:
        self._limit({
            "blur_px": (0, 20), "noise": (0, 60), "gamma": (0.5, 4), "light": (0.01, 2),
            "light_gradient": (0, 0.95), "vignette": (0, 0.95), "shadow": (0, 0.95), "lamp_deg": (-360, 360),
        })  # fmt: skip
        if self.jpeg_quality is not None and not 1 <= self.jpeg_quality <= 100:
            raise out_of_limits("jpeg_quality", 1, 100, self.jpeg_quality)

    def optics(self, camera: Camera) -> Optics:  # noqa: ARG002 - a room's light lies in places
        """Return what that camera makes of light."""
        return Optics(self.blur_px, self.gamma)

    def sensor_noise(self, shape: tuple[int, int, int], dice: np.random.Generator) -> Light | None:
        """Return noise of that shape in grey levels; None for none."""
        return dice.standard_normal(shape, dtype=np.float32) * np.float32(self.noise) if self.noise > 0 else None

    def jpeg(self, picture: Picture) -> Picture:
        """Return a picture (H, W, 3) as it is after the camera's JPEG."""
        if self.jpeg_quality is None or self.sensor is not None:
            return picture
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)

    def unprocessed(self) -> Self:
        """Return the look without all that a camera does to light once it is through the lens."""
        return replace(self, noise=0.0, gamma=GAMMA, jpeg_quality=None, sensor=None)

    def _limit(self, limits: Mapping[str, tuple[float, float]]) -> None:
        for key, (low, high) in limits.items():
            value = getattr(self, key)
            if not low <= value <= high:
                raise out_of_limits(key, low, high, value)
