"""Which camera pictures are of is written beside them by who took them, or in them by the camera."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from referee.taken_with import TAKEN_WITH, camera_named, camera_of, keep_taken_with, taken_with
from table.errors import BadFile
from vision.camera_identity import CameraIdentity

C920 = CameraIdentity(kind="plugged", name="C920", product="046d:082d", serial="1", focus=35.0)
OTHER = CameraIdentity(kind="plugged", name="C270", product="046d:0825", serial="2")


def photo(file: Path, model: str) -> Path:
    exif = Image.Exif()
    exif[0x0110] = model
    Image.fromarray(np.zeros((8, 12, 3), np.uint8)).save(file, exif=exif)
    return file


def test_the_first_camera_is_kept_and_another_is_told(tmp_path: Path) -> None:
    assert keep_taken_with(tmp_path, None) is None
    assert not (tmp_path / TAKEN_WITH).exists()
    assert keep_taken_with(tmp_path, C920) is None
    other = keep_taken_with(tmp_path, OTHER)
    assert other is not None
    assert other.key == "another"
    assert taken_with(tmp_path) == C920


def test_what_lies_beside_pictures_counts_more_than_what_is_in_them(tmp_path: Path) -> None:
    one, two = photo(tmp_path / "1.jpg", "X100"), photo(tmp_path / "2.jpg", "EOS 5D")
    found, mixed = camera_of([one])
    assert (found, mixed) == (CameraIdentity(kind="pictures", name="X100"), None)
    found, mixed = camera_of([one, two])
    assert mixed is not None
    assert (mixed.key, mixed.learned, mixed.now) == ("another", "X100", "EOS 5D")
    keep_taken_with(tmp_path, C920)
    assert camera_of([one, two]) == (C920, None)


def test_a_folder_or_picture_named_as_camera_is_that_of_its_pictures(tmp_path: Path) -> None:
    picture = photo(tmp_path / "1.jpg", "X100")
    assert camera_named(str(tmp_path)) == camera_named(f" {picture} ") == CameraIdentity(kind="pictures", name="X100")
    keep_taken_with(tmp_path, C920)
    assert camera_named(str(tmp_path)) == camera_named(str(picture)) == C920
    assert camera_named(str(tmp_path / "gone")) is None
    assert camera_named("~nobody-of-that-name/x") is None
    stream = camera_named("http://me:pw@cam.local/video")
    assert stream is not None
    assert stream.place == "cam.local/video"


def test_pictures_that_tell_nothing_are_of_no_camera(tmp_path: Path) -> None:
    (tmp_path / "plain.png").write_bytes(b"")
    assert camera_of([tmp_path / "plain.png"]) == (None, None)
    assert camera_of([tmp_path / "plain.png", photo(tmp_path / "1.jpg", "X100")])[0] is not None


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / TAKEN_WITH).write_text("[camera]\nkind = 3\n")
    with pytest.raises(BadFile, match=r"taken-with\.toml: camera\.kind"):
        taken_with(tmp_path)
