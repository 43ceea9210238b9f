"""A cannon's speeds against its own history: does it ask for lubrication (M6.4)?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

LATEST = 50
"""So many shots back a trend is looked for: what was before the last greasing is long past."""
FEWEST = 8
DROP = 0.05
"""House value: a fall of so much of the speed over the shots looked at is worth a greasing."""
SLOWEST = 1e-6
"""A median below this, in m/s, is no speed: nothing is a share of it."""
P_FALLING = 0.01
"""House value: looked at after every shot, 5 % would ask in vain too often."""


@dataclass(frozen=True, slots=True)
class SpeedTrend:
    """The speeds of a cannon's last shots, in m/s.

    ``slope`` is the median change a shot (Theil and Sen) with its 95 % interval, ``fall`` what they lost by it from the
    first to the last as a share of the median, ``p_falling`` how often as clear a fall comes by chance (Kendall).
    """

    count: int
    mean: float
    sigma: float
    median: float
    slope: float
    slope_low: float
    slope_high: float
    fall: float
    p_falling: float

    @property
    def lubricate(self) -> bool:
        """Whether the fall is clear and large enough to ask for lubrication."""
        return self.count >= FEWEST and self.p_falling < P_FALLING and self.slope_high < 0 and self.fall > DROP


def trend_of(speeds: Sequence[float]) -> SpeedTrend | None:
    """Return the trend of speeds in the order of their shots, of the last 50; None for fewer than three."""
    last = np.asarray(speeds[-LATEST:], dtype=float)
    count = len(last)
    if count < 3:
        return None
    from scipy.stats import kendalltau, theilslopes  # noqa: PLC0415  (30 MB that most matches never need)

    order = np.arange(count)
    slope, _, low, high = theilslopes(last, order, 0.95)
    median = float(np.median(last))
    equal = bool(np.all(last == last[0]))
    p = 1.0 if equal else float(kendalltau(order, last, alternative="less").pvalue)
    return SpeedTrend(
        count, float(last.mean()), float(last.std(ddof=1)), median, float(slope), float(low), float(high),
        -float(slope) * (count - 1) / median if median > SLOWEST else 0.0, p,
    )  # fmt: skip
