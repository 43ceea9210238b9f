"""OpenCV's and FFmpeg's own chatter, kept off the user's screen: a failure is said once, in words."""

import os

import cv2


def hush() -> None:
    """Silence OpenCV and FFmpeg on stderr unless the user asked for their log (OPENCV_LOG_LEVEL)."""
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        # FFmpeg's level (AV_LOG_QUIET) is read when OpenCV first opens a video with it.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
