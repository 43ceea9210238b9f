"""The light on squares told by all that is known to be white: shadows' edges laid onto it, by Levenberg-Marquardt."""

import numpy as np
from scipy.special import ndtr

from vision.arrays import Floats, Light
from vision.search.lamps import DARKEST_PAPER, Lamps

_ROUNDS = 10
_DAMPING, _TO_LESS, _TO_MORE = 1e-2, 0.2, 10.0  # at first, after a step that helped, and after one that did not
_HARDEST_PX, _SOFTER = 0.5, 5.0  # how wide an edge may be: px, and times what it was taken to be
_DARKEST = 5.0  # -log of the light left beyond an edge
_NOISE, _UNLIKE, _FAR = 0.008, 0.03, 0.3  # in light as it is coded; by how much paper differs anyway; no paper at all
_PLAIN, _INK = 0.6, 0.055  # shares of white: what tells the light, and what ink sends back
_SOFT_SPREAD = 0.5  # of a width's logarithm
# The most that an edge's way, place (in widths), width's logarithm, darkness and the light before it change at once.
_MOST = (0.2, 0.5, 0.3, 0.3, 0.3)


def told_by_white(lamps: Lamps, seen: Light, shade: Light, places_px: Floats) -> Lamps:
    """Return the light told better by all white: ``shade`` (M, K) of white should be ``seen`` (M, K) at places px."""
    count, edges = lamps.ways.shape
    bright = np.maximum(seen, DARKEST_PAPER).astype(np.float64)
    light = np.log(bright / (shade + _INK * (1 - shade)))
    trust = (shade > _PLAIN) / (_UNLIKE**2 + (2.2 * _NOISE / bright ** (1 / 2.2)) ** 2)
    usual = np.log(lamps.soft_px)
    hardest = np.full_like(usual, np.log(_HARDEST_PX))
    softest = np.maximum(usual + np.log(_SOFTER), hardest)
    level = (trust * (light - np.log(lamps.light(places_px)))).sum(axis=1) / (trust.sum(axis=1) + 1e-9)
    # Unknowns: ways, places, logarithms of widths, darknesses, and the light before all edges.
    now = np.concatenate([lamps.ways, lamps.offsets, usual, lamps.dark, level[:, None]], axis=1)
    size, widths = now.shape[1], np.arange(2 * edges, 3 * edges)
    cost, damping = np.full(count, np.inf), np.full(count, _DAMPING)
    best, pull, normal = now.copy(), np.zeros((count, size)), np.zeros((count, size, size))
    for _ in range(_ROUNDS):
        ways, offsets, soft, dark = now[:, :-1].reshape(count, 4, edges).transpose(1, 0, 2)
        off, design = _compared(Lamps(lamps.middles_px, ways, offsets, np.exp(soft), dark), light, places_px)
        off -= now[:, -1:]
        far = 1 + (off / _FAR) ** 2
        softer = (usual - soft) / _SOFT_SPREAD
        here = (trust * off**2 / far).sum(axis=1) + (softer**2).sum(axis=1)
        better = here < cost
        carry = design[better] * (trust / far**2)[better, :, None]
        normal[better] = carry.transpose(0, 2, 1) @ design[better]
        pull[better] = (carry.transpose(0, 2, 1) @ off[better, :, None])[..., 0]
        normal[np.ix_(better, widths, widths)] += np.eye(edges) / _SOFT_SPREAD**2
        pull[np.ix_(better, widths)] += softer[better] / _SOFT_SPREAD
        best[better], cost[better] = now[better], here[better]
        damping *= np.where(better, _TO_LESS, _TO_MORE)
        steady = np.eye(size) * (damping[:, None] * np.diagonal(normal, axis1=1, axis2=2) + 1e-2)[:, None]
        change = np.linalg.solve(normal + steady, pull[..., None])[..., 0]
        most = np.tile(np.append(np.repeat(_MOST[:4], edges), _MOST[4]), (count, 1))
        most[:, edges : 2 * edges] *= np.exp(best[:, widths])
        now = best + np.clip(change, -most, most)
        now[:, widths] = np.clip(now[:, widths], hardest, softest)
        now[:, 3 * edges : 4 * edges] = np.clip(now[:, 3 * edges : 4 * edges], 0.0, _DARKEST)
    ways, offsets, soft, dark = best[:, :-1].reshape(count, 4, edges).transpose(1, 0, 2)
    return Lamps(lamps.middles_px, ways, offsets, np.exp(soft), dark)


def _compared(lamps: Lamps, light: Floats, places_px: Floats) -> tuple[Floats, Floats]:
    """Return the logarithm by which light (M, K) is more than lamps say, and how that grows with the unknowns."""
    beyond, along = lamps.beyond(places_px)
    step, bell = ndtr(beyond), np.exp(-0.5 * beyond**2) / np.sqrt(2 * np.pi)
    left, wide = np.exp(-lamps.dark)[:, None], lamps.soft_px[:, None]
    lit = 1 - (1 - left) * step
    steep = (1 - left) * bell / lit
    by = [-steep * along / wide, steep / wide, steep * beyond, -step * left / lit, np.ones_like(step[..., :1])]
    return np.asarray(light - np.log(lit).sum(axis=2)), np.concatenate(by, axis=2)
