"""Who stands on which hex: the table read as a game on hexes (C8.1, C8.4); who is on a line is asked about (C1.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from shapely import Point as Dot
from shapely import Polygon

from rules.ancients.book import GroundRow
from rules.ancients.sections import on_board
from rules.ancients.settings import AncientsSettings, Builder
from rules.ancients.side import BOTH, sides_of
from rules.ancients.state import state_of, table_of
from rules.ancients.units import UnitType, is_leader, moved_by
from rules.hex_positions import HexPosition, position_of, rule_on_positions
from rules.ruling import Check
from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import centre_of, corners_of, hexes_of, label_of
from table.hexes import Hex
from table.notation.toml import got_words
from table.once import computed_once
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece, Point


def check_known(snapshot: Snapshot, builder: Builder, source: str) -> None:
    """Raise BadFile for a phase there is none of, a third side, and a turn that is neither side's."""
    side = table_of(builder, source).side
    on_table = list(dict.fromkeys(stand.side for stand in snapshot.stands))
    if len(on_table) != BOTH:
        return
    for third in sides_of(snapshot, builder)[BOTH:]:
        raise BadFile(source, f"side.{third}", f"one of {', '.join(on_table)}, table", repr(third))
    if side is not None and side not in on_table:
        raise BadFile(source, "side.table.side", f"one of {', '.join(on_table)}", got_words(side))


OPEN = GroundRow()
_IN_SECTIONS = ("in_section", "of_one_section", "of_two_sections")


@dataclass(frozen=True)
class AncientsBoard:
    """A completed table with a hex for everybody on the board."""

    table: Snapshot
    settings: AncientsSettings
    hexes: HexPosition

    @property
    def board(self) -> HexBoard:
        """The board."""
        return self.hexes.board

    def hexes_on_board(self) -> Iterator[Hex]:
        """Yield every hex of the board, row by row from the near edge."""
        return (here for here in hexes_of(self.board) if self.has(here))

    def has(self, here: Hex) -> bool:
        """Say whether a hex is on the board."""
        return on_board(self.board, here, self.settings)

    def on(self, here: Hex) -> tuple[Stand, ...]:
        """Return everybody on a hex."""
        return tuple(self.table.stand(name) for name in self.hexes.on(here))

    def unit_on(self, here: Hex) -> Stand | None:
        """Return the unit on a hex, which is no leader."""
        return next((stand for stand in self.on(here) if not is_leader(stand)), None)

    def leader_on(self, here: Hex) -> Stand | None:
        """Return the leader on a hex."""
        return next((stand for stand in self.on(here) if is_leader(stand)), None)

    def where(self, name: str) -> Hex | None:
        """Return the hex somebody stands on; None off the board."""
        return self.hexes.where(name)

    def unit_of(self, leader: Stand) -> Stand | None:
        """Return the friendly unit in a leader's hex: he is attached to it (C8.4)."""
        here = self.where(leader.name)
        unit = None if here is None else self.unit_on(here)
        return unit if unit is not None and unit.side == leader.side else None

    def leader_of(self, unit: Stand) -> Stand | None:
        """Return the leader attached to a unit (C8.4); None for a leader himself."""
        here = None if is_leader(unit) else self.where(unit.name)
        leader = None if here is None else self.leader_on(here)
        return leader if leader is not None and leader.side == unit.side else None

    def goes_along(self, unit: Stand) -> Stand | None:
        """Return the leader who goes with a unit: attached, not moved or joined just now, with no order of his own."""
        leader = self.leader_of(unit)
        if leader is None or moved_by(leader):
            return None
        known = state_of(leader)
        return None if known.joined or known.ordered or known.detached else leader

    def enemies_beside(self, here: Hex, side: str) -> Iterator[Stand]:
        """Yield the enemies, units and leaders, on the six hexes round one."""
        return (stand for there in here.neighbours() for stand in self.on(there) if stand.side != side)

    def crowd_on(self, here: Hex) -> tuple[Stand, ...]:
        """Return who shares a hex and must not: two units, two leaders, enemies; nobody where all is well."""
        there = self.on(here)
        leaders = sum(map(is_leader, there))
        wrong = leaders > 1 or len(there) - leaders > 1 or len({stand.side for stand in there}) > 1
        return there if wrong else ()

    def type_of(self, stand: Stand) -> UnitType:
        """Return a stand's row of the unit table."""
        return self.types[stand.kind]

    @cached_property
    def types(self) -> Mapping[str, UnitType]:
        """The units, with those of the players."""
        return self.settings.types()

    def ground_on(self, here: Hex) -> tuple[GroundRow, ...]:
        """Return what the owner's book says of the terrain on a hex; nothing without one (C11.1)."""
        book = self.settings.book
        if book is None:
            return ()
        return tuple(book.terrain.get(kind, OPEN) for kind in self._ground.get(here, ()))

    def kinds_on(self, here: Hex, which: Callable[[GroundRow], bool]) -> list[str]:
        """Return the kinds of terrain on a hex of which the owner's book says that (C11.1)."""
        book = self.settings.book
        return [kind for kind in self._ground.get(here, ()) if book and which(book.terrain.get(kind, OPEN))]

    def not_told_of(self, hexes: Iterable[Hex]) -> list[str]:
        """Return the kinds of terrain on some hexes of which nothing is known, without the owner's book (C11.1)."""
        if self.settings.book is not None:
            return []
        return sorted({kind for here in hexes for kind in self._ground.get(here, ())})

    @cached_property
    def _ground(self) -> Mapping[Hex, tuple[str, ...]]:
        return _ground_of(self.board, self.table.pieces)

    def label(self, here: Hex) -> str:
        """Return a hex's label: D5."""
        return label_of(self.board, here)

    def centre(self, here: Hex) -> Point:
        """Return a hex's centre in table cm."""
        return centre_of(self.board, here)

    def corners(self, here: Hex) -> tuple[Point, ...]:
        """Return a hex's corners in table cm."""
        return corners_of(self.board, here)


