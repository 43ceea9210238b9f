"""The link opens its port again however it breaks, and a shot is written down before the rig may forget it."""

import threading
from collections.abc import Callable

import pytest

from hardware.events import LineFault, RigEvent, RigFound, RigLost, ShotTimed
from hardware.link import Backoff, NotKept, RigLink
from hardware.seen_shots import KeptShot, SeenShots
from hardware.serial_port import READ_S, PortBroken
from hardware.virtual_core import VirtualCore
from hardware.virtual_memory import VirtualMemory


class Bench:
    """A rig, a port that breaks when it is told to, and a time of their own."""

    def __init__(self, seen: SeenShots | None = None) -> None:
        self.now_s = 0.0
        self.memory = VirtualMemory("R-1")
        self.core = VirtualCore(self.memory)
        self.core.power_on(0.0)
        self.breaks: dict[str, str] = {}
        self.done: list[str] = []  # in which order
        self.told: list[RigEvent] = []
        self.kept: list[ShotTimed] = []
        self.on_keep: Callable[[ShotTimed], None] = self.kept.append
        self.link = self.new_link(seen)

    def new_link(self, seen: SeenShots | None = None) -> RigLink:
        return RigLink("port", self.keep, self.told.append, seen=seen, clock=lambda: self.now_s, open_port=self.open)

    def keep(self, shot: ShotTimed) -> None:
        self.done.append(f"keep {shot.shot.number}")
        self.on_keep(shot)

    def open(self, url: str) -> "Bench":
        self.breaking("open")
        self.core.output()
        return self

    def breaking(self, at: str) -> None:
        if at in self.breaks:
            raise PortBroken(self.breaks[at])

    def read_some(self) -> bytes:
        self.breaking("read")
        until_s = self.now_s + READ_S
        while self.now_s < until_s:
            self.core.advance(self.now_s)
            if data := self.core.output():
                return data
            self.now_s = min(until_s, max(self.core.next_due_s(), self.now_s + 1e-3))
        return b""

    def write_all(self, data: bytes) -> None:
        self.breaking("write")
        self.done += [line for line in data.decode().splitlines() if "ACK" in line]
        self.core.receive(data, self.now_s)

    def interrupt(self) -> None:
        self.done.append("interrupt")

    def close(self) -> None:
        self.done.append("close")

    def run(self, seconds: float) -> list[float]:
        """Let time pass, and return how long the link waited in between."""
        waits, until_s = [], self.now_s + seconds
        while self.now_s < until_s:
            if wait_s := self.link.step():
                waits.append(wait_s)
                self.now_s += wait_s
        return waits

    def shoot(self) -> None:
        self.core.cock(self.now_s)
        self.core.release(self.now_s, 9000, 23_000)

    def lost(self) -> list[str]:
        return [event.why for event in self.told if isinstance(event, RigLost)]


def test_a_shot_is_kept_before_it_is_acknowledged():
    bench = Bench()
    bench.run(1.0)
    bench.shoot()
    bench.run(1.0)
    assert [shot.shot.number for shot in bench.kept] == [1]
    assert bench.done[0] == "keep 1"
    assert "ACK R-1 1" in bench.done[1]
    assert bench.memory.pending == []


@pytest.mark.parametrize("at", ["read", "write"])
def test_a_line_that_breaks_is_opened_again_and_no_shot_is_lost(at: str):
    bench = Bench()
    bench.run(1.0)
    bench.breaks = {at: "the cable was pulled", "open": "there is no such port"}
    bench.shoot()
    waits = bench.run(60.0)
    assert bench.lost() == ["the cable was pulled", "there is no such port"]
    assert waits[:6] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0]
    assert max(waits) == 5.0
    assert bench.link.hello is None
    bench.breaks = {}
    bench.run(10.0)
    assert [shot.shot.number for shot in bench.kept] == [1]
    assert sum(isinstance(event, RigFound) for event in bench.told) == 2
    bench.breaks = {"read": "again"}
    assert bench.run(0.3)[0] == 0.25  # a rig that had answered is tried again soon


def test_a_rig_that_falls_silent_is_opened_anew():
    bench = Bench()
    bench.run(1.0)
    bench.core.power_off()
    bench.run(7.0)
    assert bench.lost() == ["it says nothing"]
    bench.core.power_on(bench.now_s)
    bench.run(10.0)
    assert isinstance(bench.told[-1], RigFound)


def test_where_no_rig_answers_it_says_so_once():
    bench = Bench()
    bench.core.power_off()
    bench.run(60.0)
    assert bench.lost() == ["no rig answers there"]


def test_a_killed_host_loses_no_shot_and_counts_none_twice():
    bench = Bench()
    bench.run(1.0)

    def die(shot: ShotTimed) -> None:
        bench.kept.append(shot)
        raise KeyboardInterrupt

    bench.on_keep = die
    bench.shoot()
    with pytest.raises(KeyboardInterrupt):
        bench.run(1.0)
    assert [shot.number for shot in bench.memory.pending] == [1]
    bench.on_keep = bench.kept.append
    bench.link = bench.new_link(SeenShots(KeptShot.of(shot.shot) for shot in bench.kept))
    bench.run(10.0)
    assert [shot.shot.number for shot in bench.kept] == [1]
    assert bench.memory.pending == []


def test_a_shot_that_cannot_be_written_down_is_told_and_comes_again():
    bench = Bench()
    bench.run(1.0)

    def full(shot: ShotTimed) -> None:
        raise OSError("the disk is full")

    bench.on_keep = full
    bench.shoot()
    bench.run(0.5)
    (fault,) = [event for event in bench.told if isinstance(event, LineFault)]
    assert fault.why == "shot 1 could not be written down (the disk is full): it will be sent again"
    assert [shot.number for shot in bench.memory.pending] == [1]
    bench.on_keep = bench.kept.append
    bench.run(10.0)
    assert [shot.shot.number for shot in bench.kept] == [1]


def test_who_only_watches_leaves_the_shots_with_the_rig():
    bench = Bench()
    bench.run(1.0)

    def watch(shot: ShotTimed) -> None:
        raise NotKept

    bench.on_keep = watch
    bench.shoot()
    bench.run(20.0)
    assert bench.done.count("keep 1") > 2
    assert [shot.number for shot in bench.memory.pending] == [1]
    assert not [event for event in bench.told if isinstance(event, LineFault)]


def test_a_mistake_in_what_listens_is_no_broken_line():
    bench = Bench()

    def wrong(event: RigEvent) -> None:
        raise TypeError("a bug")

    bench.link = RigLink("port", bench.keep, wrong, clock=lambda: bench.now_s, open_port=bench.open)
    with pytest.raises(TypeError, match="a bug"):
        bench.run(5.0)


def test_it_runs_until_it_is_stopped_and_closes_its_port():
    bench, stop = Bench(), threading.Event()
    bench.on_keep = lambda shot: stop.set()
    bench.run(1.0)
    bench.shoot()
    bench.link.run(stop)
    assert bench.done[-1] == "close"
    bench.link.interrupt()  # nothing is open
    assert bench.done[-1] == "close"


def test_the_wait_doubles_up_to_five_seconds_until_a_rig_answers():
    backoff = Backoff()
    assert [backoff.wait_s() for _ in range(7)] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    backoff.succeeded()
    assert backoff.wait_s() == 0.25
