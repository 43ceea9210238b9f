"""Pictures are taken, numbered on, and never lost or overwritten."""

import errno
import itertools
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from cli.album import Album
from cli.capture import captured
from cli.main import main
from cli.patience import Patience
from table.errors import BadInput
from vision.picture import read_picture
from vision.sources.frames import CameraFrame, Closing, SourceLost
from vision.sources.jpeg import Jpeg

SMALL = ["--width", "320", "--height", "180"]


def capture(*words: object):
    return CliRunner().invoke(main, ["capture", *map(str, words)])


class Film(Closing):
    """Frames at given times: a video's, or a live camera's on the test's clock."""

    def __init__(self, times_s, live: bool = False, ends: Exception | None = None) -> None:
        self.name, self.live, self.ends = "film", live, ends
        self.frames = [CameraFrame(np.full((4, 6, 3), i, np.uint8), t, i, f"film#{i}") for i, t in enumerate(times_s)]

    def read(self) -> CameraFrame | None:
        if not self.frames:
            if self.ends:
                raise self.ends
            return None
        return self.frames.pop(0)


@pytest.mark.ci
def test_pictures_of_the_synthetic_table_are_saved(tmp_path):
    out = tmp_path / "new" / "folder"
    result = capture("--camera", "sim:", "--out", out, "--count", 3, *SMALL)
    assert result.exit_code == 0, result.output
    assert sorted(file.name for file in out.iterdir()) == [f"picture-000{i}.png" for i in (1, 2, 3)]
    assert read_picture(out / "picture-0002.png").shape == (180, 320, 3)
    assert "Saved 3 pictures" in result.stdout
    assert "320 x 180" in result.stdout
    assert result.stderr == ""


@pytest.mark.ci
def test_a_second_capture_goes_on_numbering(tmp_path):
    for number in (3, 12):
        (tmp_path / f"picture-{number:04d}.png").write_bytes(b"precious")
    (tmp_path / "picture-99.txt").write_bytes(b"no picture")
    result = capture("--camera", "sim:", "--out", tmp_path, "--format", "jpg", *SMALL)
    assert result.exit_code == 0, result.output
    assert read_picture(tmp_path / "picture-0013.jpg").shape == (180, 320, 3)
    assert (tmp_path / "picture-0012.png").read_bytes() == b"precious"
    assert "2 pictures from before left as they were" in result.stdout


def test_a_number_taken_meanwhile_is_left_alone(tmp_path):
    album = Album(tmp_path, "png")
    (tmp_path / "picture-0001.png").write_bytes(b"another program's")
    saved = album.add(Film([0.0]).frames[0])
    assert saved.path.name == "picture-0002.png"
    assert (tmp_path / "picture-0001.png").read_bytes() == b"another program's"


@pytest.mark.ci
def test_a_damaged_note_beside_the_pictures_is_told_before_any_is_taken(tmp_path):
    (tmp_path / "taken-with.toml").write_text("zoom = ")
    result = capture("--camera", "sim:", "--out", tmp_path)
    assert result.exit_code == 2
    assert "taken-with.toml" in result.stderr
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.ci
def test_json_lists_what_was_saved(tmp_path):
    result = capture("--camera", "sim:", "--out", tmp_path, "--count", 2, "--json", *SMALL)
    report = json.loads(result.stdout)
    assert report["camera"] == "sim:"
    assert [Path(p["path"]).name for p in report["pictures"]] == ["picture-0001.png", "picture-0002.png"]
    assert {(p["width_px"], p["height_px"]) for p in report["pictures"]} == {(320, 180)}


def test_a_folder_with_fewer_pictures_than_asked_for_is_no_failure(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((10, 20, 3), np.uint8))
    result = capture("--camera", tmp_path / "a.png", "--out", tmp_path / "out", "--count", 5, *SMALL)
    assert result.exit_code == 0
    assert "no more: 5 were asked for" in result.stdout
    assert "gives 20 x 10 px, not the 320 x 180 asked for" in result.stdout


