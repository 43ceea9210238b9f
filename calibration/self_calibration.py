"""Lens and table at once from frame markers and stands, without a calibration board: less exact, and said to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.laid import with_size_unknown
from calibration.lens_sense import absurdity
from calibration.profile import CameraProfile
from calibration.self_bundle import CardsSeen, SelfBundle, StandsSeen, plain_lens, solve_self
from calibration.table_pose import Viewpoint, viewpoints
from calibration.tape import taped
from calibration.uncertainty import predict
from table.errors import BadGeometry, BadInput, Remark, Wanted
from table.frame import Frame, FrameMarker
from table.roster import Roster
from vision.arrays import Floats
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.noise_floor import UNKNOWN
from vision.pose import first_guess
from vision.spread import POSE
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView

FEWEST = 6  # frame markers: with fewer nobody could tell a bent lens from cards laid askew
LEAST_SPREAD = 0.25  # of the picture, that the frame markers must enclose
WORST_CM = 0.2  # a table predicted worse than this is not determined
VAGUE_FOCAL = 0.03  # a focal length known worse than this measures high stands badly
MORE = (
    "Use more cards, all round the table and out to the picture's edges, give --roster, and pictures with the "
    "camera held slantwise; or learn the lens from a board (`vedette calibrate camera`)"
)
_SURVEY_CM, _SURVEY_FINEST_CM = 0.05, 0.005
_FOCALS = (0.5, 0.7, 1.0, 1.6)  # picture widths to start from
_STILL_PX = 2.0
_POOR_MISFIT = 25.0
_RIGID = 4  # numbers of the cards' places that say nothing of how well they were laid: shift, turn and size


@dataclass(frozen=True, eq=False)
class SelfFit:
    """Lens and table found together; ``places`` is from how many the pictures were taken, ``stands`` how many helped.

    ``cards_cm`` (M, 2) is how far each of ``used`` seems to lie from its place in frame.toml.
    """

    profile: CameraProfile
    view: TableView
    used: tuple[FrameMarker, ...]
    cards_cm: Floats
    places: int
    stands: int
    warnings: tuple[str, ...]

    @property
    def focal_share(self) -> float:
        """How well the focal length is known, as a share of it."""
        return float(np.sqrt(self.profile.covariance[0, 0]) / self.profile.lens.matrix[0, 0])


def self_calibrate(
    frame: Frame, pictures: Mapping[str, Sequence[MarkerSeen]], size_px: tuple[int, int], roster: Roster | None = None
) -> SelfFit:
    """Return the lens and the table that explain the frame markers and the roster's stands in all pictures.

    The camera's own place is that of most pictures, or of the first. Raises BadInput where they determine no lens.
    """
    found = [view for view in viewpoints(frame, pictures) if len(view.seen) >= 4]
    own = viewpoints(frame, pictures)[0]
    markers = [marker for marker in frame.markers if marker.id in own.seen]
    _check_markers(frame, markers, own, size_px)
    if found[0] is not own and found[0].pictures != own.pictures:
        found = [own, *found]
    every = [marker for marker in frame.markers if any(marker.id in view.seen for view in found)]
    cards = [_cards(every, view) for view in found]
    stands = [_stands(view, pictures, frame, roster) for view in found]
    sigma = _SURVEY_CM if frame.survey_sigma_cm is None else max(frame.survey_sigma_cm, 1e-4)
    bundle = _best_start(every, cards, stands, found, size_px, sigma)
    for _ in range(4 if frame.survey_sigma_cm is None else 0):
        freedom = max(2 * len(every) - _RIGID - 3, 2)
        sigma = max(float(np.sqrt((bundle.cards_cm**2).sum() / freedom)), _SURVEY_FINEST_CM)
        bundle = _solved(every, cards, stands, bundle.cameras, sigma)
    return _result(frame, markers, every, own, bundle, sigma, len(found), sum(len(s.mounts) for s in stands))


def _result(
    frame: Frame, markers: Sequence[FrameMarker], every: Sequence[FrameMarker], own: Viewpoint, bundle: SelfBundle,
    sigma: float, places: int, stands: int,
) -> SelfFit:  # fmt: skip
    if bundle.misfit > _POOR_MISFIT:
        raise BadInput(
            "no lens explains these pictures: are all of one camera at one zoom, do the cards lie as "
            "frame.toml says, and have the stands' markers the sizes and heights the roster says?"
        )
    camera = bundle.cameras[0]
    absurd = absurdity(camera.lens)
    if absurd is not None:
        raise BadInput(
            "these pictures do not determine the lens: {what} would be {got}; expected {expected}. {more}",
            what=Wanted(absurd.what), got=absurd.got, expected=Wanted(absurd.expected), more=Wanted(MORE),
        )  # fmt: skip
    seen = tuple(FrameSeen(marker.id, own.seen[marker.id].corners_px) for marker in markers)
    whole = with_size_unknown(frame, [marker.id for marker in markers], camera, bundle.covariance)
    view = taped(TableView(camera, frame, whole, seen, sigma, bundle.rms_px, None, True, UNKNOWN))
    covariance = bundle.covariance[POSE:, POSE:]
    corners = np.concatenate([own.seen[marker.id].corners_px for marker in markers])
    profile = CameraProfile(
        camera.lens, covariance, bundle.rms_px, places, _enclosed(corners, camera.lens.size_px), True
    )
    expected = predict(view)
    worst_cm = max(expected.centre_cm, *expected.corners_cm)
    if not worst_cm < WORST_CM:
        raise BadInput(
            "these pictures do not determine the lens: the table would be measured {worst_mm:.1f} mm wrong. {more}",
            worst_mm=10 * worst_cm, more=Wanted(MORE),
        )  # fmt: skip
    warnings = []
    missing = [str(m.id) for m in frame.markers if m.id not in own.seen]
    if missing:
        warnings.append(Remark("I see {count} of {all} cards; not {missing}",
                               count=len(markers), all=len(frame.markers), missing=", ".join(missing)))  # fmt: skip
    fit = SelfFit(profile, view, tuple(every), bundle.cards_cm, places, stands, ())
    if fit.focal_share > VAGUE_FOCAL:
        warnings.append(
            Remark("the focal length is known to {share:.0%} only, so stands are measured the worse the higher their "
                   "markers are; some pictures with the camera held slantwise over the table would tell it",
                   share=fit.focal_share)
        )  # fmt: skip
    return SelfFit(profile, view, tuple(every), bundle.cards_cm, places, stands, tuple(warnings))


def _check_markers(frame: Frame, markers: Sequence[FrameMarker], own: Viewpoint, size_px: tuple[int, int]) -> None:
    name = own.pictures[0]
    if len(markers) < FEWEST:
        raise BadInput(
            "{name}: I see {count} of {all} cards, and {fewest} is the least from which a lens can be "
            "learned; or learn it from a board (`vedette calibrate camera`)",
            name=name, count=len(markers), all=len(frame.markers), fewest=FEWEST,
        )  # fmt: skip
    corners = np.concatenate([own.seen[marker.id].corners_px for marker in markers])
    share = _enclosed(corners, size_px)
    if share < LEAST_SPREAD:
        raise BadInput(
            "{name}: the cards enclose only {share:.0%} of the picture, and towards its edges the lens "
            "bends most: bring the camera nearer, so that the table fills the picture",
            name=name, share=share,
        )  # fmt: skip


def _enclosed(corners_px: Floats, size_px: tuple[int, int]) -> float:
    """Return the share of the picture that lies within corners (N, 2)."""
    hull = cv2.convexHull(corners_px.astype(np.float32))
    return float(np.clip(cv2.contourArea(hull) / (size_px[0] * size_px[1]), 0, 1))


def _cards(markers: Sequence[FrameMarker], view: Viewpoint) -> CardsSeen:
    which = [k for k, marker in enumerate(markers) if marker.id in view.seen]
    seen = [view.seen[markers[k].id] for k in which]
    return CardsSeen(
        np.array(which, dtype=np.intp),
        np.array([m.corners_px for m in seen]).reshape(-1, 4, 2),
        np.array([m.covariance_px for m in seen]).reshape(-1, 8, 8),
    )


def _stands(
    view: Viewpoint, pictures: Mapping[str, Sequence[MarkerSeen]], frame: Frame, roster: Roster | None
) -> StandsSeen:
    """Return the stands seen from one place, those that did not move since an earlier picture once."""
    known = {} if roster is None else {m: e.mount for m, e in roster.by_marker.items()}
    frame_ids = {marker.id for marker in frame.markers}
    kept: list[MarkerSeen] = []
    for name in view.pictures:
        for marker in pictures[name]:
            if marker.id not in known or marker.id in frame_ids:
                continue
            still = any(
                other.id == marker.id and np.abs(other.corners_px - marker.corners_px).max() < _STILL_PX
                for other in kept
            )
            if not still:
                kept.append(marker)
    return StandsSeen(
        [known[m.id] for m in kept],
        np.array([m.corners_px for m in kept]).reshape(-1, 4, 2),
        np.array([m.covariance_px for m in kept]).reshape(-1, 8, 8),
    )


def _best_start(
    markers: Sequence[FrameMarker], cards: Sequence[CardsSeen], stands: Sequence[StandsSeen],
    found: Sequence[Viewpoint], size_px: tuple[int, int], sigma: float,
) -> SelfBundle:  # fmt: skip
    """Solve from several focal lengths, with the cards alone first: stands on a wrong plane would mislead."""
    corners = np.array([frame_corners(marker) for marker in markers])
    none = [StandsSeen([], np.zeros((0, 4, 2)), np.zeros((0, 8, 8))) for _ in found]
    best: SelfBundle | None = None
    for share in _FOCALS:
        lens = plain_lens(size_px, share * size_px[0])
        try:
            cameras = [first_guess(lens, corners[seen.which], seen.corners_px) for seen in cards]
            bundle = _solved(markers, cards, none, cameras, sigma)
        except (BadInput, cv2.error):
            continue
        if best is None or bundle.cost < best.cost:
            best = bundle
    if best is None:
        raise BadInput(
            "the cards do not lie as frame.toml says: are two cards swapped, or all of them laid upside down?"
        )
    return _solved(markers, cards, stands, best.cameras, sigma)


def _solved(
    markers: Sequence[FrameMarker], cards: Sequence[CardsSeen], stands: Sequence[StandsSeen],
    cameras: Sequence[Camera], sigma: float,
) -> SelfBundle:  # fmt: skip
    try:
        with np.errstate(all="ignore"):
            return solve_self(markers, cards, stands, cameras, sigma)
    except (np.linalg.LinAlgError, BadGeometry, ValueError):
        raise BadInput(
            "no lens explains these pictures: are all of one camera at one zoom, and do the cards lie as "
            "frame.toml says?"
        ) from None
