"""Where in a hex a hand lays a counter or a unit of blocks: in the middle, or beside who is there already."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simulation.synthetic.things import Place
from table.frame import HexBoard
from table.hex_board import centre_of, hex_at
from table.hexes import Hex
from table.mount import Pose
from table.roster import Entry
from table.terrain import Point

APART_CM = 0.12
"""Between the blocks of one unit."""
AHEAD_CM, BEHIND = 0.35, 0.68
"""A unit lies so far ahead of a hex's middle, cm; a leader who is with one so far behind it, in hex sizes."""
BESIDE: tuple[Point, ...] = ((0.0, 0.0), (0.0, -0.72), (0.0, 0.72), (0.7, 0.0), (-0.7, 0.0))
"""Where else a counter may lie in a hex, in hex sizes, pointy; the first that is free."""
CLEAR = 1.35
"""So far apart, along or across, two markers do not cover each other: in sides of a marker's black square."""


@dataclass(frozen=True)
class Laying:
    """How stands lie in the hexes of a board; ``blocks`` says by name how many blocks a unit begins with."""

    board: HexBoard
    entries: Mapping[str, Entry]
    blocks: Mapping[str, int]

    def spot(self, name: str, here: Hex, heading_deg: float, poses: Mapping[str, Pose]) -> Point:
        """Return where a hand lays a stand down in a hex, given where the others on the board lie."""
        others = [pose for other, pose in poses.items() if other != name]
        company = [pose for pose in others if hex_at(self.board, pose.x, pose.y) == here]
        spots = list(self._spots(name, here, heading_deg))
        if not company:
            return spots[0]
        free = (at for at in spots[1:] if all(_clear(at, pose, self.entries[name]) for pose in others))
        return next(free, spots[-1])

    def _spots(self, name: str, here: Hex, heading_deg: float) -> Iterator[Point]:
        """Yield where a stand may lie: the first is for a hex that is empty."""
        entry, (x, y), size_cm = self.entries[name], centre_of(self.board, here), self.board.size_cm
        place = Place(x, y, heading_deg)
        if name in self.blocks:
            yield _point(place, *self.lead(entry, self.blocks[name]))
        elif entry.kind == "leader":
            yield (x, y)
            yield _point(place, -BEHIND * size_cm, 0.0)
        else:
            for dx, dy in BESIDE:
                across, along = (dx, dy) if self.board.pointy else (dy, dx)
                yield (x + across * size_cm, y + along * size_cm)

    @staticmethod
    def lead(entry: Entry, blocks: int) -> Point:
        """Return where the block with the marker lies from the hex's middle, along and across the unit's heading."""
        rows, files = (2 if blocks > 2 else 1), min(blocks, 2)
        along = (entry.depth_cm + APART_CM) / 2 * (rows - 1) + AHEAD_CM
        return (along, (entry.width_cm + APART_CM) / 2 * (files - 1))


def _point(place: Place, along_cm: float, across_cm: float) -> Point:
    ((x, y),) = place.points([(along_cm, across_cm)]).tolist()
    return (x, y)


def _clear(at: Point, pose: Pose, entry: Entry) -> bool:
    return max(abs(at[0] - pose.x), abs(at[1] - pose.y)) >= CLEAR * entry.mount.size_cm
