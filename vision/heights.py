"""Which stands are not on the table's plane: how high each is and how it leans, decided with its doubt.

A marker that is higher looks larger, and one that leans is seen foreshortened. Each stand is taken to stand on the
plane until its corners say otherwise; then it may stand level at some height, level on a piece that is agreed on, or
lean, in either of the two ways that look alike from above. What explains the corners best, by its evidence, is where
it stands; what explains them nearly as well widens its sigmas.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from table.frame import HexBoard
from table.mount import Pose
from table.roster import Entry, Roster
from table.shared import Shared
from table.stand import Stand
from table.terrain import Piece
from vision.arrays import Bools, Floats, Indices
from vision.frame_noise import as_noisy, frame_noise_px2
from vision.grounds import near
from vision.markers import MarkerSeen
from vision.on_plane import OnPlane
from vision.poses3d import HEADING, PARAMETERS, TILT_X, TILT_Y, Fitted, Prior, X, Y, Z, corners_at, own_corners
from vision.print_scale import print_scale
from vision.spread import root, slopes
from vision.stances import (
    FLAT,
    HIGHEST_CM,
    LEANING,
    LEAST_CM,
    LEVEL,
    LOWEST_CM,
    TILT_SIGMA_RAD,
    Guess,
    Seen,
    by_point_of,
    by_size,
    fit,
    gain,
    guess_of,
    guesses_of,
    misfit,
    misfits_of,
    moved_by_pose,
    poses_on,
    seen_of,
    tilt_misfit,
    widened,
)
from vision.stands import corrected, laid_by, stands_on_plane
from vision.table_view import TableView
from vision.weighing import PRIOR_STANDS, pose_noise, shares_by, shares_of

NO_DOUBT = 0.995
"""So likely on the plane, by one linear step, that a fit in space is not worth its while."""
OFF_THE_PLANE = 15.0
"""What a stand's corners must be off the plane's best fit, squared in their sigmas, before it is looked at."""
LOW_CM = 3.0
"""On a told piece that is no higher, a stand's corners may be less far off."""
USUAL_MISFIT = 4.35
"""The median of chi squared of five degrees of freedom: corners on the plane that fit worse are less exact."""
BEYOND_DOUBT = 1e-3
"""Without a told piece a stand is raised only if the probability that all are on the plane is below this."""
LEAST_SHARE = 1e-6
SURELY_FLAT = 0.99
ODD_SIZE, SIZE_OFF = 2e-4, 0.1
"""How likely one marker is of another size than the roster says, and by how much it then is, one sigma."""
WORTH_A_WORD = 0.03
NOISIEST = 12.0
"""Corners may be this much less exact, squared, before it is the stands that are not on the plane."""


def surely_flat(
    laid: OnPlane, rows: Indices, covariance: Floats | None, noise: float, terrain: Sequence[Piece]
) -> Bools:
    """Say of which of some rows, laid on the plane, no fit in space would say otherwise.

    One linear step of each way of standing tells nearly how well it would fit, at a tenth of the cost. Near a piece
    that one may stand on nobody is sure.
    """
    poses, rest = poses_on(laid)[rows], laid.rest_px[rows]
    moved = moved_by_pose(laid.tips_cm[rows] - poses[:, None, : Z + 1])
    jacobian = (by_point_of(laid, rows) @ moved).reshape(-1, 8, PARAMETERS)
    white = np.linalg.solve(widened(laid, rows, covariance), np.concatenate([jacobian, rest[..., None]], axis=2))
    curvature = jacobian.transpose(0, 2, 1) @ white[..., :PARAMETERS]
    curvature[:, [TILT_X, TILT_Y], [TILT_X, TILT_Y]] += TILT_SIGMA_RAD**-2
    pull, lifted = np.einsum("mji,mj->mi", jacobian, white[..., PARAMETERS]), poses.copy()
    lifted[:, Z] = LEAST_CM  # believed to be possible, whatever a linear step says
    nothing, guesses = Prior(lifted, np.zeros_like(lifted)), []
    for free, likely in (((X, Y, HEADING), FLAT), ((X, Y, Z, HEADING), LEVEL), (range(PARAMETERS), 2 * LEANING)):
        left = (rest * white[..., PARAMETERS]).sum(axis=1) - gain(curvature, pull, free)
        guesses.append(guess_of(Fitted(lifted, curvature, left, jacobian, nothing), free, likely))
    flat = shares_by(guesses, np.array([guess.fitted.misfit for guess in guesses]), noise)[0]
    for piece in terrain:
        flat[near(piece, poses[:, :Z])] = 0.0
    return np.asarray(flat > NO_DOUBT)


