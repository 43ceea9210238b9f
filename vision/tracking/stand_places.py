"""From a marker's corners to its stand's place, exactly when something changed, by the slopes in between."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table.mount import Mount, Pose
from table.roster import Entry
from table.stand import Stand
from vision.arrays import Floats
from vision.on_plane import OnPlane, lay, marker_squares, stand_poses
from vision.stands import corrected, stands_on_plane
from vision.table_view import TableView


@dataclass(frozen=True, eq=False)
class Placed:
    """M stands, how they were laid on the plane, and how their poses follow the corners: ``slope`` (M, 3, 8) a px.

    The stands' sigma is that of one frame: noise, the alignment's bias, lens, pose, survey and height.
    """

    stands: tuple[Stand, ...]
    laid: OnPlane
    slope: Floats


def place(corners_px: Floats, covariance_px: Floats, entries: Sequence[Entry], view: TableView) -> Placed:
    """Place the stands of these roster entries whose markers' corners (M, 4, 2) px have covariances (M, 8, 8) px²."""
    laid = lay(entries, corners_px, covariance_px, view)
    return Placed(stands_on_plane(laid, view), laid, _slope(laid))


def poses_of(corners_px: Floats, mounts: Sequence[Mount], view: TableView) -> list[Pose]:
    """Return the stands' poses alone, exact but without their sigma: a good deal quicker."""
    return corrected(stand_poses(marker_squares(corners_px, mounts, view.camera), mounts), view)


def levelness(corners_px: Floats, mounts: Sequence[Mount], view: TableView) -> Floats:
    """Return the size and the unevenness of markers (M, 4, 2) px on their planes: (M, 2), both 1 for one that is level.

    The size is the mean side by what it should be, the unevenness the longest side or diagonal by the shortest.
    """
    heights = np.repeat([mount.height_cm for mount in mounts], 4)
    flat = view.camera.to_plane(corners_px.reshape(-1, 2), heights).reshape(-1, 4, 2)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=1), axis=2)
    diagonals = np.linalg.norm(flat[:, :2] - flat[:, 2:], axis=2)
    uneven = np.maximum(sides.max(axis=1) / sides.min(axis=1), diagonals.max(axis=1) / diagonals.min(axis=1))
    return np.stack([sides.mean(axis=1) / [mount.size_cm for mount in mounts], uneven], axis=1)


def _slope(laid: OnPlane) -> Floats:
    """Return (M, 3, 8): how x, y (cm) and heading (rad) of each stand follow its marker's corners."""
    count, tips = len(laid.entries), laid.tips_cm
    by_pixel = laid.slope.table_by_pixel().reshape(count, 4, 2, 2)
    centres = laid.squares.centres_cm
    arms = tips[:, :, :2] - centres[:, None]
    reach = (arms**2).sum(axis=(1, 2))
    by_corner = np.zeros((count, 3, 4, 2))
    by_corner[:, 0, :, 0] = by_corner[:, 1, :, 1] = 0.25
    by_corner[:, 2] = np.stack([-arms[..., 1], arms[..., 0]], axis=2) / reach[:, None, None]
    marker = np.einsum("mpkc,mkcu->mpku", by_corner, by_pixel).reshape(count, 3, 8)
    lever = np.array([(pose.x, pose.y) for pose in laid.poses]) - centres  # the footprint swings about the marker
    marker[:, 0] -= lever[:, 1:2] * marker[:, 2]
    marker[:, 1] += lever[:, 0:1] * marker[:, 2]
    return np.asarray(marker)
