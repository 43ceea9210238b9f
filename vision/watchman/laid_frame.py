"""The frame markers as the calibrated camera saw them: what every later picture is compared with."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.square import bend_px, frame_corners
from vision.table_view import TableView

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LaidFrame:
    """M frame markers: ids (M,), corners (M, 4, 3) table cm such that the calibrated camera sees them where it did.

    Not where the survey puts them: what is wrong in the survey stays what it was, and no bump changes it. ``known`` (M,)
    tells those that were seen at calibration; of the others only the survey says where they are.
    """

    ids: NDArray[np.intp]
    corners_cm: Floats
    known: NDArray[np.bool_]
    camera: Camera

    def seen_by(self, camera: Camera) -> Floats:
        """Return where a camera sees the corners (M, 4, 2) px, as the alignment finds them (bent by the lens)."""
        if not len(self.ids):
            return np.zeros((0, 4, 2))
        return camera.project(self.corners_cm.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(camera, self.corners_cm)

    def cm_per_px(self) -> Floats:
        """Return how many cm on its plane one px is at each marker (M,), seen from the calibrated place."""
        if not len(self.ids):
            return np.zeros(0)
        centres = self.corners_cm.mean(axis=1)
        jacobian = self.camera.plane_jacobian(self.camera.project(centres), centres[:, 2])
        return np.asarray(np.sqrt(np.abs(np.linalg.det(jacobian))))


def laid_frame(view: TableView) -> LaidFrame:
    """Return the frame of a view; one that kept no places takes them all from the survey, and trusts them."""
    markers = view.frame.markers
    survey = np.array([frame_corners(marker) for marker in markers]).reshape(-1, 4, 3)
    kept = {seen.id: seen.corners_px for seen in view.seen}
    known = np.array([marker.id in kept or not kept for marker in markers], dtype=bool)
    if len(markers) and kept:
        bend = bend_px(view.camera, survey)
        for k, marker in enumerate(markers):
            if marker.id in kept:
                flat = view.camera.to_plane(kept[marker.id] - bend[k], marker.height_cm)
                survey[k, :, :2] = flat
    return LaidFrame(np.array([marker.id for marker in markers], dtype=np.intp), survey, known, view.camera)
