"""The frame markers as the calibrated camera saw them: what every later picture is compared with."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vision.arrays import Bools, Floats, Indices
from vision.camera import Camera
from vision.square import bend_px, frame_corners
from vision.table_view import TableView

_SAME_TURN, _SAME_CM = 0.01, 1.0


@dataclass(frozen=True, eq=False)
class LaidFrame:
    """M frame markers: ids (M,), corners (M, 4, 3) table cm such that the calibrated camera sees them where it did.

    Not where the survey puts them (``survey_cm``): what is wrong in the survey stays what it was, and no bump changes
    it. ``known`` (M,) tells those that were seen at calibration; of the others only the survey says where they are.
    """

    ids: Indices
    corners_cm: Floats
    survey_cm: Floats
    known: Bools
    camera: Camera
    _bends: "list[tuple[Camera, Floats]]" = field(default_factory=list, repr=False)

    def bend_px(self, camera: Camera) -> Floats:
        """Return how the lens bends the corners (M, 4, 2) away from where they are seen, see square.bend_px.

        It changes so little with the camera's place that it is worked out anew only when that has really changed.
        """
        if self._bends:
            near, bend = self._bends[0]
            turned = np.abs(camera.rotation - near.rotation).max()
            if turned < _SAME_TURN and np.abs(camera.translation - near.translation).max() < _SAME_CM:
                return bend
        self._bends[:] = [(camera, bend_px(camera, self.corners_cm) if len(self.ids) else np.zeros((0, 4, 2)))]
        return self._bends[0][1]

    def seen_by(self, camera: Camera) -> Floats:
        """Return where a camera sees the corners (M, 4, 2) px, as the alignment finds them (bent by the lens)."""
        return self._seen(self.corners_cm, camera)

    def survey_seen_by(self, camera: Camera) -> Floats:
        """Return where that camera should see them (M, 4, 2) px if they lay as the survey says."""
        return self._seen(self.survey_cm, camera)

    def _seen(self, corners_cm: Floats, camera: Camera) -> Floats:
        return camera.project(corners_cm.reshape(-1, 3)).reshape(-1, 4, 2) + self.bend_px(camera)

    @cached_property
    def cm_per_px(self) -> Floats:
        """How many cm on its plane one px is at each marker (M,), seen from the calibrated place."""
        if not len(self.ids):
            return np.zeros(0)
        centres = self.corners_cm.mean(axis=1)
        jacobian = self.camera.plane_jacobian(self.camera.project(centres), centres[:, 2])
        return np.asarray(np.sqrt(np.abs(np.linalg.det(jacobian))))


def laid_frame(view: TableView) -> LaidFrame:
    """Return the frame of a view; one that kept no places takes them all from the survey, and trusts them."""
    markers = view.frame.markers
    survey = np.array([frame_corners(marker) for marker in markers]).reshape(-1, 4, 3)
    laid = survey.copy()
    kept = {seen.id: seen.corners_px for seen in view.seen}
    known = np.array([marker.id in kept or not kept for marker in markers], dtype=bool)
    if len(markers) and kept:
        bend = bend_px(view.camera, survey)
        for k, marker in enumerate(markers):
            if marker.id in kept:
                flat = view.camera.to_plane(kept[marker.id] - bend[k], marker.height_cm)
                laid[k, :, :2] = flat
    return LaidFrame(np.array([marker.id for marker in markers], dtype=np.intp), laid, survey, known, view.camera)
