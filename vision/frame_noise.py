"""Noise that looks like height or tilt, measured on the frame's markers, which lie flat.

A picture that is shaken, overexposed or sharpened stretches its markers, and a stretched marker looks raised or tilted.
The stands alone cannot tell one from the other. Where the flat markers look raised too, it is noise.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Floats
from vision.markers import MarkerSeen
from vision.on_plane import OnPlane
from vision.poses3d import HEADING, PARAMETERS, X, Y
from vision.spread import slopes
from vision.stances import moved_by_pose
from vision.table_view import TableView
from vision.watchman.laid_frame import LaidFrame, laid_frame

_WAYS = PARAMETERS - 3
"""Height and two tilts: the degrees of freedom that noise may be mistaken for."""
_USUAL = 2.37
"""The median of chi squared of so many degrees of freedom."""
FEWEST = 3
"""Fewer frame markers say too little."""


def frame_noise_px2(markers: Sequence[MarkerSeen], view: TableView) -> float:
    """Return the variance (px²) of the errors of the frame markers' corners that look like height or tilt.

    Only what exceeds their own covariance and the camera's: 0 in most pictures, and where fewer than three are seen.
    Cards that were printed smaller than the survey says are no error: they looked so at calibration too.
    """
    laid = laid_frame(view)
    seen = {marker.id: marker for marker in markers}
    rows = [k for k, number in enumerate(laid.ids) if int(number) in seen]
    if len(rows) < FEWEST:
        return 0.0
    found = [seen[int(laid.ids[k])] for k in rows]
    middles = laid.survey_cm[rows].mean(axis=1, keepdims=True)
    arms = (laid.survey_cm[rows] - middles) * _printed(laid)
    slope = slopes(view.camera, (middles + arms).reshape(-1, 3))
    expected = slope.seen_px.reshape(-1, 4, 2) + laid.bend_px(view.camera)[rows]
    rest = np.array([marker.corners_px for marker in found]) - expected
    ways = _height_and_tilt(slope.by_point, arms)
    seeming = np.einsum("mji,mj->mi", ways, rest.reshape(-1, 8))
    own = _share(ways, np.array([marker.covariance_px for marker in found]))
    if view.covariance is not None:
        by_camera = slope.by_parameter.reshape(len(rows), 8, -1)
        own = own + _share(ways, by_camera @ view.covariance @ by_camera.transpose(0, 2, 1))
    beyond = float(np.median((seeming**2).sum(axis=1) - own)) / _USUAL
    return max(0.0, beyond)


def _printed(laid: LaidFrame) -> float:
    """Return how large the cards looked at calibration, all of them, times what the survey says."""
    if not laid.known.any():
        return 1.0
    looked, said = (np.linalg.norm(np.diff(corners[laid.known], axis=1), axis=2).mean(axis=1)
                    for corners in (laid.corners_cm, laid.survey_cm))  # fmt: skip
    return float(np.median(looked / said))


def as_noisy(laid: OnPlane, noise_px2: float) -> OnPlane:
    """Return stands laid on the plane with at least this variance (px²) in their corners, as height or tilt has it."""
    if not noise_px2:
        return laid
    middles = laid.tips_cm.mean(axis=1, keepdims=True)
    ways = _height_and_tilt(laid.slope.by_point, laid.tips_cm - middles)
    times = np.maximum(1.0, _WAYS * noise_px2 / _share(ways, laid.covariance_px))
    return replace(laid, covariance_px=laid.covariance_px * times[:, None, None])


def _height_and_tilt(by_point: Floats, arms: Floats) -> Floats:
    """Return an orthonormal basis (M, 8, 3) of how corners move with height and tilts, and with no place or heading.

    ``arms`` (M, 4, 3) are corners from the middle of their marker, ``by_point`` (4M, 2, 3) how the picture follows.
    """
    jacobian = (by_point.reshape(-1, 4, 2, 3) @ moved_by_pose(arms)).reshape(-1, 8, PARAMETERS)
    others = [k for k in range(PARAMETERS) if k not in (X, Y, HEADING)]
    basis = np.linalg.qr(jacobian[..., [X, Y, HEADING, *others]])[0]
    return np.asarray(basis[..., 3:])


def _share(ways: Floats, covariance_px: Floats) -> Floats:
    """Return how much of covariances (M, 8, 8) lies in some ways (M, 8, K): their variances added up (M,)."""
    return np.asarray(np.einsum("mik,mij,mjk->m", ways, covariance_px, ways))
