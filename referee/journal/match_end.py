"""How a match ended, out of its journal, and who has signed it."""

from dataclasses import dataclass

from referee.journal.entry import Entry
from referee.journal.history import standing
from referee.journal.payloads import MatchEnded, Signed, all_but, read_payload
from referee.journal.reader import JournalReader


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match, the entry that says so, and the sides that have signed its seal.

    ``unlike`` are the sides whose signature is not of that seal: somebody changed the record.
    """

    ended: MatchEnded
    entry: Entry
    signed: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()


def end_in(journal: JournalReader) -> MatchEnd | None:
    """Return how a match ended; None while it goes on. Nothing is played after an end that was not taken back."""
    kinds = ("match_ended", "confirmed", "turn_ended", "agreed", "declared")
    entry = next(standing(journal, kinds), None)
    if entry is None or not isinstance(ended := read_payload(entry), MatchEnded):
        return None
    signed: list[str] = []
    unlike: list[str] = []
    for later in journal.back(journal.length, entry.sequence + 1, all_but("signed")):
        payload = read_payload(later)
        if isinstance(payload, Signed) and payload.of == entry.sequence:
            (signed if payload.seal == entry.seal else unlike).append(payload.side)
    return MatchEnd(ended, entry, tuple(reversed(signed)), tuple(reversed(unlike)))
