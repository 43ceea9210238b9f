"""A film is saved picture by picture with its times; what cannot go on leaves what was saved, and says so."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from cli.album import Album
from cli.capture_film import save_film
from cli.main import main
from cli.patience import Patience
from table.errors import BadInput
from vision.sources.film_folder import TIMES, FilmFolder, read_times
from vision.sources.frames import CameraFrame, Closing, SourceLost
from vision.sources.jpeg import Jpeg


class Camera(Closing):
    """A camera of 20 pictures a second whose 4th nobody reads; it is gone after ``ends`` of them."""

    name, live = "camera 7", True

    def __init__(self, ends: int = 1000, jpeg: bool = False, captured: bool = False) -> None:
        self.number, self.ends, self.jpeg, self.captured = 0, ends, jpeg, captured

    def read(self) -> CameraFrame:
        number = self.number
        if number >= self.ends:
            raise SourceLost("camera 7: it stopped")
        self.number += 2 if number == 2 else 1
        picture = np.full((6, 8, 3), number % 256, np.uint8)
        taken_s = 100 + number / 20
        image = Jpeg(cv2.imencode(".jpg", picture)[1].tobytes()) if self.jpeg else picture
        late_s = 0.01 * (number % 3) if self.captured else 0.0
        return CameraFrame(image, taken_s + late_s, number, f"#{number}", taken_s if self.captured else None)


def saved(camera, folder, seconds=0.5):
    return save_film(camera, Album(folder, None), seconds, Patience(0.0), hidden=True)


@pytest.mark.parametrize("captured", [False, True])
def test_every_picture_is_saved_with_its_time(tmp_path, captured):
    told = saved(Camera(captured=captured), tmp_path / "film")
    moments = read_times(tmp_path / "film")
    assert [moment.number for moment in moments] == [0, 1, 2, 4, 5, 6, 7, 8, 9]
    assert [moment.time_s for moment in moments] == pytest.approx([moment.number / 20 for moment in moments])
    assert (told.pictures, told.unsaved, told.seconds) == (9, 1, pytest.approx(0.45))
    assert "1 more came while one was being saved" in told.words()[1]
    with FilmFolder(tmp_path / "film") as film:
        assert [int(frame.image[0, 0, 0]) for frame in iter(film.read, None)] == [m.number for m in moments]


def test_a_cameras_own_jpegs_are_saved_as_they_are(tmp_path):
    saved(Camera(jpeg=True), tmp_path)
    first = read_times(tmp_path)[0].file
    assert first.suffix == ".jpg"
    assert first.read_bytes() == Camera(jpeg=True).read().jpeg.data


def test_a_camera_that_stops_leaves_what_was_saved(tmp_path):
    with pytest.raises(BadInput, match=r"it stopped \(pictures saved before, with their times: 5, in .*\)"):
        saved(Camera(ends=6), tmp_path)
    assert len(read_times(tmp_path)) == 5


def test_a_full_disk_leaves_what_was_saved(tmp_path, monkeypatch):
    """Of a picture that has no room, nor of its time, nothing is left."""
    write = Album.write

    def full(self, frame):
        if frame.index == 5:
            raise BadInput("picture-0005.png: the picture cannot be saved (No space left on device)")
        return write(self, frame)

    monkeypatch.setattr(Album, "write", full)
    with pytest.raises(BadInput, match=r"No space left on device\) \(pictures saved before, with their times: 4"):
        saved(Camera(), tmp_path)
    assert [moment.number for moment in read_times(tmp_path)] == [0, 1, 2, 4]
    assert sorted(file.name for file in tmp_path.iterdir() if file.name != TIMES) == [
        f"picture-000{k}.png" for k in (1, 2, 3, 4)
    ]


def test_a_camera_without_any_picture_leaves_no_film(tmp_path):
    with pytest.raises(SourceLost):
        saved(Camera(ends=0), tmp_path)
    assert list(tmp_path.iterdir()) == []


def capture(*words):
    return CliRunner().invoke(main, ["capture", *map(str, words)])


def test_a_film_of_a_film_is_cut_to_length(tmp_path):
    saved(Camera(), tmp_path / "one")
    result = capture("--camera", tmp_path / "one", "--out", tmp_path / "two", "--film", 0.22, "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert (report["pictures"], report["unsaved"], report["seconds"]) == (4, 1, 0.2)
    words = capture("--camera", tmp_path / "one", "--out", tmp_path / "three", "--film", 9)
    assert words.stdout.startswith("Saved a film of 9 pictures in 0.5 s into ")
    assert f"vedette doctor --film {tmp_path / 'three'}" in words.stdout
    again = capture("--camera", tmp_path / "one", "--out", tmp_path / "three", "--film", 9)
    assert again.exit_code == 2
    assert "there is a film in this folder already" in again.stderr


@pytest.mark.parametrize("more", [["--count", "3"], ["--every", "2"]])
def test_a_film_has_every_picture(tmp_path, more):
    result = capture("--camera", "sim:", "--out", tmp_path, "--film", 1, *more)
    assert result.exit_code == 2
    assert "leave out --count and --every" in result.stderr
