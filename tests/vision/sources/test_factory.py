"""What a user may write after --camera, and what he hears when it is wrong."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from snapshot_lines import format_snapshot

from simulation.sources import open_source
from simulation.synthetic.demo_table import demo_snapshot
from table.errors import BadInput
from vision.sources.reasons import shown

CASE = """
game = "ambush"
[table]
width_cm = 60
depth_cm = 50
[[stand]]
name = "us-1"
side = "us"
kind = "soldier"
x = 20.0
y = 30.0
[action]
type = "shoot"
actor = "us-1"
"""


def levels(source) -> list[int]:
    with source:
        found = []
        while (frame := source.read()) is not None:
            assert frame.index == len(found)
            found.append(int(frame.image[5, 5, 1]))
        assert source.read() is None
        return found


def write(path: Path, level: int) -> None:
    assert cv2.imwrite(str(path), np.full((20, 30, 3), level, np.uint8))


def test_a_picture_a_folder_and_a_pattern(tmp_path):
    for number in (1, 2, 10, 9):
        write(tmp_path / f"shot-{number}.png", number * 10)
    write(tmp_path / "other.PNG", 200)
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "folder.png").mkdir()
    assert levels(open_source(str(tmp_path / "shot-2.png"))) == [20]
    assert levels(open_source(str(tmp_path))) == [200, 10, 20, 90, 100]
    assert levels(open_source(str(tmp_path / "shot-*.png"))) == [10, 20, 90, 100]


def test_a_file_that_is_there_is_no_pattern(tmp_path):
    write(tmp_path / "a[1].png", 30)
    write(tmp_path / "a1.png", 60)
    assert levels(open_source(str(tmp_path / "a[1].png"))) == [30]


def test_a_video_gives_every_frame_with_its_time(tmp_path):
    file = tmp_path / "game.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    assert video.isOpened()
    for level in (20, 80, 140, 200):
        video.write(np.full((48, 64, 3), level, np.uint8))
    video.release()
    with open_source(str(file)) as source:
        frames = [source.read() for _ in range(4)]
        assert source.read() is None
        assert not source.live
    assert [round(f.image[5, 5, 1] / 20) for f in frames] == [1, 4, 7, 10]
    assert [f.time_s for f in frames] == pytest.approx([0, 0.1, 0.2, 0.3], abs=0.01)


@pytest.mark.ci
def test_a_case_file_and_a_snapshot_line_become_tables(tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(CASE)
    with open_source(f"sim:{case}", (640, 360), lambda: 2.0) as source:
        frame = source.read()
    assert frame.image.shape == (360, 640, 3)
    assert frame.time_s == 2.0
    assert source.renderer.frame.width_cm == 60
    line = tmp_path / "table.txt"
    bare = replace(demo_snapshot(), pieces=())  # woods take a second to draw
    line.write_text(format_snapshot(bare) + "\n")
    with open_source(f"sim:{line}", (640, 360)) as source:
        assert {entry.name for entry in source.renderer.roster.entries} == {s.name for s in demo_snapshot().stands}


@pytest.mark.ci
def test_the_built_in_table_never_ends_its_noise_is_the_seeds_and_any_kind_of_webcam_sees_it():
    with open_source("sim:", (320, 180)) as source, open_source("sim:dim webcam", (320, 180)) as dim:
        first, second = source.read(), source.read()
        assert dim.name == "sim:dim webcam"
        assert dim.table == source.table
        assert dim.read().grey.mean() < 0.7 * first.grey.mean()
    assert (first.index, second.index) == (0, 1)
    assert (first.image != second.image).any()
    with open_source("sim:", (320, 180)) as same, open_source("sim:", (320, 180), seed=1) as other:
        assert (same.read().image == first.image).all()
        assert (other.read().image != first.image).any()


@pytest.fixture
def rubbish(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "whole.jpg", 90)
    data = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(data[: len(data) - 40])
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.png").write_text("not a picture")
    (tmp_path / "game.avi").write_bytes(b"RIFF" + bytes(200))
    (tmp_path / "nothing").mkdir()
    (tmp_path / "iphone").mkdir()
    (tmp_path / "iphone" / "IMG_1.HEIC").touch()
    (tmp_path / "case.toml").write_text(CASE)
    (tmp_path / "bad.toml").write_text(CASE.replace("y = 30.0", ""))
    (tmp_path / "bad.txt").write_text("120x100; us-1")
    return tmp_path


BAD = {
    "": "no camera was named",
    "missing.jpg": "no such file or camera",
    "cut.jpg": "cut short",
    "empty.jpg": "empty",
    "text.png": "no picture that can be read",
    "game.avi": "neither a picture nor a video",
    "nothing": "no pictures in this folder",
    "iphone": "export them as JPEG",
    "none-*.jpg": "no picture has a name like this",
    "case.toml": "`sim:case.toml` shows the table",
    "sim:missing.toml": "No such file",
    "sim:bad.toml": r"stand\[1\].y",
    "sim:bad.txt": "bad.txt: snapshot, character",
    "sim:whole.jpg": "no text",
    "ftp://camera/video": "not ftp",
    "http://": "names no computer",
    "http://[::1": "names no computer",
    "~nobody-of-that-name/film": "cannot be opened",
    "http://127.0.0.1:99999/video": "no port",
    "987": "no camera 987",
}


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_opened_is_said_in_one_line(rubbish, text):
    with pytest.raises(BadInput, match=BAD[text]) as caught, open_source(text) as source:
        source.read()
    assert "\n" not in str(caught.value)


def test_passwords_are_not_repeated():
    with pytest.raises(BadInput) as caught:
        open_source("rtsp://me:secret@127.0.0.1:1/x")
    assert "secret" not in str(caught.value)
    assert "***@127.0.0.1" in str(caught.value)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://me:secret@cam:8080/video", "http://***@cam:8080/video"),
        ("http://me:secret@twice@cam/x", "http://***@cam/x"),
        ("rtsp://me:pa/secret@cam/x", "rtsp://***@cam/x"),
        ("rtsp://me:9#secret@cam/x", "rtsp://***@cam/x"),
        ("rtsp://me:?secret@[bad/x", "rtsp://***@[bad/x"),
        ("rtsp://cam:554/user=me&password=secret&channel=1", "rtsp://cam:554/user=***&password=***&channel=1"),
        ("rtsp://cam/user=me_password=secret_channel=1_stream=0.sdp", "rtsp://cam/user=***"),
        ("http://cam/v.cgi?loginuse=me&loginpas=secret&rate=0", "http://cam/v.cgi?loginuse=***&loginpas=***&rate=0"),
        ("http://cam:8080/live@2x", "http://cam:8080/live@2x"),
        ("http://[::1]:8080/live@2x", "http://[::1]:8080/live@2x"),
    ],
)
def test_an_address_is_shown_without_its_secrets_wherever_they_stand(url, told):
    assert shown(url) == told


@pytest.mark.ci
def test_opencv_and_ffmpeg_keep_quiet(rubbish):
    """What C code prints cannot be caught in this process: look at another's stderr."""
    script = """
import sys
from table.errors import BadInput
from simulation.sources import open_source
for text in sys.argv[1:]:
    try:
        open_source(text).read()
    except BadInput:
        print("said")
"""
    words = ["game.avi", "cut.jpg", "97", "http://127.0.0.1:1/video"]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["said"] * len(words)
    assert done.stderr == ""
