"""Placing a stand by hand, taking the placing back, and what the journal keeps of either."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from referee.by_hand import Placing, Placings, placings_data
from referee.journal.entry import Draft
from referee.journal.payloads import Note, draft
from referee.match_state import NotNow
from rules.state import State
from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True)
class SeenTable:
    """What the camera has: the measured table, the stands it did not see just now, those of the roster."""

    table: Snapshot
    unseen: frozenset[str] = frozenset()
    reserve: Mapping[str, Stand] = field(default_factory=dict)

    def blind_to(self, names: Iterable[str], placed: Collection[str]) -> tuple[str, ...]:
        """Return those of these stands that were not seen just now, nor placed by hand."""
        return tuple(name for name in names if name in self.unseen and name not in placed)

    def never_seen(self, placed: Collection[str], memory: State) -> tuple[str, ...]:
        """Return the stands of the roster that nobody has seen or placed yet."""
        known = (*memory.fallen, *placed)
        return tuple(name for name in self.reserve if name not in self.table and name not in known)


def placed(seen_table: SeenTable, memory: State, now: Placings, name: str, placing: Placing) -> dict[str, Placing]:
    """Return the placings with one more.

    Raises UnknownStand, BadInput for a place off the table, NotNow for a stand that is out of the battle.
    """
    table = seen_table.table
    if name in memory.fallen:
        raise NotNow("{name} is out of the battle; undo brings the figure back", name=name)
    if not (0 <= placing.x <= table.width_cm and 0 <= placing.y <= table.depth_cm):
        raise BadInput("a stand is placed on the table: x and y must lie on it")
    if name not in seen_table.reserve:
        table.stand(name)
    if name in table and name not in seen_table.unseen:
        seen = table.stand(name)
        placing = replace(placing, seen_at=(seen.x, seen.y, seen.heading_deg))
    return {**now, name: placing}


def taken_back(now: Placings, name: str) -> dict[str, Placing]:
    """Return the placings with one less; raises NotNow for a stand that was not placed by hand."""
    if name not in now:
        raise NotNow("{name} was not placed by hand", name=name)
    return {known: placing for known, placing in now.items() if known != name}


def placed_note(placings: Placings, what: Mapping[str, str]) -> Draft:
    """Return the note on what was placed, taken back or seen again, with everything that is placed by hand now."""
    said = ", ".join(f"{name}: {how}" for name, how in what.items())
    data = {"stands": dict(what), "placings": placings_data(placings)}
    return draft("note", Note(about="by_hand", text=said, data=data))
