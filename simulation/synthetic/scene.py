"""A snapshot as the list of things to draw, remembering what has not changed since the last one."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import shapely

from simulation.synthetic.hand import Hand, hand_thing
from simulation.synthetic.pieces import MAKES_WAY, piece_things
from simulation.synthetic.plate import Plate, stand_plates
from simulation.synthetic.stands import stand_things
from simulation.synthetic.things import Stage, Thing
from table.frame import Frame
from table.mount import Mount
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from vision.arrays import Bools, Floats

_WAY_CM = 2.6  # players keep crowns and village houses this far from a stand's middle and its marker


@dataclass(frozen=True, eq=False)
class _Piece:
    """A piece's things; where those that can be moved aside stand, and where their tops hide the table (N, 2)."""

    things: list[Thing]
    movable: Bools
    feet: Floats
    tops: Floats


@dataclass(eq=False)
class RenderedScene:
    """What is on one table, as things.

    As players do, a house's roof comes off when a stand is in it, and single trees and village houses that would
    stand on a stand or hide its marker are left out.
    """

    frame: Frame
    roster: Roster
    stage: Stage
    _pieces: dict[Hashable, _Piece] = field(default_factory=dict)
    _others: dict[Hashable, list[Thing]] = field(default_factory=dict)

    def things(self, snapshot: Snapshot, hands: Sequence[Hand] = ()) -> list[Thing]:
        """Return everything on that table."""
        plates = stand_plates(self.frame, self.roster, snapshot)
        mounts = {entry.name: entry.mount for entry in self.roster.entries}
        centres = [stand.centre for stand in snapshot.stands] + [(plate.x, plate.y) for plate in plates.values()]
        taken = np.array(centres, dtype=np.float64).reshape(-1, 2)
        things: list[Thing] = []
        pieces: dict[Hashable, _Piece] = {}
        for piece in snapshot.pieces:
            key = (piece, _holds(piece, taken))
            known = self._pieces.get(key) or self._build(piece, key[1])
            pieces[key] = known
            stays = ~(known.movable & (_near(known.feet, taken) | _near(known.tops, taken)))
            things += [thing for thing, stay in zip(known.things, stays, strict=True) if stay]
        others: dict[Hashable, list[Thing]] = {}
        for stand in snapshot.stands:
            mount, plate = mounts.get(stand.name), plates.get(stand.name)
            place = (stand.x, stand.y, stand.z_cm, stand.heading_deg, stand.width_cm, stand.depth_cm, stand.bases)
            looks = (stand.name, stand.kind, stand.unit, stand.side, plate)
            build = partial(_stand_things, stand, mount, plate, self.stage)
            things += self._remembered(others, (place, looks), build)
        for hand in hands:
            things += self._remembered(others, hand, partial(_hand_things, hand, self.stage))
        self._pieces, self._others = pieces, others
        return things

    def _remembered(
        self, kept: dict[Hashable, list[Thing]], key: Hashable, build: Callable[[], list[Thing]]
    ) -> list[Thing]:
        kept[key] = self._others[key] if key in self._others else build()
        return kept[key]

    def _build(self, piece: Piece, occupied: bool) -> _Piece:
        things = piece_things(piece, self.stage, occupied)
        eye = np.array(self.stage.eye_cm)
        movable = np.array([isinstance(t.key, tuple) and t.key[-1] == MAKES_WAY for t in things], dtype=bool)
        feet = np.array([thing.at for thing in things], dtype=np.float64).reshape(-1, 2)
        top_cm = np.array([max((f.points_cm[:, 2].max() for f in t.faces), default=0.0) for t in things])
        tops = eye[:2] + (feet - eye[:2]) * (eye[2] / np.maximum(eye[2] - top_cm, 1.0))[:, None]
        return _Piece(things, movable, feet, tops)


def _stand_things(stand: Stand, mount: Mount | None, plate: Plate | None, stage: Stage) -> list[Thing]:
    return [thing.lifted(stand.z_cm) for thing in stand_things(stand, mount, plate, stage)]


def _hand_things(hand: Hand, stage: Stage) -> list[Thing]:
    return [hand_thing(hand, stage)]


def _near(points: Floats, taken: Floats) -> Bools:
    away = np.hypot(points[:, None, 0] - taken[None, :, 0], points[:, None, 1] - taken[None, :, 1])
    return np.asarray((away < _WAY_CM).any(axis=1))


def _holds(piece: Piece, taken: Floats) -> bool:
    if not len(taken):
        return False
    return bool(shapely.contains_xy(shapely.Polygon(piece.polygon), taken[:, 0], taken[:, 1]).any())