@dataclass(frozen=True)
class InSpace:
    """Stands where they are in space; how large all their markers were printed by what the roster says.

    ``looks_cm`` has, by stand, the size of a marker that no height on a table explains; ``unsure_looks_cm`` has the
    size that explains, as a height does, why a stand alone seems raised. ``noise_px`` says by how much the frame's
    markers, which lie flat, seem raised where some stand may be.
    """

    stands: tuple[Stand, ...]
    scale: float = 1.0
    looks_cm: Mapping[str, float] = field(default_factory=dict)
    unsure_looks_cm: Mapping[str, float] = field(default_factory=dict)
    noise_px: float = 0.0


def in_space(markers: Sequence[MarkerSeen], roster: Roster, view: TableView, terrain: Sequence[Piece] = ()) -> InSpace:
    """Return the roster's stands whose markers were seen, in the roster's order, where they are in space."""
    laid = laid_by(markers, roster, view)
    return InSpace(()) if laid is None else raised(laid, stands_on_plane(laid, view), view, terrain, markers)


def raised(
    laid: OnPlane, stands: Sequence[Stand], view: TableView, terrain: Sequence[Piece] = (),
    markers: Sequence[MarkerSeen] = (),
) -> InSpace:  # fmt: skip
    """Return the stands, those that are not on the table's plane with their own place, height and tilt.

    ``stands`` are those laid on the plane, measured there. One that nothing speaks against stays just as it is. The
    frame's ``markers`` in the same light tell how inexact all corners are.
    """
    if isinstance(view.frame.board, HexBoard):  # there vision/boards/lifts.py says what lies on what
        return InSpace(tuple(stands))
    if not off_the_plane(laid, noise_on_plane(laid.misfit), view, terrain):
        return InSpace(tuple(stands))
    noise_px2 = frame_noise_px2(markers, view)
    laid, noise_px = as_noisy(laid, noise_px2), math.sqrt(noise_px2)
    entries, start, seen = laid.entries, poses_on(laid), seen_of(laid)
    level = fit(seen, start, (X, Y, Z, HEADING))
    above = view.camera.position_cm[2] - np.array([entry.mount.height_cm for entry in entries])
    scale, sigma = print_scale(level, above, view, terrain)
    seen = replace(seen, own=own_corners([entry.mount for entry in entries], scale))
    off, level = misfit(seen, start), fit(seen, start, (X, Y, Z, HEADING))
    noise = noise_on_plane(off)
    looked_at = (off >= OFF_THE_PLANE) | on_low(start, terrain)
    flat, high = np.flatnonzero(~looked_at), np.flatnonzero(looked_at)
    if not len(high):
        return InSpace(tuple(stands), scale, noise_px=noise_px)
    # Where others are raised, a marker that is badly seen may be too, though nothing speaks against the plane.
    sure = surely_flat(laid, flat, view.covariance, noise if 1 < noise < NOISIEST else 1.0, terrain)
    unsure, flat = flat[~sure], flat[sure]
    high = np.concatenate([high, unsure])
    some = Seen(view.camera, seen.corners_px[high], seen.whitening[high], seen.own[high])
    guesses = guesses_of(some, level.poses[high], terrain)
    shares, noise = shares_of(guesses, misfits_of(guesses, some, laid, high, view.covariance), off[flat])
    is_level = np.concatenate([flat, high[[len(guesses[k].free) < PARAMETERS for k in shares.argmax(axis=0)]]])
    inexact = pose_noise(tilt_misfit(seen, level.poses)[is_level], noise)
    odd = _of_another_size(guesses, shares, level, high)
    best = _best(guesses, shares, odd)
    larger = above[high] / (above[high] - level.poses[high, Z])
    resized = _perhaps_of_another_size(guesses, shares, larger, len(entries))
    shares[0] += resized
    shares[1] -= resized
    told, looks, unsure_looks = list(stands), {}, {}
    for k, row in enumerate(high.tolist()):
        name, size_cm = entries[row].name, entries[row].mount.size_cm * float(larger[k])
        if odd[k]:
            looks[name] = size_cm
        elif shares[0, k] < SURELY_FLAT:
            told[row] = _decided(guesses, best[k], shares[:, k], k, inexact, some, entries[row], view, sigma)
            if resized[k] > WORTH_A_WORD:
                unsure_looks[name] = size_cm
    return InSpace(_unsure(told, looks, view), scale, looks, unsure_looks, noise_px)


