"""What a rig is put through in the simulator, and what came of it: every release is known exactly."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from simulated_rig import HALF_US, HZ, Cable, SimulatedRig, link_to, live

from hardware.events import RigEvent, RigFound, ShotTimed
from hardware.link import RigLink
from hardware.messages import Flag
from hardware.seen_shots import KeptShot, SeenShots

LEAST_US, MOST_US = 125.0, 100_000.0
COCKED_S = 0.06  # before anything may happen to a cocked rig: the switch settles, its mark is written
SHOT_S = 0.8  # from the release to the shot on the line
_DARK = HZ // 10_000
_LINGER_S = 45.0


@dataclass(frozen=True)
class Truth:
    """A release as it was: when, and the cycles after it at which each gate went dark (None: no shell)."""

    released_s: float
    gate_1: int | None
    gate_2: int | None


@dataclass
class Trial:
    """What came of some releases."""

    made: int
    kept: int
    lost: int
    doubled: int
    resent: int
    power_lost: int
    gate_us: np.ndarray
    first_us: np.ndarray
    second_us: np.ndarray
    notes: str = ""

    @property
    def worst_us(self) -> float:
        """The largest error of a gate time."""
        return float(np.abs(self.gate_us).max(initial=0.0))


@dataclass
class Evening:
    """A rig, its cable, the real link and everything it hands on; use it as a context."""

    folder: Path
    rng: random.Random
    truths: list[Truth] = field(default_factory=list)
    kept: list[ShotTimed] = field(default_factory=list)
    told: list[RigEvent] = field(default_factory=list)

    def __enter__(self) -> "Evening":
        self.rig = SimulatedRig(self.folder)
        self.cable = Cable(self.rig)
        self.link = self.new_link()
        self.rig.on(self.rng.randrange(1 << 30))
        self.live(1.0)
        return self

    def __exit__(self, *what: object) -> None:
        self.rig.__exit__(None, None, None)

    def new_link(self) -> RigLink:
        """Return a link as a program started anew has it: it knows what is written down."""
        seen = SeenShots(KeptShot.of(shot.shot) for shot in self.kept)
        return link_to(self.rig, self.cable, keep=self.kept.append, tell=self.told.append, seen=seen)

    def live(self, seconds: float) -> None:
        """Let rig and link live for so long."""
        live(self.link, self.rig, self.cable, self.rig.now_s + seconds)

    def cock(self) -> None:
        """Cock the lever, at a moment that the chip's clock knows nothing of, and wait until that has settled."""
        self.rig.edge(self.rng.randrange(1, HZ // 500), "lever", 1)
        self.live(COCKED_S + 0.1 * self.rng.random())

    def release(self, gate_us: float | None, *, blind: bool = False) -> None:
        """Let go, and a shell pass the gates with so long between them; with `blind`, gate 1 sees nothing of it."""
        now = self.rng.randrange(1, HZ // 1000)
        self.rig.edge(now, "lever", 0)
        gate_1 = gate_2 = None
        if gate_us is not None:
            gate_1 = self.rng.randrange(HZ // 1000, HZ // 20)
            gate_2 = gate_1 + round(gate_us * HZ / 1e6)
            for gate, at in (("gate2", gate_2),) if blind else (("gate1", gate_1), ("gate2", gate_2)):
                self.rig.edge(now + at, gate, 1)
                self.rig.edge(now + at + _DARK, gate, 0)
        self.truths.append(Truth(self.rig.now_s + now / HZ, None if blind else gate_1, gate_2))

    def any_gate_us(self) -> float:
        """Return a time between the gates, as often short as long."""
        return LEAST_US * (MOST_US / LEAST_US) ** self.rng.random()

    def until_writing(self) -> None:
        """Live until a byte of EEPROM is being written, a second at most."""
        for _ in range(500):
            if self.rig.writing():
                return
            self.live(0.002)

    def black_out(self, seconds: float) -> None:
        """Take the power away now; nothing is in the barrel when it comes back."""
        self.cable.whole = False
        self.rig.off(seconds)
        for gate in "gate1", "gate2":
            self.rig.edge(1, gate, 0)

    def power(self) -> None:
        """Give it back."""
        self.rig.on(self.rng.randrange(1 << 30))
        self.cable.mend()

    def result(self, since: int = 0, notes: str = "") -> Trial:
        """Hold what was kept against what was, shot by shot in their order: both are numbered from the first."""
        truths = self.truths[since:]
        numbers = [shot.shot.number for shot in self.kept if shot.shot.number > since]
        by_number = {shot.shot.number: shot.shot for shot in self.kept}
        gates, firsts, seconds = [], [], []
        for number, truth in enumerate(truths, since + 1):
            shot = by_number.get(number)
            if shot is None or Flag.POWER_LOST in shot.flags:
                continue
            said, true = (shot.gate_1_half_us, shot.gate_2_half_us), (truth.gate_1, truth.gate_2)
            # A gate said where none was, or the other way round, counts as a time that is far off.
            off = [
                0.0 if s is t is None else 1e6 if s is None or t is None else (s - t / HALF_US) / 2
                for s, t in zip(said, true, strict=True)
            ]
            firsts.append(off[0])
            seconds.append(off[1])
            gates.append(off[1] - off[0] if max(map(abs, off)) < 1e5 else 1e6)
        return Trial(
            made=len(truths),
            kept=len(numbers),
            lost=len(set(range(since + 1, since + len(truths) + 1)) - set(numbers)),
            doubled=len(numbers) - len(set(numbers) & set(range(since + 1, since + len(truths) + 1))),
            resent=sum(shot.resent for shot in self.kept if shot.shot.number > since),
            power_lost=sum(Flag.POWER_LOST in shot.shot.flags for shot in self.kept if shot.shot.number > since),
            gate_us=np.array(gates),
            first_us=np.array(firsts),
            second_us=np.array(seconds),
            notes=notes,
        )


def timing(evening: Evening, count: int, *, blind: bool = False) -> Trial:
    """Shoot so often, and hold the times against the truth."""
    since = len(evening.truths)
    for _ in range(count):
        evening.cock()
        evening.release(evening.any_gate_us(), blind=blind)
        evening.live(SHOT_S)
    evening.live(2.0)
    return evening.result(since)


def cuts(evening: Evening, count: int) -> Trial:
    """Cut and mend the cable so often, anywhere in the life of a shot; now and then the program starts anew, too."""
    restarts = 0
    for _ in range(count):
        shots = evening.rng.randrange(1, 4)
        moments = sorted(evening.rng.random() * shots for _ in range(2))
        for shot in range(shots):
            evening.cock()
            evening.release(evening.any_gate_us())
            for moment, whole in zip(moments, (False, True), strict=True):
                if int(moment) == shot:
                    evening.live((moment - shot) * SHOT_S / 2)
                    if whole:
                        evening.cable.mend()
                    else:
                        evening.cable.cut(evening.rng.random())
            evening.live(SHOT_S * (0.5 + evening.rng.random()))
        if evening.rng.random() < 0.3:
            evening.link.close()
            evening.link = evening.new_link()
            restarts += 1
    evening.live(_LINGER_S)
    return evening.result(notes=f"the program started anew {restarts} times")


def brown_outs(evening: Evening, count: int) -> Trial:
    """Take the power away so often: while cocked, in flight, while memory is written, while it starts, at rest."""
    while_writing = 0
    for _ in range(count):
        evening.cock()
        where = evening.rng.random()
        if where < 0.2:  # cocked; let go without power
            evening.black_out(0.5)
            if evening.rng.random() < 0.5:
                evening.release(None)
                evening.power()
            else:  # or kept cocked, and shot afterwards
                evening.power()
                evening.live(0.2)
                evening.release(evening.any_gate_us())
                evening.live(SHOT_S)
        else:
            evening.release(evening.any_gate_us() if evening.rng.random() < 0.9 else None)
            # Just after the release, anywhere in the window, about when the shot is kept and acknowledged, ...
            evening.live(0.001 + evening.rng.choice([0.002, 0.06, SHOT_S, 1.6]) * evening.rng.random())
            if where > 0.6:  # ... or while the memory is being written
                evening.until_writing()
                evening.live(0.12 * evening.rng.random())
            while_writing += evening.rig.writing()
            evening.black_out(0.5)
            evening.power()
        if evening.rng.random() < 0.3:  # and again while it starts
            evening.live(0.2 * evening.rng.random())
            while_writing += evening.rig.writing()
            evening.black_out(0.1)
            evening.power()
        evening.live(0.3 + evening.rng.random())
    evening.live(_LINGER_S)
    boots = [event.hello.boot for event in evening.told if isinstance(event, RigFound)]
    fresh = len(set(boots)) == len(boots) and boots == sorted(boots)
    starts = "starts numbered anew each" if fresh else "STARTS NUMBERED TWICE"
    return evening.result(notes=f"{while_writing} cuts while a byte was being written; {starts}")


def shots_across(evening: Evening, wrap_s: float) -> Trial:
    """Shoot before a moment of the rig's clock, across it (released before, through the gates after), and after it."""
    evening.live(wrap_s - 5.0 - evening.rig.now_s)
    for shot in range(3):
        evening.cock()
        if shot == 1:
            first, truth = evening.kept[-1].shot, evening.truths[-1]
            started_s = truth.released_s - first.release_us / 1e6
            evening.live(started_s + wrap_s - 0.001 - evening.rig.now_s)
        evening.release(evening.any_gate_us())
        evening.live(SHOT_S)
    evening.live(1.5)
    times = [shot.shot.release_us for shot in evening.kept]
    return evening.result(notes=f"released at {times} us")
