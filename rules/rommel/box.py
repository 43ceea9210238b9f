"""The counters of Rommel's lists, numbered through by nation, and the map that is printed for them (R1.2, R2.1)."""

from collections.abc import Iterator, Mapping
from itertools import count

from rules.box import Box, BoxPiece, PrintedMap
from rules.rommel.counters import unit_rows
from rules.rommel.ground import ground_of, map_of
from rules.rommel.kinds import NATIONS, kind_named
from rules.rommel.settings import RommelSettings
from table.snapshot import Snapshot

NATION_CODES: Mapping[str, str] = {
    "german": "GE", "italian": "IT", "british": "BR", "commonwealth": "CW", "greek": "GR", "free_french": "FF",
}  # fmt: skip
KIND_CODES: Mapping[str, str] = {
    "infantry": "INF", "paratroops": "PARA", "mechanised_infantry": "MECH", "field_artillery": "ART", "anti_tank": "AT",
    "mixed": "MIX", "anti_aircraft": "AA", "tank": "TANK", "supply": "SUP", "fortification": "FORT", "aircraft": "AIR",
    "lane": "LANE",
}  # fmt: skip


def pieces(settings: RommelSettings) -> Iterator[BoxPiece]:
    """Yield every counter of the list that the settings have."""
    numbers = {nation: count(1) for nation in NATIONS}
    for name, row in unit_rows(settings).items():
        for _ in range(row.count):
            code = f"{NATION_CODES[row.nation]}{next(numbers[row.nation])}"
            yield BoxPiece(code, NATIONS[row.nation], kind_named(row.kind) or row.kind, name)


def short(settings: RommelSettings, kind: str, unit: str | None) -> str:
    """Return a counter's kind, letter and factors: TANK K 7-8."""
    code, row = KIND_CODES.get(kind, kind), unit_rows(settings).get(unit or "")
    if row is None:
        return code
    if row.letter:
        code = f"{code} {row.letter}"
    return f"{code} {row.combat}-{row.movement}" if row.movement else code


def factors(settings: RommelSettings, _kind: str, unit: str | None) -> str | tuple[str, dict[str, str]]:
    """Return a counter's factors, and those it has striped."""
    row = unit_rows(settings).get(unit or "")
    if row is None or not row.movement:
        return ""
    whole = f"{row.combat}-{row.movement}"
    if row.striped_combat is None:
        return whole
    return "striped", {"whole": whole, "striped": f"{row.striped_combat}-{row.striped_movement}"}


BOX = Box(pieces=pieces, short=short, factors=factors)


def map_size(settings: RommelSettings) -> tuple[int, int] | None:
    """Return the columns and rows of the map agreed on; None for open desert."""
    chosen = map_of(settings)
    return None if chosen is None else (chosen.columns, chosen.rows)


def printed_map(table: Snapshot, settings: RommelSettings, source: str) -> PrintedMap:
    """Return what lies on the map agreed on, and on a table's pieces; raises BadFile for hexes the board has not."""
    ground = ground_of(table, settings, source)
    return PrintedMap(ground.roads, ground.mines - ground.cleared, ground.airfields, ground.towns, ground.points)
