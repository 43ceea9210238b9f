"""Pictures are read whole or not at all."""

import struct
import tracemalloc
import zlib

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision import picture_size
from vision.picture import read_picture
from vision.picture_size import check_size


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


def chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def png(width: int, height: int) -> bytes:
    """A grey PNG of that size; its black rows take a thousandth of their bytes."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x00\x00\x00\x00"
    rows = zlib.compress(bytes(width + 1)) if width * height > 1e6 else zlib.compress(bytes(width + 1) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    small = cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes()
    at = small.find(b"\xff\xc0") + 5
    return small[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + small[at + 4 :]


def bmp(width: int, height: int) -> bytes:
    head = (40).to_bytes(4, "little") + width.to_bytes(4, "little") + height.to_bytes(4, "little")
    return b"BM" + bytes(8) + (54).to_bytes(4, "little") + head + b"\x01\x00\x18\x00" + bytes(24) + bytes(99)


def tiff(width: int, height: int) -> bytes:
    tags = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height), (279, 99)]
    entries = b"".join(struct.pack("<HHLL", tag, 4, 1, value) for tag, value in tags)
    return b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", len(tags)) + entries + bytes(4)


def webp(width: int, height: int) -> bytes:
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + bytes(4) + b"WEBPVP8X" + (10).to_bytes(4, "little") + bytes(4) + canvas


@pytest.mark.parametrize("make", [png, jpeg, bmp, tiff, webp], ids=lambda make: make.__name__)
@pytest.mark.parametrize(("width", "height"), [(60000, 16000), (11000, 10000)])
def test_a_picture_too_large_is_refused_before_it_is_decoded(tmp_path, make, width, height):
    file = tmp_path / "bomb.png"
    file.write_bytes(make(width, height))
    tracemalloc.start()
    with pytest.raises(BadInput, match=rf"bomb.png: the picture is too large: .*{width * height / 1e6:.0f} megapixels"):
        read_picture(file)
    assert tracemalloc.get_traced_memory()[1] < 50e6
    tracemalloc.stop()


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif", ".webp", ".jpg"])
def test_the_size_is_read_as_the_decoder_will(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(picture_size, "MOST_PIXELS", 40 * 60 - 1)
    for way in ([], [cv2.IMWRITE_WEBP_QUALITY, 101], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]):
        made = cv2.imencode(suffix, np.zeros((40, 60, 3), np.uint8), way)[1].tobytes()
        with pytest.raises(BadInput, match="60 x 40 pixels"):
            check_size(made)


def test_a_file_too_large_is_refused_before_it_is_read(tmp_path):
    file = tmp_path / "film.png"
    with file.open("wb") as made:
        made.truncate(3_200_000_000)  # takes no room on the disk
    with pytest.raises(BadInput, match=r"film.png: a file of 3200 MB is no picture"):
        read_picture(file)


@pytest.mark.parametrize("data", [b"\xff\xd8" + b"\xff\x01" * 100000, b"\xff\xd8\xff\xe0\x00\x00" * 9, b"\xff\xd8\xff"])
def test_a_jpeg_whose_header_leads_nowhere_is_said_to_be_damaged(data):
    with pytest.raises(BadInput, match="its header tells no size"):
        check_size(data)


def test_what_stands_between_the_markers_of_a_jpeg_does_not_hide_its_size():
    """As libjpeg skips it: fill bytes, rubbish, a thumbnail with a size of its own."""
    whole = jpeg(60000, 16000)
    thumbnail = b"\xff\xe1" + (len(jpeg(16, 16)) + 2).to_bytes(2, "big") + jpeg(16, 16)
    with pytest.raises(BadInput, match="60000 x 16000"):
        check_size(whole[:2] + b"\xff\xff\xff\xd0rubbish" + thumbnail + whole[2:])


@pytest.mark.parametrize(("bits", "colour"), [(8, True), (10, False), (12, True), (12, False), (14, False), (16, True)])
def test_sixteen_bits_of_which_a_camera_uses_some_are_not_black(tmp_path, bits, colour):
    shown = np.tile(np.arange(256, dtype=np.uint16), (32, 1))
    deep = shown << (bits - 8) | (1 << (bits - 8)) - 1
    assert cv2.imwrite(str(tmp_path / "deep.png"), deep)
    read = read_picture(tmp_path / "deep.png", colour=colour)
    assert read.dtype == np.uint8
    assert (read == (shown[..., None] if colour else shown)).all()


@pytest.mark.parametrize("brand", [b"heic", b"mif1"])
def test_an_iphones_heic_is_named_and_what_to_do(tmp_path, brand):
    (tmp_path / "IMG_1.HEIC").write_bytes(b"\0\0\0\x24ftyp" + brand + b"\0" * 64)
    with pytest.raises(BadInput, match=r"HEIC.*export it as JPEG"):
        read_picture(tmp_path / "IMG_1.HEIC")
