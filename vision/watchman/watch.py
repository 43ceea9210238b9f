"""What the watchman says of one picture: keys and numbers; the sentences stand in referee/words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from vision.arrays import Floats
from vision.camera import Camera
from vision.table_view import TableView
from vision.watchman.hand_map import HandMap

NoticeKey = Literal[
    "camera_away",
    "picture_broken",
    "other_size",
    "too_dark",
    "overexposed",
    "picture_frozen",
    "no_frame",
    "camera_lost",
    "camera_turned",
    "camera_moving",
    "focus_lost",
    "camera_bumped",
    "frame_pushed",
    "frame_missing",
    "frame_covered",
    "hands",
    "light_changed",
    "shadow",
]
"""Worst first, causes before effects: what stops all measuring, what spoils it, what is only worth knowing."""

_RANK = {key: rank for rank, key in enumerate(get_args(NoticeKey))}


@dataclass(frozen=True)
class Notice:
    """One thing worth saying, and the numbers (or marker ids) in it."""

    key: NoticeKey
    numbers: Mapping[str, Any] = field(default_factory=dict)


def worst_first(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Return notices in the order in which a person should hear them."""
    return tuple(sorted(notices, key=lambda notice: _RANK[notice.key]))


@dataclass(frozen=True, eq=False)
class Watch:
    """How camera, light, frame and table are in one picture.

    ``view`` is the one that holds: the calibrated, or re-solved since the last bump. ``camera`` is where the camera is
    in this picture, shake included; ``sharp`` whether it is as sharp as usual. ``frame_seen``, ``_covered`` (partly),
    ``_missing`` and ``_pushed`` are ids.
    ``shift_px`` and ``shift_cm`` say how far the picture of the table has moved since calibration. ``notices`` are
    worst first.
    """

    time_s: float
    view: TableView
    camera: Camera
    camera_still: bool
    sharp: bool
    frame_seen: tuple[int, ...]
    frame_covered: tuple[int, ...]
    frame_missing: tuple[int, ...]
    frame_pushed: tuple[int, ...]
    shift_px: float
    shift_cm: float
    rms_px: float | None
    hands: HandMap
    notices: tuple[Notice, ...]

    def steady_px(self, corners_px: Floats) -> Floats:
        """Return where ``view.camera`` would see what is seen at these px (..., 2) now: the shake taken out."""
        if self.camera is self.view.camera:
            return corners_px
        flat = self.camera.to_plane(corners_px.reshape(-1, 2))
        seen = self.view.camera.project(np.column_stack([flat, np.zeros(len(flat))]))
        return seen.reshape(corners_px.shape)
