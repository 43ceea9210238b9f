"""The memory of a virtual rig: what survives the loss of power."""

from dataclasses import replace

from hardware.messages import Flag, ShotSensed

ROOM = 28


class VirtualMemory:
    """Start and shot counters, whether the lever is cocked, and a ring of the shots that nobody has acknowledged.

    `shots` is how many it has counted before; nobody misses them.
    """

    def __init__(self, rig: str, room: int = ROOM, shots: int = 0) -> None:
        self.rig, self.boot, self.shots, self.lost = rig, 0, shots, 0
        self.cocked = False  # and no shot kept since
        self._room = room
        self._pending: dict[int, ShotSensed] = {}

    @property
    def pending(self) -> list[ShotSensed]:
        """The shots kept, oldest first."""
        return list(self._pending.values())

    def write(self, shot: ShotSensed) -> ShotSensed:
        """Number a shot and keep it; the oldest makes room if need be."""
        self.shots += 1
        self.cocked = False
        numbered = replace(shot, number=self.shots, flags=shot.flags - {Flag.RESENT})
        self._pending[self.shots] = numbered
        if len(self._pending) > self._room:
            del self._pending[next(iter(self._pending))]
            self.lost += 1
        return numbered

    def forget(self, number: int) -> None:
        """A shot was acknowledged."""
        self._pending.pop(number, None)
