"""What hands do at a filmed table, and what happens without them: each act says who is where at each moment."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Protocol

from film_way import Pace, Way

from simulation.synthetic.hand import Hand
from table.mount import Pose
from table.vectors import unit

Poses = dict[str, Pose]
Kind = Literal["slide", "lift", "nudge", "topple", "take", "add"]

REACH_S = 0.7  # a hand comes in, or leaves, within this
GRIP_S = 0.2  # it rests on a stand so long before it moves it, and after
AWAY_CM = 100.0
PUSH_S = 0.06
OPEN_CM, CLOSED_CM = 13.5, 0.5  # palm's middle from the stand's: fingertips at it, or the palm over it
SMOOTH = (3.0, 2.0)


@dataclass(frozen=True)
class Truth:
    """What an act does to a stand: from when to when it moves, and over what length of table."""

    stand: str
    kind: Kind
    start_s: float
    end_s: float
    length_cm: float
    way: Way | None = None
    turn_deg: float = 0.0


class Act(Protocol):
    """Something that happens from ``start_s`` to ``end_s``."""

    @property
    def start_s(self) -> float:
        """When it begins."""
        ...

    @property
    def end_s(self) -> float:
        """When it is over, hands gone."""
        ...

    @property
    def truths(self) -> Sequence[Truth]:
        """What it does to stands."""
        ...

    def change(self, poses: Poses, lying: Poses, time_s: float) -> None:
        """Bring the stands that it touches up to date."""
        ...

    def hands(self, time_s: float) -> list[Hand]:
        """Return the hands that it has over the table."""
        ...


@dataclass(frozen=True)
class Arm:
    """A player's arm: where it comes from, how high the hand is, how far behind a stand the palm stays, the eye."""

    from_deg: float = 270.0
    height_cm: float = 5.0
    behind_cm: float = OPEN_CM
    eye_cm: tuple[float, float, float] = (60.0, 60.0, 150.0)

    def over(self, x: float, y: float, away: float = 0.0) -> Hand:
        """Return the hand at a point, or ``away`` (0 to 1) on its way out, as the camera sees it over the point."""
        back = unit(self.from_deg)
        reach = self.behind_cm + AWAY_CM * away
        to_x, to_y = x + back[0] * reach, y + back[1] * reach
        lean = 1 - self.height_cm / self.eye_cm[2]
        eye_x, eye_y = self.eye_cm[:2]
        return Hand(eye_x + (to_x - eye_x) * lean, eye_y + (to_y - eye_y) * lean, self.height_cm, self.from_deg, 110.0)


