"""Which stands are not on the table's plane: how high each is and how it leans, decided with its doubt.

A marker that is higher looks larger, and one that leans is seen foreshortened. Each stand is taken to stand on the
plane until its corners say otherwise; then it may stand level at some height, level on a piece that is agreed on, or
lean, in either of the two ways that look alike from above. What explains the corners best, by its evidence, is where
it stands; what explains them nearly as well widens its sigmas.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from shapely import MultiPoint, Polygon
from shapely import Point as Spot

from table.frame import HexBoard
from table.mount import Pose
from table.roster import Entry, Roster
from table.shared import Shared
from table.stand import Stand
from table.terrain import Piece
from vision.arrays import Floats, Indices
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.poses3d import (
    HEADING,
    PARAMETERS,
    TILT_X,
    Fitted,
    Prior,
    X,
    Y,
    Z,
    corners_at,
    fit_poses,
    own_corners,
    pose_of,
    turned,
)  # fmt: skip
from vision.spread import root, slopes
from vision.square import bend_px
from vision.stands import corrected
from vision.table_view import TableView

OFF_THE_PLANE = 25.0
"""What a stand's corners must be off the plane's best fit, squared in their sigmas, before it is looked at."""
TILT_SIGMA_RAD = 0.15
"""How much a stand that leans does so, about each axis."""
SCALE_SIGMA = 0.002
"""How far a printer's scale is off, before any stand has told."""
TOP_SIGMA_CM = 0.05
"""What a height typed by ruler is good for."""
LOWEST_CM, HIGHEST_CM = -5.0, 15.0
LEAST_CM = 0.25
"""A stand that is level and no higher or lower than this, on no piece that is agreed on, is on the plane."""
FLAT, LEVEL, LEANING, ON_TOP = 0.9, 0.06, 0.02, 0.06
"""How likely each is before the corners are looked at: on the plane, level anywhere, leaning, on a piece told of."""
ALIKE_CM, FEWEST_ALIKE, MOST_ALIKE, HILL_SHARE = 0.4, 4, 0.6, 0.3
"""Stands that look as high as each other, by how much and how many; a hill is no larger a share of the table."""
LEAST_SHARE = 1e-6
SURELY_FLAT = 0.99
BESIDE_CM = 3.0
"""So far outside a piece's outline a stand's centre may be and still stand on it."""
USUAL_MISFIT = {2: 1.39, 4: 3.36, 5: 4.35}
"""The median of chi squared by degrees of freedom: corners that fit worse are less exact than they say."""
NOISIEST = 12.0
"""Corners may be this much less exact, squared, before it is the stands that are not on the plane."""


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
    """

    known: Floats
    fitted: Fitted
    free: Sequence[int]


@dataclass(frozen=True)
class InSpace:
    """Stands where they are in space; how large all their markers were printed by what the roster says.

    ``looks_cm`` has, by stand, the size of a marker that no height on a table explains.
    """

    stands: tuple[Stand, ...]
    scale: float = 1.0
    looks_cm: Mapping[str, float] = field(default_factory=dict)


def raised(
    stands: Sequence[Stand], markers: Sequence[MarkerSeen], roster: Roster, view: TableView,
    terrain: Sequence[Piece] = (),
) -> InSpace:  # fmt: skip
    """Return the stands, those that are not on the table's plane with their own place, height and tilt.

    ``stands`` were measured on the plane, from these markers. One that nothing speaks against stays just as it is.
    """
    if not stands or isinstance(view.frame.board, HexBoard):  # there vision/boards/lifts.py says what lies on what
        return InSpace(tuple(stands))
    by_id, by_name = {marker.id: marker for marker in markers}, {entry.name: entry for entry in roster.entries}
    entries = [by_name[stand.name] for stand in stands]
    seen = _seen(entries, [by_id[entry.marker] for entry in entries], view.camera)
    start = np.array([pose_of(stand) for stand in stands])
    off = _misfit(seen, start)
    noise = float(np.median(off)) / USUAL_MISFIT[5]
    if (off < OFF_THE_PLANE * max(1.0, noise if noise < NOISIEST else 1.0)).all():
        return InSpace(tuple(stands))
    level = _fit(seen, start, (X, Y, Z, HEADING))
    above = view.camera.position_cm[2] - np.array([entry.mount.height_cm for entry in entries])
    printed = _printed(level, above, view, terrain)
    if printed != 1:
        seen = replace(seen, own=own_corners([entry.mount for entry in entries], printed))
        off, level = _misfit(seen, start), _fit(seen, start, (X, Y, Z, HEADING))
    flat, high = np.flatnonzero(off < OFF_THE_PLANE), np.flatnonzero(off >= OFF_THE_PLANE)
    more, sigma = _scale(level, flat, above)
    scale = printed * more
    if not len(high):
        return InSpace(tuple(stands), scale)
    own = own_corners([entries[row].mount for row in high], scale)
    some = Seen(view.camera, seen.corners_px[high], seen.whitening[high], own)
    guesses = _guesses(some, level.poses[high], terrain)
    shares, noise = _shares(guesses, off[flat])
    told, looks = list(stands), {}
    for k, row in enumerate(high):
        z = float(level.poses[row, Z])
        if off[row] < OFF_THE_PLANE * noise or shares[0, k] > SURELY_FLAT:
            continue
        best = guesses[int(shares[:, k].argmax())]
        if not LOWEST_CM < z < HIGHEST_CM and level.misfit[row] < best.fitted.misfit[k]:
            looks[entries[row].name] = entries[row].mount.size_cm * float(above[row] / (above[row] - z))
            continue
        told[row] = _decided(guesses, shares[:, k], k, noise, some, entries[row], view, sigma)
    return InSpace(tuple(told), scale, looks)


def _printed(level: Fitted, above: Floats, view: TableView, terrain: Sequence[Piece]) -> float:
    """Return the scale of a print that came out otherwise than the roster says, 1 where nothing tells of one.

    Most stands then look as high as each other, all over the table, and no piece has such a top.
    """
    z = level.poses[:, Z]
    middle = float(np.median(z))
    sigma = np.sqrt(np.linalg.inv(level.curvature[:, : Z + 2, : Z + 2])[:, Z, Z])
    alike = np.abs(z - middle) < ALIKE_CM + 3 * sigma
    if abs(middle) < 3 * SCALE_SIGMA * above.mean() or alike.sum() < max(FEWEST_ALIKE, MOST_ALIKE * len(z)):
        return 1.0
    if any(abs(piece.height_cm - middle) < ALIKE_CM + 3 * TOP_SIGMA_CM for piece in terrain):
        return 1.0
    spread = MultiPoint(level.poses[alike, :Z]).convex_hull.area
    if middle > 0 and spread < HILL_SHARE * view.frame.width_cm * view.frame.depth_cm:
        return 1.0
    return 1 + middle / float(above[alike].mean())


def off_the_plane(stands: Sequence[Stand], entries: Sequence[Entry], corners_px: Floats, covariance_px: Floats,
                  camera: Camera) -> bool:  # fmt: skip
    """Say whether any of these stands, measured on the plane, may not be on it."""
    whitening = np.linalg.inv(np.linalg.cholesky(covariance_px))
    seen = Seen(camera, corners_px, whitening, own_corners([entry.mount for entry in entries]))
    return bool((_misfit(seen, np.array([pose_of(stand) for stand in stands])) >= OFF_THE_PLANE).any())


def _seen(entries: Sequence[Entry], markers: Sequence[MarkerSeen], camera: Camera) -> Seen:
    covariance = np.array([marker.covariance_px for marker in markers])
    whitening = np.linalg.inv(np.linalg.cholesky(covariance))
    corners = np.array([marker.corners_px for marker in markers])
    return Seen(camera, corners, whitening, own_corners([entry.mount for entry in entries]))


def _misfit(seen: Seen, poses: Floats) -> Floats:
    """Return how far corners are from where such poses would show them: squared, in sigmas (M,)."""
    corners = corners_at(poses, seen.own)
    would = seen.camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(seen.camera, corners)
    rest = np.einsum("mij,mj->mi", seen.whitening, (seen.corners_px - would).reshape(-1, 8))
    return np.asarray((rest**2).sum(axis=1))


def _fit(seen: Seen, start: Floats, free: Sequence[int], tilt_sigma: float = 1.0,
         top_cm: Floats | None = None) -> Fitted:  # fmt: skip
    count = len(start)
    values, weights = np.zeros((2, count, PARAMETERS))
    weights[:, TILT_X:] = tilt_sigma**-2
    if top_cm is not None:
        values[:, Z], weights[:, Z] = top_cm, TOP_SIGMA_CM**-2
    loose = np.zeros((count, PARAMETERS), dtype=bool)
    loose[:, list(free)] = True
    return fit_poses(seen.camera, seen.corners_px, seen.whitening, seen.own, start, loose, Prior(values, weights))


def _scale(level: Fitted, flat: Indices, above: Floats) -> tuple[float, float]:
    """Return what the stand markers' sizes are times what is believed, and its sigma, from those on the plane."""
    variance = np.linalg.inv(level.curvature[:, : Z + 2, : Z + 2])[:, Z, Z] / above**2
    total = (1 / variance[flat]).sum() + SCALE_SIGMA**-2
    return 1 + float((level.poses[:, Z] / above / variance)[flat].sum() / total), float(total**-0.5)


