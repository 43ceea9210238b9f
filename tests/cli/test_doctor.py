"""The doctor: what is there, what is wrong, what to do; cameras and ports that are not really there."""

import json
import os
import re
import socket
import subprocess
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from cli import camera_trial, checkup, devices, doctor
from cli.camera_trial import trial
from cli.checkup import Finding
from cli.devices import CameraDevice, Port
from cli.doctor import lines_of
from cli.main import main
from table.errors import BadInput
from vision.sources.device import DeviceTaken
from vision.sources.frames import CameraFrame, Closing
from vision.sources.live import LiveSource


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch):
    """A computer with nothing plugged in."""
    monkeypatch.setattr(devices, "cameras", list)
    monkeypatch.setattr(devices, "serial_ports", list)
    monkeypatch.setattr(checkup, "memory", lambda: Finding("memory", "good", "8.0 GB free"))


def test_the_doctor_does_its_work(bare):
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert "none plugged in" in result.stdout
    assert re.search(r"OpenCV +4\.", result.stdout)
    assert result.stdout.startswith("Vedette 0.")


def test_games_are_told_and_what_is_wrong_with_one(bare, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checkup, "game_names", lambda: ("ambush", "hussite"))
    monkeypatch.setattr(checkup, "trouble_with", lambda name: "it is no Game" if name == "hussite" else None)
    said = CliRunner().invoke(main, ["doctor"]).stdout
    assert re.search(r"✓ games +ambush\n", said)
    assert re.search(r"✗ game +it is no Game\n", said)
    monkeypatch.setattr(checkup, "game_names", tuple)
    assert "run `python3 start.py` again" in CliRunner().invoke(main, ["doctor"]).stdout


def test_what_an_extra_needs_is_not_missed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checkup.metadata, "requires", lambda _: ["numpy>=2", 'no-such-thing>=3; extra == "postgres"'])
    assert checkup.packages()[0] == Finding("packages", "good", "all 1 there")


