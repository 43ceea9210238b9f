"""The table's pose from its frame markers, seen in one or several pictures of a camera that stands still."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.card_placement import check_measures, laying_warnings, mistakes
from calibration.cards import off_px
from calibration.laid import Laid
from calibration.tape import taped
from calibration.variance_components import Weighed, weigh
from table.errors import BadGeometry, BadInput, Remark
from table.frame import Frame, FrameMarker
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.pose import MISLAID, fit_pose
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView

FEWEST = 3
STILL_PX = 0.5  # between pictures of a camera that stands still
ASSUMED_SURVEY_CM = 0.05  # where so few markers are seen that their places cannot be checked
_PLANE_UNKNOWNS = 6
_NOWHERE_CM = 1.7  # cards that far off lie nowhere near their places: the pose found means nothing
_SURE = 0.9  # that a card was pushed or is half covered: then it is left out, and said so
_APART_PX, _APART_SHARE = 0.3, 4.0  # a marker seen this far from where most pictures have it was covered in that one


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

    How far the cards' places and prints are trusted is the frame's ``survey_sigma_cm``, or what the evidence says
    (calibration/variance_components.py); a card pushed or half covered, among five or more, is found out and left
    out. Raises BadInput where too few are seen, all on one line, the camera moved, or nothing fits.
    """
    seen = averaged(frame, pictures)
    markers = [marker for marker in frame.markers if marker.id in seen]
    check_frame(frame, markers, seen, tuple(pictures))
    warnings = _missing(frame, markers) + _tape_not_seen(frame, markers)
    wrong = mistakes(lens, markers, seen)
    warnings += [
        Remark("{wrong}; I left it out", wrong=words)
        if len(wrong) == 1
        else Remark("{wrong}; I left them out", wrong=words)
        for words in dict.fromkeys(wrong.values())
    ]
    markers = [marker for marker in markers if marker.id not in wrong]
    while True:
        fit = _weighed(lens, lens_covariance, frame, markers, seen)
        suspicion = np.maximum(fit.moved, fit.spoilt)
        odd = int(np.argmax(suspicion))
        if suspicion[odd] < _SURE:
            break
        warnings.append(_left_out(fit, markers[odd], seen[markers[odd].id], bool(fit.spoilt[odd] > fit.moved[odd])))
        del markers[odd]
    if fit.survey_sigma_cm > _NOWHERE_CM:
        raise BadGeometry(MISLAID)
    if frame.survey_sigma_cm is None and len(markers) == FEWEST:
        warnings.append(
            Remark("with {count} cards their places cannot be checked; I take them to be right to "
                   "{assumed_mm:g} mm. Say survey_sigma_cm in frame.toml, or use more cards",
                   count=FEWEST, assumed_mm=10 * ASSUMED_SURVEY_CM)
        )  # fmt: skip
    corners, corners_px, _ = _as_arrays(markers, seen)
    off = off_px(fit.camera, corners, corners_px)
    residual_cm = _residual_cm(fit.camera, markers, off)
    if frame.survey_sigma_cm is not None and _excess(fit, markers, seen, residual_cm) > 3.0:
        warnings.append(
            Remark("the cards disagree by more than survey_sigma_cm = {sigma_cm:g} in frame.toml allows; "
                   "measure their places anew", sigma_cm=frame.survey_sigma_cm)
        )  # fmt: skip
    warnings += laying_warnings(fit.camera, markers, seen, fit.survey_sigma_cm, fit.print_sigma)
    view = TableView(
        fit.camera,
        frame,
        fit.covariance,
        tuple(FrameSeen(marker.id, seen[marker.id].corners_px) for marker in markers),
        fit.survey_sigma_cm,
        float(np.sqrt((off**2).sum(axis=-1).mean())),
    )
    return TableFit(taped(view), tuple(markers), residual_cm, tuple(warnings))


