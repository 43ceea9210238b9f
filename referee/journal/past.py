"""The table as it stood at any entry of a journal."""

from dataclasses import dataclass, replace

from referee.journal.entry import Entry
from referee.journal.folding import Point, gone_back_to, point_at
from referee.journal.payloads import KINDS, Confirmed, Declared, TurnEnded, Undone, read_payload
from referee.journal.stands import table_from
from referee.journal.store import Journal
from rules.remembering import OF_A_TURN
from table.snapshot import Snapshot
from table.stand import Stand

FAR = 2000
"""So many entries after one without a table are looked at for the first that has one."""
WITH_TABLE = ("declared", "confirmed", "turn_ended")
_WITHOUT = tuple(kind for kind in KINDS if kind not in (*WITH_TABLE, "undone", "redone"))


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
    found = _newest_table(journal, sequence) or next(
        iter(journal.some(sequence + 1, sequence + FAR, WITH_TABLE, 1, newest=False)), None
    )
    if found is None:
        return Past(entry, point, None, None)
    return Past(entry, point, point.state.over(_written(found)), found.sequence)


def _newest_table(journal: Journal, sequence: int) -> Entry | None:
    """Return the newest entry with a table, past whatever was undone."""
    while True:
        undone = None
        for entry in journal.back(sequence, 1, _WITHOUT):
            if entry.kind in WITH_TABLE:
                return entry
            payload = read_payload(entry)
            assert isinstance(payload, Undone)
            undone = gone_back_to(entry, payload)
            break
        if undone is None:
            return None
        sequence = undone


def _written(entry: Entry) -> Snapshot:
    payload = read_payload(entry)
    assert isinstance(payload, Declared | Confirmed | TurnEnded)
    table = table_from(payload.table)
    if entry.kind != "turn_ended":
        return table
    # It shows the turn that ended with it: who fired then may fire again.
    return replace(table, stands=tuple(map(_rested, table.stands)))


def _rested(stand: Stand) -> Stand:
    return replace(stand, state={key: value for key, value in stand.state.items() if key not in OF_A_TURN})
