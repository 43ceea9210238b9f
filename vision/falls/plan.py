"""The board from straight above, as a picture of so many pixels a centimetre: y grows away from the operator."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.camera import Camera

Image = NDArray[np.float32]
Places = Callable[[Floats], Floats]

STEP_PX = 16
"""The lens is bent so little that every sixteenth pixel is projected, and those between laid between."""
GAMMA = 2.2
LINEAR = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)
"""What a camera's grey level is in linear light, near enough for differences."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A rectangle of the table: its near left corner in cm, its size in px, pixels a cm. Pixel 0 is centred half in."""

    left_cm: float
    near_cm: float
    width_px: int
    depth_px: int
    px_a_cm: float

    @classmethod
    def of(cls, rectangle_cm: tuple[float, float, float, float], px_a_cm: float) -> "Plan":
        """Return the plan of a rectangle (left, near, right, far) cm."""
        left, near, right, far = rectangle_cm
        return cls(left, near, max(int((right - left) * px_a_cm), 2), max(int((far - near) * px_a_cm), 2), px_a_cm)

    @classmethod
    def round(cls, place: tuple[float, float], reach_cm: float, px_a_cm: float) -> "Plan":
        """Return the plan of a square about a place."""
        return cls.of((place[0] - reach_cm, place[1] - reach_cm, place[0] + reach_cm, place[1] + reach_cm), px_a_cm)

    def place(self, u: float, v: float) -> tuple[float, float]:
        """Return the table cm of a point in px."""
        return self.left_cm + (u + 0.5) / self.px_a_cm, self.near_cm + (v + 0.5) / self.px_a_cm

    def pixels(self, places_cm: Floats) -> Floats:
        """Return where (N, 2) table cm are on the plan, px."""
        return np.asarray((places_cm - (self.left_cm, self.near_cm)) * self.px_a_cm - 0.5)

    def seen_by(self, camera: Camera, height_cm: float = 0.0, moved: Places | None = None) -> Image:
        """Return where each pixel of the plan is seen (H, W, 2) px, at a height; ``moved`` shifts its places first."""
        columns, rows = (np.arange(0, size + STEP_PX, STEP_PX) for size in (self.width_px, self.depth_px))
        u, v = np.meshgrid(columns, rows)
        places = np.column_stack([
            self.left_cm + (u.ravel() + 0.5) / self.px_a_cm, self.near_cm + (v.ravel() + 0.5) / self.px_a_cm,
        ])  # fmt: skip
        if moved is not None:
            places = moved(places)
        seen = camera.project(np.column_stack([places, np.full(len(places), height_cm)]))
        coarse = seen.reshape(len(rows), len(columns), 2).astype(np.float32)
        across, along = np.meshgrid(
            (np.arange(self.width_px) / STEP_PX).astype(np.float32),
            (np.arange(self.depth_px) / STEP_PX).astype(np.float32),
        )
        return np.asarray(cv2.remap(coarse, across, along, cv2.INTER_LINEAR), dtype=np.float32)


def in_linear_light(picture: Picture) -> Image:
    """Return a picture in linear light, 0 to 1."""
    return np.asarray(cv2.LUT(picture, LINEAR), dtype=np.float32)


def drawn(light: Image, seen: Image) -> Image:
    """Return a picture in linear light as the plan shows it; 0 where the camera does not see."""
    return np.asarray(
        cv2.remap(light, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), dtype=np.float32
    )


def px_a_cm(camera: Camera, place: tuple[float, float]) -> float:
    """Return how many pixels of the camera's picture a cm on the table is there."""
    x, y = place
    ends = camera.project([(x - 0.5, y, 0.0), (x + 0.5, y, 0.0), (x, y - 0.5, 0.0), (x, y + 0.5, 0.0)])
    return float((np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])) / 2)
