"""Whether the camera still stands where it was calibrated, by one picture's frame markers; and if not, where now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from table.errors import BadInput, Remark
from vision.arrays import Bools, Floats, Grey
from vision.camera import Camera
from vision.markers import MarkerSeen, find_markers
from vision.noise_floor import NoiseFloor
from vision.table_view import TableView
from vision.watchman.camera_fit import ENOUGH, TURNED_DEG, resolved, turn_deg
from vision.watchman.laid_frame import LaidFrame, laid_frame

STILL_PX = 0.15  # the frame as a whole shifted by less than this: nothing moved (0.08 mm at 4K)
MOVED_CM = 0.1  # one frame marker apart from the others by more than this was pushed, or is half hidden

_SHAPE = 0.05  # of a marker's shift, its corners' shifts against each other


@dataclass(frozen=True, eq=False)
class Settled:
    """The view for one picture, the frame markers it saw, how well they fit the frame's survey, and words on it."""

    view: TableView
    frame_seen: tuple[int, ...]
    rms_px: float
    warnings: tuple[str, ...]


def settle(
    view: TableView,
    seen: Mapping[int, MarkerSeen],
    name: str = "the picture",
    grey: Grey | None = None,
) -> Settled:
    """Return the view that holds for a picture in which these frame markers were seen.

    A camera that was bumped is followed by the markers, as the calibrated camera saw them: errors of their survey stay
    what they were. A marker that was not seen at calibration is not judged. Raises BadInput when none was seen, saying
    so when the picture ``grey`` is mirrored.
    """
    laid = laid_frame(view)
    there = np.array([int(number) in seen for number in laid.ids], dtype=bool)
    if not there.any():
        raise _blind(view, name, grey)
    now, covariance = laid.seen_by(view.camera), np.tile(np.eye(8), (len(there), 1, 1))
    for k in np.flatnonzero(there):
        marker = seen[int(laid.ids[k])]
        now[k], covariance[k] = marker.corners_px, marker.covariance_px
    warnings = _missing(view, seen)
    judged = there & laid.known
    shifts = (now - laid.seen_by(view.camera)).mean(axis=1)
    # How far a marker went, whichever way: in a turned picture the mean of all ways is nothing.
    shift = float(np.median(np.linalg.norm(shifts[judged], axis=1))) if judged.any() else 0.0
    left_out = np.zeros(len(there), dtype=bool)
    if shift > STILL_PX and judged.sum() < ENOUGH:
        # Every place is off by about so much; a marker is a small part of the picture, and its shape off by as little.
        known = view.floor
        view = replace(view, floor=NoiseFloor(hypot(known.centre_px, shift), hypot(known.corner_px, _SHAPE * shift)))
        warnings.append(
            Remark("the camera seems to have moved ({shift_px:.1f} px), and cards seen are too few to follow "
                   "it ({count}): calibrate the table again", shift_px=shift, count=int(judged.sum()))
        )  # fmt: skip
    elif shift > STILL_PX:
        before = view.camera
        view, left_out = resolved(view, laid, now, covariance, judged)
        warnings.append(_moved(before, view.camera, shift))
    elif judged.any():
        apart = np.linalg.norm(shifts - np.median(shifts[judged], axis=0), axis=1)
        left_out = judged & (apart * laid.cm_per_px > MOVED_CM)
    warnings += [
        Remark("card {marker} is not where it was at calibration; I left it out", marker=int(number))
        for number in laid.ids[left_out]
    ]
    return Settled(view, tuple(int(k) for k in laid.ids[there]), _rms_px(view, laid, now, there), tuple(warnings))


def _rms_px(view: TableView, laid: LaidFrame, now: Floats, there: Bools) -> float:
    off = now[there] - laid.survey_seen_by(view.camera)[there]
    return float(np.sqrt((off**2).sum(axis=-1).mean()))


def _moved(before: Camera, now: Camera, shift_px: float) -> Remark:
    turned = turn_deg(before, now)
    if turned > TURNED_DEG:
        return Remark(
            "the picture is turned by {turned:.0f} degrees against the calibration: is it flipped in the camera's "
            "settings? I followed it by the cards", turned=turned
        )  # fmt: skip
    return Remark("the camera has moved since calibration (by {shift_px:.1f} px); I followed it by the cards",
                  shift_px=shift_px)  # fmt: skip


def _blind(view: TableView, name: str, grey: Grey | None) -> BadInput:
    ids = {marker.id for marker in view.frame.markers}
    if grey is not None and ids:
        turned_over = find_markers(np.ascontiguousarray(grey[:, ::-1]), view.frame.dictionary, ids, looks=1)
        if sum(marker.id in ids for marker in turned_over) >= ENOUGH:
            return BadInput("{name}: the picture is mirrored; switch mirroring off in the camera's settings", name=name)
    expected = ", ".join(str(marker.id) for marker in view.frame.markers) or "none are in the table's file"
    return BadInput(
        "{name}: I see no card (expected {expected}); is the whole table in the picture, and sharp?",
        name=name, expected=expected,
    )  # fmt: skip


def _missing(view: TableView, seen: Mapping[int, MarkerSeen]) -> list[Remark]:
    missing = [str(marker.id) for marker in view.frame.markers if marker.id not in seen]
    if not missing:
        return []
    total = len(view.frame.markers)
    told = {"count": total - len(missing), "all": total, "missing": ", ".join(missing)}
    if len(missing) == 1:
        return [Remark("I see {count} of {all} cards; {missing} is not visible", **told)]
    return [Remark("I see {count} of {all} cards; {missing} are not visible", **told)]
