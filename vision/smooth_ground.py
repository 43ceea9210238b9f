"""Ground that is in no terrain file, as the stands that lean on it tell it: smooth from each to the next.

It is a Gaussian process: heights that lie near each other are alike, and so is how the ground rises there.
"""

from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Bools, Floats, Indices
from vision.elevation import Elevation, elevation_of, mixed, rise_under, uneven_by
from vision.poses3d import Z

HIGH_CM, FAR_CM, UNEVEN_CM = (
    grid.ravel() for grid in np.meshgrid((1.0, 2.5), (5.0, 8.0, 12.0), (0.05, 0.2), indexing="ij")
)
"""Its settings S: how high hills are, from how far places are alike, and how uneven the ground is at each place."""
REACH_CM, FEWEST, MOST = 25.0, 2, 12
"""So near there must be so many others that lean, to tell a stand of the ground; the nearest so many do."""
NOWHERE_CM = 10.0
"""One sigma of the ground's height where too few lean near."""


@dataclass(frozen=True, eq=False)
class SmoothGround:
    """Ground as each of M stands is told of it by all others that are ``leaning`` (M,), from their poses (M, 6).

    How high, wide and uneven its hills are is weighed by how likely that makes the others.
    """

    poses: Floats
    covariance: Floats
    leaning: Bools
    told: Bools = field(init=False)  # who is told enough (M,)
    _away: Floats = field(init=False)

    def __post_init__(self) -> None:
        places = self.poses[:, :Z]
        away = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
        np.fill_diagonal(away, np.inf)
        object.__setattr__(self, "_away", away)
        object.__setattr__(self, "told", ((away < REACH_CM) & self.leaning).sum(axis=1) >= FEWEST)

    def at(self, places: Floats) -> Elevation:
        """Return the elevation under the stands if they are at places (M, 2)."""
        rise, spread = np.zeros((len(places), 3)), np.tile(np.eye(3) * NOWHERE_CM**2, (len(places), 1, 1))
        for row in np.flatnonzero(self.told).tolist():
            others = np.flatnonzero(self.leaning & (self._away[row] < REACH_CM))
            others = others[np.argsort(self._away[row, others], kind="stable")[:MOST]]
            rise[row], spread[row] = self._told_by(others, places[row : row + 1])
        return elevation_of(rise, spread)

    def _told_by(self, others: Indices, place: Floats) -> tuple[Floats, Floats]:
        """Return what others tell of a place (1, 2): how high it is and how it rises (3,), and the covariance."""
        seen, own = rise_under(self.poses[others], self.covariance[others])
        uneven = uneven_by(UNEVEN_CM)
        size, there = 3 * len(others), self.poses[others, :Z]
        total = kernel(there, there)
        for k in range(len(others)):
            total[:, k, :, k] += own[k] + uneven
        factor = np.linalg.cholesky(total.reshape(-1, size, size))
        white = np.linalg.solve(factor, np.broadcast_to(seen.ravel()[:, None], (len(HIGH_CM), size, 1)))
        across = np.linalg.solve(factor, kernel(there, place).reshape(-1, size, 3))
        evidence = -(white**2).sum(axis=(1, 2)) / 2 - np.log(np.einsum("sii->si", factor)).sum(axis=1)
        spread = kernel(place, place).reshape(-1, 3, 3) + uneven - across.transpose(0, 2, 1) @ across
        return mixed(evidence, (across.transpose(0, 2, 1) @ white)[..., 0], spread)[1:]


def kernel(places: Floats, others: Floats) -> Floats:
    """Return the covariance (S, N, 3, M, 3) of height and rise along x and y at places (N, 2) and at others (M, 2)."""
    far = FAR_CM[:, None, None]
    steps = (places[:, None] - others) / far[..., None]
    near = HIGH_CM[:, None, None] ** 2 * np.exp(-(steps**2).sum(axis=3) / 2)
    found = np.empty((len(FAR_CM), len(places), 3, len(others), 3))
    found[:, :, 0, :, 0] = near
    for k in (0, 1):
        found[:, :, 0, :, 1 + k] = near * steps[..., k] / far
        found[:, :, 1 + k, :, 0] = -found[:, :, 0, :, 1 + k]
        for other in (0, 1):
            found[:, :, 1 + k, :, 1 + other] = near * ((k == other) - steps[..., k] * steps[..., other]) / far**2
    return found
