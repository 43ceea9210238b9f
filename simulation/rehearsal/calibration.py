"""What a calibration would have found of a rehearsal's table: its view, from one picture of the frame markers."""

import numpy as np

from referee.table_observer import in_grey
from table.errors import BadInput
from table.frame import Frame
from vision.arrays import Picture
from vision.camera import Lens
from vision.markers import find_markers
from vision.pose import fit_pose
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView


def calibrated(lens: Lens, frame: Frame, picture: Picture) -> TableView:
    """Return the view of a table found in one picture (H, W) grey or (H, W, 3) BGR by its frame markers.

    ``lens`` is what a calibration of the camera would have found; ``frame`` says where the markers were meant to lie,
    ``survey_sigma_cm`` in it how well they do. Raises BadInput for a picture with fewer than three of them.
    """
    survey_sigma_cm = frame.survey_sigma_cm or 0.0
    known = {marker.id: marker for marker in frame.markers}
    found = [m for m in find_markers(in_grey(picture), frame.dictionary, known) if m.id in known]
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
