"""What happens at the rehearsal's table: hands come in, lift what fell, put back what was undone, move a patrol on.

Now and then, when somebody asks for it, a sleeve shoves stands, and hands put them back as they are told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.putting_back.hints import Hint
from rules.state import State
from simulation.rehearsal.bump import SWEEP_S, Sweep, put_roughly, sweep
from simulation.rehearsal.scene import Scene
from table.mount import Pose
from table.snapshot import Snapshot

HAND_S = 2.4
"""How long a hand is over the table."""
PATROL_EVERY_S = 20.0
"""How long the table stays as it is when nothing happens."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A hand on its way: what it does with a stand, where, and since when."""

    kind: Literal["lift", "put", "move"]
    stand: str
    at: Pose
    to: Pose
    since_s: float

    def reach(self, now_s: float) -> float:
        """Return how far the hand has come in: 0 outside, 1 over the stand, 0 again when it has gone."""
        part = min(max((now_s - self.since_s) / HAND_S, 0.0), 1.0)
        return 1.0 - abs(2.0 * part - 1.0)

    def done(self, now_s: float) -> bool:
        """Say whether the hand has let go: half way through."""
        return now_s - self.since_s >= HAND_S / 2


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table: over which point in cm, how far in (0 to 1), from the near or the far side."""

    over: tuple[float, float]
    reach: float
    from_far: bool


class World:
    """The true table as time goes by; nothing here is seen by the umpire but through the camera."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._poses = dict(scene.poses)
        self._homes = {name: (pose.x, pose.y) for name, pose in scene.poses.items()}
        self._off: set[str] = set()
        self._errand: Errand | Sweep | None = None
        self._bump = False
        self._tried: dict[str, int] = {}
        self._puts = 0
        self._steps = dict.fromkeys((p.stand for p in scene.patrols), 0)
        self._walked_in: dict[str, tuple[int, str]] = {}
        self._last_s = 0.0
        self._everyone = scene.truth()

    def bump(self) -> None:
        """Let a sleeve come over the table next and shove some stands."""
        self._bump = True

    def pass_time(self, now_s: float, memory: State, quiet: bool, to_do: Sequence[Hint] = ()) -> None:
        """Let the world go on to that time: the players do what the match's rulings told them, one hand at a time.

        ``quiet`` when nobody is measuring, so that a patrol may walk; ``to_do`` are the stands to put back.
        """
        errand = self._errand
        if errand and errand.done(now_s):
            self._happen(errand)
        if errand and now_s - errand.since_s >= (SWEEP_S if isinstance(errand, Sweep) else HAND_S):
            self._errand, self._last_s = None, now_s
        if self._errand is None:
            self._errand = self._next(now_s, memory, quiet, to_do)
        elif not quiet:
            self._last_s = now_s

    def _happen(self, errand: Errand | Sweep) -> None:
        if isinstance(errand, Sweep):
            self._poses.update(errand.to)
            # Nobody puts them back by himself: that is where they stand now.
            self._homes.update({name: (pose.x, pose.y) for name, pose in errand.to.items()})
        elif errand.kind == "lift":
            self._off.add(errand.stand)
        else:
            self._off.discard(errand.stand)
            self._poses[errand.stand] = errand.to

    def truth(self) -> Snapshot:
        """Return where everything on the table stands."""
        stands = tuple(
            self.scene.on_ground(stand.moved_to(pose.x, pose.y, pose.heading_deg))
            for stand in self._everyone.stands
            if stand.name not in self._off
            for pose in (self._poses[stand.name],)
        )
        return replace(self._everyone, stands=stands)

    def hand(self, now_s: float) -> Hand | None:
        """Return the hand over the table, if there is one."""
        errand = self._errand
        if errand is None:
            return None
        if isinstance(errand, Sweep):
            return Hand(errand.over(now_s), errand.reach(now_s), errand.from_far)
        place = errand.to if errand.done(now_s) else errand.at
        sides = [side.name for side in self.scene.sides]
        from_far = sides.index(self._everyone.stand(errand.stand).side) > 0
        return Hand((place.x, place.y), errand.reach(now_s), from_far)

    def _next(self, now_s: float, memory: State, quiet: bool, to_do: Sequence[Hint]) -> Errand | Sweep | None:
        if self._bump:
            self._bump = False
            self._tried.clear()
            sides = [side.name for side in self.scene.sides]
            return sweep(self.truth(), sides, memory.side, now_s)
        if to_do:
            return self._put(to_do[0], now_s)
        for name, pose in self._poses.items():
            fallen, x, y = name in memory.fallen, *memory.places.get(name, self._homes[name])
            if fallen != (name in self._off):
                return Errand("lift" if fallen else "put", name, pose, pose, now_s)
            if not fallen and (pose.x, pose.y) != (x, y):
                return Errand("move", name, pose, Pose(x, y, pose.heading_deg), now_s)
        if not quiet:
            self._last_s = now_s
        elif now_s - self._last_s >= PATROL_EVERY_S:
            return self._patrol(now_s, memory)
        return None

    def _put(self, told: Hint, now_s: float) -> Errand:
        """Return the errand of a hand that does roughly what it is told, and better at the next try."""
        pose, tried = self._poses[told.name], self._tried.get(told.name, 0)
        to = put_roughly(pose, told, tried, self._puts)
        self._tried[told.name], self._puts = tried + 1, self._puts + 1
        self._homes[told.name] = (to.x, to.y)
        return Errand("move", told.name, pose, to, now_s)

    def _patrol(self, now_s: float, memory: State) -> Errand | None:
        for patrol in self.scene.patrols:
            if self._everyone.stand(patrol.stand).side != memory.side:
                continue
            if patrol.stand in self._off or patrol.stand in memory.places:  # whom a ruling sent back stays there
                continue
            if self._walked_in.get(patrol.stand) == (memory.turn, memory.side):  # it has had its move
                continue
            self._walked_in[patrol.stand] = memory.turn, memory.side
            self._steps[patrol.stand] += 1
            to = patrol.pose(self._steps[patrol.stand])
            self._homes[patrol.stand] = (to.x, to.y)
            return Errand("move", patrol.stand, self._poses[patrol.stand], to, now_s)
        return None
