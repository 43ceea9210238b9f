"""What all frame cards have in common, and no picture of them shows: the whole frame laid too large, or askew.

Cards are laid against the play area, and by a sheet that all of them were printed on. If the play area is longer than
it is called, or the sheet's margin is other than it says, all cards lie off the same way: they fit each other and the
camera as well as before, and every distance is wrong by the same share. Only a length measured by hand tells.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from table.frame import Frame, FrameMarker
from vision.arrays import Floats
from vision.camera import Camera
from vision.spread import POSE

LAID_CM = 0.05  # how well a hand lays the cards of one side against the play area, one sigma of all together
TAPED = 0.02  # of its length: how far off a frame may be, whose length a tape says
_TOUCHING = 0.75  # of a marker's side: from its centre to the edge of its card, which touches the play area
_EXACT_CM = 1e-6


def laid_sigma_cm(frame: Frame) -> float:
    """Return how far all cards of a side may lie off together, one sigma: as the frame says, or as it was made.

    A frame whose places are those of the printed sheet to the last digit was laid, not measured. Any other that says
    nothing was surveyed (docs/conventions.md), and its survey's sigma holds all.
    """
    if frame.laid_sigma_cm is not None:
        return frame.laid_sigma_cm
    return LAID_CM if frame.survey_sigma_cm is None and _as_printed(frame) else 0.0


def _as_printed(frame: Frame) -> bool:
    def at(place: float, length: float, size: float) -> bool:
        beside = _TOUCHING * size
        return any(abs(place - one) < _EXACT_CM for one in (-beside, length / 2, length + beside))

    return bool(frame.markers) and all(
        at(m.x, frame.width_cm, m.size_cm) and at(m.y, frame.depth_cm, m.size_cm) for m in frame.markers
    )


@dataclass(frozen=True, eq=False)
class Laid:
    """How cards M move along x and y (M, 2, 3), cm, with their frame's size, stretch and skew; their sigmas (3,).

    Size: all of it longer; stretch: longer along x than along y; skew: its corners no right angles.
    """

    ways: Floats
    sigmas: Floats

    @staticmethod
    def of(frame: Frame, markers: Sequence[FrameMarker]) -> "Laid | None":
        """Return what these cards of a frame may have in common; None where the frame is known as a whole."""
        sigmas = _sigmas(frame, {marker.id for marker in markers})
        if not sigmas.any():
            return None
        x, y = (np.array([(m.x, m.y) for m in markers]) - middle_cm(frame)).T
        ways = np.stack([np.stack([x, x / 2, y / 2], axis=1), np.stack([y, -y / 2, x / 2], axis=1)], axis=1)
        return Laid(ways, np.maximum(sigmas, _EXACT_CM))


def middle_cm(frame: Frame) -> Floats:
    """Return the middle (2,) of the frame's cards: what lies there, lies there however large the frame is."""
    return np.asarray(np.mean([(m.x, m.y) for m in frame.markers], axis=0))


def _sigmas(frame: Frame, seen: Collection[int]) -> Floats:
    """Return one sigma (3,) of a frame's size, stretch and skew, as shares, by those of its cards that are seen.

    What makes a frame too large (a sheet's margin, the way one lays cards) does it along both axes alike; its stretch
    comes of each axis by itself. Where a tape tells the size, it alone does.
    """
    half = np.ptp([(m.x, m.y) for m in frame.markers], axis=0) / 2
    shares = laid_sigma_cm(frame) / np.maximum(half, 1.0)
    size, shape = float(shares.mean()), float(np.hypot(*shares))
    taped = frame.tape is not None and set(frame.tape.between) <= set(seen)
    return np.array([TAPED if taped else size, shape, shape])


def with_size_unknown(frame: Frame, seen: Collection[int], camera: Camera, covariance: Floats) -> Floats:
    """Return a camera's covariance with what it errs by if its frame is larger or smaller than it says."""
    way = np.zeros(len(covariance))
    far = np.append(middle_cm(frame), 0.0)
    way[3:POSE] = camera.translation + camera.rotation @ far  # the camera goes away from the middle as all grows
    return np.asarray(covariance + np.outer(way, way) * _sigmas(frame, seen)[0] ** 2)
