"""How a slope rises from its foot to its crest, told by the stands that lean on it.

A lean is seen ten times better than a height: a degree or less. What several stands lean, each somewhere else between
foot and crest, adds up to how high all of them are, if the slope rises alike on all its sides. How much it does not
is told by how badly they agree.
"""

from dataclasses import dataclass

import numpy as np

from table.ground import slope_heights
from table.terrain import Piece
from vision.arrays import Bools, Floats
from vision.elevation import Elevation, elevation_of, mixed, rise_under, uneven_by
from vision.poses3d import Z

WAVES = 5
"""A slope's rise has K terms: an even slope, and so many half waves that end at its foot and its crest."""
WAVY = np.array([0.0, 0.15])
"""How large the first wave is, as a share of the height; the k-th is a k-squared of it."""
UNEVEN_CM = np.array([0.02, 0.05, 0.1, 0.2, 0.4])
"""How far the ground may be from its rise at a place, by hand and knife."""
STEP_CM, LEAST_CM = 0.25, 1e-4


@dataclass(frozen=True, eq=False)
class Profile:
    """How a slope rises as each of M stands is told of it by all others: the K terms, and how sure they are.

    ``terms`` (M, K) are cm, ``covariance`` (M, K, K) theirs; ``uneven`` (M, 3, 3) is the covariance of how far height
    and rise along x and y are from that at a place.
    """

    piece: Piece
    terms: Floats
    covariance: Floats
    uneven: Floats

    def at(self, places: Floats) -> Elevation:
        """Return the elevation under the stands if they are at places (M, 2)."""
        by_term = slope_terms(self.piece, places)
        spread = np.einsum("mik,mkl,mjl->mij", by_term, self.covariance, by_term) + self.uneven
        return elevation_of(np.einsum("mik,mk->mi", by_term, self.terms), spread)


def even_slope(piece: Piece, count: int, cm: float, rad: float) -> Profile:
    """Return, for so many stands, an even slope that each place may be off by ``cm`` and ``rad``, one sigma."""
    terms = np.zeros((count, WAVES + 1))
    terms[:, 0] = piece.height_cm
    uneven = np.diag([max(cm, piece.height_sigma_cm) ** 2, rad**2, rad**2])
    return Profile(piece, terms, np.zeros((count, WAVES + 1, WAVES + 1)), np.tile(uneven, (count, 1, 1)))


def slope_terms(piece: Piece, places: Floats) -> Floats:
    """Return (M, 3, K): how high a slope is at places (M, 2) by each term, and how it rises along x and along y."""

    def shares(at: Floats) -> Floats:
        return slope_heights(piece, at) / piece.height_cm

    share, waves = shares(places)[:, None], np.pi * np.arange(1, WAVES + 1)
    rise = np.concatenate([share, np.sin(waves * share)], axis=1)
    steeper = np.concatenate([np.ones_like(share), waves * np.cos(waves * share)], axis=1)
    by_x, by_y = ((shares(places + step) - shares(places - step)) / (2 * STEP_CM) for step in STEP_CM * np.eye(2))
    return np.stack([rise, steeper * by_x[:, None], steeper * by_y[:, None]], axis=1)


def profile_of(piece: Piece, poses: Floats, covariance: Floats, leaning: Bools) -> Profile:
    """Return how a slope rises, by the poses (M, 6) of those who are ``leaning`` (M,) on it, and their covariance.

    Each stand is told what all others say. How wavy the slope is and how uneven, its settings S, is weighed by how
    likely it makes these.
    """
    by_term, seen, own = slope_terms(piece, poses[:, :Z]), *rise_under(poses, covariance)
    usual = piece.height_cm * np.eye(1, WAVES + 1)[0]
    wavy, uneven_cm = (grid.ravel() for grid in np.meshgrid(WAVY, UNEVEN_CM))
    uneven = uneven_by(uneven_cm)
    weight = np.linalg.inv(own + uneven[:, None])  # (S, M, 3, 3)
    rest = seen - by_term @ usual
    pull = np.einsum("mik,smij,mj,m->smk", by_term, weight, rest, leaning)
    told = np.einsum("mik,smij,mjl,m->smkl", by_term, weight, by_term, leaning)
    fits = (np.linalg.slogdet(weight)[1] - np.einsum("mi,smij,mj->sm", rest, weight, rest)) * leaning
    sigmas = np.concatenate([
        np.full((len(wavy), 1), piece.height_sigma_cm),
        np.maximum(wavy[:, None] * piece.height_cm / np.arange(1, WAVES + 1) ** 2, LEAST_CM),
    ], axis=1)  # fmt: skip
    known = np.einsum("sk,kl->skl", sigmas**-2, np.eye(WAVES + 1))
    others_pull, others = _of_others(pull), known[:, None] + _of_others(told)
    spread = np.linalg.inv(others)
    off = np.einsum("smkl,sml->smk", spread, others_pull)
    evidence = _of_others(fits) + (off * others_pull).sum(axis=2)
    evidence += np.linalg.slogdet(known)[1][:, None] - np.linalg.slogdet(others)[1]
    shares, terms, covariance = mixed(evidence / 2, off, spread)
    return Profile(piece, usual + terms, covariance, np.einsum("sm,sij->mij", shares, uneven))


def _of_others(each: Floats) -> Floats:
    """Return for each stand the sum of all others': ``each`` is (S, M, ...)."""
    return np.asarray(each.sum(axis=1, keepdims=True) - each)
