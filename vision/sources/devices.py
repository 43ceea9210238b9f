"""Opening cameras by number and streams by address, with the reason in words when it fails."""

import sys
import time
from contextlib import suppress
from urllib.parse import urlsplit

import cv2

from table.errors import BadInput, Wanted
from vision.picture_size import check_pixels
from vision.sources.camera_lock import let_settle
from vision.sources.capture_device import Capture, CaptureDevice, ask_for_jpeg, hush
from vision.sources.device import Device
from vision.sources.http_camera import HttpCamera, OtherKind
from vision.sources.live import FROZEN_S, Clock, LiveSource, Wait, wait_for
from vision.sources.reasons import port_of, shown, why_no_stream

OPEN_TIMEOUT_S = 6.0
READ_TIMEOUT_S = 6.0
# Where nothing moves, a video codec sends nothing: equal pictures up to its next whole one are no sign of trouble.
_CODEC_FROZEN_S = 30.0
_MJPG = cv2.VideoWriter.fourcc(*"MJPG")


def open_camera(
    index: int,
    clock: Clock = time.monotonic,
    size_px: tuple[int, int] | None = None,
    wait: Wait = wait_for,
    *,
    ahead: bool = True,
    locking: bool = True,
) -> LiveSource:
    """Return the camera plugged in under that number, asked for that picture size; raises BadInput."""
    hush()

    def device() -> Device:
        return camera_device(cv2.VideoCapture(index), index, clock, size_px, locking)

    patience_s = READ_TIMEOUT_S + 4
    return LiveSource(device, f"camera {index}", clock, wait, first=device(), patience_s=patience_s, ahead=ahead)


def camera_device(
    camera: cv2.VideoCapture, index: int, clock: Clock, size_px: tuple[int, int] | None, locking: bool
) -> CaptureDevice:
    """Set an opened camera up for measuring; raises BadInput where it did not open."""
    if not camera.isOpened():
        camera.release()
        raise BadInput(
            "no camera {index} can be opened: is it plugged in, and no other program using it? `vedette doctor` "
            "lists the cameras",
            index=index,
        )
    now_px = (round(camera.get(cv2.CAP_PROP_FRAME_WIDTH)), round(camera.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    if size_px is not None and size_px != now_px:  # else it stays in the form that the lens was learned in
        # Uncompressed, USB 2 carries 4K at one picture a second: ask for the camera's own JPEG.
        camera.set(cv2.CAP_PROP_FOURCC, _MJPG)
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    if sys.platform.startswith("linux"):
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    raw = round(camera.get(cv2.CAP_PROP_FOURCC)) == _MJPG and ask_for_jpeg(camera)
    backend = round(camera.get(cv2.CAP_PROP_BACKEND))
    if locking:
        let_settle(camera, backend)
    notes = ("the camera's own JPEG" if raw else "pictures decoded by OpenCV",)
    stamped = backend == cv2.CAP_V4L2
    return CaptureDevice(camera, clock, backend=backend, locking=locking, stamped=stamped, notes=notes)


def open_stream(
    url: str,
    clock: Clock = time.monotonic,
    open_timeout_s: float = OPEN_TIMEOUT_S,
    read_timeout_s: float = READ_TIMEOUT_S,
    wait: Wait = wait_for,
    *,
    ahead: bool = True,
) -> LiveSource:
    """Return a network camera's stream (MJPEG over HTTP, RTSP, ...); raises BadInput with the likely reason."""
    hush()
    named = False
    with suppress(ValueError):  # of brackets that are no address of version 6
        named = bool(urlsplit(url).hostname)
    if not named:
        raise BadInput(
            "{name}: this address names no computer; expected something like http://192.168.1.20:8080/video",
            name=shown(url),
        )
    try:
        port_of(url)
    except ValueError:
        raise BadInput("{name}: the number after ':' is no port", name=shown(url)) from None

    def device() -> Device:
        return stream_device(url, clock, open_timeout_s, read_timeout_s)

    first = device()
    frozen_s = FROZEN_S if isinstance(first, HttpCamera) else _CODEC_FROZEN_S
    return LiveSource(
        device, shown(url), clock, wait, first=first, patience_s=read_timeout_s + 4, frozen_s=frozen_s, ahead=ahead
    )


def stream_device(url: str, clock: Clock, open_timeout_s: float, read_timeout_s: float) -> Device:
    """Open a stream: pictures over HTTP ourselves, whatever else FFmpeg knows by it; raises BadInput."""
    words = ""
    if urlsplit(url).scheme.lower() in ("http", "https"):
        try:
            return HttpCamera(url, open_timeout_s, read_timeout_s, clock=clock)
        except OtherKind as error:
            words = str(error)
        except BadInput as error:
            raise BadInput("{name}: no stream could be opened: {reason}", name=shown(url), reason=error) from None
    timeouts = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(open_timeout_s * 1000),
        cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(read_timeout_s * 1000),
    ]  # fmt: skip
    stream: Capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)
    if not stream.isOpened():  # type: ignore[attr-defined]
        stream.release()
        raise BadInput(
            "{name}: no stream could be opened: {reason}", name=shown(url), reason=Wanted(words or why_no_stream(url))
        )
    try:
        check_pixels(stream.get(cv2.CAP_PROP_FRAME_WIDTH), stream.get(cv2.CAP_PROP_FRAME_HEIGHT))
    except BadInput as error:
        stream.release()
        raise BadInput("{name}: {reason}", name=shown(url), reason=error) from None
    return CaptureDevice(stream, clock, stamped=True, notes=("read by FFmpeg",))
