"""Y8.4: all fire of a turn is simultaneous: it finds every base where it stood before any of it hit."""

from dataclasses import replace

from rules.yankee.state import state_of
from table.once import computed_once
from table.snapshot import Snapshot
from table.stand import Stand


@computed_once
def as_it_stood(snapshot: Snapshot) -> Snapshot:
    """Return the table before this turn's fire hit anybody: who recoiled stands where he stood."""
    return replace(snapshot, stands=tuple(_back(stand) for stand in snapshot.stands))


@computed_once
def as_it_is(snapshot: Snapshot) -> Snapshot:
    """Return the table without those that this turn's fire has destroyed."""
    return replace(snapshot, stands=tuple(stand for stand in snapshot.stands if not state_of(stand).fallen))


def _back(stand: Stand) -> Stand:
    stood = state_of(stand).stood
    return stand if stood is None else stand.moved_to(*stood)
