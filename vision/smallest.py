"""How small the smallest marker is seen that a picture of a table can show: what is smaller need not be looked for."""

import numpy as np

from table.roster import Roster
from vision.search.pyramid import LEAST_PX
from vision.square import frame_corners, squares_corners
from vision.table_view import TableView

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
