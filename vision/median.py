"""The median and other quantiles, quickly: numpy's own take most of their time before they start."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def median(values: NDArray[np.floating[Any]]) -> float:
    """Return the median of some values, at least one and none of them NaN."""
    flat = values.ravel()
    upper = len(flat) // 2
    if len(flat) % 2:
        return float(np.partition(flat, upper)[upper])
    both = np.partition(flat, (upper - 1, upper))
    return float(both[upper - 1] + both[upper]) / 2


def quantile(values: NDArray[np.generic], share: float) -> float:
    """Return below what value such a share of some values lies, at least one and none of them NaN."""
    ordered = np.sort(values, axis=None)
    at = share * (len(ordered) - 1)
    low = int(at)
    lower, upper = float(ordered[low]), float(ordered[min(low + 1, len(ordered) - 1)])
    return lower + (at - low) * (upper - lower)
