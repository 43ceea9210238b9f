"""From a marker's corners to its stand's place, exactly when something changed, by the slopes in between."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table.mount import Mount, Pose, marker_from_stand, stand_from_marker
from table.roster import Entry, Roster
from table.stand import Stand
from vision.arrays import Floats
from vision.markers import MarkerSeen
from vision.spread import slopes
from vision.square import square_corners
from vision.stands import corrected, marker_squares, stands_from_markers
from vision.table_view import TableView


@dataclass(frozen=True, eq=False)
class Placed:
    """M stands, their poses (M, 3) in cm and rad, and how these follow the corners: ``slope`` (M, 3, 8) a px.

    The stands' sigma is that of one frame: noise, the alignment's bias, lens, pose, survey and height.
    """

    stands: tuple[Stand, ...]
    poses: Floats
    slope: Floats


def place(corners_px: Floats, covariance_px: Floats, entries: Sequence[Entry], view: TableView) -> Placed:
    """Place the stands of these roster entries whose markers' corners (M, 4, 2) px have covariances (M, 8, 8) px²."""
    stands = stands_from_markers(markers_of(entries, corners_px, covariance_px), Roster(tuple(entries)), view)
    poses = np.array([(s.x, s.y, np.radians(s.heading_deg)) for s in stands]).reshape(-1, 3)
    return Placed(stands, poses, _slope(stands, [entry.mount for entry in entries], view))


def markers_of(entries: Sequence[Entry], corners_px: Floats, covariance_px: Floats) -> list[MarkerSeen]:
    """Return the markers of these entries, seen with such corners (M, 4, 2) px of such covariances (M, 8, 8) px²."""
    return [
        MarkerSeen(entry.marker, corners, 1.0, covariance)
        for entry, corners, covariance in zip(entries, corners_px, covariance_px, strict=True)
    ]


def poses_of(corners_px: Floats, mounts: Sequence[Mount], view: TableView) -> list[Pose]:
    """Return the stands' poses alone, exact but without their sigma: a good deal quicker."""
    squares = marker_squares(corners_px, mounts, view.camera)
    poses = [
        stand_from_marker(Pose(float(x), float(y), float(heading)), mount)
        for (x, y), heading, mount in zip(squares.centres_cm, squares.headings_deg, mounts, strict=True)
    ]
    return corrected(poses, view)


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


def _slope(stands: Sequence[Stand], mounts: Sequence[Mount], view: TableView) -> Floats:
    """Return (M, 3, 8): how x, y (cm) and heading (rad) of each stand follow its marker's corners."""
    count = len(stands)
    if not count:
        return np.zeros((0, 3, 8))
    markers = [
        marker_from_stand(Pose(stand.x, stand.y, stand.heading_deg), mount)
        for stand, mount in zip(stands, mounts, strict=True)
    ]
    tips = np.array(
        [
            square_corners(marker.x, marker.y, mount.height_cm, marker.heading_deg, mount.size_cm)
            for marker, mount in zip(markers, mounts, strict=True)
        ]
    )
    by_pixel = slopes(view.camera, tips.reshape(-1, 3)).table_by_pixel().reshape(count, 4, 2, 2)
    centres = tips[:, :, :2].mean(axis=1)
    arms = tips[:, :, :2] - centres[:, None]
    reach = (arms**2).sum(axis=(1, 2))
    by_corner = np.zeros((count, 3, 4, 2))
    by_corner[:, 0, :, 0] = by_corner[:, 1, :, 1] = 0.25
    by_corner[:, 2] = np.stack([-arms[..., 1], arms[..., 0]], axis=2) / reach[:, None, None]
    marker = np.einsum("mpkc,mkcu->mpku", by_corner, by_pixel).reshape(count, 3, 8)
    lever = np.array([stand.centre for stand in stands]) - centres  # the footprint swings about the marker
    marker[:, 0] -= lever[:, 1:2] * marker[:, 2]
    marker[:, 1] += lever[:, 0:1] * marker[:, 2]
    return np.asarray(marker)
