"""Straight shadow edges across a square: where they lie and how dark it is beyond them.

The light on a card that shadows lie on is a product of edges, each a Gaussian's step. A marker's margin is white all
around: what differs there is light, whatever is printed inside.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import ndtr

from vision.arrays import Floats, Indices, Light
from vision.homography import square_to_quads, through
from vision.rows import Rows

EDGES, _USUAL_EDGES, _MORE = 3, 2, 0.06  # at most, usually, and how unlike paper must be still to look for more
_WAYS, _STEP = 24, 0.3  # directions that are tried, and how far apart edges lie then, modules
_SOFT = 0.4  # modules: how wide an edge usually is
_TURNS = 3  # so often each edge is sought anew, given the others
DARKEST_PAPER = 1e-3  # of full light: darker paper tells nothing
_ROUNDS = 10
_DAMPING, _TO_LESS, _TO_MORE = 1e-2, 0.2, 10.0  # at first, after a step that helped, and after one that did not
_HARDEST_PX, _SOFTER = 0.5, 5.0  # how wide an edge may be: px, and times what it was taken to be
_DARKEST = 5.0  # -log of the light left beyond an edge
_NOISE, _UNLIKE, _FAR = 0.008, 0.03, 0.3  # in light as it is coded; by how much paper differs anyway; no paper at all
_PLAIN, _INK = 0.6, 0.055  # shares of white: what tells the light, and what ink sends back
_SOFT_SPREAD = 0.5  # of a width's logarithm
# The most that an edge's way, place (in widths), width's logarithm, darkness and the light before it change at once.
_MOST = (0.2, 0.5, 0.3, 0.3, 0.3)


@dataclass(frozen=True, eq=False)
class Lamps(Rows):
    """The light on M squares: `EDGES` edges each, beyond which it is ``exp(-dark)`` (M, E) of what it is before.

    Each lies ``offsets`` (M, E) px from ``middles_px`` (M, 2) in the direction ``ways`` (M, E), rad, in which it is
    darker, and is ``soft_px`` (M, E) wide.
    """

    middles_px: Floats
    ways: Floats
    offsets: Floats
    soft_px: Floats
    dark: Floats

    def light(self, places_px: Floats) -> Floats:
        """Return the light, 1 at the most, at places (M, K, 2) px."""
        beyond, _ = self.beyond(places_px)
        return np.asarray(np.prod(1 + np.expm1(-self.dark)[:, None] * ndtr(beyond), axis=2))

    def beyond(self, places_px: Floats) -> tuple[Floats, Floats]:
        """Return by how many widths (M, K, E) places (M, K, 2) px are beyond each edge, and how far along it, px."""
        x, y = (np.asarray(places_px[..., k] - self.middles_px[:, None, k])[..., None] for k in (0, 1))
        cos, sin = np.cos(self.ways)[:, None], np.sin(self.ways)[:, None]
        return (x * cos + y * sin - self.offsets[:, None]) / self.soft_px[:, None], y * cos - x * sin


def told_by_margin(cells: Light, quads_px: Floats) -> tuple[Lamps, Floats]:
    """Return the light on squares (M, 4, 2) px whose modules, the margin's too, send back that much (M, n + 2, n + 2).

    Also by how much the margin differs still, as a share of it (M,).
    """
    n = cells.shape[1] - 2
    lines, steps = _edges_across(n)
    margin = np.ones(cells.shape[1:], np.bool_)
    margin[1:-1, 1:-1] = False
    paper = np.log(np.maximum(cells[:, margin].astype(np.float64), DARKEST_PAPER))
    paper -= paper.mean(axis=1, keepdims=True)
    across = steps[:, margin.ravel()]
    across = across - across.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(across, axis=1)
    across /= lengths[:, None]
    like, alike = paper @ across.T, across @ across.T
    chosen, dark, left = np.zeros((len(paper), EDGES), np.intp), np.zeros((len(paper), EDGES)), np.full(len(paper), 9.0)
    for edges in range(_USUAL_EDGES, EDGES + 1):
        few = np.flatnonzero(left > _MORE)
        best = _best_together(like[few], alike, edges)
        some = across[best].transpose(0, 2, 1)
        normal = some.transpose(0, 2, 1) @ some + 1e-4 * np.eye(edges)
        high = np.linalg.solve(normal, some.transpose(0, 2, 1) @ paper[few, :, None])
        left[few] = np.sqrt(((paper[few] - (some @ high)[..., 0]) ** 2).mean(axis=1))
        chosen[few, :edges], dark[few, :edges] = best, -high[..., 0] / lengths[best]
    lines, dark = lines[chosen] * np.where(dark < 0, -1.0, 1.0)[..., None], np.minimum(np.abs(dark), _DARKEST)
    return _in_px(lines, dark, quads_px, n), left


def _best_together(like: Floats, alike: Floats, edges: int) -> Indices:
    """Return which steps (M, edges) together explain most, each found anew with the others given.

    ``like`` (M, K) is what each step explains by itself, ``alike`` (K, K) how much any two explain the same.
    """
    chosen = np.zeros((len(like), edges), np.intp)
    for turn in range(_TURNS * edges):
        k = turn % edges
        others = chosen[:, [e for e in range(edges) if e != k][: turn if turn < edges else None]]
        both = alike[others]  # (M, others, K)
        among = np.take_along_axis(both, others[:, None], axis=2) + 1e-6 * np.eye(others.shape[1])
        shares = np.linalg.solve(among, both)
        rest = like - (np.take_along_axis(like, others, axis=1)[:, None] @ shares)[:, 0]
        own = 1 - (both * shares).sum(axis=1)
        chosen[:, k] = np.argmax(rest**2 / np.maximum(own, 0.02), axis=1)
    return chosen


def _in_px(lines: Floats, dark: Floats, quads_px: Floats, n: int) -> Lamps:
    """Return the edges along lines (M, E, 3), modules from the middle, as they lie in the picture."""
    homes = square_to_quads(quads_px, n)
    from_middle = np.array([[1.0, 0, n / 2], [0, 1, n / 2], [0, 0, 1]])
    px = lines @ np.linalg.inv(homes @ from_middle)  # a line's numbers go the other way than points
    middles = through(homes, np.full((len(quads_px), 1, 2), n / 2))[:, 0]
    length = np.linalg.norm(px[..., :2], axis=2) + 1e-12
    offsets = -((px[..., :2] * middles[:, None]).sum(axis=2) + px[..., 2]) / length
    module = np.sqrt(np.abs(np.linalg.det(homes[:, :2, :2])))[:, None]
    return Lamps(middles, np.arctan2(px[..., 1], px[..., 0]), offsets, np.repeat(_SOFT * module, EDGES, axis=1), dark)


@lru_cache(maxsize=8)
def _edges_across(n: int) -> tuple[Floats, Floats]:
    """Return lines (K, 3) that may cross a marker of n modules, and how far beyond it each module is (K, (n + 2)²)."""
    at = np.arange(n + 2) - (n + 1) / 2
    x, y = (grid.ravel() for grid in np.meshgrid(at, at))
    lines = []
    for way in np.arange(_WAYS) * np.pi / _WAYS:
        reach = np.abs(x * np.cos(way) + y * np.sin(way)).max() - _STEP
        lines += [(np.cos(way), np.sin(way), -off) for off in np.arange(-reach, reach, _STEP)]
    every = np.array(lines)
    return every, ndtr(every @ np.stack([x, y, np.ones_like(x)]) / _SOFT)


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
