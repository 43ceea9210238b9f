"""The ways in which a stand may stand, fitted and weighed: on the plane, level at a height, on a piece, or leaning."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from table.terrain import Piece
from vision.arrays import Floats, Indices
from vision.camera import Camera
from vision.grounds import Ground, grounds
from vision.on_plane import OnPlane
from vision.poses3d import (
    HEADING,
    PARAMETERS,
    TILT_X,
    TILT_Y,
    Fitted,
    Prior,
    X,
    Y,
    Z,
    corners_at,
    fit_poses,
    own_corners,
    slopes_of,
    turned,
)
from vision.square import bend_px, slant_px

TILT_SIGMA_RAD = 0.15
"""How much a stand that leans does so, about each axis."""
LOWEST_CM, HIGHEST_CM = -5.0, 15.0
LEAST_CM = 0.25
"""A stand that is level and no higher or lower than this, on no piece that is agreed on, is on the plane."""
FLAT, LEVEL, LEANING, ON_TOP = 0.9, 0.06, 0.02, 0.06
"""How likely each is before the corners are looked at: on the plane, level anywhere, leaning, on a piece told of."""
INSIDE = 0.99
"""How likely a stand within the outline of a piece is to be on it, where terrain.toml says that one stands on it."""
_LEANS = 0.2 * np.array([[0, 0, 0, 0, 1, 1], [0, 0, 0, 0, -1, 1], [0, 0, 0, 0, -1, -1], [0, 0, 0, 0, 1, -1]])
"""Where fits of stands that lean begin, radians."""
BELOW = 1e-4
"""A stand in a hollow that nobody told of is so much less likely than one as high on something."""
SIZE_SIGMA = 0.001
"""How much larger or smaller than the others a marker looks, by its print, its light and its focus."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What all fits share: the corners (M, 4, 2) px, what whitens them (M, 8, 8), their place on their stands."""

    camera: Camera
    corners_px: Floats
    whitening: Floats
    own: Floats


@dataclass(frozen=True, eq=False)
class Guess:
    """One way in which M stands may stand, fitted, with the parameters that it leaves free.

    ``known`` (M,) is what it costs beside its misfit: minus twice the logarithm of its prior, and of what is left open.
    ``piece`` is the one that it is about, ``share`` how likely it is for those who stand there.
    """

    known: Floats
    fitted: Fitted
    free: Sequence[int]
    piece: str | None = None
    share: float = 1.0


def seen_of(laid: OnPlane) -> Seen:
    """Return what fits share of the markers of stands laid on the plane."""
    whitening = np.linalg.inv(np.linalg.cholesky(laid.covariance_px))
    corners = laid.corners_px - slant_px(laid.corners_px)
    return Seen(laid.camera, corners, whitening, own_corners([entry.mount for entry in laid.entries]))


def misfit(seen: Seen, poses: Floats) -> Floats:
    """Return how far corners are from where such poses would show them, squared in their sigmas and added up (M,)."""
    return np.asarray((_rest(seen, poses) ** 2).sum(axis=1))


def _rest(seen: Seen, poses: Floats) -> Floats:
    corners = corners_at(poses, seen.own)
    would = seen.camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(seen.camera, corners)
    return np.asarray(np.einsum("mij,mj->mi", seen.whitening, (seen.corners_px - would).reshape(-1, 8)))


def tilt_misfit(seen: Seen, level: Floats) -> Floats:
    """Return by how much (M,) a tilt mends the misfit of stands fitted level (M, 6), in one linear step.

    Of those that are level it tells, with two degrees of freedom, how inexact the corners are in what poses follow.
    """
    rest, jacobian = _rest(seen, level), seen.whitening @ slopes_of(seen.camera, level, seen.own, True)
    pull, curvature = np.einsum("mji,mj->mi", jacobian, rest), jacobian.transpose(0, 2, 1) @ jacobian
    return gain(curvature, pull, range(PARAMETERS)) - gain(curvature, pull, (X, Y, Z, HEADING))


def gain(curvature: Floats, pull: Floats, free: Sequence[int]) -> Floats:
    """Return by how much (M,) one linear step over the free parameters mends a misfit."""
    some = list(free)
    step = np.linalg.solve(curvature[:, some][:, :, some], pull[:, some, None])[..., 0]
    return np.asarray((pull[:, some] * step).sum(axis=1))