def _weighed(
    lens: Lens,
    lens_covariance: Floats | None,
    frame: Frame,
    markers: Sequence[FrameMarker],
    seen: Mapping[int, MarkerSeen],
) -> Weighed:
    corners, corners_px, noise = _as_arrays(markers, seen)
    sigma = frame.survey_sigma_cm
    if sigma is None and len(markers) == FEWEST:
        sigma = ASSUMED_SURVEY_CM
    hidden = np.array([seen[marker.id].hidden for marker in markers]) if len(markers) > FEWEST + 1 else None
    start = fit_pose(lens, corners, corners_px, noise, ASSUMED_SURVEY_CM).camera
    try:
        return weigh(start, lens_covariance, corners, corners_px, noise, sigma, hidden, Laid.of(frame, markers))
    except (np.linalg.LinAlgError, BadGeometry):
        raise BadGeometry(MISLAID) from None


def _as_arrays(markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen]) -> tuple[Floats, Floats, Floats]:
    corners = np.array([frame_corners(marker) for marker in markers])
    corners_px = np.array([seen[marker.id].corners_px for marker in markers])
    return corners, corners_px, np.array([seen[marker.id].covariance_px for marker in markers])


def _left_out(fit: Weighed, marker: FrameMarker, seen: MarkerSeen, spoilt: bool) -> Remark:
    if spoilt:
        return Remark("card {marker} is seen out of shape (half covered, or not flat?), judged by the others; "
                      "I left it out", marker=marker.id)  # fmt: skip
    there = fit.camera.to_plane(seen.centre_px, marker.height_cm)[0]
    off_mm = 10 * float(np.hypot(there[0] - marker.x, there[1] - marker.y))
    return Remark("card {marker} is seen {off_mm:.0f} mm from where frame.toml puts it, judged by the others; "
                  "I left it out", marker=marker.id, off_mm=off_mm)  # fmt: skip


def _residual_cm(camera: Camera, markers: Sequence[FrameMarker], off: Floats) -> Floats:
    """Return (M, 2): where each marker's centre is seen, less where the frame puts it."""
    return np.asarray((_plane_jacobian(camera, markers) @ off.mean(axis=1)[..., None])[..., 0])


def _plane_jacobian(camera: Camera, markers: Sequence[FrameMarker]) -> Floats:
    centres = np.array([(marker.x, marker.y, marker.height_cm) for marker in markers])
    return camera.plane_jacobian(camera.project(centres), centres[:, 2])


def _excess(fit: Weighed, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen], residual_cm: Floats) -> float:
    """Return how many times larger the residuals are than survey and pixels allow."""
    jacobian = _plane_jacobian(fit.camera, markers)
    mean = np.tile(np.eye(2), 4) / 4
    spread = jacobian @ (mean @ _as_arrays(markers, seen)[2] @ mean.T) @ jacobian.transpose(0, 2, 1)
    noise = np.trace(spread, axis1=1, axis2=2).mean() / 2
    freedom = max(2 * len(markers) - _PLANE_UNKNOWNS, 1)
    found = float(np.sqrt((residual_cm**2).sum() / freedom))
    return found / float(np.sqrt(fit.survey_sigma_cm**2 + noise))


def averaged(frame: Frame, pictures: Mapping[str, Sequence[MarkerSeen]]) -> dict[int, MarkerSeen]:
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
                "{name}: the camera moved between the pictures (by {moved_px:.1f} px); give pictures taken from "
                "one place, or with --survey from several",
                name=name, moved_px=np.median(shifts),
            )  # fmt: skip
    mean: dict[int, MarkerSeen] = {}
    for number, usual in middle.items():
        shown_by = _agreeing([found[number] for found in by_picture.values() if number in found], usual)
        mean[number] = MarkerSeen(
            number,
            np.mean([m.corners_px for m in shown_by], axis=0),
            min(m.score for m in shown_by),
            # What no model covers is the same in every picture: averaging does not make the sigma smaller.
            np.mean([m.covariance_px for m in shown_by], axis=0),
            max(m.hidden for m in shown_by),
        )
    return mean


