"""What the watchman says of one picture."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.camera import Camera
from vision.table_view import TableView
from vision.watchman.hand_map import HandMap
from vision.watchman.notice import Notice


@dataclass(frozen=True, eq=False)
class Watch:
    """How camera, light, frame and table are in one picture.

    ``view`` is the one that holds: the calibrated, or re-solved since the last bump. ``camera`` is where the camera is
    in this picture, shake included. ``frame_seen``, ``_covered`` (partly), ``_missing`` and ``_pushed`` are ids.
    ``shift_px`` and ``shift_cm`` say how far the picture of the table has moved since calibration. ``notices`` are
    worst first.
    """

    time_s: float
    view: TableView
    camera: Camera
    camera_still: bool
    frame_seen: tuple[int, ...]
    frame_covered: tuple[int, ...]
    frame_missing: tuple[int, ...]
    frame_pushed: tuple[int, ...]
    shift_px: float
    shift_cm: float
    rms_px: float | None
    hands: HandMap
    notices: tuple[Notice, ...]

    def steady_px(self, corners_px: Floats) -> Floats:
        """Return where ``view.camera`` would see what is seen at these px (..., 2) now: the shake taken out."""
        if self.camera is self.view.camera:
            return corners_px
        flat = self.camera.to_plane(corners_px.reshape(-1, 2))
        seen = self.view.camera.project(np.column_stack([flat, np.zeros(len(flat))]))
        return seen.reshape(corners_px.shape)
