"""Whether the frame cards lie as frame.toml says: swapped, turned, of another size, or far off; said in words."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from table.errors import BadGeometry, BadInput, Remark
from table.frame import FrameMarker
from table.stand import wrap_deg
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.pose import fit_pose
from vision.square import frame_corners

TURNED_DEG = 20.0
SIZE_OFF = 0.01
FAR_CM = 0.3
HIGH_CM = 3.0  # a frame card higher than this above the table was most likely measured in mm
_UNEVEN_PRINT = 0.006  # cards whose sizes differ by more than this were not printed so: the lens bends otherwise
_WRONG_UNIT = 2.0
_FEWEST_LEFT = 4  # of which any three could not be laid onto a mistake
_GROSS_CM, _FINE_CM = 0.5, 0.3  # the cards' distances from their places (rms): something is wrong; nothing is
_LAID_CM = 0.05
_SWAPPED_CM = 2.0


def check_measures(markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> None:
    """Raise BadInput where the cards' size and their distances, as seen, cannot both be in cm as frame.toml says."""
    places = np.array([(marker.x, marker.y) for marker in markers])
    centres = np.array([seen[marker.id].centre_px for marker in markers])
    first, second = np.triu_indices(len(markers), 1)
    apart_cm = np.linalg.norm(places[first] - places[second], axis=1).mean()
    apart_px = np.linalg.norm(centres[first] - centres[second], axis=1).mean()
    corners = np.array([seen[marker.id].corners_px for marker in markers])
    side_px = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean()
    size_cm = float(np.mean([marker.size_cm for marker in markers]))
    looks_cm = float(side_px * apart_cm / apart_px)
    if not 1 / _WRONG_UNIT < looks_cm / size_cm < _WRONG_UNIT:
        raise BadInput(
            "frame.toml says size_cm = {size_cm:g}, but with its x and y the cards look about "
            "{looks_cm:.2g} cm a side: are all of these in cm, and size_cm that of the black square?",
            size_cm=size_cm, looks_cm=looks_cm,
        )  # fmt: skip


def laying_warnings(
    camera: Camera,
    markers: Sequence[FrameMarker],
    seen: Mapping[int, MarkerSeen],
    survey_sigma_cm: float,
    print_sigma: float = 0.0,
) -> list[Remark]:
    """Return what a person should mend in how the cards lie or were printed, judged by the camera that was found.

    ``survey_sigma_cm`` is how well they lie, ``print_sigma`` how much their sizes differ among themselves.
    """
    warnings, shares = list[Remark](), []
    for marker in markers:
        flat = camera.to_plane(seen[marker.id].corners_px, marker.height_cm)
        ahead = flat[:2].mean(axis=0) - flat.mean(axis=0)
        turned = wrap_deg(float(np.degrees(np.arctan2(ahead[1], ahead[0]))) - marker.heading_deg)
        if abs(turned) > TURNED_DEG:
            warnings.append(
                Remark("card {marker} lies turned by {turned:.0f} degrees from its heading_deg; turn it",
                       marker=marker.id, turned=turned)
            )  # fmt: skip
        shares.append(np.linalg.norm(flat - np.roll(flat, 1, axis=0), axis=1).mean() / marker.size_cm)
    high = [marker for marker in markers if abs(marker.height_cm) > HIGH_CM]
    if high:
        listed = ", ".join(str(marker.id) for marker in high)
        warnings.append(
            Remark("frame.toml puts card {listed} {high_cm:g} cm above the table: is height_cm in cm, not in "
                   "mm?", listed=listed, high_cm=high[0].height_cm)
        )  # fmt: skip
    if survey_sigma_cm > FAR_CM / 2 and print_sigma > _UNEVEN_PRINT:
        warnings.append(
            Remark("the cards' places and sizes fit this lens badly all over the picture: is camera.toml of this "
                   "very camera, at this zoom and focus? As it is, the cards lie some {off_mm:.0f} mm off",
                   off_mm=10 * survey_sigma_cm)
        )  # fmt: skip
        return warnings  # what else looks odd is the lens's doing
    share = float(np.median(shares))
    if abs(share - 1) > SIZE_OFF:
        size_mm = 10 * markers[0].size_cm
        warnings.append(
            Remark("the cards look {looks_mm:.1f} mm a side where frame.toml says {size_mm:g}: were they printed "
                   "at 100 %? Then the stands' markers were not either", looks_mm=share * size_mm, size_mm=size_mm)
        )  # fmt: skip
    if survey_sigma_cm > FAR_CM:
        warnings.append(
            Remark("the cards lie some {off_mm:.0f} mm from where frame.toml says (or this is another camera's "
                   "lens): measure their places anew, every stand is off by about as much", off_mm=10 * survey_sigma_cm)
        )  # fmt: skip
    return warnings


def mistakes(lens: Lens, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> dict[int, Remark]:
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


def _words(camera: Camera, odd: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> dict[int, Remark]:
    places = [_place(camera, marker, seen[marker.id]) for marker in odd]
    if len(odd) == 2:
        # Only this: under another camera's lens, too, the others lie well without some two.
        swapped = [np.hypot(*(place - (m.x, m.y))) < _SWAPPED_CM for place, m in zip(places, odd[::-1], strict=True)]
        words = Remark("cards {one} and {other} have changed places", one=odd[0].id, other=odd[1].id)
        return dict.fromkeys((marker.id for marker in odd), words) if all(swapped) else {}
    return {
        marker.id: Remark("card {marker} is seen {off_mm:.0f} mm from where frame.toml puts it, judged by the "
                          "others", marker=marker.id, off_mm=10 * np.hypot(*(place - (marker.x, marker.y))))
        for marker, place in zip(odd, places, strict=True)
    }  # fmt: skip
