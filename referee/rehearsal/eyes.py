"""The umpire's eyes over the rehearsal's table: they know lens and frame, and find the rest by looking."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput
from table.frame import Frame
from table.roster import Roster
from table.stand import Stand
from vision.camera import Camera, Lens
from vision.markers import find_markers
from vision.measure import measure
from vision.pose import fit_pose
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView


@dataclass(frozen=True)
class Seen:
    """What one picture showed: the stands, which frame markers, how well those fit in px, and warnings in words."""

    stands: tuple[Stand, ...]
    frame_seen: tuple[int, ...]
    frame_missing: tuple[int, ...]
    frame_rms_px: float | None
    warnings: tuple[str, ...] = ()


class Eyes:
    """Measures pictures of one camera over one table, calibrated on the first of them by its frame markers.

    ``lens`` is what a calibration of the camera would have found; ``frame`` says where the markers were meant to lie,
    ``survey_sigma_cm`` in it how well they do. Raises BadInput for a first picture with fewer than three of them.
    """

    def __init__(self, lens: Lens, frame: Frame, roster: Roster, first: NDArray[np.uint8]) -> None:
        self.frame, self.roster = frame, roster
        self._ids = tuple(marker.id for marker in frame.markers)
        self.view = _calibrated(lens, frame, first)

    @property
    def camera(self) -> Camera:
        """Where the camera was found to be."""
        return self.view.camera

    def measure(self, picture: NDArray[np.uint8]) -> Seen:
        """Measure a picture (height, width, 3) BGR; one without frame markers shows nothing."""
        try:
            measured = measure(picture, self.view, self.roster)
        except BadInput:
            return Seen((), (), self._ids, None)
        missing = tuple(marker for marker in self._ids if marker not in measured.frame_seen)
        return Seen(measured.stands, measured.frame_seen, missing, measured.frame_rms_px, measured.warnings)


def _calibrated(lens: Lens, frame: Frame, picture: NDArray[np.uint8]) -> TableView:
    survey_sigma_cm = frame.survey_sigma_cm or 0.0
    known = {marker.id: marker for marker in frame.markers}
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = [m for m in find_markers(grey, frame.dictionary, known) if m.id in known]
    if len(found) < 3:
        raise BadInput(f"I see {len(found)} of {len(known)} frame markers; at least 3 are needed to find the table")
    fit = fit_pose(
        lens,
        np.array([frame_corners(known[marker.id]) for marker in found]),
        np.array([marker.corners_px for marker in found]),
        np.array([marker.covariance_px for marker in found]),
        survey_sigma_cm,
    )
    seen = tuple(FrameSeen(marker.id, marker.corners_px) for marker in found)
    return TableView(fit.camera, frame, fit.covariance, seen, survey_sigma_cm, fit.rms_px)
