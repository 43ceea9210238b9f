"""The patch of pixels that belongs to one piece of terrain."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Bools, Picture
from vision.terrain.ground import Ground

Border = Callable[[Picture, Ground, Bools, float], Bools]
"""Picks the piece out of a rough patch: picture (H, W, 3) BGR, its ground, the patch (H, W), px per cm."""

UNLIKE = 4.5
"""A pixel so many standard deviations off, with the grain about it, is no ground."""
HALF = 0.5
"""The border lies where the picture is half way between the ground and what the piece mostly is."""
LEAST = 2.5
"""But no nearer to the ground than this."""


def disc(radius_px: float) -> Picture:
    """Return a round kernel."""
    side = 2 * max(round(radius_px), 1) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def closed(mask: Bools, radius_px: float) -> Bools:
    """Return a mask with gaps of less than twice that closed."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, disc(radius_px)) > 0)


def opened(mask: Bools, radius_px: float) -> Bools:
    """Return a mask without what is thinner than twice that."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, disc(radius_px)) > 0)


def piece_at(mask: Bools, at: tuple[int, int], reach_px: int) -> Bools | None:
    """Return the connected part of a mask that is most of what lies round (column, row); None where nothing does."""
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)
    u, v = at
    near = labels[max(v - reach_px, 0) : v + reach_px + 1, max(u - reach_px, 0) : u + reach_px + 1]
    names = near[near > 0]
    return None if names.size == 0 else np.asarray(labels == np.bincount(names).argmax())


def rough_patch(
    ground: Ground, at: tuple[int, int], hidden: Bools, px_per_cm: float, loose_cm: float, unlike: float = UNLIKE
) -> Bools | None:
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


def half_way(picture: Picture, ground: Ground, rough: Bools, px_per_cm: float) -> Bools:  # noqa: ARG001
    """Return the part of a rough patch whose colour is nearer to the piece's than to the ground's."""
    colour = ground.colour
    strong = rough & (colour > LEAST)
    usual = float(np.median(colour[strong])) if strong.any() else 0.0
    return np.asarray(closed(rough & (colour > max(LEAST, HALF * usual)), 0.3 * px_per_cm) & rough)
