"""How a slope rises from its foot to its crest, told by the stands that lean on it.

A lean is seen ten times better than a height: a degree or less. What several stands lean, each somewhere else between
foot and crest, adds up to how high all of them are, if the slope rises alike on all its sides. How much it does not
is told by how badly they agree.
"""

from dataclasses import dataclass

import numpy as np
import shapely

from table.footprint import piece_polygon
from table.ground import crest_of, slope_shares
from table.terrain import Piece
from vision.arrays import Bools, Floats
from vision.elevation import Elevation, elevation_of, rise_under
from vision.poses3d import Z

WAVES = 5
"""A slope's rise has K terms: an even slope, and so many half waves that end at its foot and its crest."""
WAVY = np.array([0.0, 0.15])
"""How large the first wave is, as a share of the height; the k-th is a k-squared of it."""
UNEVEN_CM = np.array([0.02, 0.05, 0.1, 0.2, 0.4])
UNEVEN_RAD = UNEVEN_CM / 6.0
"""How far the ground may be from its rise at a place, by hand and knife, in height and in lean."""
STEP_CM, LEAST_CM = 0.25, 1e-4


@dataclass(frozen=True, eq=False)
class Profile:
    """How a slope rises as each of M stands is told of it by all others: the K terms, and how sure they are.

    ``terms`` (M, K) are cm, ``covariance`` (M, K, K) theirs; ``uneven_cm`` and ``uneven_rad`` (M,) how far the ground
    is from that at a place.
    """

    piece: Piece
    terms: Floats
    covariance: Floats
    uneven_cm: Floats
    uneven_rad: Floats

    def at(self, places: Floats) -> Elevation:
        """Return the elevation under the stands if they are at places (M, 2)."""
        by_term = slope_terms(self.piece, places)
        uneven = np.stack([self.uneven_cm, self.uneven_rad, self.uneven_rad], axis=1)[:, :, None] ** 2 * np.eye(3)
        spread = np.einsum("mik,mkl,mjl->mij", by_term, self.covariance, by_term) + uneven
        return elevation_of(np.einsum("mik,mk->mi", by_term, self.terms), spread)


def uneven(piece: Piece, count: int, cm: float, rad: float) -> Profile:
    """Return, for so many stands, a slope that rises evenly, or from it so far off at each place by chance."""
    terms, far = np.zeros((count, WAVES + 1)), np.ones(count)
    terms[:, 0] = piece.height_cm
    known = np.zeros((count, WAVES + 1, WAVES + 1))
    return Profile(piece, terms, known, max(cm, piece.height_sigma_cm) * far, rad * far)


def slope_terms(piece: Piece, places: Floats) -> Floats:
    """Return (M, 3, K): how high a slope is at places (M, 2) by each term, and how it rises along x and along y."""
    outline, crest = piece_polygon(piece), crest_of(piece)

    def shares(at: Floats) -> Floats:
        return np.where(shapely.intersects_xy(outline, at), slope_shares(outline, crest, at), 0.0)

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
    wavy, rough = (grid.ravel() for grid in np.meshgrid(WAVY, np.arange(len(UNEVEN_CM))))
    rough_cm, rough_rad = UNEVEN_CM[rough], UNEVEN_RAD[rough]
    loose = np.stack([rough_cm, rough_rad, rough_rad], axis=1)[:, None, :, None] ** 2 * np.eye(3)
    weight = np.linalg.inv(own + loose)  # (S, M, 3, 3)
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
    shares = np.exp((evidence - evidence.max(axis=0)) / 2)
    shares /= shares.sum(axis=0)
    terms = np.einsum("sm,smk->mk", shares, off)
    apart = off - terms
    spread = spread + apart[..., :, None] * apart[..., None, :]
    return Profile(
        piece, usual + terms, np.einsum("sm,smkl->mkl", shares, spread),
        np.sqrt(rough_cm**2 @ shares), np.sqrt(rough_rad**2 @ shares),
    )  # fmt: skip


def _of_others(each: Floats) -> Floats:
    """Return for each stand the sum of all others': ``each`` is (S, M, ...)."""
    return np.asarray(each.sum(axis=1, keepdims=True) - each)
