"""How much a point on the table moves when a pixel, the camera or a height is wrong."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats
from vision.camera import Camera, Lens

POSE = 6  # turn (Rodrigues, rad) x 3, translation (cm) x 3: the first parameters of a camera; the lens's follow


def parameter_names(lens: Lens) -> tuple[str, ...]:
    """Name a camera's parameters in the order every covariance of this project has them."""
    distortion = tuple(f"distortion_{k + 1}" for k in range(lens.distortion.size))
    return ("turn_x", "turn_y", "turn_z", "x_cm", "y_cm", "z_cm", "fx", "fy", "cx", "cy", *distortion)


@dataclass(frozen=True, eq=False)
class Slopes:
    """Where N points are seen (N, 2) px, and by how much more px a unit of each parameter (N, 2, P), a cm (N, 2, 3)."""

    seen_px: Floats
    by_parameter: Floats
    by_point: Floats

    def table_by_pixel(self) -> Floats:
        """Return (N, 2, 2): cm on the point's plane a px."""
        return np.asarray(np.linalg.inv(self.by_point[:, :, :2]), dtype=np.float64)

    def table_by_parameter(self) -> Floats:
        """Return (N, 2, P): cm on the point's plane, the picture held still, a unit of each parameter."""
        return -self.table_by_pixel() @ self.by_parameter

    def table_by_height(self) -> Floats:
        """Return (N, 2): cm along the table a cm of height that is not as believed."""
        return (-self.table_by_pixel() @ self.by_point[:, :, 2:3])[..., 0]


def slopes(camera: Camera, points_cm: Floats) -> Slopes:
    """Return the derivatives of the projection of points (N, 3) table cm."""
    turn, _ = cv2.Rodrigues(camera.rotation)
    seen, table = camera.lens.seen(points_cm, np.asarray(turn), camera.translation)
    return Slopes(seen, table, table[:, :, 3:6] @ camera.rotation)


def root(covariance: Floats) -> Floats:
    """Return R (P, P) with R R' = covariance: its columns are independent causes, each with sigma 1."""
    # Parameters differ by powers of ten (a rad, a px): made alike first, or the small ones drown.
    scale = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    alike = covariance / np.outer(*[np.where(scale > 0, scale, 1.0)] * 2)
    values, vectors = np.linalg.eigh(alike)
    return np.asarray(scale[:, None] * vectors * np.sqrt(np.maximum(values, 0.0)))


def camera_moved(camera: Camera, delta: Floats) -> Camera:
    """Return the camera with its parameters changed (in ``parameter_names``' order; the lens's may be left out)."""
    turn, _ = cv2.Rodrigues(camera.rotation)
    rotation, _ = cv2.Rodrigues(turn.ravel() + delta[:3])
    lens = camera.lens
    if len(delta) > POSE:
        fx, fy, cx, cy = delta[POSE : POSE + 4]
        matrix = lens.matrix + np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 0]])
        lens = replace(lens, matrix=matrix, distortion=lens.distortion + delta[POSE + 4 :])
    return Camera(lens, np.asarray(rotation, dtype=np.float64), camera.translation + delta[3:6])
