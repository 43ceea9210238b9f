"""The patch of pixels that belongs to one piece of terrain."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.terrain.ground import Ground

Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]

UNLIKE = 4.5
"""A pixel so many standard deviations off, with the grain about it, is no ground."""
HALF = 0.5
"""The border lies where the picture is half way between the ground and what the piece mostly is."""
LEAST = 2.5
"""But no nearer to the ground than this."""
ROUNDS = 2


def disc(radius_px: float) -> NDArray[np.uint8]:
    """Return a round kernel."""
    side = 2 * max(round(radius_px), 1) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def closed(mask: Mask, radius_px: float) -> Mask:
    """Return a mask with gaps of less than twice that closed."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, disc(radius_px)) > 0)


def opened(mask: Mask, radius_px: float) -> Mask:
    """Return a mask without what is thinner than twice that."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, disc(radius_px)) > 0)


def piece_at(mask: Mask, at: tuple[int, int], reach_px: int) -> Mask | None:
    """Return the connected part of a mask that is most of what lies round (column, row); None where nothing does."""
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)
    u, v = at
    near = labels[max(v - reach_px, 0) : v + reach_px + 1, max(u - reach_px, 0) : u + reach_px + 1]
    names = near[near > 0]
    return None if names.size == 0 else np.asarray(labels == np.bincount(names).argmax())


def rough_patch(
    ground: Ground, at: tuple[int, int], hidden: Mask, px_per_cm: float, loose_cm: float, unlike: float = UNLIKE
) -> Mask | None:
    """Return generously what is not ground about a point; None on bare ground.

    ``hidden`` are pixels that show something else (stands). Parts no more than ``loose_cm`` apart belong together:
    the trees of a wood.
    """
    mask = closed((ground.texture > unlike) & ~hidden, 0.2 * px_per_cm) & ~hidden
    reach_px = round((2.5 if hidden[at[1], at[0]] else 0.6) * px_per_cm)
    here = piece_at(mask, at, reach_px)
    if here is None or not loose_cm:
        return here
    # Only what is as large as a small tree: the ground's own specks would make a chain across the table.
    trees = opened(mask, 0.4 * px_per_cm)
    wood = piece_at(closed(trees, loose_cm / 2 * px_per_cm), at, round((loose_cm / 2 + 0.6) * px_per_cm))
    return here if wood is None else np.asarray(wood & trees)


def half_way(ground: Ground, rough: Mask, px_per_cm: float) -> Mask:
    """Return the part of a rough patch whose colour is nearer to the piece's than to the ground's."""
    colour = ground.colour
    strong = rough & (colour > LEAST)
    usual = float(np.median(colour[strong])) if strong.any() else 0.0
    return np.asarray(closed(rough & (colour > max(LEAST, HALF * usual)), 0.3 * px_per_cm) & rough)


def cut_out(picture: Picture, rough: Mask, likely: Mask, px_per_cm: float) -> Mask:
    """Return the piece as GrabCut finds it, between the sure ground outside ``rough`` and the ``likely`` piece."""
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
