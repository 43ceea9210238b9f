"""A cable between a virtual rig and the link, in a time of its own: slow, noisy, cut at random."""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass

from hardware.serial_port import READ_S, PortBroken
from hardware.virtual_core import VirtualCore

BYTE_S = 10 / 115_200


class World:
    """The time of a rehearsal, and what is to happen in it."""

    def __init__(self, core: VirtualCore) -> None:
        self.now_s = 0.0
        self.core = core
        self._plan: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def clock(self) -> float:
        return self.now_s

    def at(self, time_s: float, happening: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._plan, (time_s, self._count, happening))

    def next_s(self) -> float:
        return min(self._plan[0][0] if self._plan else float("inf"), self.core.next_due_s())

    def move_to(self, time_s: float) -> None:
        """Let time pass; what happens on the way happens when it is due."""
        while (next_s := self.next_s()) <= time_s:
            self.now_s = max(self.now_s, next_s)
            if self._plan and self._plan[0][0] <= self.now_s:
                heapq.heappop(self._plan)[2]()
            self.core.advance(self.now_s)
        self.now_s = max(self.now_s, time_s)


@dataclass(frozen=True, slots=True)
class Wire:
    """What a cable does to bytes: how late they come (s, from, to) and how often a piece is spoilt."""

    latency_s: tuple[float, float] = (0.001, 0.016)
    spoilt: float = 0.0
    resets: float = 0.0  # how often opening the port starts the rig anew, as an Arduino's does
    bootloader_s: float = 1.6


class Cable:
    """The port at the host's end, as the link wants it."""

    def __init__(self, world: World, wire: Wire, dice: random.Random) -> None:
        self._world, self._wire, self._dice = world, wire, dice
        self.whole = True
        self._open = False
        self._to_host: list[tuple[float, bytes]] = []
        self.cuts = 0

    def open(self, _url: str) -> "Cable":
        if not self.whole:
            raise PortBroken("no such device")
        self._open = True
        self._to_host.clear()
        self._world.core.output()  # said while nobody listened
        if self._dice.random() < self._wire.resets:
            self._world.core.power_off()
            self._world.at(self._world.now_s + self._wire.bootloader_s, self._start)
        return self

    def cut(self) -> None:
        """Pull the plug: what is under way is lost, but for the beginning of a line perhaps."""
        self.cuts += 1
        self.whole = self._open = False

    def mend(self) -> None:
        self.whole = True

    def read_some(self) -> bytes:
        until_s = self._world.now_s + READ_S
        while self._open:
            self._collect()
            arrival_s = self._to_host[0][0] if self._to_host else float("inf")
            next_s = min(arrival_s, self._world.next_s(), until_s)
            self._world.move_to(next_s)
            if self._open and self._to_host and self._to_host[0][0] <= self._world.now_s:
                return self._to_host.pop(0)[1]
            if self._world.now_s >= until_s:
                return b""
        raise PortBroken("device reports readiness to read but returned no data")

    def write_all(self, data: bytes) -> None:
        if not self._open:
            raise PortBroken("write failed")
        data = self._spoil(data)
        heard_s = self._world.now_s + self._late_s() + len(data) * BYTE_S
        self._world.at(heard_s, lambda: self._hear(data))

    def interrupt(self) -> None:
        """Nothing waits for real here."""

    def close(self) -> None:
        self._open = False

    def _start(self) -> None:
        if not self._world.core.on:
            self._world.core.power_on(self._world.now_s)

    def _hear(self, data: bytes) -> None:
        if self.whole:
            self._world.core.receive(data, self._world.now_s)
            self._collect()

    def _collect(self) -> None:
        """Put what the rig says on its way: in pieces, each later than the one before."""
        if not (data := self._world.core.output()) or not self._open:
            return
        cut = self._dice.randrange(len(data))
        begin_s = self._world.now_s
        for piece in (data[:cut], data[cut:]):
            begin_s += len(piece) * BYTE_S
            if spoilt := self._spoil(piece):
                last_s = self._to_host[-1][0] if self._to_host else 0.0
                self._to_host.append((max(begin_s + self._late_s(), last_s), spoilt))

    def _late_s(self) -> float:
        return self._dice.uniform(*self._wire.latency_s)

    def _spoil(self, data: bytes) -> bytes:
        if self._dice.random() >= self._wire.spoilt or not data:
            return data
        at = self._dice.randrange(len(data))
        match self._dice.randrange(3):
            case 0:
                return data[:at] + bytes([data[at] ^ 1 << self._dice.randrange(8)]) + data[at + 1 :]
            case 1:
                return data[:at]
            case _:
                return data[:at] + self._dice.randbytes(self._dice.randint(1, 20)) + data[at:]
