"""Markers that nobody knows, under names they keep for the session."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Indices
from vision.tracking.frame_report import Stranger

AGREES = 0.90
SURE_FRAMES = 3
FORGET_S = 1.0


@dataclass
class _Known:
    corners_px: Floats
    score: float
    since_s: float
    seen_s: float
    frames: int = 0


class Strangers:
    """Those seen now or a moment ago; a new one counts when several frames agree."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}

    @property
    def ids(self) -> Indices:
        """The ids to follow (K,)."""
        return np.array(list(self._known), dtype=np.intp)

    @property
    def corners_px(self) -> Floats:
        """Where they were last (K, 4, 2)."""
        return np.array([known.corners_px for known in self._known.values()]).reshape(-1, 4, 2)

    def found(self, marker: int, corners_px: Floats, score: float, time_s: float) -> None:
        """Say where one was found by searching; one that is followed stays where it is followed."""
        known = self._known.get(marker)
        if known is None:
            self._known[marker] = _Known(corners_px, score, time_s, time_s)
        elif known.seen_s < time_s:
            known.corners_px = corners_px

    def turn_back(self, time_s: float) -> None:
        """Know that the clock was set back."""
        for known in self._known.values():
            known.seen_s, known.since_s = min(known.seen_s, time_s), min(known.since_s, time_s)

    def followed(self, corners_px: Floats, agreement: Floats, there: Bools, time_s: float) -> None:
        """Say how following them (K, 4, 2) went, in the order of ``ids``; forget those long gone."""
        for known, corners, score, fits in zip(list(self._known.values()), corners_px, agreement, there, strict=True):
            if fits and score >= AGREES:
                known.corners_px, known.score, known.seen_s = corners, float(score), time_s
                known.frames += 1
        self._known = {k: v for k, v in self._known.items() if time_s - v.seen_s <= FORGET_S}

    def seen(self) -> tuple[Stranger, ...]:
        """Return those that several frames agree on, by id."""
        return tuple(
            Stranger(f"marker {marker}", marker, known.corners_px, known.score, known.since_s)
            for marker, known in sorted(self._known.items())
            if known.frames >= SURE_FRAMES
        )
