"""The ways in which a stand may stand, fitted and weighed: on the plane, level at a height, on a piece, or leaning."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from shapely import Point as Spot

from table.footprint import piece_polygon
from table.ground import RULER_CM, height_on
from table.roster import Entry
from table.terrain import Piece
from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.markers import MarkerSeen
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
from vision.spread import Slopes, root, slopes
from vision.square import bend_px

TILT_SIGMA_RAD = 0.15
"""How much a stand that leans does so, about each axis."""
SLOPE_SIGMA_CM = 0.5
"""How far a real slope is from an even one."""
LOWEST_CM, HIGHEST_CM = -5.0, 15.0
LEAST_CM = 0.25
"""A stand that is level and no higher or lower than this, on no piece that is agreed on, is on the plane."""
FLAT, LEVEL, LEANING, ON_TOP = 0.9, 0.06, 0.02, 0.06
"""How likely each is before the corners are looked at: on the plane, level anywhere, leaning, on a piece told of."""
BELOW = 1e-4
"""A stand in a hollow that nobody told of is so much less likely than one as high on something."""
BESIDE_CM = 3.0
"""So far outside a piece's outline a stand's centre may be and still stand on it."""
SIZE_SIGMA = 0.001
"""How much larger or smaller than the others a marker looks, by its print, its light and its focus."""
TAILS = 4.0
"""Corners err as Student's t has it, with so many degrees of freedom: some are much further off than they say."""
NO_DOUBT = 0.995
"""So likely on the plane, by one linear step, that a fit in space is not worth its while."""
USUAL_MISFIT = {2: 1.39, 4: 3.36, 5: 4.35}
"""The median of chi squared by degrees of freedom: corners that fit worse are less exact than they say."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What all fits share: the corners (M, 4, 2) px, what whitens them (M, 8, 8), their place on their stands."""

    camera: Camera
    corners_px: Floats
    whitening: Floats
    own: Floats


@dataclass(frozen=True, eq=False)
class Height:
    """How high stands (M,) are believed to be, in cm, before their corners are looked at, and one sigma."""

    cm: Floats
    sigma_cm: float = RULER_CM


@dataclass(frozen=True, eq=False)
class Guess:
    """One way in which M stands may stand, fitted, with the parameters that it leaves free.

    ``known`` (M,) is what it costs beside its misfit: minus twice the logarithm of its prior, and of what is left open.
    """

    known: Floats
    fitted: Fitted
    free: Sequence[int]


def seen_of(entries: Sequence[Entry], markers: Sequence[MarkerSeen], camera: Camera) -> Seen:
    """Return what fits share of the markers of these entries."""
    covariance = np.array([marker.covariance_px for marker in markers])
    whitening = np.linalg.inv(np.linalg.cholesky(covariance))
    corners = np.array([marker.corners_px for marker in markers])
    return Seen(camera, corners, whitening, own_corners([entry.mount for entry in entries]))


def rest_of(seen: Seen, poses: Floats) -> Floats:
    """Return how far corners are from where such poses would show them, in sigmas (M, 8)."""
    corners = corners_at(poses, seen.own)
    would = seen.camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(seen.camera, corners)
    return np.asarray(np.einsum("mij,mj->mi", seen.whitening, (seen.corners_px - would).reshape(-1, 8)))


def misfit(seen: Seen, poses: Floats) -> Floats:
    """Return the same squared and added up (M,)."""
    return np.asarray((rest_of(seen, poses) ** 2).sum(axis=1))


def by_size(slope: Slopes, corners: Floats) -> Floats:
    """Return how many px corners (M, 4, 3) move as their markers grow to twice their size (M, 8)."""
    grown = (corners - corners.mean(axis=1, keepdims=True)).reshape(-1, 3, 1)
    return np.asarray((slope.by_point @ grown).reshape(len(corners), 8))


