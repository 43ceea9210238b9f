"""Markers to stands: px to table cm at the marker's own height, with everything that can be wrong in the sigma."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from table.mount import Mount, Pose, stand_from_marker
from table.roster import Entry, Roster
from table.stand import Stand
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.spread import slopes
from vision.square import FittedSquare, bend_px, fit_square, square_corners
from vision.table_view import TableView

Floats = NDArray[np.float64]


def stands_from_markers(markers: Sequence[MarkerSeen], roster: Roster, view: TableView) -> tuple[Stand, ...]:
    """Return the roster's stands whose markers were seen, in the roster's order.

    x, y in table cm, ``sigma_cm`` per axis and ``sigma_deg``: the corners' noise through the plane's Jacobian, lens,
    pose and survey through the camera's covariance, and the mount's height.
    """
    seen = {marker.id: marker for marker in markers}
    entries = [entry for entry in roster.entries if entry.marker in seen]
    if not entries:
        return ()
    squares = [marker_square(seen[entry.marker].corners_px, entry.mount, view.camera) for entry in entries]
    spreads = _covariances([seen[entry.marker] for entry in entries], squares, entries, view)
    return tuple(
        entry.stand_at(
            stand_from_marker(_pose(square), entry.mount),
            math.sqrt((spread[0, 0] + spread[1, 1]) / 2),
            math.degrees(math.sqrt(spread[2, 2])),
        )
        for entry, square, spread in zip(entries, squares, spreads, strict=True)
    )


def marker_square(corners_px: Floats, mount: Mount, camera: Camera) -> FittedSquare:
    """Return where a marker lies on the plane of its height: the square of its size that fits its corners best."""
    first = fit_square(camera.to_plane(corners_px, mount.height_cm), mount.size_cm)
    bend = bend_px(camera, _tips(first, mount)[None])[0]
    return fit_square(camera.to_plane(corners_px - bend, mount.height_cm), mount.size_cm)


def _pose(square: FittedSquare) -> Pose:
    return Pose(square.x, square.y, square.heading_deg)


def _tips(square: FittedSquare, mount: Mount) -> Floats:
    return square_corners(square.x, square.y, mount.height_cm, square.heading_deg, mount.size_cm)


def _covariances(
    markers: Sequence[MarkerSeen], squares: Sequence[FittedSquare], entries: Sequence[Entry], view: TableView
) -> Floats:
    """Return (M, 3, 3): covariance of each stand's x, y (cm) and heading (rad)."""
    mounts = [entry.mount for entry in entries]
    tips = np.array([_tips(square, mount) for square, mount in zip(squares, mounts, strict=True)])
    count = len(tips)
    slope = slopes(view.camera, tips.reshape(-1, 3))
    by_corner = np.zeros((count, 8, 8))
    by_pixel = slope.table_by_pixel().reshape(count, 4, 2, 2)
    for k in range(4):
        by_corner[:, 2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = by_pixel[:, k]
    noise = by_corner @ np.array([marker.covariance_px for marker in markers]) @ by_corner.transpose(0, 2, 1)
    if view.covariance is not None:
        by_camera = slope.table_by_parameter().reshape(count, 8, -1)
        noise = noise + by_camera @ view.covariance @ by_camera.transpose(0, 2, 1)
    by_height = (
        slope.table_by_height().reshape(count, 8, 1) * np.array([m.height_sigma_cm for m in mounts])[:, None, None]
    )
    noise = noise + by_height @ by_height.transpose(0, 2, 1)
    to_stand = np.array([_stand_by_corners(t, s, m) for t, s, m in zip(tips, squares, mounts, strict=True)])
    return np.asarray(to_stand @ noise @ to_stand.transpose(0, 2, 1))


def _stand_by_corners(tips: Floats, square: FittedSquare, mount: Mount) -> Floats:
    """Return (3, 8): how x, y and heading (rad) of the stand follow the corners on the plane, lever arm included."""
    arms = tips[:, :2] - (square.x, square.y)
    by_marker = np.zeros((8, 3))
    by_marker[:, :2] = np.tile(np.eye(2), (4, 1))
    by_marker[:, 2] = np.stack([-arms[:, 1], arms[:, 0]], axis=1).ravel()
    weighted = by_marker * np.repeat(square.trust, 2)[:, None]
    marker = np.linalg.solve(weighted.T @ by_marker, weighted.T)
    stand = stand_from_marker(_pose(square), mount)
    swing = np.eye(3)  # the footprint swings about the marker
    swing[:2, 2] = -(stand.y - square.y), stand.x - square.x
    return np.asarray(swing @ marker)
