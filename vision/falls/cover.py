"""What lies over the board after the shot: a hand, a sleeve. Under it nobody can be said to have fallen."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Light, Picture
from vision.falls.board_picture import BoardPicture
from vision.falls.board_push import Push
from vision.falls.plan import Plan, drawn

PX_A_CM = 6.0
HAND_CM = 5.0
"""Nothing that stands on the board is so broad: a hand, a sleeve, a chart."""
FINGERS_CM = 14.0
_REACH_CM, _GAP_CM = 1.0, 2.3
_HUE, _UNLIKE, _BLUR_CM, _WINDOW_CM, _DARK = 0.25, 0.3, 0.5, 1.2, 0.004
_BEYOND_CM = 3.0


def covered_between(before: BoardPicture, after: BoardPicture, push: Push) -> tuple[Plan, Bools]:
    """Return a plan of the table and where something broad lies over it now (H, W) that did not before.

    A shadow leaves hue and print as they are; a hand does not.
    """
    frame = after.view.frame
    plan = Plan.of((-_BEYOND_CM, -_BEYOND_CM, frame.width_cm + _BEYOND_CM, frame.depth_cm + _BEYOND_CM), PX_A_CM)
    now = drawn(after.light, plan.seen_by(after.camera))
    then = drawn(before.light, plan.seen_by(before.camera, 0.0, push.before))
    both = (now.max(axis=2) > 0) & (then.max(axis=2) > 0)
    soft = [cv2.GaussianBlur(image, (0, 0), _BLUR_CM * PX_A_CM) for image in (now, then)]
    ratio = np.log((soft[0] + _DARK) / (soft[1] + _DARK))
    hue = np.stack([ratio[..., 2] - ratio[..., 1], ratio[..., 0] - ratio[..., 1]], axis=2)
    hue -= np.median(hue[both], axis=0) if both.any() else 0.0
    unlike = _unlike(*(np.log(image.mean(axis=2) + _DARK) for image in (now, then)))
    changed = ((np.linalg.norm(hue, axis=2) > _HUE) | unlike) & both
    broad = _with_fingers(cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, _round(HAND_CM / 2)), changed)
    return plan, np.asarray(cv2.dilate(broad, _round(_REACH_CM)) > 0)


def _with_fingers(broad: NDArray[Any], changed: Bools) -> Picture:
    """Return what is broad with what hangs together with it, as far as fingers reach, and the gaps within filled.

    Where a hand is of the board's own colour only the print it hides gives it away: the squares' lines.
    """
    step, found, other = _round(0.5), np.asarray(broad, dtype=np.uint8), changed.astype(np.uint8)
    for _ in range(round(FINGERS_CM / 0.5)):
        found = np.asarray(np.maximum(cv2.dilate(found, step) * other, found), dtype=np.uint8)
    return np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, _round(_GAP_CM)), dtype=np.uint8)


def _unlike(now: Light, then: Light) -> Bools:
    """Return where there was print or a figure to see, and what is there now is not like it."""
    window = (round(_WINDOW_CM * PX_A_CM) | 1,) * 2

    def centred(image: Light) -> Light:
        return np.asarray(image - cv2.blur(image, window), dtype=np.float32)

    a, b = centred(now), centred(then)
    power_a, power_b, product = cv2.blur(a * a, window), cv2.blur(b * b, window), cv2.blur(a * b, window)
    there = power_b > max(float(np.median(power_b)) * 2.0, 2e-4)
    return np.asarray(there & (product < _UNLIKE * np.sqrt(power_a * power_b + 1e-12)))


def _round(radius_cm: float) -> Picture:
    side = 2 * round(radius_cm * PX_A_CM) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), dtype=np.uint8)
