"""A film in a folder is read back as it was, with its times; what a full disk or a kill left of it too."""

import errno

import cv2
import numpy as np
import pytest

from table.errors import BadFile, BadInput
from vision.sources.factory import open_source
from vision.sources.film_folder import TIMES, FilmFolder, Moment, TimesList, is_film


@pytest.fixture
def film(tmp_path):
    """Three pictures of a camera that sent four, the second by 33 ms after the first."""
    with TimesList(tmp_path) as times:
        for k, (time_s, number) in enumerate([(0.0, 7), (0.0331234567, 8), (0.1, 10)]):
            file = tmp_path / f"picture-{k}.png"
            cv2.imwrite(str(file), np.full((8, 12), 10 * k, np.uint8))
            times.add(Moment(file, time_s, number))
    return tmp_path


def _read(folder):
    with open_source(str(folder)) as source:
        assert isinstance(source, FilmFolder)
        assert not source.live
        frames = list(iter(source.read, None))
        assert len(source) == len(frames)
        return frames


def test_a_film_is_read_back_with_its_times_and_numbers(film):
    frames = _read(film)
    assert [frame.time_s for frame in frames] == [0.0, 0.033123, 0.1]
    assert [frame.index for frame in frames] == [7, 8, 10]
    assert [int(frame.grey[0, 0]) for frame in frames] == [0, 10, 20]
    assert frames[1].name.endswith("picture-1.png")


def test_a_line_that_was_cut_short_is_left_out(film):
    text = (film / TIMES).read_text()
    (film / TIMES).write_text(text[: text.rindex(",")])
    assert [frame.index for frame in _read(film)] == [7, 8]


def test_a_list_without_its_heading_loses_no_picture(film):
    _, *lines = (film / TIMES).read_text().splitlines(keepends=True)
    (film / TIMES).write_text("".join(lines))
    assert [frame.index for frame in _read(film)] == [7, 8, 10]


def test_pictures_that_somebody_took_out_are_left_out(film):
    (film / "picture-1.png").unlink()
    assert [frame.index for frame in _read(film)] == [7, 10]


def test_a_list_that_is_none_says_where(film):
    (film / TIMES).write_text("picture,time_s,number\npicture-0.png,soon,1\npicture-1.png,1,2\n")
    with pytest.raises(BadFile, match=r"line 2: expected picture, time_s, number, got picture-0\.png,soon,1"):
        FilmFolder(film)
    (film / TIMES).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="a list of pictures"):
        FilmFolder(film)
    (film / TIMES).write_text("picture,time_s,number\n../secret.png,1,1\n")
    with pytest.raises(BadFile, match="none that is there"):
        FilmFolder(film)


def test_no_film_is_written_over_another(film):
    with pytest.raises(BadInput, match="a film in this folder already"):
        TimesList(film)
    assert len(_read(film)) == 3


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    with pytest.raises(BadInput, match="cannot be written"):
        TimesList(tmp_path / "not there")


def test_a_full_disk_is_said_and_closing_says_no_more(tmp_path):
    class Full:
        def write(self, text):
            raise OSError(errno.ENOSPC, "No space left on device")

        close = write

        def __init__(self):
            self.close = lambda: self.write("")

    with TimesList(tmp_path) as times:
        times._file.close()
        times._file = Full()
        with pytest.raises(BadInput, match="No space left on device"):
            times.add(Moment(tmp_path / "a.png", 0.0, 0))


def test_a_folder_of_pictures_is_no_film(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8), np.uint8))
    assert not is_film(tmp_path)
    assert not isinstance(open_source(str(tmp_path)), FilmFolder)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("picture-1.png,nan,8", "line 3"),
        ("picture-1.png,inf,8", "line 3"),
        ("picture-1.png,-1e300,8", "line 3"),
        ("picture-1.png,0.03,100000000000000000000", "line 3"),
        ("picture-1.png,-0.5,8", "in the order they came"),
        ("picture-1.png,0.03,6", "in the order they came"),
        ("x" * 200_000 + ",0.03,8", "a list of pictures and their times"),
    ],
)
def test_numbers_that_no_film_has_are_told_as_a_damaged_list(film, line, named):
    head, first, _, last = (film / TIMES).read_text().splitlines()
    (film / TIMES).write_text("\n".join([head, first, line, last]) + "\n")
    with pytest.raises(BadFile, match=named):
        FilmFolder(film)


def test_a_name_that_no_disk_holds_is_a_picture_that_is_not_there(film):
    lines = (film / TIMES).read_text().splitlines()
    (film / TIMES).write_text("\n".join([*lines[:2], "n" * 300 + ".png,0.02,8", *lines[2:]]) + "\n")
    assert [frame.index for frame in _read(film)] == [7, 8, 10]
