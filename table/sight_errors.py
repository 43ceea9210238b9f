"""What of a scene may be elsewhere than measured, in fixed draws: eye, bodies and the heights of pieces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from table.body import Body, Eye
from table.terrain import Piece
from table.uncertainty import covariance_of

Floats = NDArray[np.float64]

LEAST_VARIANCE = 1e-13
"""A variance is at least this much of the largest, or rounding makes it negative."""
ASIDE_CM = 1e-6
"""What is no farther from the line of sight is on it."""
FEW, MANY, MOST_DIMENSIONS = 32, 128, 24
"""Pairs of draws: where those few agree there is nothing to tell apart."""


@cache
def normal_draws(pairs: int, dimensions: int) -> Floats:
    """Return (2 pairs, dimensions) standard normal numbers with mean 0 and no correlation, not to be written to.

    Multiples of the roots of primes fill the cube evenly (Kronecker's sequence), each with its opposite. Of a limit on
    any sum of them 256 tell a probability of 2.5 % to 0.6 %; random ones, to 1.0 %.
    """
    roots = np.sqrt(list(islice(_primes(), dimensions)))
    some = ndtri((np.arange(1, pairs + 1)[:, None] * roots + 0.25 / pairs) % 1.0)
    both = np.concatenate([some, -some])
    if dimensions:
        both = np.linalg.solve(np.linalg.cholesky(both.T @ both / len(both)), both.T).T
    both.flags.writeable = False
    return both


def _primes() -> "map[int]":
    return map(int, filter(lambda n: all(n % d for d in range(2, int(n**0.5) + 1)), count(2)))


def correlated(draws: Floats, covariance: Floats) -> Floats:
    """Return standard normal draws (K, N) made into such of a covariance (N, N); the first go to what varies most.

    Of what varies alike the earlier comes first. It takes Cholesky's factor because eigenvectors are arbitrary where
    variances are equal.
    """
    variance = np.diag(covariance)
    largest = float(variance.max(initial=0.0))
    if largest == 0:
        return np.zeros_like(draws)
    order = np.argsort(-np.round(variance / largest, 9), kind="stable")
    some = covariance[np.ix_(order, order)] + np.eye(len(order)) * (LEAST_VARIANCE * largest)
    made = np.empty_like(draws)
    made[:, order] = draws @ np.linalg.cholesky(some).T
    return made


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a scene's parts are in K draws, the first as measured, in table cm.

    ``eye`` (K, 3), the ``target``'s outline (K, M, 2) and ``foot`` (K,); other ``bodies``' outlines and tops by name,
    and the errors of pieces' heights, ``rises``. What is not in these is as measured.
    """

    eye: Floats
    target: Floats
    foot: Floats
    bodies: Mapping[str, tuple[Floats, Floats]]
    rises: Mapping[str, Floats]

    @classmethod
    def not_at_all(cls, eye: Eye, target: Body) -> "Moved":
        """Return the one draw in which all is as measured."""
        return cls(np.array([eye]), np.array([target.outline]), np.array([target.foot_cm]), {}, {})


def drawn(
    eye: Eye, viewer: Body, target: Body, near: Sequence[Piece | Body], among: Sequence[Piece | Body], pairs: int
) -> Moved:
    """Return a scene in draws: the viewer's eye, the target, what is near, and of all blockers what they stand on.

    The draws depend on names and on the line of sight, not on the order of the list or on the table's axes, so that a
    table that is turned or mirrored gets the same. The first thing beside the line counts as on its left.
    """
    bodies = [viewer, target, *sorted((each for each in near if isinstance(each, Body)), key=lambda it: it.name)]
    stood_on = {body.on for body in bodies}
    pieces = [each for each in among if isinstance(each, Piece) and (each in near or each.name in stood_on)]
    pieces.sort(key=lambda it: it.name)
    named = {piece.name: piece for piece in pieces if piece.height_cm > 0}
    own = [0.0 if body.on in named else body.sigma_z_cm for body in bodies]
    heights = np.array([*own, *(piece.height_sigma_cm if piece.height_cm else 0.0 for piece in pieces)])
    places = 3 * len(bodies)
    covariance = np.zeros((places + len(heights),) * 2)
    axes = np.kron(np.eye(len(bodies)), _axes(eye, target, [*pieces, *bodies[2:]]))
    covariance[:places, :places] = axes @ covariance_of(bodies) @ axes.T
    covariance[places:, places:] = np.diag(heights**2)
    if not covariance.any():
        return Moved.not_at_all(eye, target)
    dimensions = min(len(covariance), MOST_DIMENSIONS)
    draws = np.zeros((2 * pairs + 1, len(covariance)))
    draws[1:, :dimensions] = normal_draws(pairs, dimensions)
    off = correlated(draws, covariance)
    off[:, :places] = off[:, :places] @ axes
    rises = {piece.name: off[:, places + len(bodies) + k] for k, piece in enumerate(pieces)}

    def up(k: int) -> Floats:
        """Return by how much a body is higher than measured: by what it stands on, or for itself."""
        on = named.get(bodies[k].on or "")
        return off[:, places + k] if on is None else rises[on.name] * (bodies[k].foot_cm / on.height_cm)

    def outlines(k: int) -> Floats:
        return _turned(np.array(bodies[k].outline), bodies[k].centre, off[:, 3 * k : 3 * k + 3])

    eyes = _turned(np.array([eye[:2]]), viewer.centre, off[:, :3])[:, 0]
    others = {body.name: (outlines(k), body.top_cm + up(k)) for k, body in enumerate(bodies) if k > 1}
    return Moved(np.column_stack([eyes, eye[2] + up(0)]), outlines(1), target.foot_cm + up(1), others, rises)


def _axes(eye: Eye, target: Body, beside: Sequence[Piece | Body]) -> Floats:
    """Return what turns x, y and heading (3, 3) into those along and across the line of sight."""
    line = np.array(target.centre) - eye[:2]
    length = float(np.hypot(*line))
    along = line / length if length > 0 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    outlines = [each.outline if isinstance(each, Body) else each.polygon for each in beside]
    asides = [float((np.mean(outline, axis=0) - eye[:2]) @ across) for outline in outlines]
    left = next((np.sign(aside) for aside in asides if abs(aside) > ASIDE_CM), 1.0)
    return np.array([[*along, 0.0], [*(left * across), 0.0], [0.0, 0.0, left]])


def _turned(points: Floats, centre: tuple[float, float], off: Floats) -> Floats:
    """Return points (M, 2) turned about a centre and moved by (K, 3) errors: (K, M, 2)."""
    arm = points - np.array(centre)
    cos, sin = np.cos(off[:, 2, None]), np.sin(off[:, 2, None])
    x, y = cos * arm[:, 0] - sin * arm[:, 1], sin * arm[:, 0] + cos * arm[:, 1]
    return np.asarray(np.array(centre) + off[:, None, :2] + np.stack([x, y], axis=2))
