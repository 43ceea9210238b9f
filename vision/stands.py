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
from vision.square import bend_px, fit_square, square_corners
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
    places = [marker_pose(seen[entry.marker].corners_px, entry.mount, view.camera) for entry in entries]
    spreads = _covariances([seen[entry.marker] for entry in entries], places, entries, view)
    return tuple(
        entry.stand_at(
            stand_from_marker(place, entry.mount),
            math.sqrt((spread[0, 0] + spread[1, 1]) / 2),
            math.degrees(math.sqrt(spread[2, 2])),
        )
        for entry, place, spread in zip(entries, places, spreads, strict=True)
    )


def marker_pose(corners_px: Floats, mount: Mount, camera: Camera) -> Pose:
    """Return where a marker lies on the plane of its height: the square of its size that fits its corners best."""
    flat = camera.to_plane(corners_px, mount.height_cm)
    x, y, heading_deg, _ = fit_square(flat, mount.size_cm)
    tips = square_corners(x, y, mount.height_cm, heading_deg, mount.size_cm)
    flat = camera.to_plane(corners_px - bend_px(camera, tips[None])[0], mount.height_cm)
    x, y, heading_deg, _ = fit_square(flat, mount.size_cm)
    return Pose(x, y, heading_deg)


def _covariances(
    markers: Sequence[MarkerSeen], places: Sequence[Pose], entries: Sequence[Entry], view: TableView
) -> Floats:
    """Return (M, 3, 3): covariance of each stand's x, y (cm) and heading (rad)."""
    mounts = [entry.mount for entry in entries]
    tips = np.array(
        [square_corners(p.x, p.y, m.height_cm, p.heading_deg, m.size_cm) for p, m in zip(places, mounts, strict=True)]
    )
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
    to_stand = np.array([_stand_by_corners(t, p, m) for t, p, m in zip(tips, places, mounts, strict=True)])
    return np.asarray(to_stand @ noise @ to_stand.transpose(0, 2, 1))


def _stand_by_corners(tips: Floats, place: Pose, mount: Mount) -> Floats:
    """Return (3, 8): how x, y and heading (rad) of the stand follow the corners on the plane, lever arm included."""
    arms = tips[:, :2] - tips[:, :2].mean(axis=0)
    turn = np.stack([-arms[:, 1], arms[:, 0]], axis=1).ravel() / (arms**2).sum()
    centre = np.tile(np.eye(2), 4) / 4
    stand = stand_from_marker(place, mount)
    lever = np.array([-(stand.y - place.y), stand.x - place.x])  # the footprint swings about the marker
    return np.vstack([centre + np.outer(lever, turn), turn])
