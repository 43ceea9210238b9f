"""A marker's ink in the picture: how much of each pixel it covers, and what exact lens blur makes of its edges."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.synthetic.coverage import Box, Coverage, Edges, coverages
from simulation.synthetic.plate import Plate
from vision.arrays import Light
from vision.camera import Camera

BLUR_REACH = 4  # standard deviations that a blur is followed
_FINE_SIGMA = 1.5  # a Gaussian this wide in cells is as good as continuous


@dataclass(frozen=True, eq=False)
class Ink:
    """``covered`` (h, w) in ``box``; ``fine`` in fine_box is the exactly blurred share less the blurred ``covered``."""

    box: Box
    covered: Coverage
    fine_box: Box
    fine: Light | None


def blur_reach_px(blur_px: float) -> int:
    """Return how many pixels far a lens blur is followed."""
    return math.ceil(BLUR_REACH * blur_px)


def blurred(light: Light, blur_px: float) -> Light:
    """Return the light under a lens blur, as the picture's pixels are blurred."""
    size = 2 * blur_reach_px(blur_px) + 1
    return np.asarray(cv2.GaussianBlur(light, (size, size), blur_px), np.float32)


def ink_of(plate: Plate, camera: Camera, blur_px: float) -> Ink:
    """Return a marker's ink as that camera sees it through a lens blur."""
    edges = plate.black_edges(camera)
    box = edges.box
    cells = math.ceil(_FINE_SIGMA / blur_px) if blur_px > 0.05 else 1
    if cells == 1:
        (covered,) = coverages([edges], [box])
        return Ink(box, covered, box, None)
    wide = box.grown(blur_reach_px(blur_px))
    finer = Box(wide.left * cells, wide.top * cells, wide.width * cells, wide.height * cells)
    (share,) = coverages([Edges(*((p + 0.5) * cells - 0.5 for p in (edges.start, edges.end)))], [finer])
    covered = _mean(share, cells)
    exact = _mean(np.asarray(cv2.GaussianBlur(share, (0, 0), blur_px * cells), np.float32), cells)
    return Ink(box, covered[box.slices(wide)], wide, exact - blurred(covered, blur_px))


def _mean(share: Light, cells: int) -> Light:
    height, width = share.shape
    return np.asarray(share.reshape(height // cells, cells, width // cells, cells).mean(axis=(1, 3)), np.float32)
