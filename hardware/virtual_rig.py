"""A rig without a cannon: it runs by itself, is opened like any other, and does what it is told."""

import random
import socket
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from hardware.messages import LeverState, Trouble
from hardware.virtual_core import VirtualCore
from hardware.virtual_memory import VirtualMemory
from hardware.virtual_wire import Wire, wire

GATE_MM = 60.0  # from gate 1 to gate 2
_TO_GATE_1_MM = 35.0  # from where the shell rests, roughly: it is not yet at full speed there
_JITTER_HALF_US = 2


class VirtualRig:
    """A rig at `url`, in a thread of its own; use it in a `with` block.

    `gate_mm` is the distance between its gates; `drift_ppm` how much too fast its clock runs; `memory` what it
    remembers from before (by default nothing: a rig `rig` with no shots). Its gates tell times within a microsecond,
    drawn with `seed`.
    """

    def __init__(
        self,
        rig: str = "VIRTUAL-1",
        *,
        gate_mm: float = GATE_MM,
        drift_ppm: float = 0.0,
        memory: VirtualMemory | None = None,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
        make_wire: Callable[[], Wire] = wire,
    ) -> None:
        self.memory = memory or VirtualMemory(rig)
        self.gate_mm = gate_mm
        self._core = VirtualCore(self.memory, drift_ppm=drift_ppm)
        self._dice, self._clock = random.Random(seed), clock
        self._wire = make_wire()
        self._lock = threading.Lock()
        self._garbage = b""
        self._plugged = True
        self._stop = False
        self._wake, self._awake = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name=f"virtual rig {rig}", daemon=True)

    @property
    def url(self) -> str:
        """What the link opens; the same for as long as the rig lives."""
        return self._wire.url

    @property
    def cocked(self) -> bool:
        """Whether the lever is cocked."""
        return self._core.lever is LeverState.COCKED

    def start(self) -> Self:
        """Plug it in and power it on."""
        self._wire.plug()
        self._core.power_on(self._clock())
        self._thread.start()
        return self

    def close(self) -> None:
        """Power it off for good."""
        self._stop = True
        self._nudge()
        self._thread.join()
        self._wire.close()
        self._wake.close()
        self._awake.close()

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def cock(self) -> None:
        """Pull the rod back and lock the lever (M6.1)."""
        self._do(lambda core, now_s: core.cock(now_s))

    def fire(self, speed_m_s: float = 8.0, *, double: bool = False) -> float:
        """Turn the lever up: a shell passes the gates at this speed; return the moment, on the rig's host clock.

        With `double` a gate fires a second time (a spark, a reflection).
        """
        if speed_m_s <= 0:
            raise ValueError(f"a shell's speed is above 0 m/s, got {speed_m_s:g}")
        first = round(2e3 * _TO_GATE_1_MM / (speed_m_s / 2)) + self._jitter()
        second = first + max(1, round(2e3 * self.gate_mm / speed_m_s) + self._jitter())
        return self._do(lambda core, now_s: core.release(now_s, first, second, double=double))

    def misfire(self) -> float:
        """Turn the lever up, and no shell comes; return the moment, on the rig's host clock."""
        return self._do(lambda core, now_s: core.release(now_s, None, None))

    def stick(self, gate: int = 1) -> None:
        """Put something into gate 1 or 2."""
        self._do(lambda core, now_s: core.block(_gate(gate), now_s))

    def free(self, gate: int = 1) -> None:
        """Take it out."""
        self._do(lambda core, now_s: core.clear(_gate(gate), now_s))

    def tremble(self, gate: int = 1) -> None:
        """Let the light of gate 1 or 2 be about at its threshold."""
        self._do(lambda core, now_s: core.block(_gate(gate, trembling=True), now_s))

    def calm(self, gate: int = 1) -> None:
        """Give it enough light again."""
        self._do(lambda core, now_s: core.clear(_gate(gate, trembling=True), now_s))

    def garbage(self, length: int = 200) -> None:
        """Disturb the cable: random bytes reach the host."""
        with self._lock:
            self._garbage += self._dice.randbytes(length)
        self._nudge()

    def brown_out(self) -> None:
        """Lose power for a moment: what is not in the memory is gone."""
        self._do(lambda core, now_s: core.brown_out(now_s))

    def drift(self, ppm: float) -> None:
        """Let the rig's clock run so much too fast from now on."""
        self._do(lambda core, now_s: core.drift(ppm, now_s))

    def cut(self) -> None:
        """Pull the cable; the rig itself goes on (it has a battery)."""
        self._plug(False)

    def mend(self) -> None:
        """Plug the cable in again."""
        self._plug(True)

    def _plug(self, plugged: bool) -> None:
        with self._lock:
            self._plugged = plugged
        self._nudge()

    def _do(self, action: Callable[[VirtualCore, float], None]) -> float:
        with self._lock:
            now_s = self._clock()
            self._core.advance(now_s)
            action(self._core, now_s)
        self._nudge()
        return now_s

    def _jitter(self) -> int:
        return self._dice.randint(-_JITTER_HALF_US, _JITTER_HALF_US)

    def _nudge(self) -> None:
        self._awake.send(b"!")

    def _run(self) -> None:
        plugged = True
        while not self._stop:
            with self._lock:
                now_s = self._clock()
                self._core.advance(now_s)
                said, self._garbage = self._garbage + self._core.output(), b""
                due_s = self._core.next_due_s()
                if plugged != self._plugged:
                    plugged = self._plugged
                    (self._wire.plug if plugged else self._wire.pull)()
            wait_s = None if due_s == float("inf") else max(0.0, due_s - now_s)
            if heard := self._wire.exchange(said, self._wake, wait_s):
                with self._lock:
                    self._core.receive(heard, self._clock())


def _gate(number: int, *, trembling: bool = False) -> Trouble:
    if number not in {1, 2}:
        raise ValueError(f"a rig has gates 1 and 2, got {number}")
    return Trouble(f"{'TREMBLE' if trembling else 'GATE'}{number}")
