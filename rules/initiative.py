"""Who begins: each side throws, the highest begins; those who tie throw again."""

from rules.action import Action, check_keys
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings
from table.errors import BadFile
from table.snapshot import Snapshot


def begins(snapshot: Snapshot, action: Action, builder: RulingBuilder[Settings], source: str, clause: str) -> str:
    """Hear ``start`` (optionally ``sides``): return the side that begins, by dice in the order of their names."""
    check_keys(action, ("sides",), source)
    highest = sides_of(snapshot, action, builder, source)
    while len(highest) > 1:
        thrown = {side: builder.throw(clause, "initiative", side) for side in highest}
        best = max(thrown.values())
        highest = [side for side, face in thrown.items() if face == best]
    builder.modifying(clause, "begins", side=highest[0])
    builder.outcome = "begins"
    builder.effect("begins", None, side=highest[0])
    return highest[0]


def sides_of(snapshot: Snapshot, action: Action, builder: RulingBuilder[Settings], source: str) -> list[str]:
    """Return the two sides, by name: those given, or those on the table; raises BadFile for more or fewer."""
    given = action.get("sides") or sorted({stand.side for stand in snapshot.stands} | set(builder.sides))
    sides = [side for side in given if isinstance(side, str)] if isinstance(given, list | tuple) else []
    if len(set(sides)) != 2 or len(sides) != 2:
        raise BadFile(source, "action.sides", "the names of two sides", repr(given))
    return sorted(sides)
