"""The other design that was measured: GrabCut finds the border of a piece, from what the flood thinks likely."""

import cv2
import numpy as np

from vision.arrays import Bools, Picture
from vision.terrain.ground import Ground
from vision.terrain.patch import half_way

ROUNDS = 2


def cut_out(picture: Picture, ground: Ground, rough: Bools, px_per_cm: float) -> Bools:
    """Return the piece as GrabCut finds it, between the sure ground outside ``rough`` and the ``likely`` piece."""
    likely = half_way(picture, ground, rough, px_per_cm)
    rows, columns = np.flatnonzero(rough.any(axis=1)), np.flatnonzero(rough.any(axis=0))
    room = round(1.5 * px_per_cm)
    window = (
        slice(max(rows[0] - room, 0), rows[-1] + room + 1),
        slice(max(columns[0] - room, 0), columns[-1] + room + 1),
    )
    inside, sure = rough[window], (rough & likely)[window]
    told = np.where(inside, cv2.GC_PR_BGD, cv2.GC_BGD).astype(np.uint8)
    told[sure] = cv2.GC_PR_FGD
    depth = cv2.distanceTransform(sure.astype(np.uint8), cv2.DIST_L2, 3)
    told[depth > max(0.7 * float(depth.max()), 1.0)] = cv2.GC_FGD
    if not (told == cv2.GC_FGD).any() or not (told == cv2.GC_BGD).any():
        return likely
    lab = cv2.cvtColor(np.ascontiguousarray(picture[window]), cv2.COLOR_BGR2LAB)
    cv2.setRNGSeed(1)  # the same tap gives the same outline
    cv2.grabCut(lab, told, None, np.zeros((1, 65)), np.zeros((1, 65)), ROUNDS, cv2.GC_INIT_WITH_MASK)
    found = np.zeros_like(rough)
    found[window] = (told == cv2.GC_FGD) | (told == cv2.GC_PR_FGD)
    return found