@computed_once
def _ground_of(board: HexBoard, pieces: tuple[Piece, ...]) -> Mapping[Hex, tuple[str, ...]]:
    areas = [(piece.kind, Polygon(piece.polygon)) for piece in pieces]
    return {
        here: kinds
        for here in (hexes_of(board) if areas else ())
        if (kinds := tuple(kind for kind, area in areas if area.covers(Dot(centre_of(board, here)))))
    }


def rule_on_table(
    snapshot: Snapshot, builder: Builder, judge: Callable[[AncientsBoard, Builder], None], source: str
) -> None:  # fmt: skip
    """Judge an action on where everybody stands; who is on a line is asked about where it changes the ruling."""
    settings = builder.settings
    check_known(snapshot, builder, source)

    def on(hexes: HexPosition, own: Builder) -> None:
        judge(AncientsBoard(snapshot, settings, hexes), own)

    rule_on_positions(snapshot, builder, "C1.1", on, source, _alike)


def _alike(check: Check) -> Check:
    """Return a passed check without its count of hexes (two or three within three are alike), the hexes of a line that
    is free, or which hex and sections a unit with a place among the orders is in."""
    if check.verdict != "passed":
        return check
    if check.unit == "hexes":
        return replace(check, measured=None)
    if check.key == "hex_sight":
        return replace(check, detail={})
    if check.key in _IN_SECTIONS:
        return replace(check, key="in_section", detail={"stand": check.detail["stand"]})
    return check


def judge_crowd(position: AncientsBoard, here: Hex, builder: Builder) -> None:
    """Refuse on a hex that some share who must not (C8.1)."""
    if crowd := position.crowd_on(here):
        names = [stand.name for stand in crowd]
        builder.condition("C8.1", "one_a_hex", False, hex=position.label(here), stand=names[0], stands=names)


def likeliest(snapshot: Snapshot, settings: AncientsSettings) -> AncientsBoard:
    """Return where everybody of a completed table most likely stands."""
    return AncientsBoard(snapshot, settings, position_of(snapshot, settings.doubt))


def place_of(position: AncientsBoard, stand: Stand, key: str, source: str) -> Hex:
    """Return the hex a stand is on; raises BadFile for one off the board."""
    here = position.where(stand.name)
    if here is None or not position.has(here):
        raise BadFile(source, key, "a stand on the board", f"{stand.name!r}, which is off it")
    return here
