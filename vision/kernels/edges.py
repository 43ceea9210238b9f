"""Sides of dark squares, moved to where the picture brightens outwards."""

import numpy as np

from vision.arrays import Floats, Grey, Light
from vision.compiled import compiled

ALONG = (0.14, 0.32, 0.5, 0.68, 0.86)  # where on a side the picture is looked at
STEPS = 9  # looks across a side
_LOOKS = len(ALONG)
_ALL = 4 * _LOOKS


@compiled
def light_at(grey: Grey, light: Light, x: float, y: float) -> float:
    """Return the light (256,) of the grey level at a place px, between pixels; the border's goes on beyond it."""
    height, width = grey.shape
    x, y = min(max(x, 0.0), width - 1.001), min(max(y, 0.0), height - 1.001)
    left, top = np.uint64(x), np.uint64(y)
    u, v = np.float32(x - left), np.float32(y - top)
    one, two = grey[top], grey[top + np.uint64(height > 1)]
    right = left + np.uint64(width > 1)
    above, below = np.float32(one[left]), np.float32(two[left])
    above += u * (np.float32(one[right]) - above)
    below += u * (np.float32(two[right]) - below)
    return float(light[np.uint64(above + v * (below - above) + np.float32(0.5))])


@compiled
def onto_edges(
    grey: Grey, light: Light, quads_px: Floats, reach_sides: float, least_reach_px: float, faint: float,
    alike: float, parts: float, moved: Floats, contrasts: Light,
) -> int:  # fmt: skip
    """Move quads (M, 4, 2) px onto edges; fill in those that have any and their contrasts, return how many.

    Looks go ``reach_sides`` each way, ``least_reach_px`` at least; of those, a share ``parts`` must see an edge of at
    least ``alike`` times the usual rise, and that must be more than ``faint``.
    """
    levels = np.zeros(STEPS)
    highest, offset, ordered = np.zeros(_ALL), np.zeros(_ALL), np.zeros(_ALL)
    trust, sizes = np.zeros(_LOOKS), np.zeros(_LOOKS)
    normals, lines = np.zeros((4, 2)), np.zeros((4, 2))
    good = 0
    for m in range(len(quads_px)):
        quad = quads_px[m]
        around = 0.0
        for k in range(4):
            run_x, run_y = quad[(k + 1) % 4, 0] - quad[k, 0], quad[(k + 1) % 4, 1] - quad[k, 1]
            length = np.sqrt(run_x * run_x + run_y * run_y)
            normals[k, 0], normals[k, 1] = run_y / length, -run_x / length
            around += length
        reach = max(reach_sides * around / 4, least_reach_px)
        step = 2 * reach / (STEPS - 1)
        for k in range(4):
            run_x, run_y = quad[(k + 1) % 4, 0] - quad[k, 0], quad[(k + 1) % 4, 1] - quad[k, 1]
            for a in range(_LOOKS):
                x, y = quad[k, 0] + ALONG[a] * run_x, quad[k, 1] + ALONG[a] * run_y
                for t in range(STEPS):
                    away = t * step - reach
                    levels[t] = light_at(grey, light, x + away * normals[k, 0], y + away * normals[k, 1])
                top = 1
                for t in range(2, STEPS - 1):
                    if levels[t + 1] - levels[t - 1] > levels[top + 1] - levels[top - 1]:
                        top = t
                highest[_LOOKS * k + a] = levels[top + 1] - levels[top - 1]
                # Looks at the rise's top and its neighbours: the edge is their middle.
                weights, at = 0.0, 0.0
                for near in range(top - 1, top + 2):
                    t = min(max(near, 1), STEPS - 2)
                    weight = max(levels[t + 1] - levels[t - 1], 0.0) + 1e-6
                    weights += weight
                    at += weight * (t * step - reach)
                offset[_LOOKS * k + a] = at / weights
        for k in range(_ALL):
            a = k
            while a > 0 and ordered[a - 1] > highest[k]:
                ordered[a] = ordered[a - 1]
                a -= 1
            ordered[a] = highest[k]
        usual = (ordered[_ALL // 2 - 1] + ordered[_ALL // 2]) / 2
        least = max(alike * usual, 0.5 * faint)
        clear = 0
        for k in range(_ALL):
            clear += highest[k] > least
        if usual <= faint or clear <= parts * _ALL:
            continue
        for k in range(4):
            start = _LOOKS * k
            for a in range(_LOOKS):
                trust[a] = (highest[start + a] > least) + 1e-3
            for _ in range(2):
                _line(trust, offset[start : start + _LOOKS], lines[k])
                for a in range(_LOOKS):
                    off = abs(offset[start + a] - lines[k, 0] * (1 - ALONG[a]) - lines[k, 1] * ALONG[a])
                    trust[a] = off
                    b = a
                    while b > 0 and sizes[b - 1] > off:
                        sizes[b] = sizes[b - 1]
                        b -= 1
                    sizes[b] = off
                far = 2 * (sizes[_LOOKS // 2] + 0.15)
                for a in range(_LOOKS):
                    trust[a] = (highest[start + a] > least) / (1 + (trust[a] / far) ** 2) ** 2 + 1e-3
        for k in range(4):
            before, after = (k + 3) % 4, (k + 1) % 4
            x, y = (
                quad[before, 0] + lines[before, 0] * normals[before, 0],
                quad[before, 1] + lines[before, 0] * normals[before, 1],
            )
            along_x = quad[k, 0] + lines[before, 1] * normals[before, 0] - x
            along_y = quad[k, 1] + lines[before, 1] * normals[before, 1] - y
            here_x, here_y = quad[k, 0] + lines[k, 0] * normals[k, 0], quad[k, 1] + lines[k, 0] * normals[k, 1]
            way_x = quad[after, 0] + lines[k, 1] * normals[k, 0] - here_x
            way_y = quad[after, 1] + lines[k, 1] * normals[k, 1] - here_y
            crossed = along_x * way_y - along_y * way_x
            if abs(crossed) < 1e-9:
                crossed = 1e-9
            share = ((here_x - x) * way_y - (here_y - y) * way_x) / crossed
            moved[good, k, 0], moved[good, k, 1] = x + share * along_x, y + share * along_y
        contrasts[good] = usual
        good += _is_square(moved[good], quad, 4 * reach)
    return good


@compiled
def _is_square(moved: Floats, quad: Floats, far: float) -> bool:
    """Return whether a quad is convex still, and no corner went ``far``."""
    for k in range(4):
        before, here, after = moved[k - 1], moved[k], moved[(k + 1) % 4]
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if not (turn > 1 and abs(here[0] - quad[k, 0]) < far and abs(here[1] - quad[k, 1]) < far):
            return False
    return True


@compiled
def _line(trust: Floats, offset: Floats, line: Floats) -> None:
    """Fill in the line's offset at its side's start and end, drawn a little towards none."""
    one, both, other, pull, pull_other = 0.05, 0.0, 0.05, 0.0, 0.0
    for a in range(_LOOKS):
        here, there = 1 - ALONG[a], ALONG[a]
        one += trust[a] * here * here
        both += trust[a] * here * there
        other += trust[a] * there * there
        pull += trust[a] * here * offset[a]
        pull_other += trust[a] * there * offset[a]
    det = one * other - both * both
    line[0] = (other * pull - both * pull_other) / det
    line[1] = (one * pull_other - both * pull) / det
