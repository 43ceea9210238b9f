"""`vedette rig`: what a rig says, in words and as JSON, and what it says when there is none."""

import json
import queue
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import rig as command_file
from cli.main import main
from cli.rig_words import as_json, in_words, speed_m_s
from hardware.events import (
    LeverMoved,
    LineFault,
    RigEvent,
    RigFound,
    RigLost,
    ShotsLost,
    ShotTimed,
    WarningGiven,
)
from hardware.messages import Flag, Hello, LeverState, Sensor, ShotSensed, Trouble
from hardware.rig_clock import HostTime
from hardware.virtual_rig import VirtualRig
from table.errors import BadInput

HELLO = Hello("R-1", "1.0", 2, 5, 1, 0, 60, frozenset({Sensor.GATE_1}), LeverState.COCKED)
SHOT = ShotSensed("R-1", 6, 2, 9, 9_000_000, 4250, 9044, 23_712, None, frozenset({Flag.RESENT}))
TIMED = ShotTimed("port", "blue", SHOT, HELLO.fitted, HostTime(5.0, 0.001), 6.0)
EVENTS: dict[str, RigEvent] = {
    "rig R-1 at port: firmware 1.0, start 2, 5 shots, 1 not written down yet, gate 1, lever cocked":
        RigFound("port", "blue", HELLO, 1.0),
    "nothing from R-1: the cable was pulled; trying again": RigLost("port", "R-1", None, "the cable was pulled", 1.0),
    "R-1: lever released": LeverMoved("port", "R-1", None, LeverState.RELEASED, HostTime(1.0, 0.01)),
    "R-1: cocked for 60 s: that weakens the spring":
        WarningGiven("port", "R-1", None, Trouble.COCKED, 60.0, HostTime(1.0, 0.01)),
    "R-1: gate 2 is free again": WarningGiven("port", "R-1", None, Trouble.GATE_2, 0.0, HostTime(1.0, 0.01)),
    "R-1: gate 2 has trembled for 4 s: give it more light, or less":
        WarningGiven("port", "R-1", None, Trouble.TREMBLE_2, 4.0, HostTime(1.0, 0.01)),
    "R-1: gate 1 is steady again": WarningGiven("port", "R-1", None, Trouble.TREMBLE_1, 0.0, HostTime(1.0, 0.01)),
    "R-1: shots that the rig no longer has: 3, 4": ShotsLost("port", "R-1", None, (3, 4), 1.0),
    "fault at port: the CRC does not fit": LineFault("port", None, "the CRC does not fit", 1.0),
    "R-1: shot 6: gate 1 after 4.5220 ms, gate 2 after 11.8560 ms, 8.18 m/s, cocked for 4.2 s, sent again": TIMED,
}  # fmt: skip


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rig", *words])


@pytest.mark.parametrize(("words", "event"), EVENTS.items())
def test_every_event_has_its_words_and_its_json(words: str, event: RigEvent):
    assert in_words(event, 60.0) == words
    told = as_json(event, 60.0, lambda s: datetime.fromtimestamp(s, UTC))
    assert json.loads(json.dumps(told)) == told
    assert told["at"].startswith("1970-01-01T00:00:0")


def test_a_shot_in_json():
    told = as_json(TIMED, 60.0, lambda s: datetime.fromtimestamp(s, UTC))
    assert told["speed_m_s"] == pytest.approx(60e-3 / ((23_712 - 9044) * 0.5e-6))
    assert (told["gate_1_us"], told["gate_2_us"], told["plate_us"]) == (4522.0, 11_856.0, None)
    assert (told["number"], told["resent"], told["misfire"]) == (6, True, False)
    assert told["at"] == "1970-01-01T00:00:05.000+00:00"


@pytest.mark.parametrize(
    ("gates", "gate_mm"), [((None, 5), 60.0), ((5, None), 60.0), ((9, 9), 60.0), ((9, 5), 60.0), ((5, 9), None)]
)
def test_no_speed_without_two_gates_in_order_and_their_distance(gates, gate_mm):
    assert speed_m_s(ShotSensed("R-1", 1, 1, 1, 1, 1, *gates, None), gate_mm) is None


@pytest.mark.ci
def test_a_virtual_rig_does_as_its_script_says(tmp_path: Path):
    script = tmp_path / "script.txt"
    script.write_text("0.6 cock\n0.1 fire 8.0\n0.1 cock\n0.1 misfire\n", encoding="utf-8")
    done = run("--virtual", "--script", str(script), "--seconds", "2.5", "--json")
    assert done.exit_code == 0, done.output
    told = [json.loads(line) for line in done.stdout.splitlines()]
    shots = [event for event in told if event["event"] == "shot"]
    assert told[0]["event"] == "rig"
    assert [shot["misfire"] for shot in shots] == [False, True]
    assert shots[0]["speed_m_s"] == pytest.approx(8.0, rel=1e-3)


@pytest.mark.ci
def test_who_only_looks_leaves_the_shots_with_the_rig():
    with VirtualRig() as rig:
        rig.cock()
        rig.fire()
        done = run("--port", rig.url, "--seconds", "3", "--gate-mm", "60")
        assert [shot.number for shot in rig.memory.pending] == [1]
    assert done.exit_code == 0
    assert done.stdout.count("shot 1:") == 1
    assert "that stay with the rig for the match: 1" in done.stderr


@pytest.mark.ci
def test_forget_lets_the_rig_forget():
    with VirtualRig() as rig:
        rig.cock()
        rig.fire()
        assert run("--port", rig.url, "--seconds", "2.5", "--forget").exit_code == 0
        assert rig.memory.pending == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "/dev/no-such-port"), "there is no such port"),
        (("--port", "nonsense://x"), "nonsense"),
        (("--virtual", "--port", "x"), "--virtual brings its own port"),
        (("--script", __file__), "add --virtual"),
        (("--virtual", "--script", __file__), "expected SECONDS ACTION"),
        (("--gate-mm", "0"), "0"),
        ((), "no rig is plugged in"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(words, said, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command_file, "likely_rigs", list)
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_port_at_which_no_rig_answers_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command_file, "FIRST_ANSWER_S", 0.5)
    with VirtualRig() as rig:
        rig._core.power_off()
        with pytest.raises(BadInput, match="no rig answers at"):
            command_file.watch((rig.url,), None, False, 5.0, False)


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    class Interrupted(queue.Queue[RigEvent]):
        def get(self, block: bool = True, timeout: float | None = None) -> RigEvent:
            raise KeyboardInterrupt

    monkeypatch.setattr(command_file.queue, "Queue", Interrupted)
    with VirtualRig() as rig:
        command_file.watch((rig.url,), None, False, None, False)
    assert threading.active_count() < 20
    assert capsys.readouterr().out == ""
