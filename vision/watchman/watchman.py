"""The watchman: looks at the frame markers in every picture, and at the picture as a whole."""

import numpy as np
from numpy.typing import NDArray

from vision.following import Followed
from vision.table_view import TableView
from vision.watchman.hand_map import HandMap
from vision.watchman.laid_frame import laid_frame
from vision.watchman.watch import Watch

Floats = NDArray[np.float64]

AGREES = 0.88


class Watchman:
    """Watches one camera over one table; give it every picture, in order.

    Each picture: follow the frame markers where ``frame_to_follow`` says, then ``look``.
    """

    def __init__(self, view: TableView) -> None:
        self._view = view
        self._laid = laid_frame(view)
        self._camera = view.camera

    def frame_to_follow(self) -> tuple[NDArray[np.intp], Floats]:
        """Return the frame markers' ids (M,) and where their corners are expected in the next picture (M, 4, 2) px."""
        return self._laid.ids, self._laid.seen_by(self._camera)

    def expected_px(self, corners_px: Floats) -> Floats:
        """Return where what lies still on the table, seen at these px (..., 2) from the calibrated place, is now."""
        if self._camera is self._view.camera:
            return corners_px
        flat = self._view.camera.to_plane(corners_px.reshape(-1, 2))
        return self._camera.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(corners_px.shape)

    def look(self, grey: NDArray[np.uint8], frame: Followed, time_s: float) -> Watch:
        """Say how camera, light, frame and table are in a picture (H, W) in which the frame was followed."""
        there = frame.agreement >= AGREES
        none = np.zeros((grey.shape[0] // 8, grey.shape[1] // 8), dtype=bool)
        return Watch(
            time_s,
            self._view,
            self._camera,
            True,
            tuple(int(k) for k in frame.ids[there]),
            (),
            tuple(int(k) for k in frame.ids[~there]),
            (),
            0.0,
            0.0,
            None,
            HandMap(none, none, 8.0),
            (),
        )
