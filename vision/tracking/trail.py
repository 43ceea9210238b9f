"""The way of a stand on the move: recorded as it goes, thinned so that jitter adds no length."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from table.paths import path_length
from table.stand import Stand, wrap_deg
from vision.tracking.sight import Path, Vertex

Floats = NDArray[np.float64]

LEAST_CM, LEAST_DEG = 0.03, 0.8
"""A way is followed this closely: 0.03 cm of sagitta shorten the arc of a 5 cm circle by 0.1 %."""
SIGMAS = 4.0
MOST_SAMPLES = 600
GAP_SHARE = 0.1
"""What a leg that nobody saw may be longer by, as a share of it (one sigma)."""


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
            if len(self._samples) > MOST_SAMPLES // 2:  # hours in a restless hand: coarser, but never endless
                self._samples = thinned(self._samples, 10 * LEAST_CM, 10 * LEAST_DEG)

    def path(self, end: Stand, time_s: float, noise_cm: float, noise_deg: float) -> Path:
        """Close the way at its settled end; ``noise_cm`` and ``noise_deg`` are one sample's."""
        last = Vertex(time_s, end.x, end.y, self._unwrapped(end.heading_deg))
        if len(self._samples) > 1:  # the end is where the last sample was, known better
            last = Vertex(self.last.time_s, end.x, end.y, self._unwrapped(end.heading_deg), self.last.gap)
            self._samples.pop()
        vertices = thinned([*self._samples, last], max(LEAST_CM, SIGMAS * noise_cm), max(LEAST_DEG, SIGMAS * noise_deg))
        ends_cm = math.sqrt((self.start.sigma_cm**2 + end.sigma_cm**2) / 2)
        length = path_length([(v.x, v.y) for v in vertices], max(ends_cm, noise_cm))
        unseen = sum((GAP_SHARE * cm) ** 2 for cm in _gaps_cm(vertices))
        return Path(
            end.name,
            tuple(vertices),
            length.value,
            math.hypot(length.sigma, math.sqrt(unseen)),
            vertices[-1].heading_deg - vertices[0].heading_deg,
            math.hypot(self.start.sigma_deg, end.sigma_deg),
            self.start,
            end,
        )

    def _unwrapped(self, heading_deg: float) -> float:
        """Return the heading as the one nearest to the last: a whole turn is 360 degrees, not 0."""
        before = self._samples[-1].heading_deg
        return before + wrap_deg(heading_deg - before)


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
