"""Chessboard corners far finer than a pixel: a blurred saddle laid onto the light around each."""

from dataclasses import dataclass

import numpy as np

from calibration.lattice import Lattice
from vision.arrays import Bools, Floats, Grey
from vision.kernels.saddles import AGREES, BLUR, BLUR_PX, TOLD, XX, XY, YY, fit

# Light as a camera codes it, undone: in gamma-coded grey an edge seems to lie within the dark side.
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
MOST_RADIUS_PX, LEAST_RADIUS_PX = 18, 4
_ARM = 0.6  # of a square: how far along its edges a corner is looked at, before the next corner's edges begin
_ROUNDS = 7
_ACROSS_PX = 1.8  # what is looked at on either side of an edge, at least
_LOST_PX = 2.0  # further than this from where it was thought to be: something else was found
AGREEMENT = 0.93
_COMMON_PX = 0.004  # what no model covers: tone curve, JPEG, ink
_PULL_PX, _ORDINARY = 0.6, 0.05  # and what glare does: how much worse a saddle fits than the others tells how far


@dataclass(frozen=True, eq=False)
class Saddles:
    """N corners: places (N, 2) px, covariances (N, 2, 2) px², ``agreement`` (N,) with a saddle, blur (N,) px."""

    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    blur_px: Floats

    def good(self, start_px: Floats) -> Bools:
        """Return which are corners indeed, and those that were looked for at ``start_px``."""
        moved = np.linalg.norm(self.corners_px - start_px, axis=1)
        return np.asarray((self.agreement > AGREEMENT) & (moved < _LOST_PX))


def refine_saddles(grey: Grey, corners_px: Floats, lattice: Lattice, margin: float, rounds: int = _ROUNDS) -> Saddles:
    """Find chessboard corners in a grey picture (H, W), from where they are within 1.5 px (N, 2).

    ``lattice`` is how the board runs through each, ``margin`` the white around its markers, in squares. Gauss-Newton on
    place, both edges' directions, blur, contrast, level and the light's slope, on the picture's own pixels in linear
    light.
    """
    start = np.array(corners_px, dtype=np.float64, order="C").reshape(-1, 2)
    if not len(start):
        return Saddles(start, np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    squares = np.ascontiguousarray(lattice.squares_px, dtype=np.float64)
    lengths = np.linalg.norm(squares, axis=1)  # px of a square along the board's x and y
    radius = int(np.clip(np.ceil(_ARM * np.median(lengths)), LEAST_RADIUS_PX, MOST_RADIUS_PX))
    # The next marker's blurred edge must not be in it.
    least = lengths.min(axis=1)
    wide = np.maximum(margin - 2.0 * BLUR / least, _ACROSS_PX / least)
    told = np.zeros((len(start), TOLD))
    with np.errstate(all="ignore"):
        fit(
            np.ascontiguousarray(grey), _LINEAR, squares, np.ascontiguousarray(lattice.bends, dtype=np.float64), wide,
            _ARM, radius, rounds, start, told,
        )  # fmt: skip
    unlike = np.sqrt(np.clip(1.0 - told[:, AGREES] ** 2, 0.0, 1.0))
    # Blur and sharpening make all fit a little worse, and pull none.
    ordinary = max(_ORDINARY, 1.2 * float(np.median(unlike)))
    common = _COMMON_PX + _PULL_PX * np.maximum(0.0, unlike - ordinary)
    own = told[:, [XX, XY, XY, YY]].reshape(-1, 2, 2)
    return Saddles(start, own + np.eye(2) * common[:, None, None] ** 2, told[:, AGREES], told[:, BLUR_PX])
