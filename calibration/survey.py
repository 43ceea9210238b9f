"""The survey: where frame markers laid by hand really lie, from pictures of them and one measured length."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.card_placement import laying_warnings, mistakes
from calibration.cards import off_px
from calibration.survey_bundle import Survey, solve_survey
from calibration.table_pose import FEWEST, TableFit, Viewpoint, check_frame, viewpoints
from calibration.tape import TAPE_SIGMA_CM, ChosenTape, choose_tape
from table.errors import Remark
from table.frame import Frame, FrameMarker, Tape
from vision.arrays import Floats
from vision.camera import Lens
from vision.markers import MarkerSeen
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView

_DISTRUSTED, _APART_PX = 0.3, 0.5  # a look that counts less, and is seen further off, is said to be wrong
_POOR_MISFIT = 9.0  # mean square in the pixels' own sigmas: three times their noise
_LONG = 0.002  # frame.toml's own measure may be off by less
_FINE_CM = 0.01  # what a survey is made for


@dataclass(frozen=True, eq=False)
class Surveyed:
    """A survey and the table calibrated with it.

    ``table.view.frame`` has the markers where they lie; ``offsets_cm`` (M, 2) how far that is from where they were
    said to lie, for ``markers`` (M, as they were said to lie); ``sigma_cm`` one sigma an axis of a marker's place among
    the others (the frame's own shift and turn apart). ``camera_pictures`` were taken from the place the camera has,
    ``other_places`` is how many more helped.
    """

    table: TableFit
    tape: ChosenTape
    markers: tuple[FrameMarker, ...]
    offsets_cm: Floats
    sigma_cm: float
    camera_pictures: tuple[str, ...]
    other_places: int


def survey_table(
    lens: Lens,
    lens_covariance: Floats | None,
    frame: Frame,
    pictures: Mapping[str, Sequence[MarkerSeen]],
    length_cm: float,
    between: tuple[int, int] | None = None,
    tape_sigma_cm: float = TAPE_SIGMA_CM,
) -> Surveyed:
    """Return the frame as it lies and the camera over it, from the markers found in each picture (by its name).

    The pictures are by one camera at one zoom and focus: from its own place (viewpoints: most of them, or the first),
    and held elsewhere above the table. ``length_cm`` was measured from centre to centre of two frame markers. Raises
    BadInput where too little is seen or the length cannot be.
    """
    places = viewpoints(frame, pictures)
    own = places[0]
    at_home = [marker for marker in frame.markers if marker.id in own.seen]
    check_frame(frame, at_home, own.seen, own.pictures)
    warnings, used = list[str](), [own]
    for place in places[1:]:
        if len(place.seen) < FEWEST:
            warnings.append(
                Remark("{name}: only {count} cards are seen; I left it out",
                       name=place.pictures[0], count=len(place.seen))
            )  # fmt: skip
        else:
            used.append(place)
    ids = {number for place in used for number in place.seen}
    markers = tuple(marker for marker in frame.markers if marker.id in ids)
    tape = choose_tape(frame, ids, length_cm, between, tape_sigma_cm)
    astray = mistakes(lens, at_home, own.seen)
    found = solve_survey(lens, lens_covariance, markers, [place.seen for place in used], tape, astray)
    sigma_cm = _among_themselves_cm(found.places_covariance, np.array([(card.x, card.y) for card in found.cards]))
    warnings += _missing(frame, markers) + _doubts(found, markers, used) + _poor(found, used, sigma_cm, length_cm)
    surveyed = _as_laid(frame, found, markers, sigma_cm, tape)
    offsets = np.array([(c.x - m.x, c.y - m.y) for c, m in zip(found.cards, markers, strict=True)])
    table = _table(surveyed, found, at_home, own, sigma_cm, warnings)
    return Surveyed(table, tape, markers, offsets, sigma_cm, own.pictures, len(used) - 1)


def _as_laid(frame: Frame, found: Survey, markers: Sequence[FrameMarker], sigma_cm: float, tape: ChosenTape) -> Frame:
    laid = {
        marker.id: replace(
            marker,
            x=round(card.x, 5),
            y=round(card.y, 5),
            heading_deg=round(card.heading_deg, 3),
            size_cm=round(marker.size_cm * float(1 + found.batch[0] + card.print_off[0]), 4),
        )
        for card, marker in zip(found.cards, markers, strict=True)
    }
    moved = tuple(laid.get(marker.id, marker) for marker in frame.markers)
    known = Tape(tape.length_cm, tape.between, tape.sigma_cm)
    return replace(frame, markers=moved, survey_sigma_cm=round(sigma_cm, 5), laid_sigma_cm=None, tape=known)


def _table(
    frame: Frame,
    found: Survey,
    at_home: Sequence[FrameMarker],
    own: Viewpoint,
    sigma_cm: float,
    warnings: Sequence[str],
) -> TableFit:
    laid = {marker.id: marker for marker in frame.markers}
    there = [laid[marker.id] for marker in at_home]
    corners = np.array([frame_corners(marker) for marker in there])
    corners_px = np.array([own.seen[marker.id].corners_px for marker in there])
    camera = found.cameras[0]
    off = off_px(camera, corners, corners_px)
    centres = np.array([(marker.x, marker.y, marker.height_cm) for marker in there])
    jacobian = camera.plane_jacobian(camera.project(centres), centres[:, 2])
    view = TableView(
        camera,
        frame,
        found.covariance,
        tuple(FrameSeen(marker.id, own.seen[marker.id].corners_px) for marker in there),
        sigma_cm,
        float(np.sqrt((off**2).sum(axis=-1).mean())),
    )
    said = [replace(laid[m.id], size_cm=m.size_cm, heading_deg=m.heading_deg) for m in at_home]
    every = (*warnings, *laying_warnings(camera, said, own.seen, 0.0))
    return TableFit(view, tuple(there), np.asarray((jacobian @ off.mean(axis=1)[..., None])[..., 0]), every)


def _among_themselves_cm(covariance: Floats, places_cm: Floats) -> float:
    """Return one sigma an axis of places (M, 2) of covariance (2M, 2M), their common shift and turn taken out."""
    count = len(places_cm)
    x, y = (places_cm - places_cm.mean(axis=0)).T
    together = np.zeros((2 * count, 3))
    together[0::2, 0], together[1::2, 1] = 1.0, 1.0
    together[0::2, 2], together[1::2, 2] = -y, x
    basis, _ = np.linalg.qr(together)
    apart = np.eye(2 * count) - basis @ basis.T
    return float(np.sqrt(np.trace(apart @ covariance @ apart) / (2 * count - 3)))


def _missing(frame: Frame, markers: Sequence[FrameMarker]) -> list[str]:
    seen = {marker.id for marker in markers}
    missing = [str(marker.id) for marker in frame.markers if marker.id not in seen]
    if not missing:
        return []
    listed = ", ".join(missing)
    return [Remark("{missing}: not seen in any picture; I left it where frame.toml puts it", missing=listed)]


def _doubts(found: Survey, markers: Sequence[FrameMarker], used: Sequence[Viewpoint]) -> list[str]:
    """Return what did not fit: single looks, whole pictures, places in frame.toml."""
    warnings = list[str]()
    suspect = (found.trust < _DISTRUSTED) & (found.off_px > _APART_PX)
    for place, odd in zip(used, suspect, strict=True):
        name = place.pictures[0]
        wrong = [marker.id for marker, is_odd in zip(markers, odd, strict=True) if is_odd]
        if len(wrong) > len(place.seen) / 2:
            warnings.append(
                Remark("{name} does not fit the other pictures: is it sharp, by the same camera at the same zoom and "
                       "focus, and did nobody touch the cards in between?", name=name)
            )  # fmt: skip
        else:
            warnings += [
                Remark("{name}: card {marker} is not where the other pictures show it (pushed, or half "
                       "covered); I left it out there", name=name, marker=number)
                for number in wrong
            ]  # fmt: skip
    for marker, card, astray in zip(markers, found.cards, found.astray, strict=True):
        if astray:
            off_mm = 10 * float(np.hypot(card.x - marker.x, card.y - marker.y))
            warnings.append(
                Remark("card {marker} lies {off_mm:.0f} mm from where frame.toml puts it; I took it where it "
                       "lies", marker=marker.id, off_mm=off_mm)
            )  # fmt: skip
    return warnings


def _poor(found: Survey, used: Sequence[Viewpoint], sigma_cm: float, length_cm: float) -> list[str]:
    """Return what keeps this survey from being a good one."""
    warnings = list[str]()
    if found.misfit > _POOR_MISFIT:
        warnings.append(
            Remark("the pictures fit each other {times:.0f} times worse than they are sharp: is camera.toml of this "
                   "very camera, at this zoom and focus?", times=float(np.sqrt(found.misfit)))
        )  # fmt: skip
    if sigma_cm > _FINE_CM and len(used) == 1:
        warnings.append(
            Remark("all pictures are from one place, which finds the markers to {sigma_mm:.2f} mm only; add five or "
                   "so, the same camera held elsewhere above the table, looking at it slantwise from every side",
                   sigma_mm=10 * sigma_cm)
        )  # fmt: skip
    if abs(found.scale) > _LONG:
        told: dict[str, object] = {"length_cm": length_cm, "share": abs(found.scale)}
        warnings.append(
            Remark("by these {length_cm:g} cm everything in frame.toml is {share:.1%} too short; if that cannot be, "
                   "measure again from centre to centre, and say --survey-between which", **told)
            if found.scale > 0
            else Remark("by these {length_cm:g} cm everything in frame.toml is {share:.1%} too long; if that cannot "
                        "be, measure again from centre to centre, and say --survey-between which", **told)
        )  # fmt: skip
    return warnings