def _best(guesses: Sequence[Guess], shares: Floats, odd: Bools) -> Indices:
    """Return each one's best guess: on no untold hill unless, those of another size (``odd``) apart, one is sure."""
    hills = bool(shares[0, ~odd].prod() < BEYOND_DOUBT)
    allowed = np.array([hills or guess.piece is not None or guess is guesses[0] for guess in guesses])
    return np.asarray((shares * allowed[:, None]).argmax(axis=0))


def _perhaps_of_another_size(guesses: Sequence[Guess], shares: Floats, larger: Floats, count: int) -> Floats:
    """Return how likely each is on the plane with a marker so much ``larger`` (M,) than the roster says.

    Hills seldom carry one only: it is not so where others of the ``count`` stands are raised. Near a told piece it is
    not so either, and others there do not count.
    """
    elsewhere = np.all([~np.isfinite(guess.known) for guess in guesses if guess.piece is not None], axis=0)
    raised = elsewhere * (1 - shares[0])
    alone = PRIOR_STANDS * (1 - FLAT)
    company = 1 + (raised.sum() - raised) / alone
    usual = company**2 * alone / (PRIOR_STANDS + count - 1)
    likely = elsewhere * ODD_SIZE * np.exp(-(((larger - 1) / SIZE_OFF) ** 2) / 2)
    return np.asarray(shares[1] * likely / (likely + usual))


def _of_another_size(guesses: Sequence[Guess], shares: Floats, level: Fitted, rows: Indices) -> Bools:
    """Say which rows look so high, or so low, that nothing stands there: their markers are of another size."""
    z, best = level.poses[rows, Z], shares.argmax(axis=0)
    misfit = np.array([guess.fitted.misfit for guess in guesses])[best, np.arange(len(rows))]
    untold = np.array([guess.piece is None for guess in guesses])[best]
    return np.asarray(untold & ((z <= LOWEST_CM) | (z >= HIGHEST_CM)) & (level.misfit[rows] < misfit))


def _unsure(stands: Sequence[Stand], looks: Collection[str], view: TableView) -> tuple[Stand, ...]:
    """Return stands of which some (``looks``) have a size that tells no height: they may be as high as others are."""
    heights = [stand.z_cm for stand in stands if stand.z_cm]
    if not looks or not heights:
        return tuple(stands)
    x, y, above = view.camera.position_cm
    usual = float(np.sqrt(np.mean(np.square(heights))))
    return tuple(
        replace(stand, sigma_cm=math.hypot(stand.sigma_cm, usual * math.dist(stand.centre, (x, y)) / above / 2**0.5))
        if stand.name in looks else stand
        for stand in stands
    )  # fmt: skip


def noise_on_plane(misfits: Floats) -> float:
    """Return how inexact corners are, squared, by the misfits (M,) of the stands laid on the plane."""
    return float(np.median(misfits)) / USUAL_MISFIT


