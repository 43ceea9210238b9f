"""The sizes of markers: whether what is seen has its own, and how small any may look."""

import numpy as np

from table.roster import Roster
from vision.arrays import Bools, Floats, Indices
from vision.camera import Camera
from vision.search.acceptance import Fits
from vision.search.pyramid import LEAST_PX
from vision.square import frame_corners, squares_corners
from vision.table_view import TableView

_SIZE_OFF, _MOST_UNEVEN = 0.2, 1.4  # on its plane: of its side; its longest side or diagonal by its shortest


def on_planes(camera: Camera, corners_px: Floats, heights_cm: Floats) -> tuple[Floats, Floats]:
    """Return the sides in cm (N,) of markers with such corners (N, 4, 2) px on planes of such heights (N,).

    And how uneven each is (N,): its longest side or diagonal by its shortest.
    """
    flat = camera.to_plane(corners_px.reshape(-1, 2), np.repeat(heights_cm, 4)).reshape(-1, 4, 2)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=1), axis=2)
    diagonals = np.linalg.norm(flat[:, :2] - flat[:, 2:], axis=2)
    uneven = np.maximum(sides.max(axis=1) / sides.min(axis=1), diagonals.max(axis=1) / diagonals.min(axis=1))
    return sides.mean(axis=1), uneven


def size_check(view: TableView, roster: Roster) -> Fits:
    """Return a check whether markers of such ids (N,), seen with such corners (N, 4, 2) px, have their own sizes.

    Clutter read as a marker has not: OpenCV once put a unit 71 cm away on the strength of a dark speck.
    """
    sizes = {marker.id: (marker.height_cm, marker.size_cm) for marker in view.frame.markers}
    sizes |= {entry.marker: (entry.mount.height_cm, entry.mount.size_cm) for entry in roster.entries}
    if view.frame.banners:
        sizes |= dict.fromkeys(view.frame.banners.ids, (view.frame.banners.height_cm, view.frame.banners.size_cm))

    def fits(ids: Indices, corners_px: Floats) -> Bools:
        known = np.array([int(number) in sizes for number in ids], dtype=bool)
        good = ~known
        if known.any():
            heights_cm, sizes_cm = np.array([sizes[int(number)] for number in ids[known]]).T
            looks_cm, uneven = on_planes(view.camera, corners_px[known], heights_cm)
            good[known] = (np.abs(looks_cm / sizes_cm - 1) < _SIZE_OFF) & (uneven < _MOST_UNEVEN)
        return good

    return fits


_AROUND_CM = 15.0  # a stand is beside the table now and then
_ALONG = 5  # places along and across the table that are tried
_LESS = 0.9  # a printer may make it smaller


def least_side_px(view: TableView, roster: Roster) -> float:
    """Return the shortest side in px that a marker of frame, banners or roster is seen with, wherever it stands.

    A little less, for prints that came out small; what lies level on the table or beside it is meant.
    """
    frame, camera = view.frame, view.camera
    squares = [frame_corners(marker) for marker in frame.markers]
    sizes = {(entry.mount.height_cm, entry.mount.size_cm) for entry in roster.entries}
    if frame.banners:
        sizes.add((frame.banners.height_cm, frame.banners.size_cm))
    tried = [
        (x, y, height_cm, heading_deg, size_cm)
        for height_cm, size_cm in sizes
        for x in np.linspace(-_AROUND_CM, frame.width_cm + _AROUND_CM, _ALONG)
        for y in np.linspace(-_AROUND_CM, frame.depth_cm + _AROUND_CM, _ALONG)
        for heading_deg in (0.0, 45.0)
    ]
    if tried:
        x, y, *others = np.array(tried).T
        squares.extend(squares_corners(np.stack([x, y], axis=1), *others))
    if not squares:
        return LEAST_PX
    seen = camera.project(np.concatenate(squares)).reshape(-1, 4, 2)
    inside = (np.logical_and(seen >= 0, seen < camera.lens.size_px).sum(axis=2) == 2).any(axis=1)  # any corner is
    if not inside.any():
        return LEAST_PX
    sides = np.linalg.norm(np.roll(seen[inside], -1, axis=1) - seen[inside], axis=2)
    return max(LEAST_PX, _LESS * float(sides.min()))
