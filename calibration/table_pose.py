"""The table's pose from its frame markers, seen in one or several pictures of a camera that stands still."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.laying import laying_warnings
from table.errors import BadInput
from table.frame import Frame, FrameMarker
from vision.camera import Lens
from vision.markers import MarkerSeen
from vision.pose import PoseFit, fit_pose
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView

Floats = NDArray[np.float64]

FEWEST = 3
STILL_PX = 0.5  # between pictures of a camera that stands still
ASSUMED_SURVEY_CM = 0.05  # where so few markers are seen that their places cannot be checked
_PLANE_UNKNOWNS = 6
_ODD_CM, _ODD_SHARE = 0.15, 4.0  # a marker this far from where the others put it, and this many of their spreads


@dataclass(frozen=True, eq=False)
class TableFit:
    """A calibrated view of the table and how well its frame fits.

    ``residual_cm`` are the used markers' offsets (M, 2) from their surveyed places, as the camera sees them.
    """

    view: TableView
    used: tuple[FrameMarker, ...]
    residual_cm: Floats
    warnings: tuple[str, ...]


def fit_table(
    lens: Lens,
    lens_covariance: Floats | None,
    frame: Frame,
    pictures: Mapping[str, Sequence[MarkerSeen]],
) -> TableFit:
    """Return the camera over this frame, from the markers found in each picture (by its name).

    One wrong or half covered marker among five or more is found out and left out. The survey's sigma is the frame's,
    or estimated from the residuals. Raises BadInput where too few are seen, all on one line, or the camera moved.
    """
    seen = _averaged(frame, pictures)
    markers = [marker for marker in frame.markers if marker.id in seen]
    _check_enough(frame, markers, pictures)
    warnings = _missing(frame, markers)
    while True:
        fit, sigma = _fit(lens, lens_covariance, frame, markers, seen)
        odd = _odd_one(lens, frame, markers, seen) if len(markers) > FEWEST + 1 else None
        if odd is None:
            break
        marker, off_cm = odd
        warnings.append(
            f"frame marker {marker.id} is seen {10 * off_cm:.0f} mm from where frame.toml puts it, judged by the "
            "others; I left it out"
        )
        markers = [other for other in markers if other.id != marker.id]
    if frame.survey_sigma_cm is None and len(markers) == FEWEST:
        warnings.append(
            f"with {FEWEST} frame markers their places cannot be checked; I take them to be right to "
            f"{10 * ASSUMED_SURVEY_CM:g} mm. Say survey_sigma_cm in frame.toml, or use more markers"
        )
    if frame.survey_sigma_cm is not None and _excess(fit, markers, seen, sigma) > 3.0:
        warnings.append(
            f"the frame markers disagree by more than survey_sigma_cm = {frame.survey_sigma_cm:g} in frame.toml "
            "allows; measure their places anew"
        )
    warnings += laying_warnings(fit.camera, markers, seen, sigma)
    view = TableView(
        fit.camera,
        frame,
        fit.covariance,
        tuple(FrameSeen(marker.id, seen[marker.id].corners_px) for marker in markers),
        sigma,
        fit.rms_px,
    )
    return TableFit(view, tuple(markers), _residual_cm(fit, markers), tuple(warnings))


def _fit(
    lens: Lens,
    lens_covariance: Floats | None,
    frame: Frame,
    markers: Sequence[FrameMarker],
    seen: Mapping[int, MarkerSeen],
) -> tuple[PoseFit, float]:
    """Return the pose and the survey's sigma: given, or such that the residuals are what it makes them."""
    corners = np.array([frame_corners(marker) for marker in markers])
    corners_px = np.array([seen[marker.id].corners_px for marker in markers])
    noise = np.array([seen[marker.id].covariance_px for marker in markers])
    given = frame.survey_sigma_cm
    sigma = ASSUMED_SURVEY_CM if given is None else given
    fit = fit_pose(lens, corners, corners_px, noise, sigma, lens_covariance)
    freedom = 2 * len(markers) - _PLANE_UNKNOWNS
    for _ in range(4 if given is None and freedom > 0 else 0):
        off = _residual_cm(fit, markers)
        sigma = float(np.sqrt(max((off**2).sum() / freedom - _noise_cm(fit, markers, seen) ** 2, 0.0)))
        fit = fit_pose(lens, corners, corners_px, noise, sigma, lens_covariance, fit.camera)
    return fit, sigma


def _residual_cm(fit: PoseFit, markers: Sequence[FrameMarker]) -> Floats:
    """Return (M, 2): where each marker's centre is seen, less where the frame puts it."""
    centres = np.array([(marker.x, marker.y, marker.height_cm) for marker in markers])
    jacobian = fit.camera.plane_jacobian(fit.camera.project(centres), centres[:, 2])
    return np.asarray((jacobian @ fit.residual_px.mean(axis=1)[..., None])[..., 0])


