"""A video file: frame by frame as fast as it is read, or at its own pace like a camera."""

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from table.errors import BadInput
from vision.picture_size import check_pixels
from vision.sources.capture_device import hush
from vision.sources.frames import CameraFrame, Closing


class VideoSource(Closing):
    """Every frame of a video file in order; a frame's time is its place in the video in seconds.

    Raises BadInput for a file OpenCV cannot play.
    """

    live = False

    def __init__(self, file: Path) -> None:
        hush()
        self.name = str(file)
        self._video = cv2.VideoCapture(str(file), cv2.CAP_FFMPEG)
        self._index = 0
        self._time_s = 0.0
        if not self._video.isOpened():
            self._video.release()
            raise BadInput(
                "{file}: this is neither a picture nor a video that can be played; is the file whole?", file=file
            )
        try:
            check_pixels(self._video.get(cv2.CAP_PROP_FRAME_WIDTH), self._video.get(cv2.CAP_PROP_FRAME_HEIGHT))
        except BadInput as error:
            self._video.release()
            raise BadInput("{name}: {reason}", name=file, reason=error) from None

    def read(self) -> CameraFrame | None:
        """Return the next frame, None after the last; raises BadInput if there is not even one."""
        ok, image = self._video.read()
        if not ok or image is None:
            if self._index == 0:
                raise BadInput(
                    "{name}: no picture can be read from this video; it may be cut short or empty", name=self.name
                )
            return None
        index, self._index = self._index, self._index + 1
        # Some containers tell no times: never go back, and count on with the frame rate then.
        told_s, rate = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000, self._video.get(cv2.CAP_PROP_FPS)
        counted_s = index / rate if rate > 0 else float(index)
        self._time_s = max(self._time_s, told_s if told_s > 0 else counted_s)
        return CameraFrame(np.asarray(image, np.uint8), self._time_s, index, f"{self.name}#{index}")

    def close(self) -> None:
        """Close the file."""
        self._video.release()


class PacedVideo(Closing):
    """A video file as if a camera were filming it now: a slow reader gets the newest frame and misses those between.

    A frame's time is when it is due by ``clock``, beginning with the first read; ``wait`` lets time go by. Past its
    end there are no more frames.
    """

    live = True

    def __init__(
        self,
        video: VideoSource,
        clock: Callable[[], float],
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self.name = video.name
        self._video, self._clock, self._wait = video, clock, wait
        self._closed = threading.Event()
        self._next: CameraFrame | None = None
        self._start_s: float | None = None

    def read(self) -> CameraFrame | None:
        """Return the newest frame that is due, waiting for it; None after the last."""
        if self._start_s is None:
            self._next, self._start_s = self._video.read(), self._clock()
        newest = None
        while self._next is not None and (newest is None or self._due_s(self._next) <= self._clock()):
            newest, self._next = self._next, self._video.read()
        if newest is None:
            return None
        due_s = self._due_s(newest)
        left_s = due_s - self._clock()
        if left_s > 0:
            self._wait(self._closed, left_s)
        return CameraFrame(newest.image, due_s, newest.index, newest.name)

    def _due_s(self, frame: CameraFrame) -> float:
        assert self._start_s is not None
        return self._start_s + frame.time_s

    def close(self) -> None:
        """Close the file; a read that waits ends."""
        self._closed.set()
        self._video.close()
