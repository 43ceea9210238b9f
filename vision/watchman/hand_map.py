"""Where hands are: a small picture of what differs from the settled table, or moves."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False)
class HandMap:
    """A small picture (h, w) of True where something differs; one of its pixels is ``step_px`` of the camera's wide.

    ``moving`` (h, w) is the part of it that changed just now.
    """

    differs: NDArray[np.bool_]
    moving: NDArray[np.bool_]
    step_px: float

    def near(self, points_px: ArrayLike, radius_px: float | ArrayLike = 0.0) -> NDArray[np.bool_]:
        """Return which of the points (N, 2) px have something different within ``radius_px`` (one or N)."""
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        if not len(points):
            return np.zeros(0, dtype=bool)
        height, width = self.differs.shape
        # The first pixel's centre is (0, 0), so its corner is half a pixel off, in either picture.
        column, row = np.rint((points + 0.5) / self.step_px - 0.5).astype(int).T
        away = self.away_px[row.clip(0, height - 1), column.clip(0, width - 1)]
        return np.asarray(away <= np.asarray(radius_px, dtype=np.float64))

    @property
    def away_px(self) -> NDArray[np.float64]:
        """Return (h, w): how far the nearest difference is, in px of the camera; infinite where there is none."""
        if not self.differs.any():
            return np.full(self.differs.shape, np.inf)
        away = cv2.distanceTransform((~self.differs).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
        return np.maximum(np.asarray(away, dtype=np.float64) - 0.5, 0.0) * self.step_px * self.differs.any()

    @property
    def share(self) -> float:
        """What share of the picture differs."""
        return float(self.differs.mean())
