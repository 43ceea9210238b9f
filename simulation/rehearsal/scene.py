"""A rehearsal's table before anyone touches it: what stands where, what lies there, what is argued about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.match_info import MatchInfo, info_of
from referee.setup.bases import mount_of, usual_bases
from rules.demo import Demo, Patrol, Placed
from rules.game import Game
from table.frame import Frame, FrameMarker
from table.ground import ground_height
from table.mount import Pose
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

MARKER_CM = 2.0
"""The black square that suits a 1080p picture (docs/conventions.md)."""
OUT_CM = 3.8
SURVEY_CM = 0.03
"""How well a careful hand with a ruler lays a frame marker: 0.3 mm an axis."""


def frame_round(width_cm: float, depth_cm: float) -> Frame:
    """Return a table with eight 50 mm frame markers round the play area, clear of it."""
    left, right, near, far = -OUT_CM, width_cm + OUT_CM, -OUT_CM, depth_cm + OUT_CM
    middle_x, middle_y = width_cm / 2, depth_cm / 2
    places = (
        (left, near), (middle_x, near), (right, near), (right, middle_y),
        (right, far), (middle_x, far), (left, far), (left, middle_y),
    )  # fmt: skip
    markers = tuple(FrameMarker(240 + i, x, y, 5.0, 0.02) for i, (x, y) in enumerate(places))
    return Frame(width_cm, depth_cm, markers, survey_sigma_cm=SURVEY_CM)


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
        stands = tuple(self.on_ground(entry.stand_at(self.poses[entry.name])) for entry in self.roster.entries)
        return Snapshot(self.frame.width_cm, self.frame.depth_cm, stands, self.pieces, board=self.frame.board)

    def on_ground(self, stand: Stand) -> Stand:
        """Return a stand as high as the ground at its place."""
        return replace(stand, z_cm=ground_height(stand.centre, self.pieces))


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
