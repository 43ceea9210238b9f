"""What the journal tells of moves, in the order it happened: what was undone or put back is left out."""

from collections.abc import Iterator

from referee.journal.history import standing
from referee.journal.payloads import Agreed, Confirmed, Declared, TurnEnded, Unwalked, Walked, all_but, read_payload
from referee.journal.store import Journal

Event = Declared | Confirmed | TurnEnded | Agreed | Walked


def events_in(journal: Journal) -> Iterator[Event]:
    """Yield a match's events, the first first.

    Undoing an act does not undo what figures walked by themselves, but the way to where its ruling sent them.
    """
    kept = {entry.sequence: entry for entry in standing(journal, ("declared", "confirmed", "turn_ended", "agreed"))}
    told = {entry.sequence for entry in standing(journal, ("walked",))}
    found: dict[int, Event] = {}
    since = journal.length + 1
    for entry in journal.back(journal.length, 1, all_but("walked", "unwalked")):
        payload = read_payload(entry)
        if isinstance(payload, Unwalked):
            since = min(since, payload.since)
        elif isinstance(payload, Walked) and entry.sequence <= since and (not payload.told or entry.sequence in told):
            found[entry.sequence] = payload
    for number, entry in kept.items():
        payload = read_payload(entry)
        assert isinstance(payload, Declared | Confirmed | TurnEnded | Agreed)
        found[number] = payload
    return (found[number] for number in sorted(found))
