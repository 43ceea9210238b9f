"""A ball is told from bars, corners, big discs and rings by its shape, whatever its colour."""

import cv2
import numpy as np
import pytest

from vision.falls.blob import blob_of_change, blob_of_colour

PX = 24.0
MIDDLE = 26
COLOURS = {"red": (0.1, 0.1, 0.9), "yellow": (0.1, 0.9, 0.9), "white": (1.6, 1.6, 1.6), "blue": (0.9, 0.3, 0.1)}


def patch(colour: tuple[float, float, float], draw: str, size: float = 0.33) -> np.ndarray:
    """Return a grey patch of 53 px with something drawn in its middle, smoothed as a lens does."""
    fine = np.full((53 * 8, 53 * 8, 3), 0.6, dtype=np.float32)
    middle, r = (MIDDLE * 8 + 4, MIDDLE * 8 + 4), round(size * PX * 8)
    if draw == "ball":
        cv2.circle(fine, middle, r, colour, -1)
    elif draw == "bar":
        cv2.rectangle(fine, (middle[0] - 4 * r, middle[1] - r), (middle[0] + 4 * r, middle[1] + r), colour, -1)
    elif draw == "edge":
        fine[:, middle[0] - r :] = colour
    elif draw == "ring":
        cv2.circle(fine, middle, r, colour, max(r // 3, 1))
    return cv2.GaussianBlur(cv2.resize(fine, (53, 53), interpolation=cv2.INTER_AREA), (0, 0), 0.7)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_ball_of_any_bright_colour_is_round(colour: str) -> None:
    image = patch(COLOURS[colour], "ball")
    for blob in (blob_of_colour(image, MIDDLE, MIDDLE, PX), blob_of_change(image - 0.6, MIDDLE, MIDDLE, PX)):
        assert blob is not None
        assert blob.roundness > 0.7
        assert (blob.u, blob.v) == pytest.approx((MIDDLE, MIDDLE), abs=0.15)
        assert blob.radius_cm == pytest.approx(0.33, abs=0.04)


@pytest.mark.parametrize(
    ("draw", "size"),
    [("bar", 0.3), ("edge", 0.2), ("ball", 0.75), ("ball", 0.12)],
    ids=["a figure's body", "a square's edge", "a marker's disc", "a speck"],
)
def test_other_things_are_not(draw: str, size: float) -> None:
    image = patch(COLOURS["red"], draw, size)
    for blob in (blob_of_colour(image, MIDDLE, MIDDLE, PX), blob_of_change(image - 0.6, MIDDLE, MIDDLE, PX)):
        assert blob is None or blob.roundness < 0.3


def test_a_bare_spot_has_no_contrast() -> None:
    blob = blob_of_colour(np.full((53, 53, 3), 0.6, dtype=np.float32), MIDDLE, MIDDLE, PX)
    assert blob is None or blob.contrast < 0.01


def test_a_corner_of_the_picture_tells_nothing() -> None:
    assert blob_of_colour(np.zeros((4, 4, 3), dtype=np.float32), 60, 60, PX) is None
