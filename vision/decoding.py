"""Which ids a quadrilateral may carry: grey levels of its modules held against the dictionary, not one threshold."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_MATCH = 0.55
"""Below this correlation of module means alignment cannot help: it is no marker, or not one of these."""
READINGS = 3
"""How many readings of one quadrilateral are tried."""
SCALES = (1.0, 1.12, 0.9, 0.75, 0.64)
"""A quadrilateral may be the black square, its blurred inside, or the white margin round it."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Possible readings, arrays over M: which quad, which id, and corners (M, 4, 2) in the pattern's order."""

    quad: NDArray[np.intp]
    id: NDArray[np.intp]
    corners_px: Floats


def module_means(light: NDArray[np.float32], quads: Floats, side: int) -> Floats:
    """Return the light (N, side, side) in the middle of each module of N quads (N, 4, 2)."""
    fine = 3 * side  # three samples a module, of which the mean is taken
    axis = (np.arange(fine) + 0.5) / fine
    right, down = (grid.ravel() for grid in np.meshgrid(axis, axis))
    # Between the corners in proportion: perspective within one marker is less than a module.
    shares = np.stack([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down])
    places = np.einsum("nkc,kp->cnp", quads, shares).astype(np.float32)
    seen = cv2.remap(light, places[0], places[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(len(quads), side, 3, side, 3).mean(axis=(2, 4)), dtype=np.float64)


def read(light: NDArray[np.float32], quads: Floats, modules: Floats, ids: NDArray[np.intp]) -> Readings:
    """Return the likeliest readings of N quads among those ids of a dictionary's ``modules`` (all, side, side)."""
    side = modules.shape[1]
    if len(quads) == 0 or len(ids) == 0:
        nothing = np.zeros(0, dtype=np.intp)
        return Readings(nothing, nothing, np.zeros((0, 4, 2)))
    middles = quads.mean(axis=1, keepdims=True)
    tried = np.stack([middles + (quads - middles) * scale for scale in SCALES])  # (scales, N, 4, 2)
    means = np.stack([module_means(light, scaled, side).reshape(len(quads), -1) for scaled in tried])
    wanted = np.stack([np.rot90(modules[ids], turns, axes=(1, 2)) for turns in range(4)], axis=1)
    match = _normed(means) @ _normed(wanted.reshape(4 * len(ids), -1)).T  # (scales, N, 4 ids)
    scale, flat = match.argmax(axis=0), match.max(axis=0)
    best = np.argsort(-flat, axis=1)[:, :READINGS]
    keep = np.take_along_axis(flat, best, axis=1) >= LEAST_MATCH
    quad = np.broadcast_to(np.arange(len(quads))[:, None], best.shape)[keep]
    chosen = best[keep]
    starts = tried[scale[quad, chosen], quad]
    order = (np.arange(4)[None] + chosen[:, None] % 4) % 4
    return Readings(quad, np.asarray(ids)[chosen // 4], np.take_along_axis(starts, order[:, :, None], axis=1))


def _normed(rows: Floats) -> Floats:
    level = rows - rows.mean(axis=-1, keepdims=True)
    return np.asarray(level / np.clip(np.linalg.norm(level, axis=-1, keepdims=True), 1e-9, None))
