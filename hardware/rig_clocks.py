"""The clocks of every rig's last few starts; a new start begins with the rate that its resonator had before."""

from hardware.rig_clock import RigClock

_MOST = 16


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
            while len(self._clocks) > _MOST:
                del self._clocks[next(iter(self._clocks))]
        return clock
