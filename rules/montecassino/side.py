"""What is known of a side beyond its soldiers: its shells, its prisoners, whether it has retreated."""

from dataclasses import dataclass

from pydantic import StrictBool

from rules.action import Asked
from rules.montecassino.settings import Builder, MontecassinoSettings
from rules.montecassino.troops import is_soldier
from rules.state import Known
from rules.typed_state import Count, Headcount, Positive, SideState
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot


class MontecassinoSide(SideState):
    """What Montecassino knows of a side; of a soldier it knows nothing but where he stands."""

    begun: StrictBool = False  # M2.1: it has begun: who starts is decided, or somebody has played
    started: Positive | None = None  # M4.1: how many soldiers it started with
    prisoners: Headcount | None = None  # M2.6: those the enemy holds, in the order taken; unsaid where nobody knows
    retreated: StrictBool = False  # M4.2: it has had its one retreat
    shells: Count | None = None  # M5.1: its shells, where not as many as set
    shots: Count = 0  # M5.1: how many of them it has fired


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
    told = MontecassinoSide.read(known.get(side, {}), key=f"side.{side}")
    return max((settings.shells if told.shells is None else told.shells) - told.shots, 0)


def soldier_count(snapshot: Snapshot, side: str) -> int:
    """Return how many soldiers a side has on the table."""
    return sum(stand.side == side and is_soldier(stand) for stand in snapshot.stands)
