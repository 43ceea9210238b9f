"""Who begins: each side throws, the highest begins; those who tie throw again."""

from dataclasses import dataclass

from rules.action import Asked
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings
from rules.state import TABLE
from table.errors import BadFile
from table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Opening:
    """What concerns both sides before a battle: their names where they were given, unchecked."""

    sides: object

    @classmethod
    def read(cls, asked: Asked) -> "Opening":
        """Read ``sides``, which may be left out; raises BadFile for another key."""
        asked.only("sides")
        return cls(asked.get("sides"))


def begins(
    snapshot: Snapshot, opening: Opening, builder: RulingBuilder[Settings], source: str, clause: str
) -> str:  # fmt: skip
    """Return the side that begins, by dice in the order of the sides' names."""
    highest = sides_of(snapshot, opening, builder, source)
    while len(highest) > 1:
        thrown = {side: builder.throw(clause, "initiative", side) for side in highest}
        best = max(thrown.values())
        highest = [side for side, face in thrown.items() if face == best]
    builder.modifying(clause, "begins", side=highest[0])
    builder.outcome = "begins"
    builder.effect("begins", None, side=highest[0])
    return highest[0]


def sides_of(snapshot: Snapshot, opening: Opening, builder: RulingBuilder[Settings], source: str) -> list[str]:
    """Return the two sides, by name: those given, or those on the table; raises BadFile for more or fewer."""
    given = opening.sides or sorted({stand.side for stand in snapshot.stands} | set(builder.sides) - {TABLE})
    sides = [side for side in given if isinstance(side, str)] if isinstance(given, list | tuple) else []
    if len(set(sides)) != 2 or len(sides) != 2:
        raise BadFile(source, "action.sides", "the names of two sides", repr(given))
    return sorted(sides)
