"""The way of a stand on the move: recorded as it goes, thinned so that jitter adds no length."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from table.paths import path_length
from table.stand import Stand, wrap_deg
from table.uncertainty import SURE, sigma_between, sigma_turned
from vision.tracking.frame_report import Path, Vertex

LEAST_CM, LEAST_DEG = 0.03, 0.8
"""A way is followed this closely: 0.03 cm of sagitta shorten the arc of a 5 cm circle by 0.1 %."""
MOST_SAMPLES = 600
GAP_SHARE = 0.1
"""What a leg that nobody saw may be longer by, as a share of it (one sigma)."""
TANGENT_CM, TANGENT_S = 0.3, 0.4
"""Over the last three millimetres before a gap, if that is no longer ago, it is seen which way a stand goes."""
MOST_BEND = math.radians(60.0)
BENDS = 8


class Trail:
    """Samples of one stand's way since it left the place where it stood."""

    def __init__(self, start: Stand, time_s: float) -> None:
        self.start = start
        self._samples = [Vertex(time_s, start.x, start.y, start.heading_deg)]

    @property
    def last(self) -> Vertex:
        """Where it was last."""
        return self._samples[-1]

    def add(self, time_s: float, x: float, y: float, heading_deg: float, gap: bool) -> None:
        """Say where it is now; ``gap``: it was not seen on its way here from the last sample."""
        self._samples.append(Vertex(time_s, x, y, self._unwrapped(heading_deg), gap))
        if len(self._samples) > MOST_SAMPLES:
            self._samples = thinned(self._samples, LEAST_CM, LEAST_DEG)
            while len(self._samples) > MOST_SAMPLES // 2:  # hours in a restless hand: coarser, but never endless
                first, *others = self._samples
                pairs = zip(others[-2::-2], others[::-2], strict=False)
                self._samples = [first, *reversed([replace(late, gap=early.gap or late.gap) for early, late in pairs])]

    def path(self, end: Stand, time_s: float, noise_cm: float, noise_deg: float) -> Path:
        """Close the way at its settled end; ``noise_cm`` and ``noise_deg`` are one sample's."""
        last = Vertex(time_s, end.x, end.y, self._unwrapped(end.heading_deg))
        if len(self._samples) > 1:  # the end is where the last sample was, known better
            last = Vertex(self.last.time_s, end.x, end.y, self._unwrapped(end.heading_deg), self.last.gap)
            self._samples.pop()
        vertices = thinned(
            bent([*self._samples, last]), max(LEAST_CM, SURE * noise_cm), max(LEAST_DEG, SURE * noise_deg)
        )
        ends_cm = sigma_between(self.start, end) / math.sqrt(2)
        length = path_length([(v.x, v.y) for v in vertices], max(ends_cm, noise_cm))
        unseen = sum((GAP_SHARE * cm) ** 2 for cm in _gaps_cm(vertices))
        return Path(
            end.name,
            tuple(vertices),
            length.value,
            math.hypot(length.sigma, math.sqrt(unseen)),
            vertices[-1].heading_deg - vertices[0].heading_deg,
            sigma_turned(self.start, end),
            self.start,
            end,
        )

    def _unwrapped(self, heading_deg: float) -> float:
        """Return the heading as the one nearest to the last: a whole turn is 360 degrees, not 0."""
        before = self._samples[-1].heading_deg
        return before + wrap_deg(heading_deg - before)


def bent(samples: Sequence[Vertex]) -> list[Vertex]:
    """Let the way through each gap bend as the ways before and after it say: the plainest curve between the two.

    Where only one of them is known, at rest on the other side, as an arc. Straight across where a stand was at rest on
    both sides, or went somewhere else altogether: then it was lifted.
    """
    way: list[Vertex] = [samples[0]]
    for k in range(1, len(samples)):
        if samples[k].gap:
            before, after = _direction(samples, k - 1, -1), _direction(samples, k, 1)
            if before is not None or after is not None:
                way += _curve(samples[k - 1], samples[k], before, after)
        way.append(samples[k])
    return way


