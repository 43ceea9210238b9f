"""A camera above a table: where a point in cm is seen, and what cm a seen point has."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from table.errors import BadGeometry
from vision.arrays import Floats, Light

_ROUNDING = 1e-5  # of a rotation matrix
_FISHEYE_ORDER = [8, 9, 10, 11, 12, 13, *range(8)]  # turn, translation, then matrix and distortion


@dataclass(frozen=True, eq=False)
class Lens:
    """What a camera's optics do: picture size (width, height) in px, 3x3 matrix, distortion (OpenCV's order).

    A ``fisheye`` bends by the angle from its axis (OpenCV's fisheye model, Kannala and Brandt's), and has 4 numbers.
    """

    size_px: tuple[int, int]
    matrix: Floats
    distortion: Floats
    fisheye: bool = False

    def __post_init__(self) -> None:
        matrix = np.asarray(self.matrix, dtype=np.float64)
        distortion = np.asarray(self.distortion, dtype=np.float64).ravel()
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or matrix[0, 0] <= 0 or matrix[1, 1] <= 0:
            raise BadGeometry("a lens needs a 3x3 matrix with positive focal lengths")
        if self.fisheye and distortion.size != 4:
            raise BadGeometry(f"a fisheye lens has 4 distortion numbers, got {distortion.size}")
        if distortion.size not in (0, 4, 5, 8, 12, 14) or not np.isfinite(distortion).all():
            raise BadGeometry(f"a lens has 0, 4, 5, 8, 12 or 14 distortion numbers, got {distortion.size}")
        object.__setattr__(self, "matrix", matrix)
        object.__setattr__(self, "distortion", distortion)

    def rays(self, pixels: ArrayLike) -> Floats:
        """Undo the lens: (N, 2) px to (N, 2) directions x/z, y/z in the camera's axes."""
        points = np.asarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        if points.shape[0] == 0:
            return np.zeros((0, 2))
        stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-12)
        if self.fisheye:
            undone = cv2.fisheye.undistortPoints(points, self.matrix, self.distortion, criteria=stop)
        else:
            undone = cv2.undistortPointsIter(points, self.matrix, self.distortion, np.eye(3), np.eye(3), stop)
        return np.asarray(undone, dtype=np.float64).reshape(-1, 2)

    def seen(self, points: Floats, turn: Floats, translation: Floats) -> tuple[Floats, Floats]:
        """Return where N points, turned (Rodrigues) and moved, are seen (N, 2) px, and the derivatives (N, 2, 10 + D).

        These are px a unit of turn, translation, fx, fy, cx, cy and each of the D distortion numbers.
        """
        points = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 1, 3)
        if self.fisheye:
            seen, slopes = cv2.fisheye.projectPoints(points, turn, translation, self.matrix, self.distortion)
            slopes = np.asarray(slopes)[:, _FISHEYE_ORDER]
        else:
            # OpenCV leaves out the distortion's columns for a lens without any.
            distortion = self.distortion if self.distortion.size else np.zeros(4)
            seen, slopes = cv2.projectPoints(points, turn, translation, self.matrix, distortion)
        by_number = np.asarray(slopes, dtype=np.float64).reshape(len(points), 2, -1)
        return np.asarray(seen, dtype=np.float64).reshape(-1, 2), by_number[:, :, : 10 + self.distortion.size]

    def upside_down(self) -> "Lens":
        """Return the lens of pictures turned by half a circle."""
        matrix, distortion = self.matrix.copy(), self.distortion.copy()
        matrix[:2, 2] = np.array(self.size_px) - 1 - matrix[:2, 2]
        if not self.fisheye:
            for uneven in (slice(2, 4), slice(8, None)):  # tangential; thin prism and tilt
                distortion[uneven] *= -1
        return Lens(self.size_px, matrix, distortion, self.fisheye)

    def map_from_pinhole(self, matrix: Floats, size_px: tuple[int, int]) -> tuple[Light, Light]:
        """Return the columns and rows where a pinhole camera's pixels are seen through this lens, for cv2.remap."""
        unbend = cv2.fisheye.initUndistortRectifyMap if self.fisheye else cv2.initUndistortRectifyMap
        columns, rows = unbend(self.matrix, self.distortion, np.eye(3), matrix, size_px, cv2.CV_32FC1)
        return np.asarray(columns, dtype=np.float32), np.asarray(rows, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Camera:
    """A lens at a place: camera axes = rotation @ table point (cm) + translation (cm)."""

    lens: Lens
    rotation: Floats
    translation: Floats

    def __post_init__(self) -> None:
        rotation = np.asarray(self.rotation, dtype=np.float64)
        translation = np.asarray(self.translation, dtype=np.float64).ravel()
        if rotation.shape != (3, 3) or not np.abs(rotation @ rotation.T - np.eye(3)).max() < _ROUNDING:
            raise BadGeometry("a camera's rotation must be a 3x3 rotation matrix")
        if translation.shape != (3,) or not np.isfinite(translation).all():
            raise BadGeometry("a camera's translation must be three finite numbers")
        object.__setattr__(self, "rotation", rotation)
        object.__setattr__(self, "translation", translation)

    @property
    def position_cm(self) -> Floats:
        """Where the lens is, in table cm (3,)."""
        return np.asarray(-self.rotation.T @ self.translation)

    def project(self, points_cm: ArrayLike) -> Floats:
        """Return where (N, 3) table points in cm are seen, as (N, 2) px."""
        points = np.asarray(points_cm, dtype=np.float64).reshape(-1, 1, 3)
        if points.shape[0] == 0:
            return np.zeros((0, 2))
        turn, _ = cv2.Rodrigues(self.rotation)
        return self.lens.seen(points, np.asarray(turn), self.translation)[0]

    def to_plane(self, pixels: ArrayLike, height_cm: float | ArrayLike = 0.0) -> Floats:
        """Return the (N, 2) table cm of (N, 2) px, each on the plane of its height above the table (one or N)."""
        rays = self.lens.rays(pixels)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation  # = R.T @ ray, row by row
        origin = self.position_cm
        reach = (np.asarray(height_cm, dtype=np.float64) - origin[2]) / directions[:, 2]
        return np.asarray(origin[:2] + directions[:, :2] * reach[:, None])

    def plane_jacobian(self, pixels: ArrayLike, height_cm: float | ArrayLike = 0.0) -> Floats:
        """Return (N, 2, 2): how many cm on that plane one px is, d(x, y)/d(u, v)."""
        points = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        step = 0.05
        columns = [
            (self.to_plane(points + offset, height_cm) - self.to_plane(points - offset, height_cm)) / (2 * step)
            for offset in (np.array([step, 0.0]), np.array([0.0, step]))
        ]
        return np.stack(columns, axis=2)