@pytest.mark.parametrize("camera", ["missing.jpg", "http://127.0.0.1:1/video", "987", "sim:missing.toml"])
def test_a_camera_that_is_not_there_is_one_line_and_status_2(tmp_path, camera):
    result = capture("--camera", camera, "--out", tmp_path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("vedette: ")


def test_an_unusable_folder_is_one_line_and_status_2(tmp_path):
    (tmp_path / "file").write_text("I am no folder")
    for out in (tmp_path / "file", tmp_path / "file" / "inside"):
        result = capture("--camera", "sim:", "--out", out, *SMALL)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


@pytest.mark.ci
def test_a_full_disk_is_one_line_and_leaves_no_half_picture(tmp_path, monkeypatch):
    real, room = Path.open, [2]

    class Full:
        def __init__(self, file) -> None:
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *error) -> None:
            self.file.close()

        def write(self, data) -> None:
            self.file.write(data[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

    def wrapped(self, mode="r", *rest, **more):
        if mode != "xb":
            return real(self, mode, *rest, **more)
        room[0] -= 1
        return real(self, mode, *rest, **more) if room[0] >= 0 else Full(real(self, mode, *rest, **more))

    monkeypatch.setattr(Path, "open", wrapped)
    result = capture("--camera", "sim:", "--out", tmp_path, "--count", 4, *SMALL)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "No space left on device" in result.stderr
    assert "pictures saved before: 2" in result.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["picture-0001.png", "picture-0002.png"]


def test_width_without_height_is_asked_about(tmp_path):
    result = capture("--camera", "sim:", "--out", tmp_path, "--width", 640)
    assert result.exit_code == 2
    assert "go together" in result.stderr


def test_a_live_camera_is_waited_for(tmp_path):
    clock = itertools.count(10.0, 0.5)
    waits: list[float] = []
    film = Film(range(10), live=True)
    saved = list(captured(film, Album(tmp_path, "png"), 3, 2.0, lambda: next(clock), waits.append))
    assert len(saved) == 3
    assert waits == [1.5, 1.5]


def test_of_a_video_frames_that_far_apart_are_taken(tmp_path):
    film = Film([i / 10 for i in range(31)])
    saved = list(captured(film, Album(tmp_path, "png"), 10, 1.0, wait=pytest.fail))
    assert [int(read_picture(s.path)[0, 0, 0]) for s in saved] == [0, 10, 20, 30]


def test_a_camera_lost_on_the_way_keeps_what_was_saved(tmp_path):
    film = Film([0.0, 1.0], live=True, ends=SourceLost("film: it stopped sending pictures"))
    pictures = captured(film, Album(tmp_path, "png"), 5, 0.0)
    assert [next(pictures).path.name, next(pictures).path.name] == ["picture-0001.png", "picture-0002.png"]
    with pytest.raises(BadInput, match="stopped sending"):
        next(pictures)
    assert len(list(tmp_path.iterdir())) == 2


class Flaky(Film):
    """A live camera that is away in between: each None among its times is a read in vain."""

    def __init__(self, times_s) -> None:
        super().__init__([t or 0.0 for t in times_s], live=True)
        self.frames = [f if t is not None else None for f, t in zip(self.frames, times_s, strict=True)]

    def read(self) -> CameraFrame | None:
        frame = super().read()
        if frame is None:
            raise SourceLost("film: it stopped 4 s ago; trying again in 2 s (gone)")
        return frame


def test_a_camera_that_stops_is_waited_for_and_said_to_be_away(tmp_path, capsys):
    clock = itertools.count(0.0, 10.0)
    film = Flaky([0.0, None, None, 1.0, None, 2.0])
    patience = Patience(15.0, lambda: next(clock))
    saved = list(captured(film, Album(tmp_path, "png"), 3, 0.0, patience=patience))
    assert len(saved) == 3
    said = capsys.readouterr().err.splitlines()
    assert said == ["vedette: film: it stopped 4 s ago; trying again in 2 s (gone)"] * 3


def test_a_camera_that_stays_away_is_given_up(tmp_path):
    clock = itertools.count(0.0, 10.0)
    film = Flaky([0.0, *[None] * 50])
    pictures = captured(film, Album(tmp_path, "png"), 3, 0.0, patience=Patience(60.0, lambda: next(clock)))
    next(pictures)
    with pytest.raises(SourceLost, match="stopped"):
        next(pictures)
    assert len(film.frames) == 50 - 7


def test_a_cameras_own_jpeg_is_saved_as_it_is(tmp_path):
    data = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 50])[1].tobytes()
    frame = CameraFrame(Jpeg(data), 0.0, 0, "camera 0#0")
    assert Album(tmp_path, "jpg").add(frame).path.read_bytes() == data
    saved = Album(tmp_path, "png").add(frame)
    assert (read_picture(saved.path) == frame.image).all()
    assert saved.size_px == (64, 48)
