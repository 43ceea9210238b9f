"""Where a board's fit starts: the focal length, of a few, under which flat boards explain the corners best."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.charuco import BoardView
from vision.arrays import Floats
from vision.camera import Lens

_FOCALS = (0.3, 0.42, 0.6, 0.85, 1.2, 1.7, 2.4)  # picture widths
_TRIED = 16  # views are enough to choose by
_STEEP = 5.0  # rays beyond this slope, of a focal length much too short, say nothing


@dataclass(frozen=True, eq=False)
class State:
    """A lens, the bow's numbers in cm, and where the board is in each view: turns (V, 3, 3), places (V, 3) cm."""

    lens: Lens
    bow_cm: Floats
    turns: Floats
    places_cm: Floats


def first_state(views: Sequence[BoardView], flat_cm: Floats, fisheye: bool) -> State:
    """Return a lens without distortion, and the places of a flat board (corners (N, 2) cm by id) as it sees them.

    Raises cv2.error where a view has no board's shape.
    """
    width, height = views[0].size_px
    some = views[:: -(-len(views) // _TRIED)]
    tried = []
    for share in _FOCALS:
        focal = share * max(width, height)
        matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        lens = Lens((width, height), matrix, np.zeros(4 if fisheye else 5), fisheye)
        off = [_placed(lens, view, flat_cm)[2] for view in some]
        tried.append((float(np.mean(off)), lens))
    lens = min(tried, key=lambda each: each[0])[1]
    places = [_placed(lens, view, flat_cm) for view in views]
    return State(lens, np.zeros(0), np.array([place[0] for place in places]), np.array([place[1] for place in places]))


def _placed(lens: Lens, view: BoardView, flat_cm: Floats) -> tuple[Floats, Floats, float]:
    """Return a flat board's turn and place in one view, and how far its corners are off then (rms px)."""
    points = np.column_stack([flat_cm[view.ids], np.zeros(len(view.ids))])
    rays = lens.rays(view.corners_px)
    near = np.abs(rays).max(axis=1) < _STEEP
    if near.sum() < 4:
        return np.eye(3), np.array([0.0, 0.0, 1.0]), np.inf
    _, turn, place = cv2.solvePnP(points[near], rays[near], np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
    seen, _ = lens.seen(points, np.asarray(turn), np.asarray(place))
    off = float(np.sqrt(((seen - view.corners_px) ** 2).sum(axis=1).mean()))
    rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    return rotation, np.asarray(place, dtype=np.float64).ravel(), off if np.isfinite(off) else np.inf
