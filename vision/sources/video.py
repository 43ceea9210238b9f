"""A video file, frame by frame."""

from pathlib import Path

import cv2
import numpy as np

from table.errors import BadInput
from vision.sources.frames import CameraFrame, Closing
from vision.sources.quiet import hush


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
            raise BadInput(f"{file}: this is neither a picture nor a video that can be played; is the file whole?")

    def read(self) -> CameraFrame | None:
        """Return the next frame, None after the last; raises BadInput if there is not even one."""
        ok, image = self._video.read()
        if not ok or image is None:
            if self._index == 0:
                raise BadInput(f"{self.name}: no picture can be read from this video; it may be cut short or empty")
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
