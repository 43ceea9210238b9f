"""A sleeve over the rehearsal's table, and hands that put back what it shoved: roughly, in several steps, as told."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.putting_back.hints import Hint
from table.mount import Pose
from table.snapshot import Snapshot
from table.stand import Stand

SWEEP_S = 3.2
"""How long the arm is over the table."""
SHOVED = 3
REACH = 0.62
"""How much of the table's depth an arm reaches across."""
BESIDE_CM = 10.0
"""So far beside its way a stand may be at most for the arm to shove it."""
CLEAR_CM = 4.5
"""So near another stand nothing is shoved."""
SHOVES = ((3.4, 0.6, 21.0), (2.6, -0.9, -14.0), (4.1, 1.1, 33.0), (2.2, 0.4, -9.0))
"""How far along the sweep, across it, and turned: one stand after the other."""
CLUMSY = ((0.14, 0.20, 5.0), (-0.11, -0.15, -4.0), (0.08, 0.12, 3.5), (-0.16, 0.10, -6.0))
"""What a hand gets wrong of what it is told: a share of the way, cm aside, degrees; one step after the other."""
SURE = 0.3
"""By the second try on a stand it is only so much as clumsy."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """An arm that reaches across at ``at_x`` to ``tip_y`` and shoves stands to these poses."""

    at_x: float
    tip_y: float
    from_far: bool
    to: Mapping[str, Pose]
    since_s: float

    def reach(self, now_s: float) -> float:
        """Return how far the arm has come in: 0 outside, 1 all the way."""
        part = min(max((now_s - self.since_s) / SWEEP_S, 0.0), 1.0)
        return min(1.0, 2.2 * (1.0 - abs(2.0 * part - 1.0)))

    def over(self, now_s: float) -> tuple[float, float]:
        """Return the point in cm that the hand is over: it drifts sideways as it draws back."""
        part = min(max((now_s - self.since_s) / SWEEP_S, 0.0), 1.0)
        return self.at_x + 8.0 * (part - 0.5), self.tip_y

    def done(self, now_s: float) -> bool:
        """Say whether the stands have been shoved: half way through."""
        return now_s - self.since_s >= SWEEP_S / 2


def sweep(table: Snapshot, homes: Sequence[str], side: str, since_s: float) -> Sweep | None:
    """Return the way of an arm over three stands near one line, of both sides if it can be; None where it meets none.

    ``homes`` names the side whose players sit at the near edge first, the far one next; ``side`` plays.
    """
    best: tuple[tuple[bool, float, bool, float], float, bool, list[Stand]] | None = None
    for from_far in (False, True):
        within = [s for s in table.stands if _across(s, table, from_far) <= REACH * table.depth_cm]
        for stand in within:
            near = sorted(within, key=lambda s: (abs(s.x - stand.x), s.name))[:SHOVED]
            middle = sum(s.x for s in near) / len(near)
            spread = max(abs(s.x - middle) for s in near)
            if len(near) < SHOVED or spread > BESIDE_CM or all(s.side == side for s in near):
                continue
            # Of both sides rather than of one, near one line, and from the edge of whoever plays.
            mixed = len({s.side for s in near}) > 1
            score = (not mixed, spread, from_far != (side != homes[0]), middle)
            if best is None or score < best[0]:
                best = (score, middle, from_far, near)
    if best is None:
        return None
    _, middle, from_far, near = best
    tip = (min if from_far else max)(s.y for s in near)
    shoved: dict[str, Pose] = {}
    for k, stand in enumerate(near):
        taken = [shoved[s.name] if s.name in shoved else Pose(s.x, s.y, 0.0) for s in table.others(stand.name)]
        shoved[stand.name] = _shoved(stand, table, taken, k, 1.0 if stand.x >= middle else -1.0)
    return Sweep(middle, tip, from_far, shoved, since_s)


def _across(stand: Stand, table: Snapshot, from_far: bool) -> float:
    return table.depth_cm - stand.y if from_far else stand.y


def _shoved(stand: Stand, table: Snapshot, taken: Sequence[Pose], count: int, way: float) -> Pose:
    """Return where a stand is shoved to: along the sweep if there is room, else against it, or aside."""
    along, across, turn = SHOVES[count % len(SHOVES)]
    ways = [(way * along, across), (-way * along, across), (across, -along), (across, along)]
    places = [(stand.x + part * dx, stand.y + part * dy) for part in (1.0, 0.7) for dx, dy in ways]
    x, y = next((place for place in places if _is_free(place, table, taken)), places[0])
    return Pose(x, y, stand.heading_deg + turn)


def _is_free(place: tuple[float, float], table: Snapshot, taken: Sequence[Pose]) -> bool:
    x, y = place
    on_table = 2.0 <= x <= table.width_cm - 2.0 and 2.0 <= y <= table.depth_cm - 2.0
    return on_table and all(math.dist(place, (other.x, other.y)) >= CLEAR_CM for other in taken)


def put_roughly(pose: Pose, told: Hint, tried: int, step: int) -> Pose:
    """Return where a hand leaves a stand that does as the hint says: less clumsy at every try."""
    share, aside, turn = (part * SURE**tried for part in CLUMSY[step % len(CLUMSY)])
    x, y = pose.x + told.dx_cm * (1 + share), pose.y + told.dy_cm * (1 + share)
    return Pose(x + aside, y - aside, pose.heading_deg + told.turn_deg + turn)
