"""How far a camera was turned about its own axis of sight: a picture flipped in the camera's settings, say."""

import numpy as np

from vision.camera import Camera

TURNED_DEG = 45.0
"""By more than this nobody bumps a camera without noticing."""


def turn_deg(before: Camera, now: Camera) -> float:
    """Return by how much a camera is turned about its axis of sight, 0 to 180."""
    turn = before.rotation @ now.rotation.T
    return float(abs(np.degrees(np.arctan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1]))))
