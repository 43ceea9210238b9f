"""What the table error will be, predicted from the calibration alone."""

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import ArrayLike

from table.frame import Frame
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.noise_floor import NONE, NoiseFloor
from vision.pose import fit_pose
from vision.spread import root, slopes
from vision.square import square_corners
from vision.table_view import TableView

MARKER_CENTRE_PX = 0.01  # what a stand's marker's centre is found to, an axis, by a camera without a noise floor
_MADE_UP_CM = 120.0
_FRAME_CORNER_PX = 0.03
_WIDEST = 4.0  # nobody hangs a camera lower than a quarter of what it shall see


def middle_px(view: TableView) -> float:
    """Return what the middle of a stand's marker is found to by this camera, one sigma an axis in px."""
    return hypot(MARKER_CENTRE_PX, view.floor.middle_px)


def table_error_cm(view: TableView, places_cm: ArrayLike, height_cm: float = 0.0, pixel_px: float = 0.0) -> Floats:
    """Return one sigma an axis (N,) cm of where something at places (N, 2) table cm, at that height, is measured.

    Lens, pose and survey through the view's covariance, less what a check found out; ``pixel_px`` is how well the
    thing itself is found.
    """
    places = np.asarray(places_cm, dtype=np.float64).reshape(-1, 2)
    slope = slopes(view.camera, np.column_stack([places, np.full(len(places), height_cm)]))
    by_pixel = slope.table_by_pixel()
    spread = by_pixel @ by_pixel.transpose(0, 2, 1) * pixel_px**2
    if view.covariance is not None:
        by_camera = slope.table_by_parameter()
        camera = by_camera @ view.covariance @ by_camera.transpose(0, 2, 1)
        if view.correction is not None:
            variance = np.trace(camera, axis1=1, axis2=2) / 2
            camera = camera * view.correction.shares(places, variance)[:, None, None]
        spread = spread + camera
    return np.asarray(np.sqrt(np.trace(spread, axis1=1, axis2=2) / 2))


def way_sigma_cm(
    view: TableView, start_cm: ArrayLike, end_cm: ArrayLike, height_cm: float = 0.0, pixel_px: float = 0.0
) -> float:
    """Return one sigma of the distance measured between two places (2,) table cm, at that height.

    What moves both alike is not in it; what makes all of the table larger grows with the distance.
    """
    places = np.array([start_cm, end_cm], dtype=np.float64)
    way = places[1] - places[0]
    along = way / max(float(np.hypot(*way)), 1e-9)
    by_pixel = slopes(view.camera, np.column_stack([places, np.full(2, height_cm)])).table_by_pixel()
    pixels = float(((along @ by_pixel) ** 2).sum()) * pixel_px**2
    modes = along @ camera_modes(view, places, height_cm)
    return float(np.sqrt(((modes[1] - modes[0]) ** 2).sum() + pixels))


def camera_modes(view: TableView, places_cm: Floats, height_cm: float = 0.0) -> Floats:
    """Return how what camera and frame err by moves places (N, 2, K) cm, each cause with sigma 1."""
    if view.covariance is None:
        return np.zeros((len(places_cm), 2, 1))
    by_camera = slopes(view.camera, np.column_stack([places_cm, np.full(len(places_cm), height_cm)]))
    modes = by_camera.table_by_parameter() @ root(view.covariance)
    if view.correction is None:
        return np.asarray(modes)
    return view.correction.modes_left(places_cm, (modes**2).sum(axis=(1, 2)) / 2)


@dataclass(frozen=True, slots=True)
class Predicted:
    """One sigma an axis, cm: at the table's centre, and at its corners near left, near right, far right, far left."""

    centre_cm: float
    corners_cm: tuple[float, float, float, float]


def predict(view: TableView, height_cm: float = 0.3) -> Predicted:
    """Return the predicted error of a stand's marker at the centre and the corners of the table."""
    wide, deep = view.frame.width_cm, view.frame.depth_cm
    places = [(wide / 2, deep / 2), (0, 0), (wide, 0), (wide, deep), (0, deep)]
    centre, *corners = (float(v) for v in table_error_cm(view, places, height_cm, middle_px(view)))
    return Predicted(centre, (corners[0], corners[1], corners[2], corners[3]))


def predict_from_lens(lens: Lens, covariance: Floats, floor: NoiseFloor = NONE, height_cm: float = 3.0) -> Predicted:
    """Return what lens and noise floor leave on a table of 120 cm that fills the picture, seen from straight above.

    Six frame markers of 5 cm around the table give the pose; so a lens's error counts as far as they cannot mend it.
    """
    width_px, height_px = lens.size_px
    above = _MADE_UP_CM * 1.1 / _view_width(lens)
    deep = _MADE_UP_CM * height_px / width_px
    # Looking down: the camera's y runs towards the near edge.
    rotation = np.diag([1.0, -1.0, -1.0])
    camera = Camera(lens, rotation, -rotation @ np.array([_MADE_UP_CM / 2, deep / 2, above]))
    frame = [(x, y) for x in (0, _MADE_UP_CM / 2, _MADE_UP_CM) for y in (0.0, deep)]
    corners = np.array([square_corners(x, y, 0.0, 90.0, 5.0) for x, y in frame])
    seen = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)
    noise = np.tile(np.eye(8) * _FRAME_CORNER_PX**2, (len(corners), 1, 1))
    fit = fit_pose(lens, corners, seen, noise, 0.0, covariance, camera)
    return predict(TableView(camera, Frame(_MADE_UP_CM, deep, ()), fit.covariance, floor=floor), height_cm)


def _view_width(lens: Lens) -> float:
    """Return how wide a plane is seen from a distance of 1."""
    width_px, height_px = lens.size_px
    if not lens.fisheye:
        return width_px / float(lens.matrix[0, 0])
    left, right = lens.rays([(0.0, height_px / 2), (width_px - 1.0, height_px / 2)])[:, 0]
    return float(np.clip(right - left, 0.1, _WIDEST))
