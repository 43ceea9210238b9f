"""Whether the camera still stands where it was calibrated, by the frame markers; and if not, where it stands now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.pose import fit_pose
from vision.spread import POSE
from vision.square import bend_px, frame_corners
from vision.table_view import TableView

Floats = NDArray[np.float64]

STILL_PX = 0.15  # the frame as a whole shifted by less than this: nothing moved (0.08 mm at 4K)
MOVED_CM = 0.1  # one frame marker apart from the others by more than this was pushed, or is half hidden
ENOUGH = 3  # frame markers that a new pose is solved from


@dataclass(frozen=True, eq=False)
class Settled:
    """The view for one picture, the frame markers it saw, how well they fit the frame's survey, and words on it."""

    view: TableView
    frame_seen: tuple[int, ...]
    rms_px: float
    warnings: tuple[str, ...]


def settle(view: TableView, seen: Mapping[int, MarkerSeen], name: str = "the picture") -> Settled:
    """Return the view that holds for a picture in which these frame markers were seen.

    A camera that was bumped is followed by the markers, as the calibrated camera saw them: errors of their survey stay
    what they were. Raises BadInput when none was seen.
    """
    frame = [marker for marker in view.frame.markers if marker.id in seen]
    if not frame:
        expected = ", ".join(str(marker.id) for marker in view.frame.markers) or "none are in the table's file"
        raise BadInput(
            f"{name}: I see no frame marker (expected {expected}); is the whole table in the picture, and sharp?"
        )
    ids = tuple(marker.id for marker in frame)
    warnings = _missing(view, seen)
    survey = np.array([frame_corners(marker) for marker in frame])
    now = np.array([seen[marker.id].corners_px for marker in frame])
    then = _as_calibrated(view, {marker.id: corners for marker, corners in zip(frame, survey, strict=True)})
    shifts = (now - then).mean(axis=1)
    shift = float(np.hypot(*np.median(shifts, axis=0)))
    apart = np.linalg.norm(shifts - np.median(shifts, axis=0), axis=1)
    if max(shift, float(np.median(apart))) > STILL_PX:
        if len(frame) < ENOUGH:
            warnings.append(
                f"the camera seems to have moved ({shift:.1f} px), and {_count(len(frame))} is too few to follow it: "
                "calibrate the table again"
            )
            return _result(view, ids, survey, now, warnings)
        view, left_out = _follow(view, survey, then, now, np.array([seen[m.id].covariance_px for m in frame]))
        warnings.append(
            f"the camera has moved since calibration (by {shift:.1f} px); I followed it by the frame markers"
        )
    else:
        left_out = [k for k in range(len(frame)) if apart[k] * _cm_per_px(view.camera, survey[k]) > MOVED_CM]
    warnings += [f"frame marker {frame[k].id} is not where it was at calibration; I left it out" for k in left_out]
    return _result(view, ids, survey, now, warnings)


def _result(view: TableView, ids: tuple[int, ...], survey: Floats, now: Floats, warnings: list[str]) -> Settled:
    predicted = view.camera.project(survey.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(view.camera, survey)
    rms = float(np.sqrt(((now - predicted) ** 2).sum(axis=-1).mean()))
    return Settled(view, ids, rms, tuple(warnings))


def _missing(view: TableView, seen: Mapping[int, MarkerSeen]) -> list[str]:
    missing = [str(marker.id) for marker in view.frame.markers if marker.id not in seen]
    if not missing:
        return []
    total = len(view.frame.markers)
    verb = "is" if len(missing) == 1 else "are"
    return [f"I see {total - len(missing)} of {total} frame markers; {_list(missing)} {verb} not visible"]


def _as_calibrated(view: TableView, survey: Mapping[int, Floats]) -> Floats:
    """Return where the calibrated camera saw these markers, or should see them if that was not kept: (M, 4, 2) px."""
    kept = {marker.id: marker.corners_px for marker in view.seen}
    ids, corners = list(survey), np.array(list(survey.values()))
    should = view.camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(view.camera, corners)
    return np.array([kept.get(number, should[k]) for k, number in enumerate(ids)])


def _follow(
    view: TableView, survey: Floats, then: Floats, now: Floats, covariance_px: Floats
) -> tuple[TableView, list[int]]:
    camera = view.camera
    bend = bend_px(camera, survey)
    places = survey.copy()
    for k in range(len(survey)):
        places[k, :, :2] = camera.to_plane(then[k] - bend[k], survey[k, 0, 2])
    use = list(range(len(survey)))
    while True:
        fit = fit_pose(camera.lens, places[use], now[use], covariance_px[use], 0.0)
        off = np.linalg.norm(fit.residual_px.mean(axis=1), axis=1)
        scale = np.array([_cm_per_px(fit.camera, survey[k]) for k in use])
        worst = int(np.argmax(off * scale))
        if len(use) <= ENOUGH or off[worst] * scale[worst] < MOVED_CM / 2:
            break
        use.pop(worst)
    covariance = view.covariance
    if covariance is not None:
        covariance = covariance.copy()
        covariance[:POSE, :POSE] += fit.covariance[:POSE, :POSE]
    return replace(view, camera=fit.camera, covariance=covariance), [k for k in range(len(survey)) if k not in use]


def _cm_per_px(camera: Camera, corners_cm: Floats) -> float:
    jacobian = camera.plane_jacobian(camera.project(corners_cm).mean(axis=0), float(corners_cm[0, 2]))[0]
    return float(np.sqrt(abs(np.linalg.det(jacobian))))


def _count(number: int) -> str:
    return "one frame marker" if number == 1 else f"{number} frame markers"


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