def _guesses(seen: Seen, level: Floats, terrain: Sequence[Piece]) -> list[Guess]:
    """Fit every way of standing; the first is the plane."""
    four, everything = (X, Y, Z, HEADING), tuple(range(PARAMETERS))
    flat = level.copy()
    flat[:, Z] = 0
    guesses = [
        _guess(_fit(seen, flat, (X, Y, HEADING)), (X, Y, HEADING), FLAT),
        _hill(_guess(_fit(seen, level, four), four, LEVEL)),
    ]
    one = _fit(seen, level + np.array([0, 0, 0, 0, 0.01, 0.01]), everything, TILT_SIGMA_RAD)
    other = _fit(seen, mirrored(one.poses, seen.camera), everything, TILT_SIGMA_RAD)
    guesses += [_guess(fitted, everything, LEANING) for fitted in (one, other)]
    for piece in terrain:
        outline = Polygon(piece.polygon).buffer(BESIDE_CM)
        start = level.copy()
        start[:, Z] = piece.height_cm
        there = np.array([outline.covers(Spot(x, y)) for x, y in level[:, :Z]])
        if piece.height_cm > 0 and there.any():
            top = np.full(len(level), piece.height_cm)
            guess = _guess(_fit(seen, start, four, 1.0, top), four, ON_TOP, top)
            guesses.append(replace(guess, known=np.where(there, guess.known, np.inf)))
    return guesses


