"""Opening cameras by number and streams by address, with the reason in words when it fails."""

import sys
from collections.abc import Callable
from urllib.parse import urlsplit

import cv2

from table.errors import BadInput
from vision.sources.live import Clock, LiveSource
from vision.sources.quiet import hush
from vision.sources.reasons import shown, why_no_stream

OPEN_TIMEOUT_S = 6.0
READ_TIMEOUT_S = 6.0
Diagnose = Callable[[str], str]


def open_camera(index: int, clock: Clock, size_px: tuple[int, int] | None = None) -> LiveSource:
    """Return the camera plugged in under that number, asked for that picture size; raises BadInput."""
    hush()
    camera = cv2.VideoCapture(index)
    if not camera.isOpened():
        camera.release()
        raise BadInput(
            f"no camera {index} can be opened: is it plugged in, and no other program using it? "
            "`vedette doctor` lists the cameras"
        )
    if size_px is not None:
        # Uncompressed, USB 2 carries 4K at one picture a second: ask for the camera's own JPEG.
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    if sys.platform.startswith("linux"):
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return LiveSource(camera, f"camera {index}", clock, READ_TIMEOUT_S + 4)


def open_stream(
    url: str,
    clock: Clock,
    open_timeout_s: float = OPEN_TIMEOUT_S,
    read_timeout_s: float = READ_TIMEOUT_S,
    diagnose: Diagnose = why_no_stream,
) -> LiveSource:
    """Return a network camera's stream (MJPEG over HTTP, RTSP, ...); raises BadInput with the likely reason."""
    hush()
    if not urlsplit(url).hostname:
        raise BadInput(
            f"{shown(url)}: this address names no computer; expected something like http://192.168.1.20:8080/video"
        )
    timeouts = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(open_timeout_s * 1000),
        cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(read_timeout_s * 1000),
    ]  # fmt: skip
    stream = cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)
    if not stream.isOpened():
        stream.release()
        raise BadInput(f"{shown(url)}: no stream could be opened: {diagnose(url)}")
    return LiveSource(stream, shown(url), clock, read_timeout_s + 4)
