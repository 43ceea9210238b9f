"""The table as it stood at any entry of a journal."""

from dataclasses import dataclass, replace

from referee.boards.agreed import agreed
from referee.journal.entry import Entry
from referee.journal.folding import Point, point_at, standing
from referee.journal.payloads import Agreed, Confirmed, Declared, TurnEnded, read_payload
from referee.journal.store import Journal
from rules.registry import game_named
from table.snapshot import Snapshot

FAR = 2000
"""So many entries after one without a table are looked at for the first that has one."""
WITH_TABLE = ("declared", "confirmed", "turn_ended", "agreed")


@dataclass(frozen=True)
class Past:
    """A match after an entry: what is known, and the table with the number of the entry that has it.

    Before any table was written down it is the first that was: ``table_of`` is then later than the entry. Both are None
    in a journal without any.
    """

    entry: Entry
    point: Point
    table: Snapshot | None
    table_of: int | None


def past_at(journal: Journal, sequence: int) -> Past:
    """Return the match after an entry, as quickly in a long journal as in a short one; raises BadInput, BadFile."""
    entry = journal.at(sequence)
    point = point_at(journal, sequence)
    later = journal.some(sequence + 1, sequence + FAR, WITH_TABLE, 1, newest=False)
    found = next(standing(journal, WITH_TABLE, sequence), None) or next(iter(later), None)
    if found is None:
        return Past(entry, point, None, None)
    return Past(entry, point, agreed(point.state.over(_written(found, point.opened.game)), point.state), found.sequence)


def _written(entry: Entry, game: str) -> Snapshot:
    payload = read_payload(entry)
    assert isinstance(payload, Agreed | Declared | Confirmed | TurnEnded)
    table = payload.table.snapshot
    if entry.kind != "turn_ended":
        return table
    # It shows the turn that ended with it: who fired then may fire again.
    return replace(table, stands=tuple(map(game_named(game).reducer.rested, table.stands)))
