"""A picture: read from a file whole, or not at all; in grey, and in colour."""

from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike

from table.errors import BadInput
from vision.arrays import Grey, Picture
from vision.picture_size import NO_PICTURE, check_size

MOST_BYTES = 700_000_000
"""A TIFF of the largest picture that is taken, with 16 bits a colour, has 600 MB."""
_DEPTHS = (8, 10, 12, 14, 16)


def read_picture(path: str | Path, colour: bool = True) -> Picture:
    """Return a file's picture, (H, W, 3) BGR or (H, W) grey, turned as its camera was held.

    Raises BadInput for a file that is missing, empty, cut short, too large or no picture.
    """
    file = Path(path)
    if file.is_dir():
        raise _is_folder(file)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadInput(
                "{file}: a file of {mb:.0f} MB is no picture that can be read", file=file, mb=file.stat().st_size / 1e6
            )
        data = file.read_bytes()
    except FileNotFoundError:
        raise BadInput("{path}: no such picture", path=file) from None
    except (OSError, ValueError) as error:
        raise BadInput(
            "{path}: cannot be read ({reason})", path=file, reason=getattr(error, "strerror", None) or error
        ) from None
    try:
        return decode_picture(data, colour)
    except BadInput as error:
        raise BadInput("{name}: {reason}", name=file, reason=error) from None


def decode_picture(data: bytes, colour: bool = True) -> Picture:
    """Return the picture that a file's bytes hold, as ``read_picture`` does.

    Raises BadInput, without a name, for what is empty, cut short, too large or no picture.
    """
    if not data:
        raise BadInput("the file is empty; take the picture anew")
    if _is_cut_short(data):
        raise BadInput("the picture is cut short; copy it anew")
    check_size(data)
    how = cv2.IMREAD_COLOR if colour else cv2.IMREAD_GRAYSCALE
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how | (cv2.IMREAD_ANYDEPTH if _is_deep(data) else 0))
    except cv2.error as error:
        raise BadInput("the picture cannot be read ({reason})", reason=error.err) from None
    if image is None:
        raise BadInput(NO_PICTURE)
    return np.asarray(_in_eight_bits(image), np.uint8)


def in_grey(picture: Picture) -> Grey:
    """Return a picture, BGR or grey, as grey (H, W)."""
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def in_colour(picture: Picture) -> Picture:
    """Return a picture, BGR or grey, as BGR (H, W, 3)."""
    return picture if picture.ndim == 3 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)


def _is_folder(folder: Path) -> BadInput:
    """Return that one of its pictures is meant: with the newest as an example, where it has any."""
    pictures = [file for file in folder.iterdir() if file.suffix.lower() in (".png", ".jpg", ".jpeg")]
    if not pictures:
        return BadInput("{path}: this is a folder; name one picture in it", path=folder)
    newest = max(pictures, key=lambda file: (file.stat().st_mtime, file.name))
    return BadInput(
        "{path}: this is a folder; name one picture in it, for example {example}", path=folder, example=newest
    )


def _is_deep(data: bytes) -> bool:
    """Whether this is a PNG with 16 bits a colour."""
    return data.startswith(b"\x89PNG\r\n\x1a\n") and data[24:25] == b"\x10"


def _in_eight_bits(image: MatLike) -> MatLike:
    """Return a picture of 16 bits in 8: many a camera uses only the lowest 10, 12 or 14 of them."""
    if image.dtype != np.uint16:
        return image
    brightest = int(image.max(initial=0))
    bits = next(bits for bits in _DEPTHS if brightest < 1 << bits)
    return np.right_shift(image, bits - 8)


def _is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end: OpenCV fills what is missing with grey and says nothing."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return b"IEND" not in data[-64:]
    if not data.startswith(b"\xff\xd8"):
        return False
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False  # not laid out as a JPEG should be: let the decoder judge
        marker = data[at + 1]
        if marker == 0xDA:  # the picture itself begins; a thumbnail's end lies before it
            return b"\xff\xd9" not in data[at:]
        at += 1 if marker == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return True