def test_json_says_the_same(bare):
    result = CliRunner().invoke(main, ["doctor", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["packages"]["opencv-python-headless"].startswith("4.")
    assert None not in report["packages"].values()
    assert report["cameras"] == report["serial_ports"] == []
    assert {f["state"] for f in report["findings"]} <= {"good", "note", "wrong"}


def test_the_doctor_does_not_fail_on_a_sick_computer(bare, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(devices, "cameras", lambda: [CameraDevice(0, "Webcam", "no permission for /dev/video0")])
    monkeypatch.setattr(checkup, "_version", lambda name: None if name == "shapely" else "4.0")
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0
    assert "missing: shapely" in result.stdout
    assert "and opencv-python" in result.stdout
    assert "3 things are wrong." in result.stdout


def test_a_good_computer_has_nothing_wrong():
    assert lines_of([Finding("x", "good", "y")], "utf-8")[-1] == "Nothing is wrong."


def test_advice_stands_under_what_was_found():
    shown = [
        re.sub(r"\x1b\[\d+m", "", line) for line in lines_of([Finding("disk", "wrong", "full", "free some")], "utf-8")
    ]
    assert shown == ["  ✗ disk  full", "          free some", "", "One thing is wrong."]


def test_a_terminal_without_unicode_gets_plain_marks():
    shown = "\n".join(lines_of([Finding("a", "good", "b"), Finding("c", "wrong", "d")], "cp437"))
    assert "ok" in shown
    assert "!!" in shown
    shown.encode("cp437")


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(**named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(checkup.tempfile, "TemporaryFile", refuse)
    found = checkup._folder("data folder", tmp_path / "not" / "there")
    assert (found.state, "Permission denied" in found.found) == ("wrong", True)


def test_a_full_disk_says_what_happens_to_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checkup.shutil, "disk_usage", lambda place: SimpleNamespace(free=0.2e9))
    found = checkup._folder("data folder", tmp_path)
    assert (found.state, "no journal can be written" in (found.advice or "")) == ("wrong", True)


@pytest.mark.parametrize(
    ("told", "state", "found"),
    [
        ("MemTotal: 8000000 kB\nMemAvailable:   4000000 kB\n", "good", "4.1 GB free"),
        ("MemAvailable: 400000 kB\n", "wrong", "0.4 GB free"),
        ("nothing", "note", "this computer does not tell how much is free"),
    ],
)
def test_memory(tmp_path: Path, told: str, state: str, found: str):
    (tmp_path / "meminfo").write_text(told)
    assert (checkup.memory(tmp_path / "meminfo").state, checkup.memory(tmp_path / "meminfo").found) == (state, found)


def test_where_the_page_will_be():
    def opened(host: str, port: int | None) -> socket.socket:
        bound = socket.socket()
        bound.bind((host, 0))
        return bound

    def all_taken(host: str, port: int | None) -> socket.socket:
        raise BadInput("ports 8470 to 8489 are all taken")

    page, phones = checkup.network(opened, "192.168.1.20")
    assert (page.state, "port 8470 is taken" in page.found) == ("note", True)  # it got another
    assert re.fullmatch(r"open http://192\.168\.1\.20:\d+/ once you `vedette serve --lan`", phones.found)
    assert checkup.network(opened, None)[1].state == "note"
    assert [it.state for it in checkup.network(all_taken, None)] == ["wrong"]


# Cameras.


def fake_video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: dict[str, str | None], readable: bool = True):
    """Files in the shape of /dev and /sys/class/video4linux; a name of None: a device without a name."""
    dev, sys_class = tmp_path / "dev", tmp_path / "sys"
    dev.mkdir()
    for device, name in names.items():
        (dev / device).touch()
        (sys_class / device).mkdir(parents=True)
        if name:
            (sys_class / device / "name").write_text(name + "\n", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *args: readable)
    return dev, sys_class


def test_linux_cameras_are_those_that_deliver_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    names = {"video10": "Cheap", "video2": None, "video0": "C920", "video1": "C920", "videosomething": "x"}
    places = fake_video(tmp_path, monkeypatch, names)
    monkeypatch.setattr(devices, "_delivers_pictures", lambda device: device.name != "video1")
    assert devices.linux_cameras(*places) == [
        CameraDevice(0, "C920"),
        CameraDevice(2, "video2"),
        CameraDevice(10, "Cheap"),
    ]


def test_a_camera_without_permission_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    places = fake_video(tmp_path, monkeypatch, {"video0": "C920"}, readable=False)
    (camera,) = devices.linux_cameras(*places)
    assert "usermod -aG video" in (camera.trouble or "")
    assert checkup.cameras([camera])[0].state == "wrong"


def test_a_file_that_is_no_video_device_delivers_nothing(tmp_path: Path):
    (tmp_path / "video0").touch()
    assert not devices._delivers_pictures(tmp_path / "video0")
    assert not devices._delivers_pictures(tmp_path / "gone")


@pytest.mark.parametrize(
    ("whole", "own", "delivers"),
    [
        (0x84A00001, 0x04200001, True),  # a webcam's picture device
        (0x84A00001, 0x04A00000, False),  # the same webcam's metadata device
        (0x00000001, 0, True),  # an old driver without own flags
        (0x84201000, 0x04201000, True),  # several planes: a Raspberry Pi's camera
        (0x84200002, 0x04200002, False),  # an output
    ],
)
def test_the_kernels_answer_is_read_rightly(tmp_path, monkeypatch, whole: int, own: int, delivers: bool):
    def ioctl(handle: int, request: int, answer: bytearray) -> int:
        assert (request, len(answer)) == (0x80685600, 104)
        answer[84:92] = whole.to_bytes(4, "little") + own.to_bytes(4, "little")
        return 0

    (tmp_path / "video0").touch()
    monkeypatch.setattr("fcntl.ioctl", ioctl)
    assert devices._delivers_pictures(tmp_path / "video0") is delivers


def test_elsewhere_indices_are_tried_and_a_hanging_one_is_ended():
    def run(command: list[str], timeout: float, **named: object) -> "subprocess.CompletedProcess[str]":
        index = int(command[-1])
        if index == 1:
            raise subprocess.TimeoutExpired(command, timeout)
        return subprocess.CompletedProcess(command, 0, "1920 1080\n" if index == 0 else "", "noise of OpenCV")

    first, second = devices.cameras("darwin", run)
    assert first == CameraDevice(0, "1920 x 1080")
    assert "did not answer" in (second.trouble or "")


def test_an_installed_browser_without_a_screen_is_told_apart_from_none(monkeypatch: pytest.MonkeyPatch):
    def nothing() -> None:
        raise checkup.webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(checkup.webbrowser, "get", nothing)
    monkeypatch.setattr(checkup, "_chromium", lambda: "/usr/bin/chromium")
    assert checkup.web_browser().found == "/usr/bin/chromium is here, but no screen to show it on"
    monkeypatch.setattr(checkup, "_chromium", lambda: None)
    assert checkup.web_browser().found == "none on this computer"
    assert checkup.chromium().found == "no Chromium"


# A camera tried.


class Tried(Closing):
    name, live = "camera 5", True
    warnings: tuple[str, ...] = ()

    def __init__(self, picture, clock, noise: float = 1.0) -> None:
        self.picture, self.clock, self.index = picture, clock, 0
        self.noise = np.random.default_rng(0).normal(0, noise, picture.shape)

    def read(self) -> CameraFrame:
        self.clock[0] += 0.05
        self.index += 1
        noisy = self.picture + np.roll(self.noise, 7 * self.index, axis=1)
        return CameraFrame(np.clip(np.rint(noisy), 0, 255).astype(np.uint8), self.clock[0], self.index, "camera 5")


def tried(
    level: int,
    size_px: tuple[int, int] = (1920, 1080),
    asked_px: tuple[int, int] | None = None,
    noise: float = 1.0,
    seconds: float = 1.2,
):
    clock = [0.0]
    picture = np.full((size_px[1], size_px[0]), level, np.uint8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(camera_trial, "TRIAL_S", seconds)
        patch.setattr(camera_trial, "MOST_S", seconds)
        return trial(lambda: Tried(picture, clock, noise), asked_px, "4x4_250", now_s=lambda: clock[0])[0]


@pytest.mark.ci
def test_a_good_camera_is_found_good():
    size, light, *told = tried(128)
    assert (size.state, size.found) == ("good", "camera 5: 1920 x 1080 px")
    assert (light.state, light.found) == ("good", "50 % of white on average")
    assert [(finding.name, finding.state) for finding in told] == [
        ("pictures", "good"), ("noise", "good"), ("exposure", "good"), ("shutter", "note"), ("markers", "note"),
    ]  # fmt: skip
    assert told[0].found == "20.0 a second"
    assert told[1].found.startswith("1.0 grey levels")
    assert "cannot be told from a still scene" in told[3].found


@pytest.mark.ci
@pytest.mark.parametrize(
    ("findings", "words"),
    [
        (lambda: tried(3), "almost black"),
        (lambda: tried(250), "almost white"),
        (lambda: tried(128, (640, 480)), "small for a whole table"),
        (lambda: tried(128, (640, 480), (3840, 2160)), "not the 3840 x 2160 asked for"),
        (lambda: tried(128, (640, 480), noise=6), "more light makes it less"),
        (lambda: tried(128, (640, 480), noise=0), "are the one before"),
        (lambda: tried(128, (640, 480), seconds=0.02), "only 1 came"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_camera_is_said(findings, words: str):
    assert any(words in f"{f.found} {f.advice}" for f in findings() if f.state != "good")


@pytest.mark.ci
def test_a_real_stream_is_tried(bare, monkeypatch: pytest.MonkeyPatch):
    """Through the whole command: the rate is told, and what its settings are."""

    class Device:
        warnings = ("the camera's automatic focus cannot be switched off from here; switch it off",)
        notes = ("exposure: locked at 157",)

        def __init__(self) -> None:
            self.clock = 0.0

        def read(self) -> DeviceTaken:
            self.clock += 0.05
            return DeviceTaken(np.full((108, 192), 90 + int(1000 * self.clock) % 3, np.uint8))

        def interrupt(self) -> None: ...

        def release(self) -> None: ...

    device = Device()
    source = LiveSource(lambda: device, "camera 5", lambda: device.clock, first=device)
    monkeypatch.setattr(doctor, "open_source", lambda *_: source)
    monkeypatch.setattr(camera_trial, "SETTLE_S", 0.0)
    monkeypatch.setattr(camera_trial, "TRIAL_S", 0.0)
    result = CliRunner().invoke(main, ["doctor", "--camera", "5"])
    assert result.exit_code == 0, result.output
    assert "20.0 a second" in result.stdout
    assert "exposure: locked at 157" in result.stdout
    assert "automatic focus cannot be switched off" in result.stdout


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        ("987", "no camera 987 can be opened: is it plugged in"),
        ("http://127.0.0.1:9/video", "nothing answers on port 9; is the camera's app running?"),
        ("gone.mp4", "gone.mp4: no such file or camera; expected a camera's number"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["lines", "json"])
def test_a_camera_that_gives_nothing_is_a_finding_and_ends_with_2(bare, camera: str, words: str, more: list[str]):
    result = CliRunner().invoke(main, ["doctor", "--camera", camera, *more])
    assert words in result.stdout
    assert ("One thing is wrong." in result.stdout) is not bool(more)
    assert result.exit_code == 2


def test_a_size_needs_a_camera(bare):
    result = CliRunner().invoke(main, ["doctor", "--width", "10", "--height", "10"])
    assert result.exit_code == 2


# Serial ports.


def test_serial_ports_leave_out_the_mainboards_own(monkeypatch: pytest.MonkeyPatch):
    ports = [
        SimpleNamespace(device="/dev/ttyUSB0", description="USB Serial", vid=0x1A86, pid=0x7523),
        SimpleNamespace(device="/dev/ttyS0", description="n/a", vid=None),
        SimpleNamespace(device="/dev/ttyACM0", description=None, vid=0x2341, pid=0x43),
    ]
    monkeypatch.setattr(devices.list_ports, "comports", lambda: ports)
    monkeypatch.setattr(devices.sys, "platform", "linux")
    monkeypatch.setattr(os, "access", lambda device, how: device != "/dev/ttyUSB0")
    acm, usb = devices.serial_ports()
    assert acm == Port("/dev/ttyACM0", "/dev/ttyACM0 (Arduino, 2341:0043): perhaps a rig, `vedette rig` asks")
    assert "dialout" in (usb.trouble or "")
    assert [f.state for f in checkup.serial_ports([acm, usb])] == ["good", "wrong"]
