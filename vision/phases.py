"""Edges that lie along the pixels' rows: all of them meet the grid alike, and their errors do not average out.

An edge is measured a little off, this way or that as it meets a pixel's middle or its border. Along a slanted edge, and
from edge to edge where a module is no whole number of pixels, every phase occurs and the errors cancel. A marker laid
straight under a straight camera has them all alike: its corners are moved, or it looks larger or smaller.
"""

import numpy as np

from vision.arrays import Floats

EDGE_PX = 0.04
"""The most an edge is measured off for how it meets the pixels: on rendered tables, markers of 18 and 30 px a side."""


def phase_spread(corners_px: Floats, modules: int) -> Floats:
    """Return the covariance (M, 8, 8) px² that the phases of their edges give corners (M, 4, 2).

    The error of an edge is taken as a sine of its phase. How those of all edges between ``modules`` add up to a shift
    of the marker, and to another size, is the sum of their phasors.
    """
    right = (corners_px[:, 1] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 3]) / 2
    down = (corners_px[:, 3] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 1]) / 2
    total = np.zeros((len(corners_px), 8, 8))
    for along, across, ends in ((right, down, (-1, -1, 1, 1)), (down, right, (-1, 1, 1, -1))):
        row = np.abs(along).argmin(axis=1)[:, None]  # the axis of the picture that these edges are measured on
        drift = np.take_along_axis(along, row, axis=1)[:, 0]
        step = np.take_along_axis(across, row, axis=1)[:, 0] / modules
        place = np.linspace(-1, 1, modules + 1)
        phasors = np.exp(2j * np.pi * step[:, None] * (modules / 2) * place) * np.sinc(drift)[:, None]
        shift = np.abs(phasors.mean(axis=1))
        growth = np.abs((phasors * place).sum(axis=1) / (place**2).sum())
        normal = across / (np.linalg.norm(across, axis=1, keepdims=True) + 1e-9)
        for strength, moved in ((shift, np.ones(4)), (growth, np.array(ends))):
            mode = (moved[:, None] * normal[:, None] * (EDGE_PX * strength / np.sqrt(2))[:, None, None]).reshape(-1, 8)
            total += mode[:, :, None] * mode[:, None]
    return total
