"""Compiling all kernels before somebody waits for it."""

import contextlib
import os
import signal
from multiprocessing import get_context

import cv2
import numpy as np

from vision.compiled import KEPT_IN
from vision.dictionary import dictionary
from vision.kernels.saddles import TOLD
from vision.kernels.saddles import fit as fit_saddles
from vision.known_markers import Follower
from vision.markers import find_markers
from vision.square import fit_squares

_NAME, _ID, _ABSENT = "4x4_50", 7, 8
_SHADE = 0.45  # of the grey levels
_MARK = "warm"


def is_warm() -> bool:
    """Return whether the kernels were compiled on this machine since its sources last changed."""
    return (KEPT_IN / _MARK).is_file()


def warm() -> None:
    """Compile everything, by looking at a picture of one marker, and keep it for the next start."""
    picture = np.full((120, 160), 200, np.uint8)
    picture[40:76, 50:86] = cv2.aruco.generateImageMarker(dictionary(_NAME), _ID, 36)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.uint8)
    # One that is not there is looked for with more patience; so is one that a shadow's edge crosses.
    markers = find_markers(soft, _NAME, (_ID, _ABSENT))
    shaded = np.where(np.arange(160) + np.arange(120)[:, None] < 140, soft, _SHADE * soft).astype(np.uint8)
    find_markers(shaded, _NAME, (_ID, _ABSENT))
    follower = Follower(_NAME)
    for marker in markers:
        fit_squares(marker.corners_px[None], np.ones(1))
        for _ in range(3):  # found, believed, compared
            follower.follow(soft, np.array([marker.id]), marker.corners_px[None])
    # A board's corner, as a lens is learned from many.
    corner, square = np.array([[50.0, 40.0]]), 20 * np.eye(2)[None]
    light = np.linspace(0, 1, 256, dtype=np.float32)
    fit_saddles(soft, light, square, np.zeros((1, 2, 2)), np.ones(1), 0.6, 8, 2, corner, np.zeros((1, TOLD)))
    if _can_keep():
        (KEPT_IN / _MARK).touch()


def warm_apart() -> None:
    """Compile everything in a process of its own: a compiler keeps 140 MB until its process ends.

    Where nothing can be kept for another process it is compiled here.
    """
    if _can_keep():
        compiler = get_context("spawn").Process(target=_warm_undisturbed, daemon=True)
        compiler.start()
        try:
            compiler.join()
        finally:
            compiler.kill()
    if not is_warm():
        warm()


def _warm_undisturbed() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both: who waits for this one ends it
    warm()


def _can_keep() -> bool:
    with contextlib.suppress(OSError):
        KEPT_IN.mkdir(parents=True, exist_ok=True)
    return os.access(KEPT_IN, os.W_OK)


if __name__ == "__main__":  # as an installation ends
    if not is_warm():
        warm()