def _noise_cm(fit: PoseFit, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> float:
    """Return what the pixels alone would leave in a marker's centre, one sigma an axis."""
    centres = np.array([(marker.x, marker.y, marker.height_cm) for marker in markers])
    jacobian = fit.camera.plane_jacobian(fit.camera.project(centres), centres[:, 2])
    mean = np.tile(np.eye(2), 4) / 4
    spread = np.array([mean @ seen[marker.id].covariance_px @ mean.T for marker in markers])
    return float(np.sqrt(np.trace(jacobian @ spread @ jacobian.transpose(0, 2, 1), axis1=1, axis2=2).mean() / 2))


def _excess(fit: PoseFit, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen], sigma: float) -> float:
    """Return how many times larger the residuals are than survey and pixels allow."""
    freedom = max(2 * len(markers) - _PLANE_UNKNOWNS, 1)
    found = float(np.sqrt((_residual_cm(fit, markers) ** 2).sum() / freedom))
    return found / float(np.hypot(sigma, _noise_cm(fit, markers, seen)))


def _odd_one(
    lens: Lens, frame: Frame, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]
) -> tuple[FrameMarker, float] | None:
    """Return the marker that the others agree without, and how far off it is; None if there is no such marker."""
    best: tuple[float, FrameMarker, float] | None = None
    for left_out in markers:
        others = [marker for marker in markers if marker.id != left_out.id]
        fit, _ = _fit(lens, None, replace(frame, survey_sigma_cm=ASSUMED_SURVEY_CM), others, seen)
        freedom = 2 * len(others) - _PLANE_UNKNOWNS
        spread = float(np.sqrt((_residual_cm(fit, others) ** 2).sum() / freedom))
        there = fit.camera.to_plane(seen[left_out.id].centre_px, left_out.height_cm)[0]
        off = float(np.hypot(there[0] - left_out.x, there[1] - left_out.y))
        if best is None or spread < best[0]:
            best = (spread, left_out, off)
    if best is None:
        return None
    spread, marker, off = best
    return (marker, off) if off > max(_ODD_CM, _ODD_SHARE * spread) else None


def _averaged(frame: Frame, pictures: Mapping[str, Sequence[MarkerSeen]]) -> dict[int, MarkerSeen]:
    """Return each frame marker as seen on average; raises BadInput when the camera moved between pictures."""
    ids = {marker.id for marker in frame.markers}
    by_picture = {name: {m.id: m for m in markers if m.id in ids} for name, markers in pictures.items()}
    middle: dict[int, Floats] = {}
    for number in ids:
        shown = [found[number].corners_px for found in by_picture.values() if number in found]
        if shown:
            middle[number] = np.median(np.array(shown), axis=0)
    for name, found in by_picture.items():
        shifts = [np.linalg.norm((m.corners_px - middle[m.id]).mean(axis=0)) for m in found.values()]
        if shifts and float(np.median(shifts)) > STILL_PX:
            raise BadInput(
                f"{name}: the camera moved between the pictures (by {np.median(shifts):.1f} px); give pictures taken "
                "from one place"
            )
    averaged: dict[int, MarkerSeen] = {}
    for number in middle:
        shown_by = [found[number] for found in by_picture.values() if number in found]
        averaged[number] = MarkerSeen(
            number,
            np.mean([m.corners_px for m in shown_by], axis=0),
            min(m.score for m in shown_by),
            # What no model covers is the same in every picture: averaging does not make the sigma smaller.
            np.mean([m.covariance_px for m in shown_by], axis=0),
        )
    return averaged


def _check_enough(frame: Frame, markers: Sequence[FrameMarker], pictures: Mapping[str, object]) -> None:
    where = next(iter(pictures)) if len(pictures) == 1 else f"{len(pictures)} pictures"
    if not frame.markers:
        raise BadInput("the frame has no markers; frame.toml needs at least three [[marker]], better six")
    if len(markers) < FEWEST:
        listed = ", ".join(str(marker.id) for marker in frame.markers)
        raise BadInput(
            f"{where}: I see {len(markers)} of {len(frame.markers)} frame markers (expected {listed}), and {FEWEST} is "
            "the least; is the whole table in the picture, and sharp?"
        )
    places = np.array([(marker.x, marker.y) for marker in markers])
    wide, narrow = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if narrow < 0.05 * wide:
        raise BadInput(f"{where}: the frame markers I see lie on one line; I need some on another side of the table")


def _missing(frame: Frame, markers: Sequence[FrameMarker]) -> list[str]:
    missing = [str(m.id) for m in frame.markers if m.id not in {seen.id for seen in markers}]
    if not missing:
        return []
    verb = "is" if len(missing) == 1 else "are"
    return [f"I see {len(markers)} of {len(frame.markers)} frame markers; {', '.join(missing)} {verb} not visible"]
