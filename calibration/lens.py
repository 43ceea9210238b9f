"""The lens from pictures of a ChArUco board: which views count, which model, and whether the set is good enough."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.bundle import Bundle, widened
from calibration.charuco import BoardSpec, BoardView, Rejected
from calibration.coverage import coverage, widest_angle_deg
from calibration.learned_floor import learned_floor, learned_tone
from calibration.lens_model import FISHEYES, PINHOLES, best_bundle, refitted
from calibration.lens_sense import absurdity
from calibration.profile import CameraProfile
from table.errors import BadInput, Remark, Wanted
from vision.arrays import Floats
from vision.camera import Lens
from vision.noise_floor import UNKNOWN, NoiseFloor
from vision.tone import USUAL, Tone

FEWEST_VIEWS = 6
LEAST_ANGLE_DEG = 15.0
LEAST_COVERAGE = 0.45
WORST_FOCAL_SHARE = 0.05  # focal length known worse than this: the set does not determine the lens
VAGUE_FOCAL_SHARE = 0.01  # a focal length known worse than this measures high stands badly
WORST_RMS = 1e-3  # of the picture's width: corners that lie further off are not a flat board's, or not one camera's
_ODD_VIEW, _ODD_PX = 3.0, 0.15  # a view worse than this many medians, and by this much, is blurred or was moving
_PLAIN_VIEWS = 0.8  # of the views: if more than the others seem odd, that is what this camera's pictures are like


@dataclass(frozen=True, eq=False)
class LensFit:
    """A lens, the covariance of fx, fy, cx, cy and its distortion, and what it was learned from.

    ``coverage`` is the share of the picture where the board was seen, ``bow_mm`` how far the board is bent,
    ``heights_cm`` (N,) how high its corners lie therefore, by id; ``floor`` is what these pictures put markers off by,
    ``tone`` theirs.
    """

    lens: Lens
    covariance: Floats
    used: tuple[BoardView, ...]
    rejected: tuple[Rejected, ...]
    residuals_px: tuple[Floats, ...]
    rms_px: float
    coverage: float
    bow_mm: float
    widest_angle_deg: float
    legacy: bool = False
    warnings: tuple[str, ...] = ()
    heights_cm: Floats | None = None
    floor: NoiseFloor = UNKNOWN
    tone: Tone = USUAL

    @property
    def profile(self) -> CameraProfile:
        """What is kept of it in camera.toml."""
        count = len(self.used)
        return CameraProfile(
            self.lens, self.covariance, self.rms_px, count, self.coverage, floor=self.floor, tone=self.tone
        )


def fit_lens(
    spec: BoardSpec, found: Sequence[BoardView | Rejected], legacy: bool = False, warnings: Sequence[str] = ()
) -> LensFit:
    """Return the lens that explains where the board was seen; raises BadInput with what to do about a bad set."""
    rejected = [view for view in found if isinstance(view, Rejected)]
    views = [view for view in found if isinstance(view, BoardView)]
    _check_sizes(views)
    _check_count(views, rejected, len(found))
    corners = spec.corners_cm()
    model, bundle = best_bundle(views, corners)
    count = len(views)
    while len(views) > max(FEWEST_VIEWS, _PLAIN_VIEWS * count):
        rms = bundle.view_rms_px()
        worst = int(np.argmax(rms))
        if rms[worst] < max(_ODD_VIEW * float(np.median(rms)), _ODD_PX):
            break
        reason = Remark("its corners lie {off_px:.1f} px off the others' lens: blurred, or the board was moving",
                        off_px=float(rms[worst]))  # fmt: skip
        rejected.append(Rejected(views[worst].name, reason))
        views.pop(worst)
        bundle = refitted(views, corners, model, bundle.without(worst))
    if len(views) < count:
        model, bundle = best_bundle(views, corners)
    bundle = widened(bundle, views, corners, (FISHEYES if model.fisheye else PINHOLES)[0])
    angle, covered = widest_angle_deg(bundle.poses[:, :3]), coverage(views)
    _check_set(angle, covered)
    _check_lens(bundle)
    return LensFit(
        bundle.lens, bundle.covariance, tuple(views), tuple(rejected), bundle.residuals_px, bundle.rms_px,
        covered, bundle.bent_mm, angle, legacy, (*warnings, *_vague(bundle)),
        bundle.heights_cm, learned_floor(bundle, views, corners), learned_tone(views),
    )  # fmt: skip


def _check_sizes(views: Sequence[BoardView]) -> None:
    sizes: dict[tuple[int, int], list[str]] = {}
    for view in views:
        sizes.setdefault(view.size_px, []).append(view.name)
    if len(sizes) > 1:
        common = max(sizes, key=lambda size: len(sizes[size]))
        odd = next(size for size in sizes if size != common)
        raise BadInput(
            "the pictures differ in size: {name} is {width} x {height} px, most are {wide} x {high}; calibrate "
            "from pictures of one camera at one setting, none cropped or turned",
            name=sizes[odd][0], width=odd[0], height=odd[1], wide=common[0], high=common[1],
        )  # fmt: skip


def _check_count(views: Sequence[BoardView], rejected: Sequence[Rejected], total: int) -> None:
    if not views:
        why = rejected[0].reason if rejected else "there are no pictures"
        raise BadInput(
            "the board was seen in none of {total} pictures ({why}); do --squares, --marker-cm and --dictionary "
            "describe the board you printed?",
            total=total, why=why,
        )  # fmt: skip
    if len(views) < FEWEST_VIEWS:
        raise BadInput(
            "the board can be used in {count} of {total} pictures, and {fewest_views} is the least; take 15 or "
            "so, close up, the board tilted another way in each",
            count=len(views), total=total, fewest_views=FEWEST_VIEWS,
        )  # fmt: skip


def _check_set(angle_deg: float, covered: float) -> None:
    if angle_deg < LEAST_ANGLE_DEG:
        raise BadInput(
            "the board was seen from one angle only (all within {angle_deg:.0f}°); tilt it by 30° or so, to every side",
            angle_deg=angle_deg,
        )
    if covered < LEAST_COVERAGE:
        raise BadInput(
            "the board was seen in only {covered:.0%} of the picture; bring it into every corner too, large "
            "enough to fill a third of the picture",
            covered=covered,
        )


def _check_lens(bundle: Bundle) -> None:
    off_px = bundle.rms_px
    if off_px > WORST_RMS * bundle.lens.size_px[0]:
        raise BadInput(
            "no lens puts the board's corners nearer than {off_px:.1f} px to where these pictures show them; glue "
            "the board to something flat, keep it and the camera still for each picture, and do not zoom or "
            "refocus between them",
            off_px=off_px,
        )
    share = _focal_share(bundle)
    if share > WORST_FOCAL_SHARE:
        raise BadInput(
            "these pictures leave the focal length open by {share:.1%}; add close-ups with the board tilted by "
            "30° to 45°, sharp and evenly lit",
            share=share,
        )
    absurd = absurdity(bundle.lens)
    if absurd is not None and absurd.key == "distortion":
        raise BadInput("the lens found makes no sense at the picture's edges; add close-ups that reach every corner")
    if absurd is not None:
        raise BadInput(
            "the lens found makes no sense: {what} is {got}; expected {expected}. Use whole pictures, none "
            "cropped, and add close-ups with the board tilted by 30° to 45° to every side",
            what=Wanted(absurd.what), got=absurd.got, expected=Wanted(absurd.expected),
        )  # fmt: skip


def _vague(bundle: Bundle) -> list[str]:
    share = _focal_share(bundle)
    if share < VAGUE_FOCAL_SHARE:
        return []
    return [
        Remark("the focal length is known to {share:.1%} only, so stands are measured the worse the higher their "
               "markers are; more close-ups with the board tilted by 30° to 45° and held still would tell it",
               share=share)
    ]  # fmt: skip


def _focal_share(bundle: Bundle) -> float:
    return float(np.sqrt(bundle.covariance[0, 0]) / bundle.lens.matrix[0, 0])
