"""Blocks to units: a unit's blocks stay together, so that its hex is the one that all of them may be in (C8.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from table.board_reading import BoardReading
from table.hex_board import HexReading
from table.hexes import Hex
from table.roster import Roster
from table.verdict import Verdict


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
