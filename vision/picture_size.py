"""How large a picture is by its header, before anything of it is decoded: a few bytes may stand for gigabytes."""

from collections.abc import Iterator
from struct import error, unpack_from
from typing import Literal

from table.errors import BadInput

MOST_PIXELS = 100_000_000
"""More than any camera that has been tried; decoding it in colour takes 600 MB at its peak."""
MOST_SCANS = 40
"""A progressive JPEG is drawn over and over; ten times is usual, and each costs as much as the whole picture."""
MOST_SEGMENTS = 2000
NO_PICTURE = "this is no picture that can be read; expected JPEG, PNG, BMP, TIFF or WebP"

_HEIC = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
_STANDALONE = frozenset({0x00, 0x01, *range(0xD0, 0xD9)})
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN, _END = 0xDA, 0xD9
_WIDTH, _HEIGHT, _SHORT = 256, 257, 3
"""A TIFF's tags, and its kind of number that has two bytes."""


class NoSize(BadInput):
    """A picture whose header does not tell its size."""


def check_size(data: bytes) -> None:
    """Raise BadInput for a picture whose header tells of more than can be decoded, or tells no size at all."""
    if data.startswith(b"\xff\xd8"):
        _check_jpeg(data)
        return
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise NoSize(
            "this is a HEIC picture, as iPhones take them, which is not read here; export it as JPEG (in the phone: "
            "Settings, Camera, Formats, Most Compatible)"
        )
    size = _size(data)
    if size is None:
        raise NoSize(NO_PICTURE)
    check_pixels(*size)


def check_pixels(width: float, height: float) -> None:
    """Raise BadInput for more pixels than can be decoded."""
    if width * height > MOST_PIXELS:
        raise BadInput(
            "the picture is too large: {width:.0f} x {height:.0f} pixels ({mega:.0f} megapixels); at most {most:.0f} "
            "are taken",
            width=width, height=height, mega=width * height / 1e6, most=MOST_PIXELS / 1e6,
        )  # fmt: skip


def _size(data: bytes) -> tuple[int, int] | None:
    """Return width and height as a PNG, BMP, WebP or TIFF tells them; None for anything else."""

    def number(at: int, count: int, order: Literal["little", "big"] = "little") -> int:
        return int.from_bytes(data[at : at + count], order)

    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
        return number(16, 4, "big"), number(20, 4, "big")
    if data.startswith(b"BM"):
        wide = 2 if number(14, 4) == 12 else 4
        height = number(18 + wide, wide)
        return number(18, wide), min(height, (1 << 8 * wide) - height)  # a negative height: from the top down
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        if data[12:16] == b"VP8X":
            return number(24, 3) + 1, number(27, 3) + 1
        if data[12:16] == b"VP8L":
            return (number(21, 4) & 0x3FFF) + 1, (number(21, 4) >> 14 & 0x3FFF) + 1
        return number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF
    return _tiff_size(data)


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    if data[:4] not in (b"II*\0", b"MM\0*"):
        return None
    order = "<" if data.startswith(b"II") else ">"
    found: dict[int, int] = {}
    try:
        (at,) = unpack_from(order + "L", data, 4)
        (count,) = unpack_from(order + "H", data, at)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, kind = unpack_from(order + "HH", data, entry)
            (found[tag],) = unpack_from(order + ("H" if kind == _SHORT else "L"), data, entry + 8)
    except error:
        return None
    return (found[_WIDTH], found[_HEIGHT]) if {_WIDTH, _HEIGHT} <= set(found) else None


def _check_jpeg(data: bytes) -> None:
    """Look at a JPEG's header as its decoder will."""
    parts = 0
    again = False
    for marker, at in _segments(data):
        if marker in _SIZES:
            check_pixels(int.from_bytes(data[at + 5 : at + 7], "big"), int.from_bytes(data[at + 3 : at + 5], "big"))
            parts, again = data[at + 7] if len(data) > at + 7 else 0, marker not in (0xC0, 0xC1)
        elif marker == _SCAN and parts:
            # Within a scan these two bytes cannot occur. A plain camera's only scan has all parts: no need to look.
            if again or data[at + 2 : at + 3] != bytes([parts]):
                scans = data.count(b"\xff\xda")
                if scans > MOST_SCANS:
                    raise BadInput(
                        "its picture is drawn over {scans} times; at most {most_scans} are taken",
                        scans=scans, most_scans=MOST_SCANS,
                    )  # fmt: skip
            return
    raise NoSize("the picture is damaged: its header tells no size")


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the markers of a JPEG's header, each with the place of its length, to the first scan."""
    at = 2
    for _ in range(MOST_SEGMENTS):
        at = data.find(b"\xff", at)
        while 0 <= at < len(data) and data[at] == 0xFF:
            at += 1
        if not 0 <= at < len(data) - 2 or data[at] == _END:
            return
        marker, at = data[at], at + 1
        if marker in _STANDALONE:
            continue
        yield marker, at
        if marker == _SCAN:
            return
        at += int.from_bytes(data[at : at + 2], "big")
