"""Sides of a dark square, found to a fraction of a pixel where the picture brightens outwards."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import light_by_level

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_ALONG = np.array([0.14, 0.32, 0.5, 0.68, 0.86])  # where on a side the picture is looked at
_STEPS = 9  # looks across a side
_REACH_SIDES = 0.13  # how far inwards and outwards they go: less than a module of the smallest dictionary
_LEAST_REACH_PX = 2.0
_ALIKE = 0.35  # of the square's usual contrast: a look with less sees no edge
_PARTS = 0.55  # of the looks must see an edge
_FAINT = 0.012  # of full light: less contrast is no print
_LIGHT = light_by_level()


def sharpened(grey: NDArray[np.uint8], quads_px: Floats) -> tuple[Floats, Light]:
    """Return quads (K, 4, 2) px moved onto the edges seen, and their contrasts (K,); what has no edges is left out."""
    none = np.zeros((0, 4, 2)), np.zeros(0, np.float32)
    if not len(quads_px):
        return none
    following = np.roll(quads_px, -1, axis=1)
    run = following - quads_px
    length = np.linalg.norm(run, axis=2)
    outwards = np.stack([run[..., 1], -run[..., 0]], axis=2) / length[..., None]
    reach = np.maximum(_REACH_SIDES * length.mean(axis=1), _LEAST_REACH_PX)
    across = np.linspace(-1, 1, _STEPS) * reach[:, None]  # (M, T)
    on = quads_px[:, :, None] + _ALONG[:, None] * run[:, :, None]  # (M, 4, A, 2)
    place = on[..., None, :] + across[:, None, None, :, None] * outwards[:, :, None, None, :]
    shape = place.shape[:-1]
    x, y = (place[..., k].reshape(len(quads_px), -1).astype(np.float32) for k in (0, 1))
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = _LIGHT[np.asarray(seen)].reshape(shape)  # in grey levels an edge seems to lie nearer to the dark
    rise = levels[..., 2:] - levels[..., :-2]  # about the steps within
    top = rise.argmax(axis=3)
    highest = np.take_along_axis(rise, top[..., None], axis=3)[..., 0]
    usual = np.median(highest.reshape(len(quads_px), -1), axis=1)
    clear = highest > np.maximum(_ALIKE * usual, 0.5 * _FAINT)[:, None, None]
    # Looks at the rise's top and its neighbours: the edge is their middle.
    near = np.clip(top[..., None] + np.array([-1, 0, 1]), 0, rise.shape[3] - 1)
    weight = np.maximum(np.take_along_axis(rise, near, axis=3), 0) + 1e-6
    at = np.take_along_axis(np.broadcast_to(across[:, None, None, 1:-1], rise.shape), near, axis=3)
    offset = (weight * at).sum(axis=3) / weight.sum(axis=3)  # (M, 4, A)
    keep = (usual > _FAINT) & (clear.mean(axis=(1, 2)) > _PARTS)
    if not keep.any():
        return none
    lines = _straight(offset[keep], clear[keep])
    return _crossed(quads_px[keep], run[keep], outwards[keep], lines), usual[keep]


def _straight(offset: Floats, clear: NDArray[np.bool_]) -> Floats:
    """Return each side's offset at its start and end (M, 4, 2), from looks that agree."""
    weight = clear.astype(np.float64) + 1e-3
    design = np.stack([1 - _ALONG, _ALONG], axis=1)
    for _ in range(2):
        normal = np.einsum("msa,ai,aj->msij", weight, design, design) + 0.05 * np.eye(2)
        pull = np.einsum("msa,ai,msa->msi", weight, design, offset)
        line = np.linalg.solve(normal, pull[..., None])[..., 0]
        off = np.abs(offset - line @ design.T)
        spread = np.median(off, axis=2, keepdims=True) + 0.15
        weight = clear / (1 + (off / (2 * spread)) ** 2) ** 2 + 1e-3
    return np.asarray(line)


def _crossed(quads_px: Floats, run: Floats, outwards: Floats, lines: Floats) -> Floats:
    """Return where the moved sides cross."""
    start = quads_px + lines[..., :1] * outwards
    end = quads_px + run + lines[..., 1:] * outwards
    before_start, before = np.roll(start, 1, axis=1), np.roll(end - start, 1, axis=1)
    way = end - start
    crossed = before[..., 0] * way[..., 1] - before[..., 1] * way[..., 0]
    gap = start - before_start
    share = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / np.where(np.abs(crossed) < 1e-9, 1e-9, crossed)
    return np.asarray(before_start + share[..., None] * before)
