"""A rehearsal's table before anyone touches it: what stands where, what lies there, what is argued about."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.match_info import MatchInfo
from table.frame import Frame
from table.mount import Pose
from table.roster import Roster
from table.snapshot import Snapshot
from table.terrain import Piece


@dataclass(frozen=True, slots=True)
class Patrol:
    """A stand a scripted hand moves now and then: the poses it goes through, one a time, to and fro."""

    stand: str
    poses: tuple[Pose, ...]

    def pose(self, step: int) -> Pose:
        """Return the pose after that many steps: forth along the poses, then back."""
        round_trip = max(2 * len(self.poses) - 2, 1)
        place = step % round_trip
        return self.poses[min(place, round_trip - place)]


@dataclass(frozen=True, kw_only=True)
class Scene(MatchInfo):
    """A battle already under way: frame and roster as on the table, true poses by stand, terrain, who walks about."""

    frame: Frame
    roster: Roster
    poses: Mapping[str, Pose]
    pieces: tuple[Piece, ...]
    patrols: tuple[Patrol, ...] = ()

    def truth(self) -> Snapshot:
        """Return where everything really stands at the start."""
        stands = tuple(entry.stand_at(self.poses[entry.name]) for entry in self.roster.entries)
        return Snapshot(self.frame.width_cm, self.frame.depth_cm, stands, self.pieces, board=self.frame.board)


@dataclass(frozen=True, kw_only=True)
class CannonScene(Scene):
    """A battle with a cannon on each side: whom the first shell is to hit, and how many shells a side has left."""

    first_target: str
    shells: int
