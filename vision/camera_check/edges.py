"""How a camera shows an edge: how wide it is, and the halo that sharpening leaves beside it."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Grey
from vision.homography import square_to_quads, through

_ALONG = (0.12, 0.88)  # the part of a side that is looked at: corners are other edges' too
_STEP_PX = 0.25
_PLATEAU = (0.45, 0.7)  # modules from the edge: there is no more halo, and not yet the next edge's
_LEAST_MODULE_PX = 5.5  # narrower, a halo reaches from one edge to the next
_MOST, _CUT = 12, (5.0, 249.0)  # markers, the largest; levels beyond which a halo is cut off
_LEAST_CONTRAST, _LEAST_PIXELS = 20.0, 8  # levels; pixels that tell of a place across the edge


@dataclass(frozen=True, slots=True)
class Edge:
    """How an edge between ink and paper looks in grey levels, across it.

    ``rise_px`` is how far apart a tenth and nine tenths of the way from black to white are. ``halo`` is by how much the
    paper beside the edge is brighter than paper, or the ink darker than ink, of the step between them: none without
    sharpening. None where paper or ink are cut off at white and black, so that it cannot be seen.
    """

    rise_px: float
    halo: float | None


@dataclass(frozen=True, eq=False)
class _Across:
    """Pixels about a marker's edges: how far outside each is (P,) px, its level (P,), and those of ink and paper."""

    away_px: Floats
    levels: Floats
    black: float
    white: float


def edge_of(grey: Grey, corners_px: Floats, modules: int) -> Edge | None:
    """Return how the outer edges of markers, with corners (M, 4, 2) px and so many modules a side, look.

    All over the largest markers; None where all are too small to tell, or hardly to be seen. Pixels are taken as they
    are, each where it is across its edge: between pixels nothing is made up.
    """
    module_px = np.linalg.norm(np.roll(corners_px, -1, axis=1) - corners_px, axis=2).min(axis=1) / modules
    large = np.flatnonzero(module_px >= _LEAST_MODULE_PX)
    large = large[np.argsort(-module_px[large], kind="stable")[:_MOST]]
    seen = [it for k in large if (it := _across(grey, corners_px[k], modules, float(module_px[k]))) is not None]
    if not seen:
        return None
    away_px = np.concatenate([it.away_px for it in seen])
    shares = np.concatenate([(it.levels - it.black) / (it.white - it.black) for it in seen])
    bins = np.rint((away_px - away_px.min()) / _STEP_PX).astype(np.intp)
    counts = np.bincount(bins)
    some = counts >= _LEAST_PIXELS
    profile = np.bincount(bins, shares)[some] / counts[some]
    places_px = np.bincount(bins, away_px)[some] / counts[some]
    black, white = np.mean([it.black for it in seen]), np.mean([it.white for it in seen])
    over, under = profile[places_px > 0].max() - 1.0, -profile[places_px < 0].min()
    step = white - black
    whole = ((over, white + over * step < _CUT[1]), (under, black - under * step > _CUT[0]))
    halos = [halo for halo, seen_whole in whole if seen_whole]
    return Edge(_rise_px(places_px, profile), float(max(*halos, 0.0)) if halos else None)


def _across(grey: Grey, corners_px: Floats, modules: int, module_px: float) -> _Across | None:
    """Return the pixels about a marker's four edges; None where it has no contrast, or reaches out of the picture."""
    reach = _PLATEAU[1] * module_px
    low = np.floor(corners_px.min(axis=0) - reach).astype(int)
    high = np.ceil(corners_px.max(axis=0) + reach).astype(int) + 1
    if (low < 0).any() or (high > grey.shape[::-1]).any():
        return None
    down, right = np.mgrid[low[1] : high[1], low[0] : high[0]]
    home = np.linalg.inv(square_to_quads(corners_px[None])[0])
    at = through(home[None], np.column_stack([right.ravel(), down.ravel()]).astype(np.float64))[0]
    out = np.abs(at - 0.5) - 0.5  # sides beyond the edge, by columns and by rows
    nearest = out.argmax(axis=1)
    along = at[np.arange(len(at)), 1 - nearest]
    away_px = out.max(axis=1) * modules * module_px
    use = (along > _ALONG[0]) & (along < _ALONG[1]) & (np.abs(away_px) <= reach)
    away_px, levels = away_px[use], grey[down.ravel()[use], right.ravel()[use]].astype(np.float64)
    flat = np.abs(away_px) >= _PLATEAU[0] * module_px
    black, white = levels[flat & (away_px < 0)].mean(), levels[flat & (away_px > 0)].mean()
    return _Across(away_px, levels, float(black), float(white)) if white - black >= _LEAST_CONTRAST else None


def _rise_px(places_px: Floats, profile: Floats) -> float:
    """Return how far it is from where a profile last was under a tenth to where it first is over nine tenths."""
    low = int(np.flatnonzero(profile < 0.1)[-1])
    high = low + 1 + int(np.argmax(profile[low + 1 :] > 0.9))
    start = np.interp(0.1, profile[low : low + 2], places_px[low : low + 2])
    end = np.interp(0.9, profile[high - 1 : high + 1], places_px[high - 1 : high + 1])
    return float(end - start)
