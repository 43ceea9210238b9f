"""The units that a set's blocks make, and its leaders, numbered through by side (C2.1, C2.3)."""

from collections.abc import Iterator, Mapping
from itertools import count

from rules.ancients.settings import AncientsSettings
from rules.ancients.troops import block_table
from rules.ancients.units import LEADER, book_types
from rules.box import Box, BoxPiece

CODES: Mapping[str, str] = {
    "light_infantry": "LI", "light_infantry_bow": "LB", "light_infantry_sling": "LS", "auxilia": "AX",
    "warriors": "WR", "medium_infantry": "MI", "heavy_infantry": "HI", "war_machine": "WM", "light_cavalry": "LC",
    "medium_cavalry": "MC", "heavy_cavalry": "HC", "elephants": "EL", "heavy_chariots": "CH", "leader": "LD",
}  # fmt: skip
"""The letters on a unit's blocks."""


def pieces(_: AncientsSettings) -> Iterator[BoxPiece]:
    """Yield a unit for as many blocks as it has, and a leader for each of his."""
    for side, counted in block_table().items():
        number = count(1)
        for kind, together in counted.items():
            for _unit in range(together // (1 if kind == LEADER else book_types()[kind].blocks)):
                yield BoxPiece(f"{side[0].upper()}{next(number)}", side, kind)


def blocks(settings: AncientsSettings, kind: str) -> int:
    """Return of how many blocks a unit of that kind is made; 0 for a leader."""
    return 0 if kind == LEADER else settings.types()[kind].blocks


def short(_settings: AncientsSettings, kind: str, _unit: str | None) -> str:
    """Return the letters on a unit's blocks."""
    return CODES.get(kind, kind)


def factors(_settings: AncientsSettings, kind: str, _unit: str | None) -> str | tuple[str, dict[str, object]]:
    """Return how many blocks a unit has, how far it goes and shoots; nothing of a leader."""
    row = book_types().get(kind)
    if row is None or kind == LEADER:
        return ""
    key = "blocks_range" if row.range else "blocks"
    return key, {"blocks": row.blocks, "hexes": row.hexes, "range": row.range}


BOX = Box(pieces=pieces, short=short, factors=factors)
