"""Which of what differs from the settled table is a hand, and which stands it is at."""

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Light
from vision.watchman.hand_map import HandMap

HAND_CM2 = 40.0
"""What differs and is larger is a hand; a toppled tank and its shadow are smaller, and so is the gap it left."""
ARM_CM2 = 4.0
"""What reaches in over the picture's edge is one even if little of it is seen."""


class Hands:
    """The hands in a map of what differs; ``cm_per_px`` is that of the camera's pixels at the table."""

    def __init__(self, differs: HandMap, cm_per_px: float) -> None:
        self._step_px, self._moving = differs.step_px, differs.moving
        self.away_px: Light | None = None
        if not differs.any:
            return
        count, labels, stats, _ = cv2.connectedComponentsWithStats(differs.differs.astype(np.uint8), connectivity=8)
        cm2 = stats[:, cv2.CC_STAT_AREA] * (differs.step_px * cm_per_px) ** 2
        height, width = labels.shape
        right = stats[:, cv2.CC_STAT_LEFT] + stats[:, cv2.CC_STAT_WIDTH]
        low = stats[:, cv2.CC_STAT_TOP] + stats[:, cv2.CC_STAT_HEIGHT]
        at_edge = (stats[:, cv2.CC_STAT_LEFT] == 0) | (stats[:, cv2.CC_STAT_TOP] == 0) | (right == width)
        at_edge |= low == height
        large = (cm2 > HAND_CM2) | (at_edge & (cm2 > ARM_CM2))
        large[0] = False  # what does not differ
        if count > 1 and large.any():
            mask = (~large[labels]).astype(np.uint8)
            self.away_px = np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_3), dtype=np.float32)

    @property
    def any(self) -> bool:
        """Whether there is a hand in the picture."""
        return self.away_px is not None

    def points_px(self, most: int = 60) -> Floats:
        """Return some points within the hands (N, 2) px."""
        if self.away_px is None:
            return np.zeros((0, 2))
        rows, columns = np.nonzero(self.away_px == 0)
        step = max(1, len(rows) // most)
        points = np.stack([columns, rows], axis=1)[::step].astype(np.float64)
        return (points + 0.5) * self._step_px - 0.5

    def moves_near(self, points_px: Floats, radius_px: Floats, which: Bools) -> Bools:
        """Return round which of the points (N, 2) px anything moves; only ``which`` (N,) are looked at."""
        moves = np.zeros(len(points_px), dtype=bool)
        for k in np.flatnonzero(which):
            low = ((points_px[k] - radius_px[k]) / self._step_px).clip(0, 1e5).astype(int)
            high = ((points_px[k] + radius_px[k]) / self._step_px).clip(0, 1e5).astype(int)
            moves[k] = self._moving[low[1] : high[1] + 1, low[0] : high[0] + 1].any()
        return moves

    def near(self, points_px: Floats, radius_px: Floats) -> Bools:
        """Return which points (N, 2) px have a hand within their radius (N,) px."""
        if self.away_px is None:
            return np.zeros(len(points_px), dtype=bool)
        height, width = self.away_px.shape
        place = np.rint((points_px + 0.5) / self._step_px - 0.5)
        place = np.nan_to_num(place, posinf=0.0, neginf=0.0).clip(-1, max(height, width)).astype(int)
        away = self.away_px[place[:, 1].clip(0, height - 1), place[:, 0].clip(0, width - 1)]
        return np.asarray((away - 0.5) * self._step_px <= radius_px)
