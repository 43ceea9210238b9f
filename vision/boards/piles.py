"""What shares a hex: which blocks are one unit, who belongs together, what lies on what, and what is not seen."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from table.board_reading import BoardReading
from table.frame import HexBoard
from table.hex_board import MAP_SIGMA_CM, HexReading, hex_of_stand, label_of
from table.hexes import Hex
from table.roster import Entry, Roster
from table.stand import Stand
from table.verdict import DOUBT, Verdict
from vision.boards.lifts import Lift, lifts_of, looks_lifted, may_lie_on, rank_of, with_stack_height
from vision.markers import MarkerSeen
from vision.table_view import TableView

_ALIKE_CM, _MAY = 0.03, 0.15
"""Heights that are as good as the same; the chance from which on something hidden may lie below a stand."""


@dataclass(frozen=True, slots=True)
class UnitSeen:
    """One unit of several blocks: the hex that all of them may be in, its blocks seen and those that were not.

    ``split`` says that no hex can hold them all; its reading is then on the line between the hexes of its blocks.
    """

    name: str
    reading: HexReading
    blocks: tuple[str, ...]
    unseen: tuple[str, ...] = ()
    split: bool = False


def mixed(ways: Sequence[tuple[HexReading, float]], doubt: float) -> HexReading:
    """Return one reading of several, each with its share."""
    shares: dict[Hex | None, float] = {}
    for reading, share in ways:
        for place, probability in reading.among:
            shares[place] = shares.get(place, 0.0) + share * probability
    return judged(shares, doubt)


def judged(shares: Mapping[Hex | None, float], doubt: float) -> HexReading:
    """Return the three-way reading of hexes with their probabilities (None: off the board)."""
    total = sum(shares.values())
    found = sorted(
        ((place, share / total) for place, share in shares.items()),
        key=lambda it: (-it[1], it[0] is None, it[0] or Hex(0, 0)),
    )
    return HexReading.of(found, doubt)


def units_of(roster: Roster, readings: Mapping[str, HexReading], doubt: float) -> Mapping[str, UnitSeen]:
    """Return the units whose blocks have markers of their own: a unit's blocks stay together (C8.1)."""
    members: dict[str, list[str]] = {}
    for entry in roster.entries:
        if entry.group is not None:
            members.setdefault(entry.group, []).append(entry.name)
    found = {}
    for name, blocks in members.items():
        seen = [block for block in blocks if block in readings]
        if not seen:
            continue
        unseen = tuple(block for block in blocks if block not in readings)
        shares: dict[Hex | None, float] = {}
        for place in {place for block in seen for place, _ in readings[block].among}:
            chances = [readings[block].probability(place) for block in seen]
            product = 1.0
            for chance in chances:
                product *= chance if chance > doubt else 0.0
            if product > 0.0:
                shares[place] = product
        if shares:
            found[name] = UnitSeen(name, judged(shares, doubt), tuple(seen), unseen)
            continue
        apart: dict[Hex | None, float] = {}
        for block in seen:
            for place, chance in readings[block].among:
                apart[place] = apart.get(place, 0.0) + chance / len(seen)
        found[name] = UnitSeen(name, BoardReading(Verdict.CLOSE, judged(apart, doubt).among), tuple(seen), unseen, True)
    return found


@dataclass(frozen=True, slots=True)
class Pile:
    """Everything that is in one hex, from the lowest: stands, and the units that they belong to."""

    hex: Hex
    stands: tuple[str, ...]
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A stand that was not seen; ``under`` are those that may lie on it, ``hexes`` where it was known to be."""

    name: str
    marker: int
    hexes: tuple[Hex, ...] = ()
    under: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardSeen:
    """A board of hexes in one picture: each stand's hex and the ways it may lie, units, piles, what was not seen."""

    board: HexBoard
    readings: Mapping[str, HexReading]
    lifts: Mapping[str, tuple[Lift, ...]]
    units: Mapping[str, UnitSeen]
    piles: tuple[Pile, ...]
    hidden: tuple[Hidden, ...]

    def label(self, here: Hex | None) -> str:
        """Return a hex's label."""
        return "off the board" if here is None else label_of(self.board, here)


