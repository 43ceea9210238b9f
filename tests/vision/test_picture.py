"""Pictures are read whole or not at all."""

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision.picture import read_picture


@pytest.fixture
def photo() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (40, 60, 3), dtype=np.uint8)


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif", ".webp", ".jpg"])
def test_pictures_are_read_in_colour_and_grey(tmp_path, photo, suffix):
    file = tmp_path / f"photo{suffix}"
    cv2.imwrite(str(file), photo)
    image = read_picture(file)
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert read_picture(str(file), colour=False).shape == (40, 60)
    if suffix == ".png":
        assert (image == photo).all()


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.99])
def test_a_picture_cut_short_is_refused(tmp_path, photo, suffix, share):
    file = tmp_path / f"photo{suffix}"
    cv2.imwrite(str(file), photo)
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(BadInput, match=r"photo.*cut short"):
        read_picture(file)


def test_a_thumbnails_end_is_not_the_pictures(tmp_path, photo):
    file = tmp_path / "photo.jpg"
    cv2.imwrite(str(file), photo)
    data = file.read_bytes()
    thumbnail = b"\xff\xd8thumb\xff\xd9"
    with_thumbnail = data[:2] + b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail + data[2:]
    file.write_bytes(with_thumbnail)
    assert read_picture(file).shape == (40, 60, 3)
    file.write_bytes(with_thumbnail[:-50])
    with pytest.raises(BadInput, match="cut short"):
        read_picture(file)


def test_bytes_after_a_pictures_end_do_no_harm(tmp_path, photo):
    file = tmp_path / "photo.jpg"
    cv2.imwrite(str(file), photo)
    file.write_bytes(file.read_bytes() + bytes(100))
    assert read_picture(file).shape == (40, 60, 3)


def test_what_is_no_picture_is_said_to_be_none(tmp_path):
    (tmp_path / "a.jpg").write_text("hello")
    (tmp_path / "b.jpg").write_bytes(b"")
    folder = "this is a folder; name one picture in it, for example .*[ab].jpg"
    for name, words in (("a.jpg", "no picture"), ("b.jpg", "empty"), ("c.jpg", "no such"), (".", folder)):
        with pytest.raises(BadInput, match=words):
            read_picture(tmp_path / name)
