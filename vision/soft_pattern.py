"""A marker's printed pattern as a blurred camera sees it, with its slopes."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

Floats = NDArray[np.float64]
Light = NDArray[np.float32]


class SoftPattern:
    """M patterns (M, n, n), 0 black and 1 white, on white paper, looked at on a grid of S x S points.

    ``at`` (S,) are the grid's places along either side, in modules: 0 and n are the marker's edges.
    """

    def __init__(self, bits: Floats, at: Floats) -> None:
        self._printed = np.pad(np.asarray(bits, dtype=np.float32), ((0, 0), (1, 1), (1, 1)), constant_values=1.0)
        self._from_edge = at[:, None] - np.arange(bits.shape[1] + 1)[None, :]

    def blurred(self, blur: Floats) -> tuple[Light, Light, Light, Light]:
        """Blur with a Gaussian of ``blur`` (M,) modules: shade (M, S, S), and its slopes along u, v and the blur.

        The pattern is a sum of rectangles, so this is exact: a product of error functions along u and v.
        """
        z = self._from_edge[None] / blur[:, None, None]
        step = 0.5 * (1 + erf(z / np.sqrt(2)))
        bell = np.exp(-0.5 * z**2) / (np.sqrt(2 * np.pi) * blur[:, None, None])
        share, slope, widen = _between(step, 1.0), _between(bell, 0.0), _between(-bell * z, 0.0)
        along_u = self._printed @ share.transpose(0, 2, 1)
        shade = share @ along_u
        by_u = share @ (self._printed @ slope.transpose(0, 2, 1))
        by_v = slope @ along_u
        by_blur = share @ (self._printed @ widen.transpose(0, 2, 1)) + widen @ along_u
        return shade, by_u, by_v, by_blur


def _between(steps: Floats, before: float) -> Light:
    """Return what lies between neighbouring edges (M, S, n + 2); ``before`` is the value left of the first."""
    ends = np.zeros((*steps.shape[:2], steps.shape[2] + 2), dtype=np.float32)
    ends[..., 0] = before
    ends[..., 1:-1] = steps
    return ends[..., :-1] - ends[..., 1:]