def by_size(by_point: Floats, corners: Floats) -> Floats:
    """Return how many px corners (M, 4, 3), seen by ``by_point``, move as their markers grow to twice their size
    (M, 8).
    """
    grown = (corners - corners.mean(axis=1, keepdims=True))[..., None]
    return np.asarray((by_point.reshape(-1, 4, 2, 3) @ grown).reshape(-1, 8))


def misfits_of(guesses: Sequence[Guess], seen: Seen, laid: OnPlane, rows: Indices, covariance: Floats | None) -> Floats:
    """Return the misfits (G, K) of guesses about some rows, with the errors that a marker's corners share.

    They are its size, and the camera's: one that is believed to hang 3 mm higher shows every stand 3 mm lower.
    ``covariance`` is that of the camera's parameters.
    """
    wide = replace(seen, whitening=np.linalg.inv(np.linalg.cholesky(widened(laid, rows, covariance))))
    return np.array([misfit(wide, guess.fitted.poses) for guess in guesses])


def widened(laid: OnPlane, rows: Indices, covariance: Floats | None) -> Floats:
    """Return the covariances (K, 8, 8) px² of rows' corners, with what they share in them."""
    grown = SIZE_SIGMA * by_size(by_point_of(laid, rows), laid.tips_cm[rows])
    total = laid.covariance_px[rows] + grown[:, :, None] * grown[:, None]
    if covariance is None:
        return np.asarray(total)
    by_camera = laid.slope.by_parameter.reshape(len(laid.entries), 8, -1)[rows]
    return np.asarray(total + by_camera @ covariance @ by_camera.transpose(0, 2, 1))


def by_point_of(laid: OnPlane, rows: Indices) -> Floats:
    """Return how the picture of rows' corners follows them: (K, 4, 2, 3) px a cm."""
    return laid.slope.by_point.reshape(-1, 4, 2, 3)[rows]


def moved_by_pose(arms: Floats) -> Floats:
    """Return (M, 4, 3, 6): how corners so far (M, 4, 3) from their stand, which is level, follow its pose."""
    x, y, z = np.moveaxis(arms, 2, 0)
    moved = np.zeros((*arms.shape, PARAMETERS))
    moved[..., X : Z + 1] = np.eye(3)
    moved[..., 0, HEADING], moved[..., 1, HEADING] = -y, x
    moved[..., 1, TILT_X], moved[..., 2, TILT_X] = -z, y
    moved[..., 0, TILT_Y], moved[..., 2, TILT_Y] = z, -x
    return moved


def poses_on(laid: OnPlane) -> Floats:
    """Return the poses (M, 6) of stands laid on the plane."""
    return np.array([(pose.x, pose.y, 0.0, np.radians(pose.heading_deg), 0.0, 0.0) for pose in laid.poses])


def fit(
    seen: Seen, start: Floats, free: Sequence[int], tilt_sigma: float = 1.0, ground: Ground | None = None
) -> Fitted:
    """Fit poses over the parameters ``free``, with what is known of the ground they stand on."""
    count = len(start)
    values, weights = np.zeros((2, count, PARAMETERS))
    weights[:, TILT_X:] = tilt_sigma**-2
    if ground is not None:
        there = ground.elevation
        values[:, Z], weights[:, Z] = there.cm, there.sigma_cm**-2
        values[:, TILT_X:], weights[:, TILT_X:] = there.tilts, there.sigma_rad[:, None] ** -2
    loose = np.zeros((count, PARAMETERS), dtype=bool)
    loose[:, list(free)] = True
    return fit_poses(seen.camera, seen.corners_px, seen.whitening, seen.own, start, loose, Prior(values, weights))


