"""What a picture is good for before anything is calibrated: its size, light and focus, and the markers in it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.known_markers import Follower
from vision.markers import MarkerSeen, find_markers
from vision.watchman.picture_watch import BLACK, BURNT_LEVEL, BURNT_SHARE, WHITE

Grey = NDArray[np.uint8]
Warn = Literal["dark", "bright", "soft", "small", "glare"]

SOFT_PX = 1.2
"""A marker's edge smeared by more, one sigma, is out of focus: a sharp lens leaves half of it."""
LEAST_WIDTH_PX = 1900
GLARE_SHARE = 0.04
_SMALL_PX = (160, 90)


@dataclass(frozen=True, eq=False)
class PictureQuality:
    """One picture: its size, mean grey level 0 to 255, markers, how soft they are (None without any), and warnings."""

    size_px: tuple[int, int]
    level: float
    burnt: float
    markers: tuple[MarkerSeen, ...]
    blur_px: float | None
    warnings: tuple[Warn, ...]


def assess_picture(grey: Grey, dictionary: str, wanted: Collection[int] = ()) -> PictureQuality:
    """Judge a picture (H, W); ``wanted`` are marker ids that are waited for."""
    height, width = grey.shape
    small = cv2.resize(grey, _SMALL_PX, interpolation=cv2.INTER_AREA)
    level, burnt = float(small.mean()), float((small >= BURNT_LEVEL).mean())
    markers = find_markers(grey, dictionary, wanted, looks=1)
    blur_px = blur_of(grey, dictionary, markers)
    return PictureQuality(
        (width, height), level, burnt, markers, blur_px, _warnings(width, level, burnt, bool(markers), blur_px)
    )


def blur_of(grey: Grey, dictionary: str, markers: Collection[MarkerSeen]) -> float | None:
    """Return how far the markers' edges are smeared, one sigma in px, in the middle of them; None without any."""
    if not markers:
        return None
    ids = np.array([marker.id for marker in markers], dtype=np.intp)
    corners = np.array([marker.corners_px for marker in markers])
    return float(np.median(Follower(dictionary).follow(grey, ids, corners).blur_px))


def _warnings(width: int, level: float, burnt: float, recognised: bool, blur_px: float | None) -> tuple[Warn, ...]:
    found: list[Warn] = []
    if not recognised and level < BLACK:
        found.append("dark")
    if burnt > BURNT_SHARE or (not recognised and level > WHITE):
        found.append("bright")
    elif burnt > GLARE_SHARE:
        found.append("glare")
    if blur_px is not None and blur_px > SOFT_PX:
        found.append("soft")
    if width < LEAST_WIDTH_PX:
        found.append("small")
    return tuple(found)