def _agreeing(shown: Sequence[MarkerSeen], middle: Floats) -> Sequence[MarkerSeen]:
    """Return the looks at one marker without those in which something covered a part of it."""
    apart = np.array([np.linalg.norm(marker.corners_px - middle, axis=1).max() for marker in shown])
    limit = max(_APART_PX, _APART_SHARE * float(np.median(apart)))
    return [marker for marker, off in zip(shown, apart, strict=True) if off <= limit]


def check_frame(
    frame: Frame, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen], pictures: Sequence[str]
) -> None:
    """Raise BadInput where the frame ``markers`` seen in these pictures are too few, or not as frame.toml has them."""
    where = pictures[0] if len(pictures) == 1 else f"{len(pictures)} pictures"
    if not frame.markers:
        raise BadInput("frame.toml has no cards; it needs at least three [[marker]], better six")
    if len(markers) < FEWEST:
        listed = ", ".join(str(marker.id) for marker in frame.markers)
        raise BadInput(
            "{name}: I see {count} of {all} cards (expected {listed}), and {fewest} is the least; is the "
            "whole table in the picture, and sharp?",
            name=where, count=len(markers), all=len(frame.markers), listed=listed, fewest=FEWEST,
        )  # fmt: skip
    places = np.array([(marker.x, marker.y) for marker in markers])
    wide, narrow = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if narrow < 0.05 * wide:
        raise BadInput("{name}: the cards I see lie on one line; I need some on another side of the table", name=where)
    check_measures(markers, seen)


def _tape_not_seen(frame: Frame, markers: Sequence[FrameMarker]) -> list[Remark]:
    between = frame.tape.between if frame.tape is not None else ()
    gone = [number for number in between if number not in {marker.id for marker in markers}]
    return [
        Remark("the tape goes to card {marker}, which is not visible: it does not count now", marker=number)
        for number in gone[:1]
    ]


def _missing(frame: Frame, markers: Sequence[FrameMarker]) -> list[Remark]:
    missing = [str(m.id) for m in frame.markers if m.id not in {seen.id for seen in markers}]
    if not missing:
        return []
    told = {"count": len(markers), "all": len(frame.markers), "missing": ", ".join(missing)}
    if len(missing) == 1:
        return [Remark("I see {count} of {all} cards; {missing} is not visible", **told)]
    return [Remark("I see {count} of {all} cards; {missing} are not visible", **told)]


@dataclass(frozen=True, eq=False)
class Viewpoint:
    """Pictures from one place, by name, and the frame markers as they show them on average."""

    pictures: tuple[str, ...]
    seen: Mapping[int, MarkerSeen]


def viewpoints(frame: Frame, pictures: Mapping[str, Sequence[MarkerSeen]]) -> list[Viewpoint]:
    """Group pictures by where they were taken from; first the camera's own place.

    That is the one most pictures were taken from, for no hand holds a camera twice in the same place; where there are
    as many from several, the one named first.
    """
    ids = {marker.id for marker in frame.markers}
    groups: list[dict[str, Sequence[MarkerSeen]]] = []
    for name, markers in pictures.items():
        shown = {marker.id: marker for marker in markers if marker.id in ids}
        same = next((group for group in groups if _still(shown, next(iter(group.values())))), None)
        if same is None:
            groups.append({name: tuple(shown.values())})
        else:
            same[name] = tuple(shown.values())
    groups.sort(key=len, reverse=True)
    return [Viewpoint(tuple(group), averaged(frame, group)) for group in groups]


def _still(shown: Mapping[int, MarkerSeen], before: Sequence[MarkerSeen]) -> bool:
    moved = [
        np.linalg.norm((shown[marker.id].corners_px - marker.corners_px).mean(axis=0))
        for marker in before
        if marker.id in shown
    ]
    return bool(moved) and float(np.median(moved)) <= STILL_PX