def guesses_of(seen: Seen, level: Floats, terrain: Sequence[Piece]) -> list[Guess]:
    """Fit every way of standing; the first is the plane."""
    four, everything = (X, Y, Z, HEADING), tuple(range(PARAMETERS))
    flat = level.copy()
    flat[:, Z] = 0
    guesses = [
        guess_of(fit(seen, flat, (X, Y, HEADING)), (X, Y, HEADING), FLAT),
        _hill(guess_of(fit(seen, level, four), four, LEVEL)),
    ]
    # From the level, where both ways of leaning meet, a fit may go astray: it begins leaning, each way in turn.
    tries = [fit(seen, level + lean, everything, TILT_SIGMA_RAD) for lean in _LEANS]
    one = fit(seen, _best(tries), everything, TILT_SIGMA_RAD)
    other = fit(seen, mirrored(one.poses, seen.camera), everything, TILT_SIGMA_RAD)
    guesses += [guess_of(fitted, everything, LEANING) for fitted in (one, other)]
    flat, high, *lean = (guess.known + guess.fitted.misfit for guess in guesses)
    found = list(grounds(terrain, level, (one, other), np.array([np.minimum(flat, high), *lean])))
    for ground in found:
        guess = _on(ground, seen, level, four if ground.surface is None else everything)
        known = np.where(ground.there, guess.known, np.inf)
        known = known - 2 * np.log(INSIDE / ON_TOP) * ground.inside
        piece = None if ground.piece is None else ground.piece.name
        guesses.append(replace(guess, known=known, piece=piece, share=ground.share))
    inside = np.any([ground.inside for ground in found], axis=0) if found else np.zeros(len(level), dtype=bool)
    return [replace(guesses[0], known=guesses[0].known - 2 * np.log((1 - INSIDE) / FLAT) * inside), *guesses[1:]]


def _best(tries: Sequence[Fitted]) -> Floats:
    """Return the poses (M, 6) of the fits that end nearest to the corners, each stand's own."""
    costs = np.array([one.misfit for one in tries])
    return np.asarray(np.array([one.poses for one in tries])[costs.argmin(axis=0), np.arange(costs.shape[1])])


def _on(ground: Ground, seen: Seen, level: Floats, free: Sequence[int]) -> Guess:
    start = level.copy()
    start[:, Z], start[:, TILT_X:] = ground.elevation.cm, ground.elevation.tilts
    fitted = fit(seen, start, free, ground=ground)
    if ground.surface is not None:  # where a stand is, it is not just as high as where it seemed to be
        fitted = fit(seen, fitted.poses, free, ground=ground.at(fitted.poses[:, :Z]))
    return guess_of(fitted, free, ON_TOP, ground)


def _hill(guess: Guess) -> Guess:
    """Rule out heights at which nobody stands on anything that players would call a hill."""
    return replace(guess, known=np.where(np.abs(guess.fitted.poses[:, Z]) < LEAST_CM, np.inf, guess.known))


def guess_of(fitted: Fitted, free: Sequence[int], likely: float, ground: Ground | None = None) -> Guess:
    """Weigh a fit: what its prior says, and how much of it the corners leave open (Laplace's evidence)."""
    listed = list(free)
    known = np.linalg.slogdet(fitted.curvature[:, listed][:, :, listed])[1] + fitted.prior.misfit(fitted.poses)
    known = known - len(listed) * np.log(2 * np.pi) - 2 * np.log(likely)
    if Z in listed:
        open_to = HIGHEST_CM - LOWEST_CM if ground is None else np.sqrt(2 * np.pi) * ground.elevation.sigma_cm
        known = known + 2 * np.log(open_to)
    if TILT_X in listed:
        known = known + 2 * np.log(2 * np.pi * (TILT_SIGMA_RAD if ground is None else ground.elevation.sigma_rad) ** 2)
    z = fitted.poses[:, Z]
    if Z in listed and ground is None:
        known = known - 2 * np.log(np.where(z < 0, BELOW, 1.0))
    likely_at = (z > LOWEST_CM) & (z < HIGHEST_CM) if ground is None else np.ones(len(z), bool)
    return Guess(np.where(likely_at, known, np.inf), fitted, listed)


def mirrored(poses: Floats, camera: Camera) -> Floats:
    """Return the poses (M, 6) that look much the same from the camera, leaning the other way from the line to it."""
    ray = poses[:, : Z + 1] - camera.position_cm
    ray = ray / np.linalg.norm(ray, axis=1)[:, None]
    normal = turned(poses[:, TILT_X:], poses[:, HEADING])[:, :, 2]
    other = 2 * (ray * normal).sum(axis=1)[:, None] * ray - normal
    other = other * np.sign(other[:, 2:3])
    axis = np.stack([-other[:, 1], other[:, 0]], axis=1)
    angle = np.arccos(np.clip(other[:, 2], -1, 1))
    turned_so = poses.copy()
    turned_so[:, TILT_X:] = axis / np.maximum(np.linalg.norm(axis, axis=1), 1e-9)[:, None] * angle[:, None]
    return turned_so
