"""Ground that gives a victory banner to whose unit enters it, once a hex (C3.1)."""

from rules.ancients.position import Position
from rules.ancients.settings import Builder
from rules.ancients.side import take_banner
from rules.ancients.units import is_leader
from table.errors import BadFile
from table.hexes import Hex
from table.notation.toml import got_words
from table.stand import Stand


def take_ground(position: Position, stand: Stand, end: Hex, builder: Builder, source: str) -> None:
    """Record a banner for ground that a unit enters, once a hex (C3.1)."""
    label = position.label(end)
    for_side = position.settings.ground.get(label)
    taken = _ground_taken(builder, source)
    if is_leader(stand) or for_side not in (stand.side, "any") or label in taken or builder.verdict != "allowed":
        return
    take_banner(stand.side, "takes_ground", position.table, builder, source, hex=label)
    builder.effect("table", None, ground_taken=[*taken, label])


def _ground_taken(builder: Builder, source: str) -> list[str]:
    """Return the labels of the ground that has given its banner; raises BadFile."""
    taken = builder.table.get("ground_taken") or []
    if not isinstance(taken, list | tuple):
        raise BadFile(source, "side.table.ground_taken", 'labels of hexes, such as ["E5"]', got_words(taken))
    return [str(label) for label in taken]
