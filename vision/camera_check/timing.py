"""When a camera's frames come: its rate, frames that are missing, and frames that are the one before once more."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Indices

_FEW = 3  # frames: of fewer nobody can say how often they come
_REGULAR = 0.5  # of the usual time between two frames: where it varies by more, a gap tells nothing


@dataclass(frozen=True, slots=True)
class Timing:
    """How regularly frames came: ``rate_hz``, how many are missing between them, and how many came twice.

    ``unread`` came while the frame before was looked at: no fault of the camera's. ``jitter_s`` is how much the time
    from one to the next varies (the middle half of them), ``longest_s`` the longest. None where it cannot be told:
    of too few frames, or where they come in bursts, from a network.
    """

    frames: int
    seconds: float
    rate_hz: float | None
    missing: int | None
    repeated: int
    unread: int
    jitter_s: float | None
    longest_s: float | None


def timing_of(times_s: Sequence[float], numbers: Sequence[int], repeated: Sequence[bool] | Bools) -> Timing:
    """Return the timing of frames that came at these times, with their numbers among all that came.

    ``repeated`` says of each whether it is, pixel by pixel, the one before.
    """
    count, twice = len(times_s), int(np.sum(repeated))
    seconds = float(times_s[-1] - times_s[0]) if count else 0.0
    unread = int(numbers[-1] - numbers[0]) + 1 - count if count else 0
    if count < _FEW or seconds <= 0:
        return Timing(count, seconds, None, None, twice, unread, None, None)
    gaps_s, steps = np.diff(times_s), np.diff(numbers)
    each_s = gaps_s / np.maximum(steps, 1)
    usual_s = float(np.median(each_s))
    jitter_s = float(np.subtract(*np.percentile(each_s, [75, 25])))
    missing = int(_missing(gaps_s, steps, usual_s).sum()) if jitter_s < _REGULAR * usual_s else None
    return Timing(count, seconds, float(steps.sum() / seconds), missing, twice, unread, jitter_s, float(gaps_s.max()))


def _missing(gaps_s: Floats, steps: Indices, usual_s: float) -> Floats:
    """Return how many frames are missing in each gap; one that came late, and the next in time, is not."""
    alone = np.rint(gaps_s / usual_s) - steps
    after = np.append(np.rint((gaps_s[:-1] + gaps_s[1:]) / usual_s) - steps[:-1] - steps[1:], alone[-1])
    return np.asarray(np.maximum(np.minimum(alone, after), 0.0))
