"""The lens from pictures of a ChArUco board: which views count, which model, and whether the set is good enough."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.bundle import Bundle, solve
from calibration.charuco import BoardSpec, BoardView, Rejected
from calibration.coverage import coverage, widest_angle_deg
from table.errors import BadInput
from vision.arrays import Floats
from vision.camera import Lens

FEWEST_VIEWS = 6
LEAST_ANGLE_DEG = 15.0
LEAST_COVERAGE = 0.45
WORST_FOCAL_SHARE = 0.005  # focal length known worse than this: the set does not determine the lens
_ODD_VIEW, _ODD_PX = 3.0, 0.15  # a view worse than this many medians, and by this much, is blurred or was moving
_RICHER = 0.6  # the misfit that three more numbers must leave at most: what a bent board leaves is not the lens's
_POOR_PX = 0.01  # corners further off than this, beyond their own noise, may need more of the lens's numbers
_PLAIN, _RICH = (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6, 7)


@dataclass(frozen=True, eq=False)
class LensFit:
    """A lens, the covariance of fx, fy, cx, cy and its distortion, and what it was learned from.

    ``coverage`` is the share of the picture where the board was seen, ``bow_mm`` how far the board is bent.
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


def fit_lens(
    spec: BoardSpec, found: Sequence[BoardView | Rejected], legacy: bool = False, warnings: Sequence[str] = ()
) -> LensFit:
    """Return the lens that explains where the board was seen; raises BadInput with what to do about a bad set."""
    rejected = [view for view in found if isinstance(view, Rejected)]
    views = [view for view in found if isinstance(view, BoardView)]
    _check_sizes(views)
    _check_count(views, rejected, len(found))
    corners = spec.corners_cm()
    bundle = _solve(views, corners, _PLAIN)
    while len(views) > FEWEST_VIEWS:
        rms = bundle.view_rms_px()
        worst = int(np.argmax(rms))
        if rms[worst] < max(_ODD_VIEW * float(np.median(rms)), _ODD_PX):
            break
        reason = f"its corners lie {rms[worst]:.1f} px off the others' lens: blurred, or the board was moving"
        rejected.append(Rejected(views[worst].name, reason))
        views.pop(worst)
        bundle = _solve(views, corners, _PLAIN)
    angle, covered = widest_angle_deg(bundle.poses[:, :3]), coverage(views)
    _check_set(angle, covered)
    bundle = _best_model(views, corners, bundle)
    _check_lens(bundle)
    return LensFit(
        bundle.lens, bundle.covariance, tuple(views), tuple(rejected), bundle.residuals_px, bundle.rms_px,
        covered, bundle.bent_mm, angle, legacy, tuple(warnings),
    )  # fmt: skip


def _solve(
    views: Sequence[BoardView], corners_cm: Floats, free: Sequence[int], start: Bundle | None = None,
    extra_px: Floats | None = None,
) -> Bundle:  # fmt: skip
    try:
        return solve(views, corners_cm, free, start, extra_px=extra_px)
    except (cv2.error, np.linalg.LinAlgError, ValueError):
        raise BadInput(
            "no lens explains these pictures: were they all taken by one camera at one zoom, and do --squares, "
            "--square-cm and --marker-cm describe the board?"
        ) from None


def _best_model(views: Sequence[BoardView], corners_cm: Floats, plain: Bundle) -> Bundle:
    """Return the fit with as many distortion numbers as the pictures determine: of models, the least BIC.

    Five serve almost every lens. A number the pictures say nothing about only does harm where no corner was seen.
    """
    others = []
    sigmas = np.sqrt(np.diag(plain.covariance))[4:]
    if abs(plain.lens.distortion[4]) < 2 * sigmas[4]:
        others += [(0, 1, 2, 3), (0, 1)]
    if float(np.median(plain.extra_px)) > _POOR_PX:
        others.append(_RICH)
    best, least = plain, _bic(plain)
    best_free: tuple[int, ...] = _PLAIN
    for free in others:
        # Weighed as the plain one, or their misfits could not be compared.
        bundle = _solve(views, corners_cm, free, plain, plain.extra_px)
        if free == _RICH and not (bundle.misfit < _RICHER * plain.misfit and _is_sane(bundle.lens)):
            continue
        if _bic(bundle) < least:
            best, best_free, least = bundle, free, _bic(bundle)
    return best if best is plain else _solve(views, corners_cm, best_free, best)


def _bic(bundle: Bundle) -> float:
    count = 2 * sum(len(part) for part in bundle.residuals_px)
    return float(bundle.misfit + bundle.parameters * np.log(count))


def _is_sane(lens: Lens) -> bool:
    """Whether the distortion can be undone all the way to the picture's corners."""
    width, height = lens.size_px
    edge = np.array([[x, y] for x in (0, width / 2, width - 1) for y in (0, height / 2, height - 1)], dtype=np.float64)
    rays = lens.rays(edge)
    points = np.column_stack([rays, np.ones(len(rays))]).reshape(-1, 1, 3)
    back, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), lens.matrix, lens.distortion)
    return bool(np.isfinite(rays).all() and np.abs(np.asarray(back).reshape(-1, 2) - edge).max() < 0.5)


def _check_sizes(views: Sequence[BoardView]) -> None:
    sizes: dict[tuple[int, int], list[str]] = {}
    for view in views:
        sizes.setdefault(view.size_px, []).append(view.name)
    if len(sizes) > 1:
        common = max(sizes, key=lambda size: len(sizes[size]))
        odd = next(size for size in sizes if size != common)
        raise BadInput(
            f"the pictures differ in size: {sizes[odd][0]} is {odd[0]} x {odd[1]} px, most are {common[0]} x "
            f"{common[1]}; calibrate from pictures of one camera at one setting, none cropped or turned"
        )


def _check_count(views: Sequence[BoardView], rejected: Sequence[Rejected], total: int) -> None:
    if not views:
        why = rejected[0].reason if rejected else "there are no pictures"
        raise BadInput(
            f"the board was seen in none of {total} pictures ({why}); do --squares, --marker-cm and --dictionary "
            "describe the board you printed?"
        )
    if len(views) < FEWEST_VIEWS:
        raise BadInput(
            f"the board can be used in {len(views)} of {total} pictures, and {FEWEST_VIEWS} is the least; take 15 or "
            "so, close up, the board tilted another way in each"
        )


def _check_set(angle_deg: float, covered: float) -> None:
    if angle_deg < LEAST_ANGLE_DEG:
        raise BadInput(
            f"the board was seen from one angle only (all within {angle_deg:.0f}°); tilt it by 30° or so, to every side"
        )
    if covered < LEAST_COVERAGE:
        raise BadInput(
            f"the board was seen in only {covered:.0%} of the picture; bring it into every corner too, large enough to "
            "fill a third of the picture"
        )


def _check_lens(bundle: Bundle) -> None:
    share = float(np.sqrt(bundle.covariance[0, 0]) / bundle.lens.matrix[0, 0])
    if share > WORST_FOCAL_SHARE:
        raise BadInput(
            f"these pictures leave the focal length open by {share:.1%}; add close-ups with the board tilted by 30° to "
            "45°, sharp and evenly lit"
        )
    if not _is_sane(bundle.lens):
        raise BadInput("the lens found makes no sense at the picture's edges; add close-ups that reach every corner")