def _direction(samples: Sequence[Vertex], at: int, step: int) -> float | None:
    """Return which way a stand goes at a sample (radians), by those before (step -1) or after it (1), None at rest."""
    ways: list[float] = []
    here, k = samples[at], at
    limit_s = math.inf if _moves(samples, at, step) else TANGENT_S
    while len(ways) < 2 and 0 <= k + step < len(samples) and not samples[max(k, k + step)].gap:
        k += step
        dx, dy = step * (samples[k].x - here.x), step * (samples[k].y - here.y)
        if abs(samples[k].time_s - here.time_s) > limit_s:
            break
        if math.hypot(dx, dy) >= TANGENT_CM:
            ways.append(math.atan2(dy, dx))
            here = samples[k]
    if not ways:
        return None
    # The first is the direction in the middle of its three millimetres: it goes on bending up to the gap.
    return ways[0] + (0.5 * math.remainder(ways[0] - ways[1], math.tau) if len(ways) > 1 else 0.0)


def _moves(samples: Sequence[Vertex], at: int, step: int) -> bool:
    """Say whether a stand moves just there: one that sets off again after a rest goes on the way it came."""
    if not 0 <= at + step < len(samples) or samples[max(at, at + step)].gap:
        return False
    here, there = samples[at], samples[at + step]
    return math.hypot(there.x - here.x, there.y - here.y) > TANGENT_CM / TANGENT_S * abs(there.time_s - here.time_s)


def _curve(before: Vertex, after: Vertex, first: float | None, last: float | None) -> list[Vertex]:
    """Return vertices within a gap, on the cubic whose ends go the ways ``first`` and ``last`` (radians, one known)."""
    dx, dy = after.x - before.x, after.y - before.y
    chord = math.atan2(dy, dx)
    known = [None if way is None else math.remainder(way - chord, math.tau) for way in (first, last)]
    leaves = known[0] if known[0] is not None else -(known[1] or 0.0)
    arrives = known[1] if known[1] is not None else -leaves
    if max(abs(leaves), abs(arrives)) > MOST_BEND:
        return []
    vertices = []
    for k in range(1, BENDS):
        t = k / BENDS
        aside = math.tan(leaves) * t * (1 - t) ** 2 - math.tan(arrives) * t**2 * (1 - t)  # of the chord, to its left
        x, y = before.x + t * dx - aside * dy, before.y + t * dy + aside * dx
        heading = before.heading_deg + t * (after.heading_deg - before.heading_deg)
        vertices.append(Vertex(before.time_s + t * (after.time_s - before.time_s), x, y, heading, gap=True))
    return vertices


def thinned(samples: Sequence[Vertex], least_cm: float, least_deg: float) -> list[Vertex]:
    """Leave out samples that lie, at their time, where a straight steady way between those kept would be.

    By time and not by place alone, or going forth and back along one line would lose its length. The ends of legs
    that nobody saw are kept.
    """
    table = np.array([(v.time_s, v.x, v.y, v.heading_deg) for v in samples])
    keep = {0, len(samples) - 1}
    keep |= {k for k, v in enumerate(samples) if v.gap} | {k - 1 for k, v in enumerate(samples) if v.gap}
    pending = list(itertools.pairwise(sorted(keep)))
    while pending:
        first, last = pending.pop()
        if last - first < 2:
            continue
        between = table[first + 1 : last]
        span_s = table[last, 0] - table[first, 0]
        share = ((between[:, 0] - table[first, 0]) / span_s if span_s > 0 else np.zeros(len(between)))[:, None]
        off = between[:, 1:] - (table[first, 1:] + share * (table[last, 1:] - table[first, 1:]))
        size = np.maximum(np.hypot(off[:, 0], off[:, 1]) / least_cm, np.abs(off[:, 2]) / least_deg)
        worst = int(np.argmax(size))
        if size[worst] > 1:
            middle = first + 1 + worst
            keep.add(middle)
            pending += [(first, middle), (middle, last)]
    return [samples[k] for k in sorted(keep)]


def _gaps_cm(vertices: Sequence[Vertex]) -> list[float]:
    return [
        math.hypot(after.x - before.x, after.y - before.y)
        for before, after in itertools.pairwise(vertices)
        if after.gap
    ]