def misfits_of(guesses: Sequence[Guess], seen: Seen, poses: Floats, covariance: Floats | None) -> Floats:
    """Return the guesses' misfits (G, M) with the errors that a marker's corners share: its size, and the camera.

    A camera that is believed to hang 3 mm higher shows every stand 3 mm lower. ``poses`` (M, 6) are on the plane,
    ``covariance`` is that of the camera's parameters.
    """
    wide = _widened(seen, poses, covariance)
    # A fit's misfit has its prior's share too, which stays as it is.
    fits = [guess.fitted for guess in guesses]
    return np.array([it.misfit - misfit(seen, it.poses) + misfit(wide, it.poses) for it in fits])


def _widened(seen: Seen, poses: Floats, covariance: Floats | None) -> Seen:
    corners = corners_at(poses, seen.own)
    slope = slopes(seen.camera, corners.reshape(-1, 3))
    shared = [SIZE_SIGMA * by_size(slope, corners)[..., None]]
    if covariance is not None:
        shared.append(slope.by_parameter.reshape(len(poses), 8, -1) @ root(covariance))
    own, modes = np.linalg.inv(seen.whitening), np.concatenate(shared, axis=2)
    total = own @ own.transpose(0, 2, 1) + modes @ modes.transpose(0, 2, 1)
    return replace(seen, whitening=np.linalg.inv(np.linalg.cholesky(total)))


def surely_flat(seen: Seen, poses: Floats, covariance: Floats | None, noise: float, terrain: Sequence[Piece]) -> Bools:
    """Say of which stands (M,), measured on the plane at ``poses`` (M, 6), no fit in space would say otherwise.

    One linear step of each way of standing tells nearly how well it would fit, at a tenth of the cost. Near a piece
    that one may stand on nobody is sure.
    """
    wide = _widened(seen, poses, covariance)
    rest, jacobian = rest_of(wide, poses), wide.whitening @ slopes_of(seen.camera, poses, seen.own, True)
    curvature = jacobian.transpose(0, 2, 1) @ jacobian
    curvature[:, [TILT_X, TILT_Y], [TILT_X, TILT_Y]] += TILT_SIGMA_RAD**-2
    pull, lifted = np.einsum("mji,mj->mi", jacobian, rest), poses.copy()
    lifted[:, Z] = LEAST_CM  # believed to be possible, whatever a linear step says
    guesses = []
    for free, likely in (((X, Y, HEADING), FLAT), ((X, Y, Z, HEADING), LEVEL), (range(PARAMETERS), 2 * LEANING)):
        some = list(free)
        step = np.linalg.solve(curvature[:, some][:, :, some], pull[:, some, None])[..., 0]
        left = (rest**2).sum(axis=1) - (pull[:, some] * step).sum(axis=1)
        guesses.append(_guess(Fitted(lifted, curvature, left, jacobian), some, likely))
    flat = _shares(guesses, np.array([guess.fitted.misfit for guess in guesses]), noise)[0]
    near = [_on_piece(piece, poses)[0] for piece in terrain]
    return np.asarray((flat > NO_DOUBT) & ~np.any([np.zeros(len(poses), dtype=bool), *near], axis=0))


def fit(seen: Seen, start: Floats, free: Sequence[int], tilt_sigma: float = 1.0,
         height: "Height | None" = None) -> Fitted:  # fmt: skip
    """Fit poses over the parameters ``free``, with what is known of their heights."""
    count = len(start)
    values, weights = np.zeros((2, count, PARAMETERS))
    weights[:, TILT_X:] = tilt_sigma**-2
    if height is not None:
        values[:, Z], weights[:, Z] = height.cm, height.sigma_cm**-2
    loose = np.zeros((count, PARAMETERS), dtype=bool)
    loose[:, list(free)] = True
    return fit_poses(seen.camera, seen.corners_px, seen.whitening, seen.own, start, loose, Prior(values, weights))