def see_board(
    stands: Sequence[Stand],
    roster: Roster,
    view: TableView,
    markers: Iterable[MarkerSeen] = (),
    before: Mapping[str, Collection[Hex]] | None = None,
    doubt: float = DOUBT,
    map_sigma_cm: float = MAP_SIGMA_CM,
) -> BoardSeen | None:
    """Return what a picture shows of a board of hexes; None without one.

    ``before`` are the hexes where stands were known to be (agreed, or seen before; several: on the line between them):
    who is not seen any more where somebody else now stands lies below him, and he that much higher. ``markers`` tell
    heights by their sizes.
    """
    board = view.frame.board
    if not isinstance(board, HexBoard):
        return None
    entries = {entry.name: entry for entry in roster.entries}
    flat = {stand.name: hex_of_stand(stand, board, doubt, map_sigma_cm) for stand in stands}
    known = before or {}
    covered = _covered(stands, roster, flat, known)
    below: dict[str, list[str]] = {}
    for name, over in covered.items():
        below.setdefault(over[0], []).append(name)
    lifts = lifts_of(stands, roster, looks_lifted(markers, roster, view), below)

    def read(stand: Stand, lift: Lift) -> HexReading:
        there = with_stack_height(stand, entries[stand.name], lift.height_cm, view)
        return hex_of_stand(there, board, 0.0, map_sigma_cm)

    readings = {
        stand.name: mixed([(read(stand, lift), lift.share) for lift in lifts[stand.name]], doubt) for stand in stands
    }
    seen = {stand.name for stand in stands}
    hidden = tuple(
        Hidden(
            e.name, e.marker, tuple(known.get(e.name, ())),
            covered.get(e.name, ()) if known.get(e.name) else _may_cover(e, lifts, entries),
        )
        for e in roster.entries
        if e.name not in seen
    )  # fmt: skip
    units = units_of(roster, readings, doubt)
    return BoardSeen(board, readings, lifts, units, _piles(roster, readings, units, lifts, known, covered), hidden)


def _covered(
    stands: Sequence[Stand], roster: Roster, flat: Mapping[str, HexReading], before: Mapping[str, Collection[Hex]]
) -> Mapping[str, tuple[str, ...]]:  # fmt: skip
    """Return who is not seen where it was known to be, with those that now stand there and may lie on it."""
    entries = {entry.name: entry for entry in roster.entries}
    found = {}
    for entry in roster.entries:
        here = before.get(entry.name, ())
        if not here or entry.name in flat:
            continue
        chances = {
            stand.name: chance
            for stand in stands
            if may_lie_on(entries[stand.name], entry)
            and (chance := sum(flat[stand.name].probability(place) for place in here)) > 0
        }
        if chances:
            found[entry.name] = tuple(sorted(chances, key=lambda name: (rank_of(entries[name]), -chances[name])))
    return found


def _may_cover(entry: Entry, lifts: Mapping[str, tuple[Lift, ...]], entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """Return who may lie so high that a stand that is not seen lies below, and is not known to; likeliest first."""
    found = {}
    for name, ways in lifts.items():
        over = entries[name]
        if not may_lie_on(over, entry):
            continue
        known = sum(entries[lower].mount.height_cm for lower in ways[0].on)
        chance = sum(way.share for way in ways if way.height_cm >= known + entry.mount.height_cm - _ALIKE_CM)
        if chance > _MAY:
            found[name] = chance
    return tuple(sorted(found, key=lambda name: -found[name]))


def _piles(
    roster: Roster,
    readings: Mapping[str, HexReading],
    units: Mapping[str, UnitSeen],
    lifts: Mapping[str, tuple[Lift, ...]],
    before: Mapping[str, Collection[Hex]],
    covered: Mapping[str, Sequence[str]],
) -> tuple[Pile, ...]:
    """Return what is in each hex that holds something, from the lowest; what is known to lie hidden there as well."""
    inside: dict[Hex, list[Entry]] = {}
    for entry in roster.entries:
        unit = units.get(entry.group or "")
        if entry.name in readings:
            reading = readings[entry.name]
            here = unit.reading.cell if unit is not None and reading.verdict is Verdict.CLOSE else reading.cell
        else:
            places = tuple(before.get(entry.name, ()))
            here = places[0] if entry.name in covered and len(places) == 1 else None
        if here is not None:
            inside.setdefault(here, []).append(entry)

    def height(entry: Entry) -> tuple[float, int]:
        ways = lifts.get(entry.name)
        return (max(ways, key=lambda way: way.share).height_cm if ways else -1.0, rank_of(entry))

    return tuple(
        Pile(
            here,
            tuple(e.name for e in sorted(some, key=lambda e: (rank_of(e), *height(e)))),
            tuple(dict.fromkeys(e.group or e.name for e in some)),
        )
        for here, some in sorted(inside.items())
    )
