"""One stand of the roster through the session: whether it is there, at rest or on the move, and its state."""

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from table.roster import Entry
from table.stand import Stand, wrap_deg
from vision.tracking.frame_report import State, TrackSeen, Vertex
from vision.tracking.trail import Trail

Phase = Literal["new", "still", "moving", "absent"]

GONE_FRAMES = 2
"""So many frames without it, and it is not there: noise alone hides a small marker now and then."""
BACK_FRAMES = 2
REST_FRAMES, REST_S = 3, 0.1
REST_CM, REST_DEG = 0.02, 0.6
"""A stand that stays within this so long has come to rest."""
HANDED_S = 1.0
"""A hand that was near so shortly before a stand vanished may have taken it."""
TOPPLED_S = 0.3
FREE_S = 0.15
"""A hand is away when it was not near for so long."""


@dataclass
class Track:
    """What is remembered of one stand; the numbers of its rest are in ``Rest``, by ``row``."""

    row: int
    entry: Entry
    lost_after_s: float
    phase: Phase = "new"
    state: State = "seen"
    since_s: float = 0.0
    stand: Stand | None = None
    trail: Trail | None = None
    misses: int = 0
    hits: int = 0
    tilted: bool = False
    hidden: float = 0.0
    recent: deque[Vertex] = field(default_factory=deque)
    _said: TrackSeen | None = None

    def set_state(self, time_s: float, seen_s: float, hand_s: float) -> None:
        """Bring the state up to date, given when it was last seen, and when a hand was last near it."""
        state = self._state(time_s, seen_s, hand_s)
        if state != self.state:
            self.state, self.since_s = state, time_s

    def _state(self, time_s: float, seen_s: float, hand_s: float) -> State:
        if self.phase in ("new", "still"):
            return "seen" if self.trail is None else "held"
        if self.phase == "moving":
            return "held"
        gone_s, hand_away = time_s - seen_s, time_s - hand_s > FREE_S
        if self.tilted and not hand_away:
            return "held"
        if self.tilted or hand_s < seen_s - HANDED_S:
            return "toppled" if gone_s >= TOPPLED_S else self.state
        if self.state == "lost" or time_s - max(hand_s, seen_s) >= self.lost_after_s:
            return "lost"
        return "covered"

    def came_to_rest(self, now: Vertex, noise_cm: float, noise_deg: float) -> bool:
        """Take in where a moving stand is; say whether it has stopped."""
        self.recent.append(now)
        limit_cm, limit_deg = max(REST_CM, 5 * noise_cm), max(REST_DEG, 5 * noise_deg)
        while len(self.recent) > 1 and (
            math.hypot(self.recent[0].x - now.x, self.recent[0].y - now.y) > limit_cm
            or abs(wrap_deg(self.recent[0].heading_deg - now.heading_deg)) > limit_deg
            or len(self.recent) > 100
        ):
            self.recent.popleft()
        return len(self.recent) >= REST_FRAMES and now.time_s - self.recent[0].time_s >= REST_S

    def seen(self) -> TrackSeen:
        """Return what is said of it: the same object as long as nothing changes."""
        said = self._said
        if (
            said is None
            or said.stand is not self.stand
            or said.state != self.state
            or said.since_s != self.since_s
            or abs(said.hidden - self.hidden) > 0.05
        ):
            said = TrackSeen(self.entry.name, self.entry.marker, self.state, self.stand, self.since_s, self.hidden)
            self._said = said
        return said
