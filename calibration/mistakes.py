"""Frame cards that lie nowhere near where frame.toml puts them: swapped, or a number mistyped."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from table.errors import BadGeometry
from table.frame import FrameMarker
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.pose import fit_pose
from vision.square import frame_corners

_FEWEST_LEFT = 4  # of which any three could not be laid onto a mistake
_GROSS_CM, _FINE_CM = 0.5, 0.3  # the cards' distances from their places (rms): something is wrong; nothing is
_LAID_CM = 0.05
_SWAPPED_CM = 2.0


def mistakes(lens: Lens, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> dict[int, str]:
    """Return what is wrong, in words, with the card or the swapped two (by id) without which all others lie well.

    Nothing where nothing is wrong, and where neither explains it.
    """
    if _misfit_cm(lens, markers, seen)[0] < _GROSS_CM:
        return {}
    for count in (1, 2):
        if len(markers) - count < _FEWEST_LEFT:
            break
        tried = []
        for odd in combinations(markers, count):
            rest = [marker for marker in markers if marker not in odd]
            misfit, camera = _misfit_cm(lens, rest, seen)
            if camera is not None:
                tried.append((misfit, odd, camera))
        if tried:
            misfit, odd, camera = min(tried, key=lambda each: each[0])
            if misfit < _FINE_CM:
                return _words(camera, odd, seen)
    return {}


def _misfit_cm(
    lens: Lens, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]
) -> tuple[float, Camera | None]:
    """Return the cards' distances (rms) from their places as the camera that fits them best sees them, and it."""
    corners = np.array([frame_corners(marker) for marker in markers])
    corners_px = np.array([seen[marker.id].corners_px for marker in markers])
    noise = np.array([seen[marker.id].covariance_px for marker in markers])
    try:
        camera = fit_pose(lens, corners, corners_px, noise, _LAID_CM).camera
    except BadGeometry:
        return np.inf, None
    there = [_place(camera, marker, seen[marker.id]) - (marker.x, marker.y) for marker in markers]
    return float(np.sqrt((np.array(there) ** 2).sum(axis=1).mean())), camera


def _place(camera: Camera, marker: FrameMarker, seen: MarkerSeen) -> Floats:
    return np.asarray(camera.to_plane(seen.centre_px, marker.height_cm)[0])


def _words(camera: Camera, odd: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> dict[int, str]:
    places = [_place(camera, marker, seen[marker.id]) for marker in odd]
    if len(odd) == 2:
        # Only this: under another camera's lens, too, the others lie well without some two.
        swapped = [np.hypot(*(place - (m.x, m.y))) < _SWAPPED_CM for place, m in zip(places, odd[::-1], strict=True)]
        words = f"frame markers {odd[0].id} and {odd[1].id} have changed places"
        return dict.fromkeys((marker.id for marker in odd), words) if all(swapped) else {}
    return {
        marker.id: f"frame marker {marker.id} is seen {10 * np.hypot(*(place - (marker.x, marker.y))):.0f} mm from "
        "where frame.toml puts it, judged by the others"
        for marker, place in zip(odd, places, strict=True)
    }
