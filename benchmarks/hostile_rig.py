"""A rig that means harm: whatever its line says, no exception, no false shot, and no shot forgotten unwritten.

    python benchmarks/hostile_rig.py [LINES] [SEED]

An honest rig makes shots all the while (as in rig_soak.py: cut cables, brown-outs, killed hosts). Between its lines
stand as many more: its own lines spoilt, or said again, once or often, out of their order; lines that are right in form
and CRC and false: HELLOs with other counts, starts, names; clocks that jump to and fro; levers, warnings, refusals of
any time; the host's own words. What it cannot do is to make up a SHOT with both checks right: that would be a shot. Its
own clock jumps too. Hosts are started anew now and then. At the end the line is quiet again, and everything pending
must be written down.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from fuzz_rig import fuzzed
from rig_cable import Cable, Wire
from rig_soak import Killed, Outcome, Soak, Watched, outcome

from hardware.kinds import DAY_MS, LONG, WORD
from hardware.lines import encode
from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Hello,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    Message,
    Refusal,
    RigWarning,
    Sensor,
    Trouble,
)
from hardware.messages import ShotSensed as Shot

LINES = 100_000
_REMEMBERED = 200
_EVERY_S = 4.0
_PEACE_S = 120.0


class Guarded(Watched):
    """A memory that notices when it is told to forget a shot that nobody has written down."""

    def __init__(self, rig: str) -> None:
        super().__init__(rig)
        self.forgotten_unwritten = 0
        self.is_written: Callable[[Shot], bool] = lambda _: False

    def forget(self, number: int) -> None:
        pending = next((shot for shot in self.pending if shot.number == number), None)
        self.forgotten_unwritten += pending is not None and not self.is_written(pending)
        super().forget(number)


class HostileCable(Cable):
    """A cable on which somebody else talks, too."""

    hostile = 0
    quiet = False
    _next_s = 0.0

    def __init__(self, soak: "HostileSoak", dice: random.Random) -> None:
        super().__init__(soak.world, Wire(spoilt=0.005, resets=0.1), dice)
        self._soak, self._said = soak, [b"$1 0 HELLO?*6A70\n"]

    def _collect(self) -> None:
        before = len(self._to_host)
        super()._collect()
        if self.quiet:
            return
        said = b"".join(piece for _, piece in self._to_host[before:])
        self._said = [*self._said, *said.splitlines(keepends=True)][-_REMEMBERED:]
        if not said or self._world.now_s < self._next_s:
            return
        self._next_s = self._world.now_s + self._dice.expovariate(1 / _EVERY_S)
        for _ in range(self._dice.choice([1, 1, 3, 10, 60])):
            self.hostile += 1
            at = self._dice.randint(before, len(self._to_host))
            at_s = self._to_host[min(at, len(self._to_host) - 1)][0]
            self._to_host.insert(at, (at_s, self._line()))

    def _line(self) -> bytes:
        dice = self._dice
        line, other = dice.choice(self._said), dice.choice(self._said)
        match dice.randrange(4):
            case 0:
                return fuzzed(line, other, dice)
            case 1:
                return line * dice.choice([1, 1, 2, 30])
            case _:
                return encode(self._false(), dice.randrange(256))

    def _false(self) -> Message:
        """Return a message of the right form that no rig has said, but no shot."""
        dice, core = self._dice, self._soak.world.core
        rig = dice.choice([core.memory.rig, core.memory.rig, "R-0BAD", f"R-{dice.randrange(WORD):04X}"])
        any_time, any_boot = dice.randrange(LONG), dice.randint(1, WORD)
        hello = Hello(
            rig, "evil", core.memory.boot, core.memory.shots, 0, 0, 60, frozenset({Sensor.GATE_1}),
            dice.choice(list(LeverState)),
        )  # fmt: skip
        nonce = self._soak.link._talk._asking._nonce if dice.random() < 0.5 else dice.randrange(WORD)
        return dice.choice([
            replace(hello, shots=dice.choice([0, core.memory.shots + 5, LONG, dice.randrange(LONG)])),
            replace(hello, boot=dice.choice([1, WORD, any_boot])),
            replace(hello, pending=dice.randrange(256)),
            ClockReading(rig, nonce, dice.choice([core.memory.boot, any_boot]), dice.randrange(LONG), any_time),
            ClockReading(rig, nonce, core.memory.boot, any_time // 1_000_000, any_time),
            Lever(rig, dice.choice(list(LeverState)), any_time),
            RigWarning(rig, dice.choice(list(Trouble)), dice.randrange(DAY_MS), any_time),
            LineRefused(rig, dice.choice(list(Refusal)), None),
            AskHello(), AskClock(nonce), KeepShot(rig, dice.randint(1, LONG)),
        ])  # fmt: skip


class HostileSoak(Soak):
    """The soak, with somebody else on the line."""

    def __init__(self, seed: int) -> None:
        super().__init__(1e6, seed, shot_every_s=40.0)
        memory = Guarded("SOAK-1")
        memory.is_written = lambda shot: any(kept.shot.sent_first() == shot for kept in self.day.journal[-400:])
        self.memory = self.world.core.memory = memory
        memory.boot = 65_530  # so that the starts come round, too
        self.world.core.brown_out(0.0)
        self.cable = HostileCable(self, self.dice)
        self.link = self._host()
        self.hosts = 1
        self._every(400.0, self.jump)
        self._every(600.0, self.new_host)
        self._new_host = False

    def jump(self) -> None:
        """The rig's own clock jumps."""
        core = self.world.core
        if core._cocked_us is None:
            core._anchor_us = max(0.0, core._anchor_us + self.dice.choice([-1, 1]) * self.dice.choice([1e3, 1e6, 3e9]))

    def new_host(self) -> None:
        self._new_host = True

    def suffer(self, lines: int) -> Outcome:
        while self.cable.hostile < lines:
            self._step()
        self.cable.quiet, self.end_s = True, self.world.now_s
        self.cable.mend()
        self.link.close()
        self.link = self._host()
        while self.world.now_s < self.end_s + _PEACE_S + 1.0 * len(self.memory.pending):
            self._step()
        return outcome(self)

    def _step(self) -> None:
        if self._new_host:
            self._new_host, self.hosts = False, self.hosts + 1
            self.link.close()
            self.link = self._host()
        try:
            self.world.move_to(self.world.now_s + self.link.step())
        except Killed:
            self.day.kills += 1
            self._new_host = True


def main() -> None:
    lines, seed = (int(word) for word in (*sys.argv[1:], *(str(LINES), "1")[len(sys.argv) - 1 :]))
    began = time.perf_counter()
    soak = HostileSoak(seed)
    books = soak.suffer(lines)
    pending = len(soak.memory.pending)
    print(f"{soak.cable.hostile:,} hostile lines in {soak.world.now_s / 3600:.1f} hours of the rig's, seed {seed}, "
          f"{time.perf_counter() - began:.0f} s")  # fmt: skip
    print(f"  {soak.hosts} hosts, {soak.day.kills} of them killed; {soak.cable.cuts} cuts, {soak.day.brown_outs} "
          f"brown-outs; {len(soak.day.told):,} things told")  # fmt: skip
    print(f"  shots made {books.made}, written down {len(soak.day.journal)}, doubled {books.doubled}, strange or false "
          f"{books.strange}, lost {books.lost}, overwritten in the rig {books.overwritten}, still there {pending}, "
          f"forgotten unwritten {soak.memory.forgotten_unwritten}")  # fmt: skip
    bad = books.doubled or books.strange or books.lost or pending or soak.memory.forgotten_unwritten
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
