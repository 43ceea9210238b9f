"""What changed on the board between two pictures, with the light taken out: lamps and shadows are no change."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Bools
from vision.falls.board_picture import BoardPicture
from vision.falls.board_push import Push
from vision.falls.plan import Image, Plan, drawn

BEYOND_CM = 9.0
"""The shell may roll off the board: so far round the play area is looked at."""
COARSE = 8
_FIELD_CM, _DARK, _LEVEL_CM = 0.8, 0.004, 2.0
_LEAST_SHIFT_PX = 0.7


@dataclass(frozen=True, eq=False)
class Change:
    """The plan after the shot and what is new in it, both relative to the light about: (H, W, 3) float32, BGR.

    ``seen`` (H, W) is what both cameras' pictures show.
    """

    plan: Plan
    after: Image
    new: Image
    seen: Bools


def change_between(before: BoardPicture, after: BoardPicture, push: Push, px_a_cm: float) -> Change:
    """Return the change of the table and a margin round it.

    Where the board was pushed its own print is held against where it was; round it, what stayed in its place.
    """
    frame = after.view.frame
    plan = Plan.of((-BEYOND_CM, -BEYOND_CM, frame.width_cm + BEYOND_CM, frame.depth_cm + BEYOND_CM), px_a_cm)
    at = plan.seen_by(after.camera)
    now = drawn(after.light, at)
    coarse_now = _coarse(now)
    blurred = cv2.GaussianBlur(coarse_now, (0, 0), _LEVEL_CM * px_a_cm / COARSE)
    level = cv2.resize(blurred, (plan.width_px, plan.depth_px)).mean(axis=2, keepdims=True) + 0.01
    old_light = before.light

    def new_since(seen_then: Image) -> Image:
        then = drawn(old_light, seen_then)
        return np.asarray((now - _gain(coarse_now, _coarse(then), plan) * then) / level, dtype=np.float32)

    stayed = plan.seen_by(before.camera)
    new = new_since(stayed)
    pushed = plan.seen_by(before.camera, 0.0, push.before)
    if float(np.abs(pushed - stayed).max()) > _LEAST_SHIFT_PX:
        other = new_since(pushed)
        less = _amount(other) <= _amount(new)
        new = np.where(less[..., None], other, new)
    height, width = after.picture.shape[:2]
    seen = np.ones(now.shape[:2], dtype=bool)
    for where in (at, stayed):
        seen &= (where[..., 0] > 2) & (where[..., 1] > 2) & (where[..., 0] < width - 3) & (where[..., 1] < height - 3)
    return Change(plan, np.asarray(now / level, dtype=np.float32), new, seen)


def _gain(now: Image, then: Image, plan: Plan) -> Image:
    """Return by how much each channel is lighter now, as a smooth field: medians, so that small things do not count."""
    ratio = np.log((now + _DARK) / (then + _DARK))
    middle = np.stack([cv2.medianBlur(np.ascontiguousarray(ratio[..., k]), 5) for k in range(3)], axis=2)
    smooth = cv2.GaussianBlur(middle, (0, 0), max(1.0, _FIELD_CM * plan.px_a_cm / COARSE))
    return np.exp(cv2.resize(smooth, (plan.width_px, plan.depth_px), interpolation=cv2.INTER_LINEAR)).astype(np.float32)


def _coarse(image: Image) -> Image:
    size = (max(image.shape[1] // COARSE, 1), max(image.shape[0] // COARSE, 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _amount(new: Image) -> Image:
    return np.asarray(cv2.blur(np.abs(new).sum(axis=2), (5, 5)), dtype=np.float32)
