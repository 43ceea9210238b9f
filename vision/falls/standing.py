"""Whether a figure whose marker cannot be read stands all the same: its disc is still to be seen over its base."""

import cv2
import numpy as np
from numpy.typing import NDArray

from table.mount import Mount
from vision.falls.board_picture import BoardPicture
from vision.falls.plan import Plan, drawn

PX_A_CM = 16.0
ALIKE = 0.6
"""How like its marker of before a patch must be (correlation): a blurred or half lit one is, a fallen figure is not."""
_AROUND_CM, _DARK = 0.7, 0.01


def still_stands(
    before: BoardPicture, after: BoardPicture, mount: Mount,
    marker_then: tuple[float, float], marker_now: tuple[float, float],
) -> bool:  # fmt: skip
    """Say whether what was over a place (cm, at the mount's height) is still there within a few millimetres."""
    reach = 0.8 * mount.size_cm
    then = _patch(before, Plan.round(marker_then, reach, PX_A_CM), mount.height_cm)
    now = _patch(after, Plan.round(marker_now, reach + _AROUND_CM, PX_A_CM), mount.height_cm)
    if then.std() < 1e-3 or now.std() < 1e-3:
        return False
    return float(cv2.matchTemplate(now, then, cv2.TM_CCOEFF_NORMED).max()) > ALIKE


def _patch(sighted: BoardPicture, plan: Plan, height_cm: float) -> NDArray[np.float32]:
    """Return what is seen at a height, as logarithms of light: shade takes the same off everything."""
    seen = drawn(sighted.light, plan.seen_by(sighted.camera, height_cm))
    return np.asarray(np.log(seen.mean(axis=2) + _DARK), dtype=np.float32)
