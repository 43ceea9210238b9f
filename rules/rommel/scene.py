"""One position of a game: who stands where, on what ground, in whose zones of control, and its drawing (R4.2-R4.4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.hex_positions import HexPosition, hex_named
from rules.rommel.ground import Ground, ground_of
from rules.rommel.kinds import Side, is_air, is_ground, is_marker, side_of
from rules.rommel.settings import RommelSettings
from rules.rommel.state import RommelTable
from rules.ruling import Shape
from table.hex_board import centre_of, corners_of, label_of
from table.hexes import Hex
from table.notation.hex_place import hex_written
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True)
class RommelScene:
    """A completed table, where everybody on it stands, the ground, and the mines that were cleared in this match."""

    snapshot: Snapshot
    position: HexPosition
    ground: Ground
    cleared: frozenset[Hex] = frozenset()

    def stand(self, name: str) -> Stand:
        """Return a counter by name."""
        return self.snapshot.stand(name)

    def where(self, stand: Stand) -> Hex | None:
        """Return the hex a counter is on; None for one off the board."""
        return self.position.where(stand.name)

    def label(self, here: Hex) -> str:
        """Return a hex as it is said: D5."""
        return label_of(self.position.board, here)

    def written(self, here: Hex) -> list[int]:
        """Return a hex as actions and effects write it."""
        return hex_written(self.position.board, here)

    def put_on(self, here: Hex) -> dict[str, object]:
        """Return the values of an effect that puts a counter on a hex: its label, the hex, its middle (table cm)."""
        x, y = centre_of(self.position.board, here)
        return {"to_hex": self.label(here), "hex": self.written(here), "x": x, "y": y}

    @cached_property
    def _stacks(self) -> Mapping[Hex, tuple[Stand, ...]]:
        found: dict[Hex, tuple[Stand, ...]] = {}
        for name in sorted(self.position.places):
            here = self.position.places[name]
            found[here] = (*found.get(here, ()), self.snapshot.stand(name))
        return found

    def ground_on(self, here: Hex, but: str = "") -> Stand | None:
        """Return the ground counter on a hex, other than one; fortifications and lane markers are none."""
        return next((s for s in self._stacks.get(here, ()) if is_ground(s) and s.name != but), None)

    def aircraft_on(self, here: Hex, but: str = "") -> tuple[Stand, ...]:
        """Return the aircraft on a hex, other than one."""
        return tuple(s for s in self._stacks.get(here, ()) if is_air(s) and s.name != but)

    def fortification_on(self, here: Hex, but: str = "") -> Stand | None:
        """Return the fortification on a hex, other than one."""
        there = self._stacks.get(here, ())
        return next((s for s in there if s.kind == "fortification" and s.name != but), None)

    def of(self, side: Side) -> Iterator[Stand]:
        """Yield a side's counters that are on the board, markers too."""
        return (self.stand(name) for name in sorted(self.position.places) if side_of(self.stand(name).side) == side)

    @cached_property
    def _lanes(self) -> frozenset[Hex]:
        return frozenset(here for here, stack in self._stacks.items() if any(s.kind == "lane" for s in stack))

    def is_mined(self, here: Hex) -> bool:
        """Say whether there are mines on a hex that nobody has cleared (R4.7)."""
        return here in self.ground.mines and not self.is_cleared(here)

    def is_cleared(self, here: Hex) -> bool:
        """Say whether a hex of the minefield was cleared: a lane marker lies on it, or the match remembers it."""
        return here in self.cleared or here in self.ground.cleared or here in self._lanes

    @cached_property
    def _zones(self) -> Mapping[tuple[Side, bool], Mapping[Hex, tuple[str, ...]]]:
        found: dict[tuple[Side, bool], dict[Hex, tuple[str, ...]]] = {}
        for name, here in sorted(self.position.places.items()):
            stand = self.stand(name)
            if is_marker(stand):
                continue
            zone = found.setdefault((side_of(stand.side), is_air(stand)), {})
            for beside in here.neighbours():
                zone[beside] = (*zone.get(beside, ()), name)
        return found

    def controlled_by(self, here: Hex, side: Side, *, air: bool) -> tuple[str, ...]:
        """Return a side's counters in whose zone of control a hex lies, of the ground or of the air (R4.4)."""
        return self._zones.get((side, air), {}).get(here, ())


def scene_with(
    snapshot: Snapshot, position: HexPosition, settings: RommelSettings, table: RommelTable, source: str = "case",
) -> RommelScene:  # fmt: skip
    """Return the position with what is known of the table: the hexes that were cleared."""
    cleared = frozenset(
        hex_named(place, f"side.table.cleared[{k}]", position.board, source)
        for k, place in enumerate(table.cleared, start=1)
    )
    return RommelScene(snapshot, position, ground_of(snapshot, settings, source), cleared)


def way_drawn(scene: RommelScene, way: Sequence[Hex], role: str = "path") -> Shape:
    """Return a way through the middles of its hexes."""
    board = scene.position.board
    return Shape(role, "line", tuple(centre_of(board, here) for here in way))


def line_between(scene: RommelScene, start: Hex, end: Hex, role: str, label: str | None = None) -> Shape:
    """Return a straight line from the middle of one hex to that of another."""
    board = scene.position.board
    return Shape(role, "line", (centre_of(board, start), centre_of(board, end)), label=label)


def hex_drawn(scene: RommelScene, here: Hex, role: str) -> Shape:
    """Return a hex's outline."""
    return Shape(role, "polygon", corners_of(scene.position.board, here), label=scene.label(here))
