"""A rig in software, without transport or clock: bytes and the true time go in, bytes come out."""

from collections.abc import Iterable

from hardware.kinds import WORD
from hardware.lines import MOST_HOST_BYTES, Line
from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Flag,
    Hello,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    Refusal,
    RigMessage,
    RigWarning,
    Sensor,
    SetLimit,
    ShotSensed,
    Trouble,
)
from hardware.parser import Parser
from hardware.virtual_memory import VirtualMemory
from hardware.virtual_transmitter import Sending

_AGAIN_S = 10.0


class Alarms:
    """Troubles with when they began and when they are told next."""

    def __init__(self) -> None:
        self._began: dict[Trouble, float] = {}
        self._next: dict[Trouble, float] = {}
        self._told: set[Trouble] = set()

    def begin(self, what: Trouble, now_s: float, patience_s: float) -> None:
        """Something begins that is told of after `patience_s`."""
        self._began[what], self._next[what] = now_s, now_s + patience_s

    def end(self, what: Trouble) -> bool:
        """It is over; return whether it had been told of."""
        self._began.pop(what, None)
        self._next.pop(what, None)
        told = what in self._told
        self._told.discard(what)
        return told

    def due(self, now_s: float) -> list[tuple[Trouble, float]]:
        """Return what is to be told now, and how long it has lasted (s)."""
        due = [what for what, next_s in self._next.items() if next_s <= now_s]
        for what in due:
            self._next[what] = now_s + _AGAIN_S
            self._told.add(what)
        return [(what, now_s - self._began[what]) for what in due]

    def next_due_s(self) -> float:
        """Return when something is to be told next."""
        return min(self._next.values(), default=float("inf"))


FIRMWARE = "virtual-1"
WATCH_S = 0.25  # how long after the release a gate is waited for
_WRITE_S = 0.1  # what an EEPROM takes to keep a shot
_WRAP_US = 1 << 32
_GATES = {
    Trouble.GATE_1: (Sensor.GATE_1, Flag.GATE_1_BLOCKED),
    Trouble.GATE_2: (Sensor.GATE_2, Flag.GATE_2_BLOCKED),
    Trouble.TREMBLE_1: (Sensor.GATE_1, Flag.GATE_1_BLOCKED),
    Trouble.TREMBLE_2: (Sensor.GATE_2, Flag.GATE_2_BLOCKED),
}


