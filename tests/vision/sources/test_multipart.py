"""What cameras make of multipart/x-mixed-replace, cut anywhere by the network."""

import itertools
from email.message import Message

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.jpeg import whole_jpeg
from vision.sources.multipart import NoMultipart, PartReader, boundary_of

# The bytes of pictures hold what looks like ends of lines, heads and boundaries' beginnings.
PICTURES = [
    b"\xff\xd8" + body + b"\xff\xd9"
    for body in (b"one", b"two\r\n\r\n--fra\r\nContent-Length: 5\r\n\r\n", b"\x00" * 700, b"--", b"\r\n", b"six" * 99)
]


def part(data: bytes, head: str, boundary: str = "--frame", tail: bytes = b"\r\n") -> bytes:
    return f"{boundary}\r\n{head}\r\n".encode() + data + tail


STYLES = {
    "length": lambda d: part(d, f"Content-Type: image/jpeg\r\nContent-Length: {len(d)}\r\n"),
    "small letters": lambda d: part(d, f"content-type: image/jpeg\r\ncontent-length:{len(d)}\r\n"),
    "no length": lambda d: part(d, "Content-Type: image/jpeg\r\n"),
    "no head": lambda d: part(d, ""),
    "too short": lambda d: part(d, f"Content-Length: {len(d) - 2}\r\n"),
    "too long": lambda d: part(d, f"Content-Length: {len(d) + 7}\r\n"),
    "length 0": lambda d: part(d, "Content-Length: 0\r\n"),
    "no line end after": lambda d: part(d, f"Content-Length: {len(d)}\r\n", tail=b""),
    "plain line ends": lambda d: b"--frame\nContent-Type: image/jpeg\n\n" + d + b"\n",
    "four dashes": lambda d: part(d, f"Content-Length: {len(d)}\r\n", "----frame"),
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("boundary", [b"--frame", None], ids=["told", "untold"])
@given(cuts=st.lists(st.integers(0, 6000), max_size=30), junk=st.sampled_from([b"", b"\r\n", b"hello\r\n"]))
def test_every_style_gives_every_picture_wherever_the_network_cuts(style, boundary, cuts, junk):
    stream = junk + b"".join(STYLES[style](picture) for picture in PICTURES) + b"--frame\r\n"
    reader = PartReader(boundary)
    places = sorted({0, *(cut % len(stream) for cut in cuts), len(stream)})
    parts = [got for a, b in itertools.pairwise(places) for got in reader.feed(stream[a:b])]
    assert [jpeg.data for got in parts if (jpeg := whole_jpeg(got.data))] == PICTURES


def test_stamps_are_read():
    reader = PartReader(b"--frame")
    data = PICTURES[0]
    stream = (
        part(data, f"X-Timestamp: 1699999999.123456\r\nContent-Length: {len(data)}\r\n") + part(data, "") + b"--frame"
    )
    assert [got.stamp_s for got in reader.feed(stream)] == [1699999999.123456, None]


@pytest.mark.parametrize(
    ("header", "boundary"),
    [
        ("multipart/x-mixed-replace; boundary=frame", b"--frame"),
        ('multipart/x-mixed-replace;boundary="--frame"', b"--frame"),
        ("multipart/x-mixed-replace; boundary=--BoundaryString", b"--BoundaryString"),
        ("multipart/x-mixed-replace", None),
        ("multipart/x-mixed-replace; boundary=", None),
    ],
)
def test_boundaries_as_cameras_write_them(header, boundary):
    message = Message()
    message["Content-Type"] = header
    assert boundary_of(message) == boundary


@pytest.mark.parametrize("boundary", [b"--frame", None])
def test_what_is_no_multipart_is_refused_before_it_fills_the_memory(boundary):
    """Without a boundary told: no line of dashes ever comes. With one: the first part's head never ends."""
    reader = PartReader(boundary)
    with pytest.raises(NoMultipart):
        reader.feed(b"x" * 1000 + (boundary or b"") + b"x" * 5000)


@pytest.mark.parametrize("data", [b"", b"\xff\xd8", b"\xff\xd8 cut", b"GIF89a \xff\xd9", b"\xff\xd9"])
def test_what_is_cut_short_is_no_jpeg(data):
    assert whole_jpeg(data) is None


def test_padding_after_a_jpeg_is_left_out():
    assert whole_jpeg(b"\xff\xd8 picture \xff\xd9" + bytes(50)).data == b"\xff\xd8 picture \xff\xd9"
