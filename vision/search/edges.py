"""Sides of a dark square, found to a fraction of a pixel where the picture brightens outwards."""

import numpy as np
from numpy.typing import NDArray

from vision.alignment import LIGHT
from vision.kernels.edges import onto_edges

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_REACH_SIDES = 0.13  # how far inwards and outwards they go: less than a module of the smallest dictionary
_LEAST_REACH_PX = 2.0
_ALIKE = 0.35  # of the square's usual contrast: a look with less sees no edge
_PARTS = 0.55  # of the looks must see an edge
_FAINT = 0.012  # of full light: less contrast is no print


def sharpened(grey: NDArray[np.uint8], quads_px: Floats) -> tuple[Floats, Light]:
    """Return quads (K, 4, 2) px moved onto the edges seen, and their contrasts (K,); what has no edges is left out."""
    # In light: in grey levels an edge seems to lie nearer to the dark.
    moved, contrasts = np.empty_like(quads_px), np.empty(len(quads_px), np.float32)
    count = onto_edges(grey, LIGHT, quads_px, _REACH_SIDES, _LEAST_REACH_PX, _FAINT, _ALIKE, _PARTS, moved, contrasts)
    return moved[:count], contrasts[:count]
