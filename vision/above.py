"""The picture of a camera laid flat: the table as from straight above, in table cm."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadGeometry
from vision.arrays import Picture
from vision.camera import Camera

COARSE_PX = 8
PX_PER_CM = 12.0
"""How finely the page, and the evidence, show the table."""


@dataclass(frozen=True, eq=False)
class FromAbove:
    """A view of the rectangle ``left, near, right, far`` (table cm) on the table's plane, ``px_per_cm`` fine.

    Whatever stands higher than the table leans away from the camera, as it does in any such picture. Raises
    BadGeometry for a rectangle without area.
    """

    camera: Camera
    rectangle_cm: tuple[float, float, float, float]
    px_per_cm: float = PX_PER_CM

    def __post_init__(self) -> None:
        left, near, right, far = self.rectangle_cm
        if not (right > left and far > near and self.px_per_cm > 0):
            raise BadGeometry("a view from above needs a rectangle: left < right, near < far, px_per_cm > 0")

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture it makes."""
        left, near, right, far = self.rectangle_cm
        return round((right - left) * self.px_per_cm), round((far - near) * self.px_per_cm)

    @cached_property
    def _where(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """Return where in the camera's picture each px comes from, in OpenCV's quick fixed-point form."""
        left, _, _, far = self.rectangle_cm
        width, height = self.size_px
        # The lens bends little over a few px: a coarse grid, enlarged, is within 0.01 px and a hundred times quicker.
        columns, rows = (
            np.arange(-COARSE_PX, width + COARSE_PX, COARSE_PX),
            np.arange(-COARSE_PX, height + COARSE_PX, COARSE_PX),
        )
        x = left + (columns + 0.5) / self.px_per_cm
        y = far - (rows + 0.5) / self.px_per_cm
        points = np.stack([*np.meshgrid(x, y), np.zeros((len(y), len(x)))], axis=-1).reshape(-1, 3)
        seen = self.camera.project(points).reshape(len(y), len(x), 2).astype(np.float32)
        places = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
        fine = cv2.remap(seen, places[..., 0] / COARSE_PX + 1, places[..., 1] / COARSE_PX + 1, cv2.INTER_LINEAR)
        where, between = cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)
        return np.asarray(where, dtype=np.int16), np.asarray(between, dtype=np.uint16)

    def of(self, picture: Picture) -> Picture:
        """Return the camera's picture (height, width[, 3]) from above, far edge on top; black where it saw nothing."""
        where, between = self._where
        return np.asarray(cv2.remap(picture, where, between, cv2.INTER_LINEAR), dtype=np.uint8)


def jpeg_bytes(picture: Picture, quality: int = 82) -> bytes:
    """Return a picture as JPEG."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise BadGeometry(f"a picture of shape {picture.shape} cannot be written as JPEG")
    return data.tobytes()


def png_bytes(picture: Picture) -> bytes:
    """Return a picture as a PNG, quickly rather than small."""
    return bytes(cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1])