def off_the_plane(laid: OnPlane, noise: float, view: TableView, terrain: Sequence[Piece] = ()) -> bool:
    """Say whether any of these stands, laid on the plane, may not be on it: even if its corners are far off."""
    if on_low(poses_on(laid), terrain).any():
        return True
    noise = noise if 1 < noise < NOISIEST else 1.0
    high = np.flatnonzero(laid.misfit >= OFF_THE_PLANE * noise)
    return len(high) > 0 and not surely_flat(laid, high, view.covariance, noise, terrain).all()


def on_low(poses: Floats, terrain: Sequence[Piece]) -> Bools:
    """Say which stands (M,), laid on the plane, may be on a piece so low that their corners hardly tell.

    It must have been told that one stands on it: nobody is asked beside each hedge.
    """
    found = np.zeros(len(poses), dtype=bool)
    for piece in terrain:
        if piece.top is not None and 0 < piece.height_cm <= LOW_CM:
            found |= near(piece, poses[:, :Z])
    return found


def _decided(
    guesses: Sequence[Guess], which: int, shares: Floats, row: int, noise: float, seen: Seen, entry: Entry,
    view: TableView, scale_sigma: float,
) -> Stand:  # fmt: skip
    best = guesses[which]
    pose = best.fitted.poses[row]
    own, modes = _spread(best, row, noise, seen, entry, view, scale_sigma)
    for guess, share in zip(guesses, shares, strict=True):
        if guess is not best and share > LEAST_SHARE:
            away = guess.fitted.poses[row] - pose
            own = own + share * np.outer(away, away)
    return _stand(entry, pose, own, modes, view)


def _spread(
    guess: Guess, row: int, noise: float, seen: Seen, entry: Entry, view: TableView, scale_sigma: float
) -> tuple[Floats, Floats]:
    """Return the own covariance (6, 6) of a pose so fitted, and how it errs with the camera (6, K)."""
    pose, by_pixel = guess.fitted.poses[row : row + 1], guess.fitted.by_pixel[row]
    own = guess.fitted.covariance(row, guess.free, noise)
    corners = corners_at(pose, seen.own[row : row + 1])
    slope = slopes(seen.camera, corners[0])
    by_scale = by_pixel @ by_size(slope.by_point, corners)[0] * scale_sigma
    own += np.outer(by_scale, by_scale)
    own[Z, Z] += entry.mount.height_sigma_cm**2
    if view.covariance is None:
        return own, np.zeros((PARAMETERS, 0))
    return own, -by_pixel @ slope.by_parameter.reshape(8, -1) @ root(view.covariance)


def _stand(entry: Entry, pose: Floats, own: Floats, modes: Floats, view: TableView) -> Stand:
    spread = own + modes @ modes.T
    flat = corrected([Pose(float(pose[X]), float(pose[Y]), float(np.degrees(pose[HEADING])))], view)[0]
    middle = own[:Z, :Z]
    shared = None
    if view.covariance is not None:
        shape = middle * (2 / np.trace(middle))
        shared = Shared(modes[[X, Y, HEADING]], view.covariance, shape)
    place = float(np.sqrt((spread[X, X] + spread[Y, Y]) / 2))
    stand = entry.stand_at(flat, place, float(np.degrees(np.sqrt(spread[HEADING, HEADING]))), shared)
    x_deg, y_deg = np.degrees(pose[TILT_X:]).tolist()
    return replace(
        stand, z_cm=float(pose[Z]), sigma_z_cm=float(np.sqrt(spread[Z, Z])), tilt_x_deg=x_deg, tilt_y_deg=y_deg,
        sigma_tilt_deg=float(np.degrees(_tilt_sigma(pose[TILT_X:], spread[TILT_X:, TILT_X:]))),
    )  # fmt: skip


def _tilt_sigma(tilt: Floats, covariance: Floats) -> float:
    """Return one sigma of how much a stand leans by its tilt about two axes (2,) rad and their covariance (2, 2).

    One that is level may lean either way: the way of which least is known counts.
    """
    size = np.hypot(*tilt)
    variance = tilt @ covariance @ tilt / size**2 if size > 0 else np.linalg.eigvalsh(covariance)[-1]
    return float(np.sqrt(max(variance, 0.0)))