def guesses_of(seen: Seen, level: Floats, terrain: Sequence[Piece]) -> list[Guess]:
    """Fit every way of standing; the first is the plane."""
    four, everything = (X, Y, Z, HEADING), tuple(range(PARAMETERS))
    flat = level.copy()
    flat[:, Z] = 0
    guesses = [
        _guess(fit(seen, flat, (X, Y, HEADING)), (X, Y, HEADING), FLAT),
        _hill(_guess(fit(seen, level, four), four, LEVEL)),
    ]
    one = fit(seen, level + np.array([0, 0, 0, 0, 0.01, 0.01]), everything, TILT_SIGMA_RAD)
    other = fit(seen, mirrored(one.poses, seen.camera), everything, TILT_SIGMA_RAD)
    guesses += [_guess(fitted, everything, LEANING) for fitted in (one, other)]
    for piece in terrain:
        there, prior = _on_piece(piece, level)
        if there.any():
            free, tilt_sigma = (everything, TILT_SIGMA_RAD) if piece.top == "slope" else (four, 1.0)
            start = level.copy()
            start[:, Z] = prior.cm
            guess = _guess(fit(seen, start, free, tilt_sigma, prior), free, ON_TOP, prior)
            guesses.append(replace(guess, known=np.where(there, guess.known, np.inf)))
    return guesses


def _on_piece(piece: Piece, level: Floats) -> tuple[Bools, Height]:
    """Return which stands (M,) may stand on a piece, and how high they are if they do."""
    outline = piece_polygon(piece).buffer(BESIDE_CM)
    spots = [Spot(x, y) for x, y in level[:, :Z]]
    may = piece.top != "none" and piece.height_cm > 0
    there = np.array([may and outline.covers(spot) for spot in spots], dtype=bool)
    if piece.top == "slope":
        heights = np.array([height_on(piece, (spot.x, spot.y)) or 0.0 for spot in spots])
        return there, Height(heights, SLOPE_SIGMA_CM)
    return there, Height(np.full(len(spots), -piece.height_cm if piece.top == "trench" else piece.height_cm))


def _hill(guess: Guess) -> Guess:
    """Rule out heights at which nobody stands on anything that players would call a hill."""
    return replace(guess, known=np.where(np.abs(guess.fitted.poses[:, Z]) < LEAST_CM, np.inf, guess.known))


def _guess(fitted: Fitted, free: Sequence[int], likely: float, height: Height | None = None) -> Guess:
    """Weigh a fit: what its prior says, and how much of it the corners leave open (Laplace's evidence)."""
    listed = list(free)
    known = np.linalg.slogdet(fitted.curvature[:, listed][:, :, listed])[1]
    known = known - len(listed) * np.log(2 * np.pi) - 2 * np.log(likely)
    if Z in listed:
        open_to = HIGHEST_CM - LOWEST_CM if height is None else np.sqrt(2 * np.pi) * height.sigma_cm
        known = known + 2 * np.log(open_to)
    if TILT_X in listed:
        known = known + 2 * np.log(2 * np.pi * TILT_SIGMA_RAD**2)
    z = fitted.poses[:, Z]
    if Z in listed and height is None:
        known = known - 2 * np.log(np.where(z < 0, BELOW, 1.0))
    return Guess(np.where((z > LOWEST_CM) & (z < HIGHEST_CM), known, np.inf), fitted, listed)


def shares_of(guesses: Sequence[Guess], misfits: Floats, flat: Floats) -> tuple[Floats, float]:
    """Return how likely each guess is for each stand (G, M), and how inexact the corners are, squared.

    ``misfits`` (G, M) are the guesses', ``flat`` those of stands that are on the plane. How badly the best guesses and
    the latter fit tells how inexact the corners are.
    """
    known = np.array([guess.known for guess in guesses])
    usual = np.array([USUAL_MISFIT[8 - len(guess.free)] for guess in guesses])
    best = (misfits + known).argmin(axis=0)
    fits = np.concatenate([misfits[best, np.arange(misfits.shape[1])] / usual[best], flat / USUAL_MISFIT[5]])
    noise = max(1.0, float(np.median(fits)))
    return _shares(guesses, misfits, noise), noise


def _shares(guesses: Sequence[Guess], misfits: Floats, noise: float) -> Floats:
    known = np.array([guess.known - len(guess.free) * np.log(noise) for guess in guesses])
    costs = (TAILS + 8) * np.log1p(misfits / noise / TAILS) + known
    shares = np.exp(-(costs - costs.min(axis=0)) / 2)
    return np.asarray(shares / shares.sum(axis=0))


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
