"""The newest word of a journal on one subject: what outlives the program beside the game's own state."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from referee.journal.entry import Entry
from referee.journal.history import standing
from referee.journal.payloads import Declared, Note, Unwalked, Walked, all_but, read_payload
from referee.journal.store import Journal
from referee.match.by_hand import Placing, placings_from
from referee.match.walks import Walk, Walks
from referee.terrain.agreed_terrain import AgreedTerrain, terrain_from

FAR_BACK = 20_000
"""So many entries are looked through, ten long matches' worth: a journal of a million opens as quickly."""


def newest_note(
    journal: Journal, about: str, *, undoable: bool = False, last: int | None = None
) -> Mapping[str, Any] | None:
    """Return the data of the newest note about something, up to the entry ``last``; None where there is none.

    With ``undoable`` the note is what an act wrote: one that was undone since does not count, and one done again does.
    """
    notes = ("note",)
    for entry in standing(journal, notes, last, _first(journal)) if undoable else _newest(journal, notes):
        payload = read_payload(entry)
        if isinstance(payload, Note) and payload.about == about:
            return payload.data
    return None


def _first(journal: Journal) -> int:
    return max(1, journal.length - FAR_BACK)


def _newest(journal: Journal, kinds: tuple[str, ...]) -> Iterator[Entry]:
    """Yield entries of some kinds, the newest first, also what was undone since."""
    return journal.back(journal.length, _first(journal), all_but(*kinds))


def placed_in(journal: Journal, last: int | None = None) -> dict[str, Placing]:
    """Return the stands that a match's referee had placed by hand after an entry, the newest without one."""
    told = newest_note(journal, "by_hand", undoable=True, last=last)
    return {} if told is None else placings_from(told["placings"])


def mode_in(journal: Journal) -> Literal["open", "reveal"]:
    """Return whether distances are open or revealed when a journal ends: the newest word on it, or declaration."""
    for entry in _newest(journal, ("note", "declared")):
        payload = read_payload(entry)
        if isinstance(payload, Declared):
            return payload.mode
        if isinstance(payload, Note) and payload.about == "mode":
            return "reveal" if payload.text == "reveal" else "open"
    return "open"


def walks_in(journal: Journal) -> Walks:
    """Return the ways that were seen, those of the last turns at least, without what counts for nothing."""
    walks = Walks()
    for entry in reversed(list(_newest(journal, ("walked", "unwalked")))):
        payload = read_payload(entry)
        if isinstance(payload, Walked):
            before = entry.sequence - 1
            walk = Walk(payload.turn, payload.side, payload.stand, payload.cm, before, payload.told)
            walks = walks.with_walk(walk)
        elif isinstance(payload, Unwalked):
            walks = walks.forgotten(walks.mark_at(payload.since))
    return walks


def laid_in(journal: Journal) -> AgreedTerrain | None:
    """Return the terrain agreed on when a journal ends; None where nobody changed it or locked it."""
    told = newest_note(journal, "terrain")
    return None if told is None else terrain_from(told)
