"""How likely each way of standing is for each stand, and how inexact the corners are by how badly all of them fit."""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Bools, Floats
from vision.stances import FLAT, Guess

TAILS = 10.0
"""Corners err as Student's t has it, with so many degrees of freedom: some are much further off than they say."""
NOISES = np.geomspace(1.0, 400.0, 37)
"""The noise that is tried: the variance of the corners, times what they say of themselves."""
ON_PLANE = 3
"""What is free of a stand that is on the plane: its place and its heading."""
PRIOR_STANDS = 1.0
"""The usual share of raised stands counts as much as so many stands that were seen."""
_ROUNDS = 6
TRIM, TRIMMED = 0.9, 1.49
"""The mean of chi squared of two degrees of freedom without its largest tenth."""
FEW = 4
"""Fewer stands than so many say little of how inexact corners are."""


def shares_of(guesses: Sequence[Guess], misfits: Floats, flat: Floats) -> tuple[Floats, float]:
    """Return how likely each guess is for each stand (G, M), and how inexact the corners are, squared.

    ``misfits`` (G, M) are the guesses', ``flat`` those of stands that are on the plane. Noise explains corners that are
    far off, and so does being raised: the noise is the one that makes all corners likeliest, each guess counted. Where
    many others are raised a stand is likelier to be, and where nobody is it hardly is.
    """
    noise = float(max(NOISES, key=lambda tried: _evidence(guesses, misfits, flat, tried)))
    costs, others = _costs(guesses, misfits, noise), misfits.shape[1] + len(flat) - 1
    shares = _shares(guesses, costs)
    for _ in range(_ROUNDS):
        raised = 1 - shares[0]
        usual = (PRIOR_STANDS * (1 - FLAT) + raised.sum() - raised) / (PRIOR_STANDS + others)
        likely = np.vstack([(1 - usual) / FLAT, *[usual / (1 - FLAT)] * (len(guesses) - 1)])
        shares = _shares(guesses, costs - 2 * np.log(likely))
    return shares, noise


def _evidence(guesses: Sequence[Guess], misfits: Floats, flat: Floats, noise: float) -> float:
    """Return the logarithm of how likely all corners are if they are inexact by so much, squared."""
    high = np.logaddexp.reduce(-_costs(guesses, misfits, noise) / 2, axis=0).sum()
    level = (ON_PLANE * np.log(noise) - (TAILS + 8) * np.log1p(flat / noise / TAILS)).sum() / 2
    return float(high + level - 4 * np.log(noise) * (misfits.shape[1] + len(flat)))


def pose_noise(tilts: Floats, noise: float) -> float:
    """Return how inexact the corners are, squared, in what poses follow.

    ``tilts`` are the `tilt_misfit` of stands that are level, ``noise`` what all misfits say. Most of these is what no
    pose explains, a corner's own bias, and harms none. Of few stands nobody knows.
    """
    count = len(tilts)
    told = float(np.sort(tilts)[: round(TRIM * count)].mean()) / TRIMMED if count else noise
    return max(1.0, (count * told + FEW * noise) / (count + FEW))


def shares_by(guesses: Sequence[Guess], misfits: Floats, noise: float) -> Floats:
    """Return how likely each guess is for each stand (G, M) if corners are inexact by ``noise``, squared."""
    return _shares(guesses, _costs(guesses, misfits, noise))


def _shares(guesses: Sequence[Guess], costs: Floats) -> Floats:
    """Return how likely each guess is for each stand (G, M) by their ``costs``, likewise, with what others tell."""
    for piece in {guess.piece: None for guess in guesses if guess.piece is not None}:
        ways = np.array([guess.piece == piece for guess in guesses])
        costs = _told_by_others(costs, ways, np.array([guess.share for guess in guesses if guess.piece == piece]))
    shares = np.exp(-(costs - costs.min(axis=0)) / 2)
    return np.asarray(shares / shares.sum(axis=0))


def _costs(guesses: Sequence[Guess], misfits: Floats, noise: float) -> Floats:
    """Return minus twice the logarithm of how likely each guess is for each stand (G, M), each stand by itself."""
    known = np.array([guess.known - len(guess.free) * np.log(noise) for guess in guesses])
    return np.asarray((TAILS + 8) * np.log1p(misfits / noise / TAILS) + known)


def _told_by_others(costs: Floats, ways: Bools, likely: Floats) -> Floats:
    """Let stands on one piece tell each other which of some ways (G,) it is, each so likely; ``costs`` are (G, M)."""
    elsewhere = np.logaddexp.reduce(-costs[~ways] / 2)
    told = np.logaddexp(elsewhere, -costs[ways] / 2)
    others = np.log(likely)[:, None] + told.sum(axis=1, keepdims=True) - told
    better = costs.copy()
    better[ways] -= 2 * (others - np.logaddexp.reduce(others))
    return better
