"""Markers laid on the table's plane: where their stands are if they stand on it, and what the corners say of that."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from table.mount import Mount, Pose, stand_from_marker
from table.roster import Entry
from vision.arrays import Floats
from vision.camera import Camera
from vision.spread import Slopes, slopes
from vision.square import FittedSquares, bend_px, fit_squares, squares_corners
from vision.table_view import TableView


@dataclass(frozen=True, eq=False)
class OnPlane:
    """M stands laid on the plane by their markers' corners (M, 4, 2) px, whose covariances are (M, 8, 8) px².

    ``tips_cm`` (M, 4, 3) are the corners of the ``squares`` that fit best, ``slope`` how their picture follows camera
    and table, ``rest_px`` (M, 8) how far the corners are off it. ``poses`` are the stands' as measured, uncorrected.
    """

    camera: Camera
    entries: Sequence[Entry]
    corners_px: Floats
    covariance_px: Floats
    squares: FittedSquares
    tips_cm: Floats
    slope: Slopes
    rest_px: Floats
    poses: Sequence[Pose]

    @cached_property
    def misfit(self) -> Floats:
        """How far the corners are off, squared in their sigmas and added up (M,)."""
        white = np.linalg.solve(self.covariance_px, self.rest_px[..., None])[..., 0]
        return np.asarray((self.rest_px * white).sum(axis=1))


def lay(entries: Sequence[Entry], corners_px: Floats, covariance_px: Floats, view: TableView) -> OnPlane:
    """Lay the stands of one or more roster entries on the plane by their markers' corners, whose noise has a floor."""
    mounts, camera = [entry.mount for entry in entries], view.camera
    squares, bent = _squares(corners_px, mounts, camera)
    tips = _tips(squares, mounts)
    slope = slopes(camera, tips.reshape(-1, 3))
    rest = (corners_px - bent).reshape(-1, 8) - slope.seen_px.reshape(-1, 8)
    poses, noise = stand_poses(squares, mounts), covariance_px + view.floor.covariance_px
    return OnPlane(camera, entries, corners_px, noise, squares, tips, slope, rest, poses)


def marker_squares(corners_px: Floats, mounts: Sequence[Mount], camera: Camera) -> FittedSquares:
    """Return where markers (M, 4, 2) px lie on the planes of their heights: the squares that fit their corners best."""
    return _squares(corners_px, mounts, camera)[0]


def stand_poses(squares: FittedSquares, mounts: Sequence[Mount]) -> list[Pose]:
    """Return the poses of the stands whose markers lie so."""
    return [
        stand_from_marker(Pose(float(x), float(y), float(heading)), mount)
        for (x, y), heading, mount in zip(squares.centres_cm, squares.headings_deg, mounts, strict=True)
    ]


def _squares(corners_px: Floats, mounts: Sequence[Mount], camera: Camera) -> tuple[FittedSquares, Floats]:
    """Return the squares, and how far the lens bends each one's corners (M, 4, 2) px."""
    sizes = np.array([mount.size_cm for mount in mounts])
    heights = np.repeat([mount.height_cm for mount in mounts], 4)

    def on_planes(pixels: Floats) -> FittedSquares:
        return fit_squares(camera.to_plane(pixels.reshape(-1, 2), heights).reshape(-1, 4, 2), sizes)

    bent = bend_px(camera, _tips(on_planes(corners_px), mounts))
    return on_planes(corners_px - bent), bent


def _tips(squares: FittedSquares, mounts: Sequence[Mount]) -> Floats:
    heights_cm, sizes_cm = np.array([(mount.height_cm, mount.size_cm) for mount in mounts]).T
    return squares_corners(squares.centres_cm, heights_cm, squares.headings_deg, sizes_cm)
