"""How a printed board runs through its corners in a picture: perspective, and the smooth rest a lens and a bow add."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Bools, Floats

_DEGREES = ((4, 30), (3, 20), (2, 12))  # of the rest, and how many corners it takes


@dataclass(frozen=True, eq=False)
class Lattice:
    """N corners of a board: where they lie (N, 2) px, and how the board runs through them.

    ``squares_px`` (N, 2, 2) is where one square leads, columns for the board's x and y; ``bends`` (N, 2, 2) how the
    board's lines curve there (row: the line along x, along y), px a px²: a lens or a bent board bows them.
    """

    corners_px: Floats
    squares_px: Floats
    bends: Floats

    def only(self, which: Bools) -> "Lattice":
        """Return some of the corners."""
        return Lattice(self.corners_px[which], self.squares_px[which], self.bends[which])

    def straight(self) -> "Lattice":
        """Return the same with lines that do not curve: where corners are known too poorly to tell."""
        return Lattice(self.corners_px, self.squares_px, np.zeros_like(self.bends))


def lattice_of(grid: Floats, corners_px: Floats, wanted: Floats | None = None) -> Lattice:
    """Return the lattice at ``wanted`` (M, 2) places in squares, or at those of the corners themselves.

    ``corners_px`` (N, 2) are those known, at ``grid`` (N, 2) squares. Raises cv2.error where no homography fits.
    """
    home, _ = cv2.findHomography(grid, corners_px, 0)
    if home is None:
        raise cv2.error("no homography fits the corners")
    at = grid if wanted is None else wanted
    flat, squares = _perspective(np.asarray(home, dtype=np.float64), at)
    degree = next((degree for degree, enough in _DEGREES if len(grid) >= enough), 0)
    bends = np.zeros((len(at), 2, 2))
    if degree:
        middle, reach = grid.mean(axis=0), float(np.abs(grid - grid.mean(axis=0)).max())
        rest = corners_px - _perspective(np.asarray(home, dtype=np.float64), grid)[0]
        powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
        share = np.linalg.lstsq(_terms((grid - middle) / reach, powers, 0, 0), rest, rcond=1e-6)[0]
        place = (at - middle) / reach
        flat = flat + _terms(place, powers, 0, 0) @ share
        slopes = [_terms(place, powers, *by) @ share / reach for by in ((1, 0), (0, 1))]
        squares = squares + np.stack(slopes, axis=2)
        # Perspective keeps lines straight: only the rest curves them.
        curved = [_terms(place, powers, *by) @ share / reach**2 for by in ((2, 0), (0, 2))]
        bends = np.stack(curved, axis=1) / (squares**2).sum(axis=1)[:, :, None]
    return Lattice(flat, squares, bends)


def _perspective(home: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Return where a homography takes places (N, 2), and its derivatives there (N, 2, 2)."""
    points = np.column_stack([places, np.ones(len(places))]) @ home.T
    flat = points[:, :2] / points[:, 2:]
    return flat, (home[None, :2, :2] - flat[:, :, None] * home[None, 2:, :2]) / points[:, 2, None, None]


def _terms(place: Floats, powers: list[tuple[int, int]], by_u: int, by_v: int) -> Floats:
    """Return the monomials (N, K) of places, differentiated so often by u and by v."""
    return np.column_stack([_power(place[:, 0], i, by_u) * _power(place[:, 1], j, by_v) for i, j in powers])


def _power(values: Floats, exponent: int, by: int) -> Floats:
    factor = float(np.prod(np.arange(exponent, exponent - by, -1)))
    return np.asarray(factor * values ** max(exponent - by, 0))
