"""Any moment of a match, out of its journal."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.boards.agreed import settled
from referee.journal.entry import Entry
from referee.journal.payloads import Agreed, Confirmed, Opened, Payload, TurnEnded, Undone, all_but, read_payload
from referee.journal.stands import state_data, state_from
from referee.journal.store import Journal
from rules.registry import game_named
from rules.state import State
from table.errors import BadFile

FOLD_EVERY = 50
"""After so many entries the state is stored: so many rulings on a full table are played in a tenth of a second."""
HARMLESS = (
    "declared", "thrown", "decided", "withdrawn", "note", "appealed", "walked", "unwalked", "shot", "shot_settled",
    "ammunition", "aimed",
)  # fmt: skip
"""The kinds of entries that leave the state as it is; one that is not known might not."""


@dataclass(frozen=True)
class Point:
    """What is known after an entry: the match's opening and its state."""

    sequence: int
    opened: Opened
    state: State


def point_at(journal: Journal, sequence: int | None = None, *, stored: bool = True) -> Point:
    """Return the match after an entry, the newest without a number; raises BadFile for a journal that cannot be read.

    Goes back from there to the newest stored state, past whatever was undone, and plays what is left; without
    ``stored`` to the beginning.
    """
    head = journal.newest()
    if head is None:
        raise BadFile(journal.name, "", "a match", "an empty journal")
    wanted = head.sequence if sequence is None else max(1, min(sequence, head.sequence))
    opened = _opened(journal.at(1))
    state, played = _begun(journal, opened, wanted, stored)
    for payload in reversed(played):
        state = after_payload(opened.game, state, payload)
    return Point(wanted, opened, state)


def _begun(journal: Journal, opened: Opened, sequence: int, stored: bool) -> tuple[State, list[Payload]]:
    """Return the state that an entry's builds on, and what was played since, the last first."""
    played: list[Payload] = []
    while True:
        fold = journal.fold_before(sequence) if stored else None
        undone = None
        for entry in journal.back(sequence, (fold[0] if fold else 1) + 1, HARMLESS):
            payload = read_payload(entry)
            if isinstance(payload, Undone):
                undone = gone_back_to(entry, payload)
                break
            played.append(payload)
        if undone is None:
            return state_from(json.loads(fold[1]) if fold else opened.state), played
        sequence = undone


def folded(point: Point, entry: Entry, journal: Journal) -> Point:
    """Return what is known once an entry has happened too."""
    payload = read_payload(entry)
    if isinstance(payload, Undone):
        state = point_at(journal, gone_back_to(entry, payload)).state
    else:
        state = after_payload(point.opened.game, point.state, payload)
    return replace(point, sequence=entry.sequence, state=state)


def is_due(journal: Journal, sequence: int) -> bool:
    """Say whether the state after an entry is to be stored: none was for long."""
    return sequence - journal.folded >= FOLD_EVERY


def fold_text(state: State) -> str:
    """Return a state as it is stored for paging."""
    return json.dumps(state_data(state), ensure_ascii=False, sort_keys=True)


def after_payload(game: str, state: State, payload: Payload) -> State:
    """Return what is known in a game after an entry's payload; those of harmless kinds change nothing."""
    if isinstance(payload, Confirmed):
        return game_named(game).reducer.after(state, payload.effects, payload.table.stands_only)
    if isinstance(payload, TurnEnded):
        return game_named(game).reducer.next_turn(state, payload.table.stands_only)
    if isinstance(payload, Agreed):
        return settled(state, payload.table.stands_only)
    return state


def gone_back_to(entry: Entry, payload: Undone) -> int:
    """Return the entry after which the match is as it was; raises BadFile for one that is not before this."""
    if payload.to >= entry.sequence:
        raise BadFile(f"entry {entry.sequence}", "to", "the number of an entry before it", str(payload.to))
    return max(payload.to, 1)


def standing(journal: Journal, kinds: Collection[str], last: int | None = None, first: int = 1) -> Iterator[Entry]:
    """Yield entries of some kinds back from a number, from the newest without one, past whatever was undone."""
    without = all_but(*kinds, "undone", "redone")
    at = journal.length if last is None else last
    while at >= first:
        undone = None
        for entry in journal.back(at, first, without):
            payload = read_payload(entry) if entry.kind in ("undone", "redone") else None
            if isinstance(payload, Undone):
                undone = gone_back_to(entry, payload)
                break
            yield entry
        if undone is None:
            return
        at = undone


def _opened(entry: Entry) -> Opened:
    payload = read_payload(entry)
    if not isinstance(payload, Opened):
        raise BadFile("entry 1", "kind", "'opened'", repr(entry.kind))
    return payload


def told_of(payload: Payload) -> Mapping[str, Any]:
    """Return a payload's values without the table, which is too long to read."""
    return payload.model_dump(mode="json", exclude={"table"})
