"""What is known of a side beyond its soldiers: its shells, its prisoners, whether it has retreated."""

from dataclasses import dataclass

from rules.action import Asked, whole
from rules.montecassino.settings import Builder, MontecassinoSettings
from rules.montecassino.troops import is_soldier
from rules.state import Known
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class BySide:
    """What a side does as a whole; ``named_side`` checks the side once it is known which there are."""

    side: object

    @classmethod
    def read(cls, asked: Asked) -> "BySide":
        """Read ``side``; raises BadFile for another key."""
        asked.only("side")
        return cls(asked.get("side"))


def strengths(snapshot: Snapshot) -> dict[str, dict[str, object]]:
    """Return what each side starts with: its soldiers, nobody of them a prisoner, no shell fired."""
    counts = {side: soldier_count(snapshot, side) for side in sorted({stand.side for stand in snapshot.stands})}
    return {side: {"started": count, "prisoners": [], "shots": 0} for side, count in counts.items() if count}


def named_side(snapshot: Snapshot, side: object, builder: Builder, source: str) -> str:
    """Return an action's ``side``, one with stands on the table or of which something is known; raises BadFile."""
    there = sorted({stand.side for stand in snapshot.stands} | set(builder.sides))
    if not isinstance(side, str) or side not in there:
        got = NOTHING if side is None else got_words(side)
        raise BadFile(source, "action.side", f"one of {', '.join(there)}" if there else "a side on the table", got)
    return side


def shells_left(known: Known, side: str, settings: MontecassinoSettings) -> int:
    """Return how many shells a side has left: its own number or the setting's, less those fired (M5.1)."""
    told = known.get(side, {})
    agreed = told.get("shells")
    return max(int(settings.shells if agreed is None else agreed) - int(told.get("shots") or 0), 0)


def check_known(known: Known, source: str) -> None:
    """Raise BadFile for what is no number of shells or shots."""
    for side, told in known.items():
        for word in ("shells", "shots"):
            if told.get(word) is not None:
                whole(told[word], f"side.{side}.{word}", source, least=0)


def prisoners_of(known: Known, side: str, source: str) -> tuple[str, ...] | int | None:
    """Return a side's own soldiers whom the enemy holds: by name in the order taken, or how many; None if not told."""
    held = known.get(side, {}).get("prisoners")
    if held is None:
        return None
    if isinstance(held, list | tuple) and all(isinstance(name, str) for name in held):
        return tuple(held)
    return whole(held, f"side.{side}.prisoners", source, least=0, expected="how many, or a list of their names")


def soldier_count(snapshot: Snapshot, side: str) -> int:
    """Return how many soldiers a side has on the table."""
    return sum(stand.side == side and is_soldier(stand) for stand in snapshot.stands)
