"""The table as a match's record has it last: who has fallen is not on it."""

from referee.journal.history import point_at
from referee.journal.payloads import read_payload
from referee.journal.store import Journal
from referee.putting_back.moments import WITHOUT_TABLE, table_of
from table.errors import BadInput
from table.snapshot import Snapshot


def table_in(record: Journal) -> Snapshot:
    """Return the newest table that a journal holds; raises BadInput where it holds none."""
    for entry in record.back(record.length, 1, WITHOUT_TABLE):
        table = table_of(read_payload(entry))
        if table is not None:
            return point_at(record).state.over(table)
    raise BadInput(
        "{name}: no table is written down yet: end a turn, or save the scenario on the page", name=record.name
    )
