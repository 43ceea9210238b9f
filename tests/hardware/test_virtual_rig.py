"""The virtual rig on a real pseudo-terminal and on a socket, read by the real link."""

import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.events import LeverMoved, LineFault, RigEvent, RigFound, RigLost, ShotTimed, WarningGiven
from hardware.link import RigLink
from hardware.messages import Flag
from hardware.rig_script import ACTIONS, SHOW, ScriptStep, parse_script, play
from hardware.virtual_rig import VirtualRig
from hardware.virtual_wire import PtyWire, SocketWire
from table.errors import BadFile

WIRES = [SocketWire] if sys.platform.startswith("win") else [PtyWire, SocketWire]


class Happened:
    """What the link tells, as it comes."""

    def __init__(self) -> None:
        self.queue: queue.Queue[RigEvent] = queue.Queue()

    def until(self, kind: type) -> RigEvent:
        while not isinstance(event := self.queue.get(timeout=20.0), kind):
            pass
        return event


@contextmanager
def linked(rig: VirtualRig) -> Iterator[Happened]:
    happened, stop = Happened(), threading.Event()
    link = RigLink(rig.url, happened.queue.put, happened.queue.put)
    thread = threading.Thread(target=link.run, args=(stop,))
    thread.start()
    try:
        happened.until(RigFound)
        yield happened
    finally:
        stop.set()
        link.interrupt()
        thread.join()


@pytest.fixture(params=WIRES, ids=lambda wire: wire.__name__)
def rig(request: pytest.FixtureRequest) -> Iterator[VirtualRig]:
    with VirtualRig(drift_ppm=3000, make_wire=request.param) as rig:
        yield rig


@pytest.mark.ci
def test_a_shot_arrives_at_its_time_with_its_speed(rig: VirtualRig):
    with linked(rig) as happened:
        rig.cock()
        assert rig.cocked
        assert happened.until(LeverMoved).state.value == "COCKED"
        fired_s = rig.fire(8.2)
        assert not rig.cocked
        shot = happened.until(ShotTimed)
    assert shot.released.s == pytest.approx(fired_s, abs=1 / 30)
    passing_us = (shot.shot.gate_2_half_us - shot.shot.gate_1_half_us) / 2
    assert rig.gate_mm * 1e3 / passing_us == pytest.approx(8.2, rel=1e-3)


@pytest.mark.ci
def test_shots_with_the_cable_out_come_when_it_is_in_again(rig: VirtualRig):
    with linked(rig) as happened:
        rig.cut()
        happened.until(RigLost)
        rig.cock()
        fired_s = rig.fire()
        rig.cock()
        rig.misfire()
        rig.mend()
        first, second = happened.until(ShotTimed), happened.until(ShotTimed)
    assert [first.shot.number, second.shot.number] == [1, 2]
    assert first.released.s == pytest.approx(fired_s, abs=1 / 30)
    assert second.shot.misfire


@pytest.mark.first(1)
@pytest.mark.ci
def test_faults_do_not_disturb_what_follows(rig: VirtualRig):
    with linked(rig) as happened:
        rig.garbage(2000)
        happened.until(LineFault)
        rig.stick(2)
        rig.cock()
        rig.fire()
        assert happened.until(ShotTimed).shot.flags == {Flag.GATE_2_BLOCKED}
        assert happened.until(WarningGiven).lasted_s == pytest.approx(1.0, abs=0.2)
        rig.free(2)
        assert happened.until(WarningGiven).lasted_s == 0.0
        rig.brown_out()
        assert happened.until(RigFound).hello.boot == 2
        rig.drift(-2000)
        rig.cock()
        rig.fire(double=True)
        assert happened.until(ShotTimed).shot.flags == {Flag.DOUBLE_TRIGGER}


@pytest.mark.parametrize("wrong", [lambda rig: rig.fire(0.0), lambda rig: rig.stick(3)])
def test_it_refuses_what_cannot_be(wrong):
    with VirtualRig() as rig, pytest.raises(ValueError, match="got"):
        wrong(rig)


def test_every_action_is_in_the_show_or_played_here():
    done: list[str] = []

    class Stage:
        def __getattr__(self, name: str):
            return lambda *words, **how: done.append(name)

    script = parse_script("0 fire-twice\n0.5 drift -200 # slow\n\n1 tremble 1\n1 calm 1\n1 free 2\n")
    steps = (*parse_script(SHOW), *script)
    assert {step.action for step in steps} == set(ACTIONS)
    waits: list[float] = []
    play(Stage(), steps, waits.append)
    assert len(done) == len(waits) == len(steps)
    assert script == (
        ScriptStep(0.0, "fire-twice", 8.0),
        ScriptStep(0.5, "drift", -200.0),
        *script[2:4],
        ScriptStep(1.0, "free", 2.0),
    )


def test_a_play_can_be_ended():
    play(None, parse_script("1 cock"), lambda seconds: True)  # nothing is done to nobody


@pytest.mark.parametrize(
    "line",
    [
        "cock",
        "1 jump",
        "x cock",
        "1 cock 5",
        "1 fire fast",
        "1 fire 0",
        "-1 cock",
        "1 stick 3",
        "1 fire nan",
        "1 a b c",
    ],
)
def test_a_bad_script_names_its_line(line: str):
    with pytest.raises(BadFile, match=r"show\.txt: line 2"):
        parse_script(f"1 cock\n{line}", "show.txt")
