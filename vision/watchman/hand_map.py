"""Where hands are: a small picture of what differs from the settled table, or moves."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Bools, Floats


@dataclass(frozen=True, eq=False)
class HandMap:
    """A small picture (h, w) of True where something differs; one of its pixels is ``step_px`` of the camera's wide.

    ``moving`` (h, w) is the part of it that changed just now.
    """

    differs: Bools
    moving: Bools
    step_px: float

    def near(self, points_px: ArrayLike, radius_px: float | ArrayLike = 0.0) -> Bools:
        """Return which of the points (N, 2) px have something different within ``radius_px`` (one or N)."""
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        if not (len(points) and self.any):
            return np.zeros(len(points), dtype=bool)
        height, width = self.differs.shape
        # The first pixel's centre is (0, 0), so its corner is half a pixel off, in either picture.
        place = np.rint(np.nan_to_num((points + 0.5) / self.step_px - 0.5, posinf=1e6, neginf=-1e6)).astype(int)
        away = self._away_px[place[:, 1].clip(0, height - 1), place[:, 0].clip(0, width - 1)]
        return np.asarray(away <= np.asarray(radius_px, dtype=np.float64))

    @cached_property
    def any(self) -> bool:
        """Whether anything differs at all."""
        return bool(self.differs.any())

    @property
    def share(self) -> float:
        """What share of the picture differs."""
        return float(self.differs.mean())

    @cached_property
    def _away_px(self) -> Floats:
        """Return (h, w): how far the edge of the nearest difference is, in px of the camera; 0 within it."""
        away = cv2.distanceTransform((~self.differs).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
        return np.asarray(np.maximum(np.asarray(away, dtype=np.float64) - 0.5, 0.0) * self.step_px)
