"""A camera or stream that OpenCV reads."""

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

import cv2
import numpy as np

from vision.arrays import Picture
from vision.sources.camera_lock import Controls, Locked, drifted, lock
from vision.sources.device import DeviceTaken
from vision.sources.frames import SourceLost
from vision.sources.jpeg import Jpeg, whole_jpeg

SETTLING_S = 1.0
LOOK_AGAIN_S = 5.0
_MOST_DAMAGED = 30


class Capture(Controls, Protocol):
    """What OpenCV's VideoCapture is here."""

    def read(self) -> tuple[bool, Any]:
        """Wait for the next picture; False when none came."""
        ...

    def release(self) -> None:
        """Let go."""
        ...


class CaptureDevice:
    """Pictures of an opened VideoCapture, as the camera's own JPEG where it hands that out.

    With ``locking`` (cameras plugged in) it runs for a second, until its automatics have settled; then they are
    switched off, its first picture is given, and its settings are looked after from then on. ``stamped`` says that its
    pictures have times of their own.
    """

    def __init__(
        self,
        capture: Capture,
        clock: Callable[[], float],
        *,
        backend: int = cv2.CAP_ANY,
        locking: bool = False,
        stamped: bool = False,
        notes: tuple[str, ...] = (),
    ) -> None:
        self._capture, self._clock, self._backend, self._stamped = capture, clock, backend, stamped
        self._told = notes
        self._locked: Locked | None = None
        self._settled_s = clock() + SETTLING_S if locking else None
        self._look_s = 0.0
        self._came = False
        self.warnings: tuple[str, ...] = ()
        self.notes: tuple[str, ...] = notes

    def read(self) -> DeviceTaken:
        """Wait for the next whole picture; raises SourceLost once there are no more."""
        damaged = 0
        while damaged < _MOST_DAMAGED:
            ok, image = self._capture.read()
            if not ok or image is None:
                # VideoCapture stays "opened" after its stream died, and never reads again.
                what = "it stopped sending pictures" if self._came else "it opened, but sends no pictures"
                raise SourceLost(f"{what}; is it still switched on and connected?")
            self._came = True
            picture = picture_of(image)
            if picture is not None and self._look_after():
                stamp_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000 if self._stamped else 0.0
                return DeviceTaken(picture, stamp_s if stamp_s > 0 else None)
            damaged += picture is None
        raise SourceLost("it sends damaged pictures only; try another cable or USB port")

    def _look_after(self) -> bool:
        """Hold the settings and look whether they hold; False while they have not settled yet."""
        now_s = self._clock()
        if self._settled_s is None:
            return True
        if now_s < self._settled_s:
            return False
        if self._locked is None:
            self._locked, self._look_s = lock(self._capture, self._backend), now_s + LOOK_AGAIN_S
            self.notes = self._told + self._locked.notes
            self.warnings = self._locked.warnings
        elif now_s >= self._look_s:
            self._look_s = now_s + LOOK_AGAIN_S
            self.warnings = self._locked.warnings + drifted(self._capture, self._locked.values)
        return True

    def interrupt(self) -> None:
        """Nothing can be done from here: OpenCV's read ends when it times out."""

    def release(self) -> None:
        """Let go of the camera."""
        self._capture.release()


def picture_of(image: Any) -> Picture | Jpeg | None:
    """Return what OpenCV handed out, a picture (H, W[, 3]) or a camera's JPEG as a row of bytes; None: damaged."""
    array = np.asarray(image, np.uint8)
    if array.ndim == 3 and array.shape[2] == 3:
        return array
    if array.ndim == 2 and min(array.shape) > 1:
        return array
    return whole_jpeg(array.tobytes())


def ask_for_jpeg(capture: Capture) -> bool:
    """Ask a V4L2 camera for its JPEGs as they come; return whether it sends them (else it is as it was before)."""
    if not sys.platform.startswith("linux") or not capture.set(cv2.CAP_PROP_CONVERT_RGB, 0):
        return False
    ok, image = capture.read()
    if ok and image is not None and isinstance(picture_of(image), Jpeg):
        return True
    # Something uncompressed (YUYV): let OpenCV make BGR of it.
    capture.set(cv2.CAP_PROP_CONVERT_RGB, 1)
    return False


def hush() -> None:
    """Silence OpenCV and FFmpeg on stderr unless the user asked for their log (OPENCV_LOG_LEVEL)."""
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        # FFmpeg's level (AV_LOG_QUIET) is read when OpenCV first opens a video with it.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
