"""What the watchman has to say: keys and numbers; the sentences stand in referee/words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

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