class VirtualCore:
    """A rig that keeps docs/rig-protocol.md; it is off until `power_on`. Times `now_s` are true ones and never go back.

    `drift_ppm` is how much too fast its clock runs.
    """

    def __init__(
        self,
        memory: VirtualMemory,
        *,
        drift_ppm: float = 0.0,
        fitted: Iterable[Sensor] = (Sensor.GATE_1, Sensor.GATE_2),
        limit_s: int = 60,
    ) -> None:
        self.memory = memory
        self.on = False
        self.lever = LeverState.RELEASED
        self._fitted, self._limit_s, self._set_limit_s = frozenset(fitted), limit_s, limit_s
        self._drift = drift_ppm * 1e-6
        self._anchor_s = self._anchor_us = self._refused_s = 0.0
        self._parser, self._sending = Parser(MOST_HOST_BYTES), Sending()
        self._alarms = Alarms()
        self._blocked: set[Trouble] = set()
        self._cocked_us: float | None = None
        self._closing: list[tuple[float, ShotSensed]] = []

    def power_on(self, now_s: float, already_s: float = 0.0) -> None:
        """Start (anew); with `already_s`, as if that had been so long ago."""
        self.on = True
        self.memory.boot = self.memory.boot % WORD + 1
        self._anchor_s, self._anchor_us = now_s, already_s * 1e6
        self._limit_s, self._cocked_us = self._set_limit_s, None
        self._parser.reset()
        if self.memory.cocked and self.lever is LeverState.RELEASED:
            self.memory.write(self._shot_without_power())
        self._sending.restart(self.memory.pending, now_s)
        self._alarms = Alarms()
        for gate in self._blocked:
            self._alarms.begin(gate, now_s, 1.0)
        self._say(self._hello())

    def power_off(self) -> None:
        """Lose power: what is not in the memory is gone."""
        self.on = False
        self._closing.clear()
        self._sending.clear()

    def brown_out(self, now_s: float) -> None:
        """Lose power for a moment."""
        self.power_off()
        self.power_on(now_s)

    def drift(self, ppm: float, now_s: float) -> None:
        """Let the clock run otherwise from now on."""
        self._anchor_us, self._anchor_s, self._drift = self._rig_us(now_s), now_s, ppm * 1e-6

    def cock(self, now_s: float) -> None:
        """Turn the lever until it locks."""
        self.lever = LeverState.COCKED
        if self.on:
            self._cocked_us = self._rig_us(now_s)
            self.memory.cocked = True
            self._say(Lever(self.memory.rig, LeverState.COCKED, self._time_us(now_s)))
            if self._limit_s:
                self._alarms.begin(Trouble.COCKED, now_s, self._limit_s)

    def release(
        self, now_s: float, gate_1_half_us: int | None, gate_2_half_us: int | None, *, double: bool = False
    ) -> None:
        """Turn the lever up; the shell interrupts the gates so many half microseconds later (None: never)."""
        self.lever = LeverState.RELEASED
        if not self.on:
            return
        self._alarms.end(Trouble.COCKED)
        seeing = self._fitted - {_GATES[trouble][0] for trouble in self._blocked}
        gates = [
            gate_1_half_us if Sensor.GATE_1 in seeing else None,
            gate_2_half_us if Sensor.GATE_2 in seeing else None,
        ]
        flags = {_GATES[trouble][1] for trouble in self._blocked}
        if gates == [None, None] and self._fitted & {Sensor.GATE_1, Sensor.GATE_2}:
            flags.add(Flag.MISFIRE)
        elif double:
            flags.add(Flag.DOUBLE_TRIGGER)
        full_us = self._rig_us(now_s)
        cocked_ms = None if self._cocked_us is None else min(int((full_us - self._cocked_us) / 1000), 86_400_000)
        shot = ShotSensed(
            self.memory.rig, 1, self.memory.boot, int(full_us / 1e6), self._time_us(now_s),
            cocked_ms, gates[0], gates[1], None, frozenset(flags),
        )  # fmt: skip
        self._cocked_us = None
        flight_s = gates[1] * 0.5e-6 if gates[1] is not None else WATCH_S
        self._closing.append((now_s + flight_s + _WRITE_S, shot))
        self._say(Lever(self.memory.rig, LeverState.RELEASED, self._time_us(now_s)))

    def block(self, gate: Trouble, now_s: float) -> None:
        """Put something into a gate, or let it tremble."""
        self._blocked.add(gate)
        self._alarms.begin(gate, now_s, 1.0)

    def clear(self, gate: Trouble, now_s: float) -> None:
        """Take it out, or let it tremble no more."""
        self._blocked.discard(gate)
        if self._alarms.end(gate) and self.on:
            self._say(RigWarning(self.memory.rig, gate, 0, self._time_us(now_s)))

    def receive(self, data: bytes, now_s: float) -> None:
        """Take what the host said."""
        if not self.on:
            return
        self.advance(now_s)
        for found in self._parser.feed(data):
            if isinstance(found, Line):
                self._answer(found, now_s)
            else:
                self._refuse(found.reason, found.sequence, now_s)

    def advance(self, now_s: float) -> None:
        """Do what has become due by now."""
        if not self.on:
            return
        for due_s, shot in list(self._closing):
            if due_s <= now_s:
                self._closing.remove((due_s, shot))
                self._sending.add(self.memory.write(shot), now_s)
        for what, lasted_s in self._alarms.due(now_s):
            lasted_ms = min(int(lasted_s * 1000), 86_400_000)
            self._say(RigWarning(self.memory.rig, what, lasted_ms, self._time_us(now_s)))
        self._sending.advance(now_s)

    def next_due_s(self) -> float:
        """Return when `advance` has something to do next; infinity if nothing is to come."""
        if not self.on:
            return float("inf")
        return min([due_s for due_s, _ in self._closing] + [self._alarms.next_due_s(), self._sending.next_due_s()])

    def output(self) -> bytes:
        """Return what the rig has said since it was last asked."""
        return self._sending.output()

    def _answer(self, line: Line, now_s: float) -> None:
        match line.message:
            case AskHello():
                self._say(self._hello())
                self._sending.all_again(now_s)
            case AskClock(nonce):
                uptime_s = int(self._rig_us(now_s) / 1e6)
                self._say(ClockReading(self.memory.rig, nonce, self.memory.boot, uptime_s, self._time_us(now_s)))
            case KeepShot(rig, number):
                if rig == self.memory.rig:
                    self.memory.forget(number)
                    self._sending.forget(number)
            case SetLimit(limit_s):
                self._limit_s = limit_s
                self._say(self._hello())
            case _:
                self._refuse(Refusal.KIND, line.sequence, now_s)

    def _shot_without_power(self) -> ShotSensed:
        """Somebody may have shot while the power was off, or it went before the shot was kept."""
        time_us = int(self._anchor_us)
        return ShotSensed(
            self.memory.rig, 1, self.memory.boot, time_us // 1_000_000, time_us % _WRAP_US,
            None, None, None, None, frozenset({Flag.POWER_LOST}),
        )  # fmt: skip

    def _refuse(self, reason: Refusal, sequence: int | None, now_s: float) -> None:
        if now_s - self._refused_s >= 1.0:
            self._refused_s = now_s
            self._say(LineRefused(self.memory.rig, reason, sequence))

    def _hello(self) -> Hello:
        memory = self.memory
        return Hello(
            memory.rig, FIRMWARE, memory.boot, memory.shots, len(memory.pending), min(memory.lost, 65_535),
            self._limit_s, self._fitted, self.lever,
        )  # fmt: skip

    def _say(self, message: RigMessage) -> None:
        self._sending.say(message)

    def _rig_us(self, now_s: float) -> float:
        return self._anchor_us + (now_s - self._anchor_s) * (1 + self._drift) * 1e6

    def _time_us(self, now_s: float) -> int:
        return int(self._rig_us(now_s)) % _WRAP_US
