"""The rig's clock held against the host's, for each of the rig's last starts: when it was, by rig time."""

import math
from bisect import bisect_left
from dataclasses import dataclass

_WRAP_US = 1 << 32
RATE_SIGMA = 5e-3  # a ceramic resonator, before anything is known of it
_WANDER = 3e-5  # how much a rate changes within minutes, by its temperature
_TEMPERATURE = 1e-4  # how much it may differ between two starts
_FLOOR_S = 5e-5
_BACK_US = 1_000_000  # a clock that goes back so far was started anew
_NEAREST = 20  # readings on either side of the time asked for
_RECENT, _THIN, _MOST = 60, 5, 10_000  # kept whole; of how many older ones the best is kept; of those, the most


def unwrapped_us(time_us: int, near_us: float) -> int:
    """Return the time nearest to `near_us`, and not negative, at which a 32-bit clock shows `time_us`."""
    full_us = time_us + _WRAP_US * round((near_us - time_us) / _WRAP_US)
    return full_us if full_us >= 0 else time_us


@dataclass(frozen=True, slots=True)
class HostTime:
    """A moment on the host's clock, with one standard deviation."""

    s: float
    sigma_s: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The rig's clock stood at `rig_us` within `half_s` of `middle_s` on the host's."""

    rig_us: int
    middle_s: float
    half_s: float


class RigClock:
    """The clock of one start of one rig.

    A reading says that the rig's clock stood at `rig_us` between two moments of the host's. The shorter that was, the
    more it counts; what remains unknown is how the way there and back shared it. `rate` is what is known beforehand of
    how the two run against each other (seconds the host's gains in one of the rig's), with its standard deviation.
    """

    def __init__(self, rate: tuple[float, float] = (0.0, RATE_SIGMA)) -> None:
        self._rate = rate
        self._old: list[Reading] = []
        self._recent: list[Reading] = []
        self.begun_again = False
        """Whether the rig has started anew and did not count it: two starts share this clock."""

    def __len__(self) -> int:
        return len(self._old) + len(self._recent)

    @property
    def readings(self) -> list[Reading]:
        """The readings that are kept, in their order."""
        return self._old + self._recent

    def add(self, rig_us: int, earliest_s: float, latest_s: float) -> None:
        """Take a reading; one whose rig time is not after the last is not used, or is the first of another start."""
        if self._recent and rig_us <= self._recent[-1].rig_us:
            last = self._recent[-1]
            if rig_us > last.rig_us - _BACK_US or earliest_s <= last.middle_s + last.half_s:
                return
            self._rate, self.begun_again = self.rate(), True
            self._old.clear()
            self._recent.clear()
        self._recent.append(Reading(rig_us, (earliest_s + latest_s) / 2, max(latest_s - earliest_s, 0.0) / 2))
        if len(self._recent) > _RECENT:
            self._old.append(min(self._recent[:_THIN], key=lambda reading: reading.half_s))
            del self._recent[:_THIN]
            del self._old[:-_MOST]

    def host_time(self, rig_us: int) -> HostTime | None:
        """Return when it was `rig_us` on the rig, or None before the first reading.

        A straight line through the readings nearest in time, with what is known of such clocks beforehand; its value
        there, and its standard deviation.
        """
        near = self._near(rig_us)
        if not near:
            return None
        reference_s = near[0].middle_s
        w0 = w1 = w2 = z0 = z1 = 0.0
        for reading in near:
            x = (reading.rig_us - rig_us) * 1e-6
            z = reading.middle_s - reference_s - x
            weight = 1.0 / (reading.half_s**2 / 3 + _FLOOR_S**2)
            w0, w1, w2 = w0 + weight, w1 + weight * x, w2 + weight * x * x
            z0, z1 = z0 + weight * z, z1 + weight * z * x
        rate, rate_sigma = self._rate
        w2, z1 = w2 + 1.0 / rate_sigma**2, z1 + rate / rate_sigma**2
        determinant = w0 * w2 - w1 * w1
        offset_s = (w2 * z0 - w1 * z1) / determinant
        shared_s = min(reading.half_s for reading in near) / math.sqrt(3)
        wander_s = _WANDER * min(abs(reading.rig_us - rig_us) for reading in near) * 1e-6
        return HostTime(reference_s + offset_s, math.sqrt(w2 / determinant + shared_s**2 + wander_s**2))

    def rate(self) -> tuple[float, float]:
        """Return how much the host's clock gains on the rig's (s/s), and its standard deviation, for a next start."""
        readings = self.readings
        if len(readings) < 2:
            return self._rate
        first = min(readings[:_THIN], key=lambda reading: reading.half_s)
        last = min(readings[-_THIN:], key=lambda reading: reading.half_s)
        length_s = (last.rig_us - first.rig_us) * 1e-6
        if length_s <= 0.0:
            return self._rate
        sigma = math.hypot(first.half_s, last.half_s, _FLOOR_S) / math.sqrt(3) / length_s + _TEMPERATURE
        if sigma >= self._rate[1]:
            return self._rate
        return (last.middle_s - first.middle_s) / length_s - 1.0, sigma

    def rig_us_at(self, host_s: float) -> float:
        """Return rig time at a moment near the last reading, within about half a percent of the time since."""
        if not self._recent:
            return 0.0
        last = self._recent[-1]
        return last.rig_us + (host_s - last.middle_s) * 1e6

    def _near(self, rig_us: int) -> list[Reading]:
        cut = bisect_left(self._recent, rig_us, key=lambda reading: reading.rig_us)
        before, after = self._recent[max(0, cut - _NEAREST) : cut], self._recent[cut : cut + _NEAREST]
        if len(before) < _NEAREST and self._old:
            old = bisect_left(self._old, rig_us, key=lambda reading: reading.rig_us)
            before = self._old[max(0, old - (_NEAREST - len(before))) : old] + before
            after = (self._old[old : old + _NEAREST] + after)[:_NEAREST]
        return before + after


_MOST_CLOCKS = 16


class RigClocks:
    """Clocks by rig id and start number; the oldest are forgotten."""

    def __init__(self) -> None:
        self._clocks: dict[tuple[str, int], RigClock] = {}

    def get(self, rig: str, boot: int) -> RigClock | None:
        """Return the clock of a start, None if nobody has looked at it."""
        return self._clocks.get((rig, boot))

    def of(self, rig: str, boot: int) -> RigClock:
        """Return the clock of a start, a new one if need be."""
        if (clock := self.get(rig, boot)) is None:
            rates = [other.rate() for (name, _), other in self._clocks.items() if name == rig]
            best = min(rates, key=lambda rate: rate[1], default=None)
            clock = self._clocks[rig, boot] = RigClock(best) if best else RigClock()
            while len(self._clocks) > _MOST_CLOCKS:
                del self._clocks[next(iter(self._clocks))]
        return clock
