"""Markers to stands: px to table cm at the marker's own height, with everything that can be wrong in the sigma."""

from collections.abc import Sequence

import numpy as np

from table.mount import Pose
from table.roster import Roster
from table.shared import Shared
from table.stand import Stand
from vision.arrays import Floats
from vision.correction import Correction
from vision.markers import MarkerSeen
from vision.on_plane import OnPlane, lay
from vision.spread import root
from vision.square import FittedSquares
from vision.table_view import TableView


def stands_from_markers(markers: Sequence[MarkerSeen], roster: Roster, view: TableView) -> tuple[Stand, ...]:
    """Return the roster's stands whose markers were seen, in the roster's order.

    x, y in table cm, ``sigma_cm`` per axis and ``sigma_deg``: the corners' noise through the plane's Jacobian, lens,
    pose and survey through the camera's covariance, and the mount's height. ``shared`` is the camera's part, the same
    causes for all stands of one view.
    """
    laid = laid_by(markers, roster, view)
    return () if laid is None else stands_on_plane(laid, view)


def laid_by(markers: Sequence[MarkerSeen], roster: Roster, view: TableView) -> OnPlane | None:
    """Return the roster's entries whose markers were seen laid on the plane, in its order; None if there are none."""
    by_id = {marker.id: marker for marker in markers}
    entries = [entry for entry in roster.entries if entry.marker in by_id]
    if not entries:
        return None
    seen = [by_id[entry.marker] for entry in entries]
    corners = np.array([marker.corners_px for marker in seen])
    return lay(entries, corners, np.array([marker.covariance_px for marker in seen]), view)


def stands_on_plane(laid: OnPlane, view: TableView) -> tuple[Stand, ...]:
    """Return the stands that were laid on the plane, with their sigmas: see `stands_from_markers`."""
    spreads, shared = _covariances(laid, view)
    poses = corrected(laid.poses, view)
    sigmas_cm = np.sqrt((spreads[:, 0, 0] + spreads[:, 1, 1]) / 2).tolist()
    sigmas_deg = np.degrees(np.sqrt(spreads[:, 2, 2])).tolist()
    return tuple(
        entry.stand_at(pose, sigma_cm, sigma_deg, common)
        for entry, pose, sigma_cm, sigma_deg, common in zip(
            laid.entries, poses, sigmas_cm, sigmas_deg, shared, strict=True
        )
    )


def corrected(poses: Sequence[Pose], view: TableView) -> list[Pose]:
    """Return poses less what the table is known to measure wrong: all of a stand's ways must end here."""
    if view.correction is None or not poses:
        return list(poses)
    measured = np.array([(pose.x, pose.y) for pose in poses])
    better = measured - view.correction.offset_cm(measured)
    return [Pose(float(x), float(y), pose.heading_deg) for (x, y), pose in zip(better, poses, strict=True)]


def _covariances(laid: OnPlane, view: TableView) -> tuple[Floats, list[Shared | None]]:
    """Return (M, 3, 3): covariance of each stand's x, y (cm) and heading (rad); and which part of it all share."""
    count, slope = len(laid.entries), laid.slope
    by_corner = np.zeros((count, 8, 8))
    by_pixel = slope.table_by_pixel().reshape(count, 4, 2, 2)
    for k in range(4):
        by_corner[:, 2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = by_pixel[:, k]
    noise = by_corner @ laid.covariance_px @ by_corner.transpose(0, 2, 1)
    height_sigmas = np.array([entry.mount.height_sigma_cm for entry in laid.entries])
    by_height = slope.table_by_height().reshape(count, 8, 1) * height_sigmas[:, None, None]
    noise = noise + by_height @ by_height.transpose(0, 2, 1)
    to_stand = _stand_by_corners(laid.tips_cm, laid.squares, laid.poses)
    own = np.asarray(to_stand @ noise @ to_stand.transpose(0, 2, 1))
    if view.covariance is None:
        return own, [None] * count
    modes = to_stand @ (slope.table_by_parameter().reshape(count, 8, -1) @ root(view.covariance))
    cause: object = view.covariance
    if view.correction is not None:
        modes, turns = _checked(modes, laid.poses, view.correction)
        own[:, 2, 2] += turns
        cause = view.correction
    shapes = own[:, :2, :2] * (2 / np.trace(own[:, :2, :2], axis1=1, axis2=2))[:, None, None]
    shared: list[Shared | None] = [Shared(mode, cause, shape) for mode, shape in zip(modes, shapes, strict=True)]
    return own + modes @ modes.transpose(0, 2, 1), shared


def _checked(modes: Floats, poses: Sequence[Pose], correction: Correction) -> tuple[Floats, Floats]:
    """Return what is left of the stands' modes (M, 3, K) after a known-distance check, and of their turns (M,) rad².

    How turns err together is not known.
    """
    places = np.array([(pose.x, pose.y) for pose in poses])
    wide = (modes[:, :2] ** 2).sum(axis=(1, 2)) / 2
    shares, left = correction.shares(places, wide), correction.modes_left(places, wide)
    return np.concatenate([left, np.zeros_like(left[:, :1])], axis=1), shares * (modes[:, 2] ** 2).sum(axis=1)


def _stand_by_corners(tips: Floats, squares: FittedSquares, poses: Sequence[Pose]) -> Floats:
    """Return (M, 3, 8): how x, y and heading (rad) of each stand follow its marker's corners, lever arm included."""
    count = len(tips)
    arms = tips[:, :, :2] - squares.centres_cm[:, None]
    by_marker = np.zeros((count, 8, 3))
    by_marker[:, :, :2] = np.tile(np.eye(2), (4, 1))
    by_marker[:, :, 2] = np.stack([-arms[..., 1], arms[..., 0]], axis=2).reshape(count, 8)
    weighted = (by_marker * np.repeat(squares.trust, 2, axis=1)[..., None]).transpose(0, 2, 1)
    marker = np.linalg.solve(weighted @ by_marker, weighted)
    lever = np.array([(pose.x, pose.y) for pose in poses]) - squares.centres_cm
    swing = np.tile(np.eye(3), (count, 1, 1))  # the footprint swings about the marker
    swing[:, 0, 2], swing[:, 1, 2] = -lever[:, 1], lever[:, 0]
    return np.asarray(swing @ marker)
