"""What rigs say, to the journal: nothing lost by a cut cable, nothing counted twice, nothing forgotten unwritten."""

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest
from cannon_range import Range, falls

from hardware.events import LeverMoved, RigFound, RigLost, ShotsLost, ShotTimed
from hardware.link import NotKept
from hardware.messages import Hello, LeverState, Sensor, ShotSensed
from hardware.rig_clock import HostTime
from hardware.virtual_rig import VirtualRig
from referee.cannon.rigs import RigLines
from referee.clock import WallClock
from referee.journal.errors import NotSaved
from referee.journal.payloads import Shot, read_payload
from referee.shots.cannon import Cannon

PORT = "a port"
CANNONS = (Cannon(side="A", port=PORT, ammunition=5), Cannon(side="G", rig="R-2", ammunition=5))
SENSED = ShotSensed("R-1", 1, 1, 100, 5_000_000, 4000, 10_000, 20_000, None)
HELLO = Hello("R-1", "1.0", 1, 0, 0, 0, 60, frozenset({Sensor.GATE_1}), LeverState.RELEASED)
PATIENCE_S = 30.0


def lines(fire: Range) -> RigLines:
    return RigLines(CANNONS, fire.shots, lambda what: what())


def timed(fire: Range, shot: ShotSensed = SENSED, port: str = PORT, *, known: bool = True) -> ShotTimed:
    now_s = fire.clock.now_s()
    return ShotTimed(port, None, shot, frozenset(), HostTime(now_s - 0.2, 0.0005) if known else None, now_s)


def test_a_lever_is_shown_and_a_shot_is_kept_at_its_own_time(field_of_fire: Range) -> None:
    fire = field_of_fire
    rig = lines(fire)
    rig.tell(RigFound(PORT, None, HELLO, fire.clock.now_s()))
    assert fire.shots.state().levers["A"].heard
    fire.look(1.0)
    rig.tell(LeverMoved(PORT, "R-1", None, LeverState.COCKED, HostTime(fire.clock.now_s() - 0.3, 0.001)))
    assert fire.shots.state().levers["A"].cocked_s == pytest.approx(0.3)
    fire.look(4.0, "hands")
    rig.keep(timed(fire))
    state = fire.shots.state()
    assert not state.levers["A"].cocked
    [waiting] = state.waiting
    assert waiting.time_s == pytest.approx(fire.clock.now_s() - 0.2)
    assert state.newest is not None
    assert state.newest.speed_m_s is not None
    assert state.newest.speed_m_s.value == pytest.approx(10.0)
    assert state.newest.at == "2026-11-22T03:59:59.800+00:00"


def test_a_rig_is_known_by_its_name_wherever_it_is_plugged_in(field_of_fire: Range) -> None:
    fire = field_of_fire
    lines(fire).keep(timed(fire, replace(SENSED, rig="R-2"), "elsewhere"))
    assert fire.shots.state().newest.side == "G"  # type: ignore[union-attr]


def test_a_rig_of_no_cannon_keeps_its_shots(field_of_fire: Range) -> None:
    with pytest.raises(NotKept):
        lines(field_of_fire).keep(timed(field_of_fire, port="elsewhere"))
    assert field_of_fire.kinds() == ["opened"]


def test_a_shot_that_cannot_be_written_down_stays_with_its_rig(
    field_of_fire: Range, monkeypatch: pytest.MonkeyPatch
) -> None:
    fire = field_of_fire

    def full(*_: object) -> int:
        raise NotSaved("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(fire.journal, "append", full)
        with pytest.raises(NotSaved):
            lines(fire).keep(timed(fire))
    assert not fire.shots.holds
    lines(fire).keep(timed(fire))
    assert fire.kinds().count("shot") == 1


def test_a_pulled_cable_is_seen_and_a_cocked_cannon_stays_cocked(field_of_fire: Range) -> None:
    fire = field_of_fire
    rig = lines(fire)
    rig.tell(LeverMoved(PORT, "R-1", None, LeverState.COCKED, HostTime(fire.clock.now_s(), 0.001)))
    rig.tell(RigLost(PORT, "R-1", None, "the cable was pulled", fire.clock.now_s()))
    status = fire.shots.state().levers["A"]
    assert (status.heard, status.cocked) == (False, True)


def test_a_shot_of_before_anybody_listened_is_kept_without_a_moment(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(20.0)
    lines(fire).keep(timed(fire, known=False))
    assert fire.shots.state().newest.at_sigma_s is None  # type: ignore[union-attr]
    fire.look(12.0)
    [job] = fire.jobs
    assert job.picked.before is not None
    assert job.picked.before.time_s <= 120.0 - 6.0


def test_shots_a_rig_no_longer_has_are_told(field_of_fire: Range) -> None:
    fire = field_of_fire
    lines(fire).tell(ShotsLost(PORT, "R-1", None, (3, 4), fire.clock.now_s()))
    assert fire.kinds() == ["opened", "shots lost"]


class Heard:
    """Wakes whoever waits for what the shots have come to."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())

    def __call__(self, what: Callable[[], bool]) -> None:
        with self._changed:
            what()
            self._changed.notify_all()

    def until(self, true: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(true, PATIENCE_S)


@pytest.mark.ci
@pytest.mark.parametrize("garbage", [False, True])
def test_a_cable_that_is_cut_during_a_shot_loses_and_doubles_nothing(
    range_with: Callable[..., Range], garbage: bool
) -> None:
    fire = range_with()
    clock = WallClock()
    fire.shots.now_s = clock.now_s
    heard = Heard()
    with VirtualRig("R-1", clock=clock.now_s) as rig:
        cannon = Cannon(side="A", port=rig.url, gate_mm=rig.gate_mm, ammunition=5)
        with closing(RigLines([cannon], fire.shots, heard).start()):
            status = fire.shots.state
            heard.until(lambda: status().levers["A"].heard)
            rig.cock()
            heard.until(lambda: status().levers["A"].cocked)
            rig.cut()
            rig.fire(9.0)
            if garbage:
                rig.garbage()
            heard.until(lambda: not status().levers["A"].heard)
            assert fire.kinds().count("shot") == 0
            rig.mend()
            heard.until(lambda: fire.kinds().count("shot") == 1)
            rig.cock()
            rig.fire(9.5)
            rig.cut()
            rig.mend()
            heard.until(lambda: fire.kinds().count("shot") == 2)
    shots = [payload for entry in fire.journal.entries() if isinstance(payload := read_payload(entry), Shot)]
    assert [shot.counter for shot in shots] == [1, 2]
    assert [round(shot.speed_m_s[0], 1) for shot in shots if shot.speed_m_s] == [9.0, 9.5]


def test_what_a_rig_sends_again_after_a_restart_is_known(field_of_fire: Range) -> None:
    fire = field_of_fire
    lines(fire).keep(timed(fire))
    again = Range(fire.journal, fire.clock)
    assert [(key.rig, key.counter) for key in again.shots.book] == [("R-1", 1)]
    lines(again).keep(timed(again))
    assert again.kinds().count("shot") == 1
    again.look(1.0)
    number = again.shots.state().proposal.number  # type: ignore[union-attr]
    again.shots.confirm(number)
    assert again.left["A"] == 4


def test_a_shot_and_what_it_did_from_the_line_to_the_journal(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    lines(fire).keep(timed(fire))
    fire.look(2.0)
    fire.answer(falls("G2"))
    fire.shots.confirm(1)
    assert fire.kinds() == [
        "opened", "shot", "shot proposed", "declared", "confirmed", "shot_settled", "shot answered",
    ]  # fmt: skip
