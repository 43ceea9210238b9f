"""One word for every source of pictures: what a user writes after ``--camera``."""

import re
import time
from pathlib import Path

from table.errors import BadInput, Wanted
from vision.sources.devices import open_camera, open_stream
from vision.sources.film_folder import FilmFolder, is_film
from vision.sources.frames import FrameSource
from vision.sources.live import Clock
from vision.sources.pictures import SUFFIXES, picture_file, picture_folder, picture_pattern
from vision.sources.video import PacedVideo, VideoSource

STREAMS = frozenset({"http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp", "rtp"})
EXPECTED = (
    "a camera's number (0), phone: for a phone's own camera, a stream's address (http://... or rtsp://...), a picture, "
    "a folder of pictures, a video, or sim: for a table that is not there"
)
PHONE = "phone:"
_DEVICE = re.compile(r"(?:/dev/video)?([0-9]{1,3})")


def may_come(text: str) -> bool:
    """Whether a source that cannot be opened now may be there later: a camera or a stream, not a file."""
    return is_stream(text) or is_phone(text) or device_index(text) is not None


def is_phone(text: str) -> bool:
    """Whether a text is a phone that sends its own pictures; web/phone opens it."""
    return text.strip().lower() == PHONE


def is_stream(text: str) -> bool:
    """Whether a text is a stream's address."""
    scheme, colon, rest = text.strip().partition(":")
    return bool(colon) and rest.startswith("//") and scheme.lower() in STREAMS


def device_index(text: str) -> int | None:
    """Return the number of the camera plugged in that a text names; None for another source."""
    device = _DEVICE.fullmatch(text.strip())
    return int(device[1]) if device is not None else None


def open_source(
    text: str,
    size_px: tuple[int, int] | None = None,
    clock: Clock = time.monotonic,
    *,
    ahead: bool = True,
    paced: bool = False,
    locking: bool = True,
) -> FrameSource:
    """Return the source that a text names: EXPECTED says which there are.

    ``size_px`` is asked of cameras, ``clock`` gives the times of live pictures. With ``ahead`` a camera's JPEGs are
    decoded to grey before they are asked for; with ``paced`` a video file runs at its own pace, as a camera would;
    without ``locking`` a camera keeps its automatics. Raises BadInput, in one line that says what to do, for a source
    that cannot be opened.
    """
    wanted = text.strip()
    scheme, colon, rest = wanted.partition(":")
    if not wanted:
        raise BadInput("no camera was named; expected {expected}", expected=Wanted(EXPECTED))
    if colon and rest.startswith("//"):
        if scheme.lower() not in STREAMS:
            raise BadInput("{name}: streams begin with http:// or rtsp://, not {scheme}://", name=wanted, scheme=scheme)
        return open_stream(wanted, clock, ahead=ahead)
    if (index := device_index(wanted)) is not None:
        return open_camera(index, clock, size_px, ahead=ahead, locking=locking)
    source = _files(wanted)
    return PacedVideo(source, clock) if paced and isinstance(source, VideoSource) else source


def _files(text: str) -> FrameSource:
    try:
        path = Path(text).expanduser()
        if path.is_dir():
            return FilmFolder(path) if is_film(path) else picture_folder(path)
        if path.exists():
            if path.suffix.lower() == ".toml":
                raise BadInput("{name}: this is no picture; `sim:{name}` shows the table of a case file", name=text)
            return picture_file(path) if path.suffix.lower() in SUFFIXES else VideoSource(path)
    except (OSError, RuntimeError, ValueError) as error:  # a RuntimeError: ~NAME of nobody
        raise BadInput(
            "{name}: cannot be opened ({reason})", name=text, reason=getattr(error, "strerror", None) or error
        ) from None
    if re.search(r"[*?\[]", text):
        return picture_pattern(str(path))
    raise BadInput("{name}: no such file or camera; expected {expected}", name=text, expected=Wanted(EXPECTED))
