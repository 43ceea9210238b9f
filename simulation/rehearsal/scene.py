"""A rehearsal's table before anyone touches it: what stands where, what lies there, what is argued about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.match_info import MatchInfo, info_of
from referee.setup.bases import mount_of, usual_bases
from rules.demo import Demo, Patrol, Placed
from rules.game import Game
from simulation.rehearsal.fittings import MARKER_CM, frame_round
from table.frame import Frame
from table.mount import Pose
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.terrain import Piece


@dataclass(frozen=True, kw_only=True)
class Scene(MatchInfo):
    """A battle already under way: frame and roster as on the table, true poses by stand, terrain, who walks about."""

    frame: Frame
    roster: Roster
    poses: Mapping[str, Pose]
    pieces: tuple[Piece, ...] = ()
    patrols: tuple[Patrol, ...] = ()

    def truth(self) -> Snapshot:
        """Return where everything really stands at the start."""
        stands = tuple(entry.stand_at(self.poses[entry.name]) for entry in self.roster.entries)
        return Snapshot(self.frame.width_cm, self.frame.depth_cm, stands, self.pieces, board=self.frame.board)


def entries_of(game: str, stands: Iterable[Placed], marker_cm: float) -> tuple[Entry, ...]:
    """Return a roster's lines for stands on the usual bases of their kinds: markers 0, 1, ... in their order."""
    bases = {base.kind: base for base in usual_bases(game)}
    entries = list[Entry]()
    for marker, placed in enumerate(stands):
        base = bases[placed.kind]
        entries.append(
            Entry(
                marker, placed.name, placed.side, placed.kind, base.width_cm, base.depth_cm,
                mount_of(base.mount, base.depth_cm, marker_cm), placed.unit, state=dict(placed.state),
            )
        )  # fmt: skip
    return tuple(entries)


def table_scene(game: Game[Any], demo: Demo) -> Scene:
    """Return a battle on an open table; a stand's place is a point in cm."""
    poses = {p.name: Pose(*p.at, p.heading_deg) for p in demo.stands if not isinstance(p.at, str)}
    return Scene(
        **vars(info_of(game, demo)), frame=frame_round(*demo.size_cm), poses=poses, pieces=demo.pieces,
        roster=Roster(entries_of(game.name, demo.stands, MARKER_CM)), patrols=demo.patrols,
    )  # fmt: skip
