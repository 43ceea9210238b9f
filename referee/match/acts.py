"""The acts of a match, out of its journal: the last that still counts, and those that were undone."""

from collections.abc import Mapping

from referee.journal.folding import standing
from referee.journal.notes import FAR_BACK
from referee.journal.payloads import (
    SPENT,
    UNCONFIRMED,
    Agreed,
    Confirmed,
    Decided,
    Declared,
    Note,
    Payload,
    Redone,
    Thrown,
    TurnEnded,
    Undone,
    all_but,
    read_payload,
)
from referee.journal.store import Journal
from referee.match.state import Act

_ACTS = ("declared", "thrown", "decided", "confirmed", "turn_ended", "agreed", "note")
_NAMES: Mapping[type[Payload], str] = {
    Thrown: "throw", Decided: "decision", TurnEnded: "end of turn", Agreed: "position"
}  # fmt: skip
_PLACED = {"placed": "placing", "taken back": "unplacing"}


def name_of_act(payload: Payload) -> str | None:
    """Return what an entry is called as an act that can be undone; None where it is none."""
    if isinstance(payload, Declared):
        return "declaration" if payload.mode == "reveal" else None
    if isinstance(payload, Confirmed):
        return {None: "confirm", SPENT: "spent shot"}.get(payload.amended, "amendment")
    if isinstance(payload, Note) and payload.about == "by_hand":
        return next((_PLACED[how] for how in payload.data.get("stands", {}).values() if how in _PLACED), None)
    return _NAMES.get(type(payload))


def at_once(before: str | None, payload: Payload) -> bool:
    """Say whether an entry happened at once with the act right before it: both are taken back together."""
    return isinstance(payload, Confirmed) and payload.amended is None and before in ("throw", "decision")


def last_act(journal: Journal, sequence: int) -> Act | None:
    """Return the last act up to an entry that was not undone; None where there is none."""
    for entry in standing(journal, _ACTS, sequence, max(sequence - FAR_BACK, 1)):
        payload = read_payload(entry)
        if name := name_of_act(payload):
            before = entry.sequence - 1
            earlier = name_of_act(read_payload(journal.at(before))) if isinstance(payload, Confirmed) else None
            return Act(earlier, before - 1) if earlier and at_once(earlier, payload) else Act(name, before)
    return None


def undone_acts(journal: Journal, sequence: int) -> tuple[Act, ...]:
    """Return the acts that were undone when an entry was written and could be done again, the last undone last."""
    found: list[Act] = []
    again, below = 0, sequence
    for entry in journal.back(sequence, max(sequence - FAR_BACK, 1), all_but(*_ACTS, "undone", "redone")):
        if entry.sequence > below:
            continue
        payload = read_payload(entry)
        if isinstance(payload, Redone):
            again += 1
        elif isinstance(payload, Undone) and payload.act == UNCONFIRMED:
            below = payload.to
        elif isinstance(payload, Undone) and again:
            again -= 1
        elif isinstance(payload, Undone):
            found.append(Act(payload.act, entry.sequence - 1))
        elif isinstance(payload, Declared) or name_of_act(payload):
            break
    return tuple(reversed(found))