def _hill(guess: Guess) -> Guess:
    """Rule out heights at which nobody stands on anything that players would call a hill."""
    return replace(guess, known=np.where(np.abs(guess.fitted.poses[:, Z]) < LEAST_CM, np.inf, guess.known))


def _guess(fitted: Fitted, free: Sequence[int], likely: float, top: Floats | None = None) -> Guess:
    """Weigh a fit: what its prior says, and how much of it the corners leave open (Laplace's evidence)."""
    listed = list(free)
    known = np.linalg.slogdet(fitted.curvature[:, listed][:, :, listed])[1]
    known = known - len(listed) * np.log(2 * np.pi) - 2 * np.log(likely)
    if Z in listed:
        known = known + (2 * np.log(HIGHEST_CM - LOWEST_CM) if top is None else np.log(2 * np.pi * TOP_SIGMA_CM**2))
    if TILT_X in listed:
        known = known + 2 * np.log(2 * np.pi * TILT_SIGMA_RAD**2)
    inside = (fitted.poses[:, Z] > LOWEST_CM) & (fitted.poses[:, Z] < HIGHEST_CM)
    return Guess(np.where(inside, known, np.inf), fitted, listed)


def _shares(guesses: Sequence[Guess], flat: Floats) -> tuple[Floats, float]:
    """Return how likely each guess is for each stand (G, M), and how inexact the corners are, squared.

    That is told by how badly the best guesses fit, and the stands that are on the plane (their misfits, ``flat``).
    """
    misfits, known = np.array([guess.fitted.misfit for guess in guesses]), np.array([guess.known for guess in guesses])
    usual = np.array([USUAL_MISFIT[8 - len(guess.free)] for guess in guesses])
    best = (misfits + known).argmin(axis=0)
    fits = np.concatenate([misfits[best, np.arange(misfits.shape[1])] / usual[best], flat / USUAL_MISFIT[5]])
    noise = max(1.0, float(np.median(fits)))
    costs = misfits / noise + known - np.array([len(guess.free) for guess in guesses])[:, None] * np.log(noise)
    shares = np.exp(-(costs - costs.min(axis=0)) / 2)
    return shares / shares.sum(axis=0), noise


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


def _decided(
    guesses: Sequence[Guess], shares: Floats, row: int, noise: float, seen: Seen, entry: Entry, view: TableView,
    scale_sigma: float,
) -> Stand:  # fmt: skip
    best = guesses[int(shares.argmax())]
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
    own = np.zeros((PARAMETERS, PARAMETERS))
    own[np.ix_(guess.free, guess.free)] = noise * np.linalg.inv(
        guess.fitted.curvature[row][np.ix_(guess.free, guess.free)]
    )
    corners = corners_at(pose, seen.own[row : row + 1])
    slope = slopes(seen.camera, corners[0])
    grown = (corners[0] - corners[0].mean(axis=0))[..., None]
    by_scale = by_pixel @ (slope.by_point @ grown).reshape(8) * scale_sigma
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
        stand, z_cm=float(pose[Z]), sigma_z_cm=float(np.sqrt(spread[Z, Z])), tilt_x_deg=x_deg, tilt_y_deg=y_deg
    )
