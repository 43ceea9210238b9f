"""The smoothest net of offsets that agrees with what was seen; what agrees with nothing has no say."""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats
from vision.boards.hex_net import Bent, Net

_ROUNDS = 6
_TUKEY = 4.7  # robust sigmas: what is farther off counts for nothing
_LEAST_CM = 0.002  # no picture tells lines apart better than so
_STIFFNESSES = 10.0 ** np.arange(-2.0, 5.6, 0.5)


@dataclass(frozen=True, eq=False)
class Seen:
    """N sights: at places (N, 2) of the even lattice the offset along ``ways`` (N, 2) is ``offsets_cm`` (N,)."""

    places_cm: Floats
    ways: Floats
    offsets_cm: Floats
    weights: Floats

    @classmethod
    def of_points(cls, places_cm: Floats, offsets_cm: Floats, weights: Floats) -> "Seen":
        """Return sights of whole offsets (N, 2): two each."""
        two = np.concatenate
        ways = np.repeat(np.eye(2), len(places_cm), axis=0)
        return cls(two([places_cm] * 2), ways, two([offsets_cm[:, 0], offsets_cm[:, 1]]), two([weights] * 2))


@dataclass(frozen=True, eq=False)
class Solved:
    """The net, what is left of each sight (N,) cm, which of them it agrees with, and its own standard deviation."""

    bent: Bent
    left_cm: Floats
    agree: Bools
    sigma_cm: float
    score: float


def solve(net: Net, seen: Seen, stiffness: float | None = None) -> Solved:
    """Return the net that agrees best with most sights; without a stiffness the one that foretells them best."""
    rows = _rows(net, seen)
    bending = _bending(net)
    trust = seen.weights.copy()
    stiff = 1e2 if stiffness is None else stiffness
    found: Floats = np.zeros(rows.shape[1])
    scale, score = math.inf, math.inf
    for _ in range(_ROUNDS):
        if stiffness is None:
            stiff, score = _best_stiffness(rows, seen.offsets_cm, trust, bending)
        normal = rows.T @ (rows * trust[:, None]) + stiff * bending
        found = np.asarray(np.linalg.lstsq(normal, rows.T @ (trust * seen.offsets_cm), rcond=1e-12)[0], np.float64)
        left = seen.offsets_cm - rows @ found
        before, scale = scale, max(1.4826 * float(np.median(np.abs(left))), _LEAST_CM)
        share = np.clip(1 - (left / (_TUKEY * scale)) ** 2, 0, None) ** 2
        trust = seen.weights * share
        if abs(before - scale) < 5e-3 * scale:
            break
    agree = np.abs(left) < _TUKEY * scale
    offsets = found.reshape(2, -1).T
    sigma = float(np.sqrt((left[agree] ** 2).mean())) if agree.any() else math.inf
    return Solved(Bent(net, offsets), left, agree, sigma, score)


def best_net(nets: list[Net], seen: Seen) -> Solved:
    """Return the solution of the coarsest net that foretells its sights about as well as the best of them."""
    solved = [solve(net, seen) for net in nets]
    best = min(each.score for each in solved)
    return next(each for each in solved if each.score <= 1.02 * best)


def _rows(net: Net, seen: Seen) -> Floats:
    """Return how each sight depends on the net's offsets, all dx first: (N, 2 K)."""
    weights = net.weights(seen.places_cm)
    return np.concatenate([weights * seen.ways[:, :1], weights * seen.ways[:, 1:]], axis=1)


def _bending(net: Net) -> Floats:
    """Return the matrix (2 K, 2 K) whose quadratic form is about the net's bending, whatever its fineness."""
    across, along = net.across, net.along
    (step_x, step_y), whole = net.knots_cm, np.eye(across * along).reshape(along, across, -1)
    area = step_x * step_y
    parts = [
        np.diff(whole, 2, axis=1).reshape(-1, across * along) / step_x**2,
        np.diff(whole, 2, axis=0).reshape(-1, across * along) / step_y**2,
        math.sqrt(2) * np.diff(np.diff(whole, 1, axis=0), 1, axis=1).reshape(-1, across * along) / (step_x * step_y),
    ]
    one = area * sum(part.T @ part for part in parts)
    return np.kron(np.eye(2), one)


def _best_stiffness(rows: Floats, offsets: Floats, trust: Floats, bending: Floats) -> tuple[float, float]:
    """Return the stiffness whose net foretells best what it has not seen, and how badly (cm).

    Generalised cross-validation; all stiffnesses at once, in the axes in which data and bending are both plain.
    """
    data = rows.T @ (rows * trust[:, None])
    data += 1e-9 * np.trace(data) / len(data) * np.eye(len(data))
    lower = np.linalg.cholesky(data)
    inverse = np.linalg.inv(lower)
    stiff, axes = np.linalg.eigh(inverse @ bending @ inverse.T)
    seen = axes.T @ (inverse @ (rows.T @ (trust * offsets)))
    shrunk = 1 / (1 + _STIFFNESSES[:, None] * np.clip(stiff, 0, None))
    left = (trust * offsets**2).sum() - (seen**2 * (2 * shrunk - shrunk**2)).sum(axis=1)
    count = float((trust > 0).sum())
    spare = 1 - shrunk.sum(axis=1) / count
    scores = np.where(spare > 0, np.sqrt(np.clip(left, 0, None) / trust.sum()) / np.where(spare > 0, spare, 1), np.inf)
    best = int(np.argmin(scores))
    return float(_STIFFNESSES[best]), float(scores[best])
