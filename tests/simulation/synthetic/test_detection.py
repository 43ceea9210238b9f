"""OpenCV's own detector, which knows nothing of the renderer, reads the synthetic table and agrees with its truth."""

import cv2
import numpy as np
import pytest
from marker_truth import true_corners_px

from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.fittings import default_size_cm
from simulation.synthetic.renderer import source_of


def detected(picture: np.ndarray) -> dict[int, np.ndarray]:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.01
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, ids, _ = cv2.aruco.ArucoDetector(words, settings).detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return {int(i): c.reshape(4, 2) for i, c in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.prove
@pytest.mark.parametrize(("size_px", "share", "centre_px"), [((1920, 1080), 0.85, 0.1), ((3840, 2160), 0.97, 0.06)])
def test_nearly_all_markers_are_read_where_they_are(size_px, share, centre_px):
    source = source_of(demo_snapshot(), size_px)
    view = source.renderer
    truth = true_corners_px(view.camera, view.frame, view.roster, source.table)
    assert {e.mount.size_cm for e in view.roster.entries} == {default_size_cm(size_px)}
    seen = detected(source.read().image)
    assert set(seen) <= set(truth)
    assert len(seen) >= share * len(truth)
    assert {240, 241, 242, 243, 244, 245} <= set(seen)
    # OpenCV's contour corners lie a pixel inside the square, the same on all sides: their mean is what it measures.
    error = np.array([corners.mean(axis=0) - truth[marker].mean(axis=0) for marker, corners in seen.items()])
    assert np.sqrt((error**2).mean()) < centre_px
    assert error.mean(axis=0) == pytest.approx([0, 0], abs=0.03)
    for marker, corners in seen.items():  # the corners come in ArUco's order: none is nearer to a neighbour's place
        away = np.linalg.norm(corners[:, None] - truth[marker][None], axis=2)
        assert (away.argmin(axis=1) == np.arange(4)).all()
