"""Following markers that are known: each is aligned where it is expected, frame after frame."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment import align, linear_light
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Followed:
    """M markers where they were expected: corners (M, 4, 2) px, their covariance (M, 8, 8) px².

    ``agreement`` (M,) 0 to 1 says how well the pattern fits there (below 0.88: it is not there, or mostly covered),
    ``hidden`` (M,) what share of it something covers, ``contrast`` (M,) white less black in linear light, ``blur_px``.
    """

    ids: NDArray[np.intp]
    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    hidden: Floats
    contrast: Floats
    blur_px: Floats


class Follower:
    """Aligns markers of one dictionary; it remembers their patterns, nothing of where they were."""

    def __init__(self, dictionary: str) -> None:
        self._bits = patterns(by_name(dictionary)).astype(np.float64)

    def follow(self, grey: NDArray[np.uint8], ids: NDArray[np.intp], corners_px: Floats) -> Followed:
        """Align markers (M,) from where they are expected (M, 4, 2) px, within 2 px, in a grey picture (H, W)."""
        ids = np.asarray(ids, dtype=np.intp)
        corners = np.asarray(corners_px, dtype=np.float64).reshape(-1, 4, 2)
        if not len(ids):
            none = np.zeros(0)
            return Followed(ids, corners, np.zeros((0, 8, 8)), none, none, none, none)
        found = align(linear_light(grey), corners, self._bits[ids], rounds=3, samples=32)
        return Followed(
            ids,
            found.corners_px,
            found.covariance_px,
            found.agreement,
            found.hidden,
            found.contrast,
            found.blur_px,
        )