def eased(share: float) -> float:
    """Return 0 to 1 without a jerk."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (SMOOTH[0] - SMOOTH[1] * share)


@dataclass(frozen=True)
class Slide:
    """A hand slides stands along the table, one after another, and leaves.

    ``under``: between these shares of each way its palm is over the stand.
    """

    start_s: float
    legs: tuple[tuple[str, Way, Pace], ...]
    arm: Arm = Arm()
    under: tuple[float, float] | None = None

    @cached_property
    def _times(self) -> list[tuple[float, float]]:
        """When each leg begins and ends to move."""
        times, at_s = [], self.start_s + REACH_S + GRIP_S
        for _, _, pace in self.legs:
            times.append((at_s, at_s + pace.seconds))
            at_s += pace.seconds + GRIP_S + REACH_S + GRIP_S
        return times

    @property
    def end_s(self) -> float:
        """When the hand is gone."""
        return self._times[-1][1] + GRIP_S + REACH_S

    @property
    def truths(self) -> Sequence[Truth]:
        """One for each stand."""
        return [
            Truth(name, "slide", start_s, end_s, way.length_cm, way, way.turn_deg)
            for (name, way, _), (start_s, end_s) in zip(self.legs, self._times, strict=True)
        ]

    def change(self, poses: Poses, lying: Poses, time_s: float) -> None:  # noqa: ARG002
        """Slide the stands."""
        for (name, way, pace), (start_s, _) in zip(self.legs, self._times, strict=True):
            if time_s >= start_s:
                poses[name] = way.at(pace.along_cm(time_s - start_s))

    def hands(self, time_s: float) -> list[Hand]:
        """Return the hand that slides."""
        if not self.start_s <= time_s < self.end_s:
            return []
        if time_s >= self._times[-1][1] + GRIP_S:
            last = self.legs[-1][1].end
            return [self.arm.over(last.x, last.y, eased((time_s - self._times[-1][1] - GRIP_S) / REACH_S))]
        for k, ((_, way, pace), (start_s, end_s)) in enumerate(zip(self.legs, self._times, strict=True)):
            if time_s < end_s + GRIP_S:
                along_cm = pace.along_cm(time_s - start_s)
                now, arm = way.at(along_cm), self._gripping(along_cm / way.length_cm)
                coming = eased((start_s - GRIP_S - time_s) / REACH_S)
                if k == 0 or coming == 0:
                    return [arm.over(now.x, now.y, coming)]
                before = self.legs[k - 1][1].end
                return [self.arm.over(now.x + (before.x - now.x) * coming, now.y + (before.y - now.y) * coming)]
        return []

    def _gripping(self, share: float) -> Arm:
        """Return the arm that far along a way."""
        if self.under is None:
            return self.arm
        low, high = self.under
        closed = eased((share - low) / 0.1) * eased((high - share) / 0.1)
        behind_cm = self.arm.behind_cm + (CLOSED_CM - self.arm.behind_cm) * closed
        return replace(self.arm, behind_cm=behind_cm)


@dataclass(frozen=True)
class Lift:
    """A hand lifts a stand off the table and puts it down elsewhere later; None: takes it away, or brings a new one."""

    start_s: float
    stand: str
    taken_from: Pose | None
    put_at: Pose | None
    away_s: float = 3.0
    arm: Arm = Arm(behind_cm=CLOSED_CM)

    @property
    def _taken_s(self) -> float:
        return self.start_s + REACH_S + GRIP_S

    @property
    def _put_s(self) -> float:
        if self.taken_from is None:
            return self._taken_s
        return self._taken_s + REACH_S + self.away_s + REACH_S

    @property
    def end_s(self) -> float:
        """When the hand is gone for good."""
        return (self._put_s if self.put_at is not None else self._taken_s) + GRIP_S + REACH_S

    @property
    def truths(self) -> Sequence[Truth]:
        """The straight way between, which nobody saw."""
        if self.taken_from is None:
            return [Truth(self.stand, "add", self._put_s, self._put_s, 0.0)]
        if self.put_at is None:
            return [Truth(self.stand, "take", self._taken_s, self._taken_s, 0.0)]
        length_cm = math.dist((self.taken_from.x, self.taken_from.y), (self.put_at.x, self.put_at.y))
        return [Truth(self.stand, "lift", self._taken_s, self._put_s, length_cm)]

    def change(self, poses: Poses, lying: Poses, time_s: float) -> None:  # noqa: ARG002
        """Take the stand off, put it down."""
        if self.taken_from is not None and time_s >= self._taken_s:
            poses.pop(self.stand, None)
        if self.put_at is not None and time_s >= self._put_s:
            poses[self.stand] = self.put_at

    def hands(self, time_s: float) -> list[Hand]:
        """Return the hand, each time it comes."""
        for place, at_s in ((self.taken_from, self._taken_s), (self.put_at, self._put_s)):
            if place is not None and at_s - GRIP_S - REACH_S <= time_s < at_s + GRIP_S + REACH_S:
                coming, leaving = (at_s - GRIP_S - time_s) / REACH_S, (time_s - at_s - GRIP_S) / REACH_S
                return [self.arm.over(place.x, place.y, eased(max(coming, leaving)))]
        return []


@dataclass(frozen=True)
class Nudge:
    """A sleeve sweeps over ``marker`` (table cm) of a stand and pushes it a little, unseen."""

    start_s: float
    stand: str
    way: Way
    marker: tuple[float, float]
    arm: Arm = Arm(behind_cm=-16.0)
    sweep_cm: float = 16.0

    @property
    def _middle_s(self) -> float:
        return self.start_s + REACH_S + 0.5

    @property
    def end_s(self) -> float:
        """When the arm is gone."""
        return self._middle_s + 0.5 + REACH_S

    @property
    def truths(self) -> Sequence[Truth]:
        """A move of less than a millimetre."""
        start_s, end_s = self._middle_s - PUSH_S / 2, self._middle_s + PUSH_S / 2
        return [Truth(self.stand, "nudge", start_s, end_s, self.way.length_cm, self.way, self.way.turn_deg)]

    def change(self, poses: Poses, lying: Poses, time_s: float) -> None:  # noqa: ARG002
        """Push it."""
        since_s = time_s - self._middle_s + PUSH_S / 2
        if since_s >= 0:
            poses[self.stand] = self.way.at(self.way.length_cm * eased(since_s / PUSH_S))

    def hands(self, time_s: float) -> list[Hand]:
        """Return the arm that comes in beside the stand, sweeps over it and leaves."""
        if not self.start_s <= time_s < self.end_s:
            return []
        at, across = self.marker, unit(self.arm.from_deg + 90)
        aside = self.sweep_cm * (0.5 - eased((time_s - self.start_s - REACH_S) / 1.0))
        coming = (self.start_s + REACH_S - time_s) / REACH_S
        leaving = (time_s - self._middle_s - 0.5) / REACH_S
        away = eased(max(coming, leaving))
        return [self.arm.over(at[0] + across[0] * aside, at[1] + across[1] * aside, away)]


@dataclass(frozen=True)
class Lean:
    """An arm lies over the table for a while, touching nothing."""

    start_s: float
    seconds: float
    at: tuple[float, float]
    arm: Arm = Arm(height_cm=9.0, behind_cm=-16.0)

    @property
    def end_s(self) -> float:
        """When it is gone."""
        return self.start_s + self.seconds

    @property
    def truths(self) -> Sequence[Truth]:
        """Nothing."""
        return []

    def change(self, poses: Poses, lying: Poses, time_s: float) -> None:
        """Nothing."""

    def hands(self, time_s: float) -> list[Hand]:
        """Return the arm."""
        if not self.start_s <= time_s < self.end_s:
            return []
        out = max((self.start_s + REACH_S - time_s) / REACH_S, (time_s - self.end_s + REACH_S) / REACH_S)
        return [self.arm.over(*self.at, eased(out))]


@dataclass(frozen=True)
class Topple:
    """A stand falls over by itself: its marker is seen no more."""

    start_s: float
    stand: str

    @property
    def end_s(self) -> float:
        """At once."""
        return self.start_s

    @property
    def truths(self) -> Sequence[Truth]:
        """It is down from then on."""
        return [Truth(self.stand, "topple", self.start_s, self.start_s, 0.0)]

    def change(self, poses: Poses, lying: Poses, time_s: float) -> None:
        """Lay it down."""
        if time_s >= self.start_s and self.stand in poses:
            lying[self.stand] = poses.pop(self.stand)

    def hands(self, time_s: float) -> list[Hand]:  # noqa: ARG002
        """Nobody's."""
        return []


def after(acts: Sequence[Act], start: Mapping[str, Pose], time_s: float) -> tuple[Poses, Poses]:
    """Return who stands where, and who lies where, at that time."""
    poses, lying = dict(start), Poses()
    for act in acts:
        if act.start_s <= time_s:
            act.change(poses, lying, time_s)
    return poses, lying
