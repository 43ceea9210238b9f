"""Edges that lie along the pixels' rows: all of them meet the grid alike, and their errors do not average out.

An edge is measured a little off, this way or that as it meets a pixel's middle or its border. Along a slanted edge, and
from edge to edge where a module is no whole number of pixels, every phase occurs and the errors cancel. A marker laid
straight under a straight camera has them all alike: its corners are moved, or it looks larger or smaller.
"""

import numpy as np

from vision.arrays import Floats

EDGE_PX = 0.04
"""The most an edge is measured off for how it meets the pixels: on rendered tables, markers of 18 and 30 px a side."""

_ENDS = np.array([[-1.0, -1.0, 1.0, 1.0], [-1.0, 1.0, 1.0, -1.0]])
"""Which way a larger marker's corners lie along its edges' normal: down for those that run right, and the reverse."""


def phase_spread(corners_px: Floats, modules: int) -> Floats:
    """Return the covariance (M, 8, 8) px² that the phases of their edges give corners (M, 4, 2).

    The error of an edge is taken as a sine of its phase. How those of all edges between ``modules`` add up to a shift
    of the marker, and to another size, is the sum of their phasors.
    """
    right = (corners_px[:, 1] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 3]) / 2
    down = (corners_px[:, 3] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 1]) / 2
    along, across = np.concatenate([right, down]), np.concatenate([down, right])
    ends = np.repeat(_ENDS, len(corners_px), axis=0)
    rows, axis = np.arange(len(along)), np.abs(along).argmin(axis=1)  # that of the picture which edges are measured on
    step = across[rows, axis] / modules
    place = np.linspace(-1, 1, modules + 1)
    phasors = np.exp(1j * np.pi * modules * step[:, None] * place) * np.sinc(along[rows, axis])[:, None]
    shift = np.abs(phasors.mean(axis=1))
    growth = np.abs(phasors @ place) / (place**2).sum()
    normal = across / (np.linalg.norm(across, axis=1, keepdims=True) + 1e-9)
    moved = np.stack([np.repeat(shift[:, None], 4, axis=1), growth[:, None] * ends], axis=1)  # (2 M, 2 ways, corners)
    modes = (EDGE_PX / np.sqrt(2) * moved[..., None] * normal[:, None, None]).reshape(2, -1, 2, 8)
    return np.asarray(np.einsum("amki,amkj->mij", modes, modes))
