"""What the camera saw of a phase: one move for each unit or leader that stands on another hex (C8)."""

from collections.abc import Mapping

from rules.ancients.position import AncientsBoard, likeliest
from rules.ancients.settings import AncientsSettings
from rules.ancients.units import is_leader
from rules.hex_positions import readings
from rules.seen_move import NO_WAYS, SeenMove, Ways
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand


def infer_moves(
    before: Snapshot, after: Snapshot, settings: AncientsSettings, _known: Mapping[str, object] | None = None,
    _ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return a move for everybody who stands on another hex, his other readings beside it; a leader with his unit none.

    Who was shot or put away is not read here. Both tables are completed.
    """
    start, end = likeliest(before, settings), likeliest(after, settings)
    found: dict[str, list[Hex]] = {}
    for _share, position in readings(end.hexes):
        for name, there in position.places.items():
            known = found.setdefault(name, [])
            if there not in known:
                known.append(there)
    seen = []
    for stand in sorted(before.stands, key=lambda stand: (is_leader(stand), stand.name)):
        here = start.where(stand.name)
        ends = [there for there in found.get(stand.name, ()) if there != here]
        if here is None or not ends or _went_along(start, end, stand):
            continue
        first, *others = [{"type": "move", "actor": stand.name, "to": start.label(there)} for there in ends]
        seen.append(SeenMove(first, _with_leader(start, end, stand), others=tuple(others)))
    return tuple(seen)


def _with_leader(start: AncientsBoard, end: AncientsBoard, stand: Stand) -> tuple[str, ...]:
    leader = None if is_leader(stand) else start.leader_of(stand)
    together = leader is not None and end.where(leader.name) == end.where(stand.name)
    return (stand.name, leader.name) if leader is not None and together else (stand.name,)


def _went_along(start: AncientsBoard, end: AncientsBoard, stand: Stand) -> bool:
    """Say whether a leader only went along with the unit he was with."""
    unit = start.unit_of(stand) if is_leader(stand) else None
    if unit is None:
        return False
    there = end.where(unit.name)
    return there == end.where(stand.name) and there != start.where(unit.name)
