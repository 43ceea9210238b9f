"""Any moment of a match, out of its journal."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.journal.entry import Entry
from referee.journal.payloads import Confirmed, Opened, Payload, TurnEnded, Undone, read_payload
from referee.journal.stands import state_data, state_from, table_from
from referee.journal.store import Journal
from rules.ruling import Effect
from rules.state import State
from table.errors import BadFile

FOLD_EVERY = 200
"""After so many entries the state is stored, so that no moment is farther than that from one that is known."""


@dataclass(frozen=True)
class Point:
    """What is known after an entry: the match's opening and its state."""

    sequence: int
    opened: Opened
    state: State


def effects_from(listed: list[dict[str, Any]]) -> tuple[Effect, ...]:
    """Return effects from their flat form."""
    return tuple(
        Effect(e["type"], e.get("stand"), {k: v for k, v in e.items() if k not in ("type", "stand")}) for e in listed
    )


def point_at(journal: Journal, sequence: int | None = None) -> Point:
    """Return the match after an entry, the newest without a number; raises BadFile for a journal that cannot be read.

    Begins at the newest stored state; what was undone is looked up, not played.
    """
    head = journal.newest()
    if head is None:
        raise BadFile(str(journal.url.database), "", "a match", "an empty journal")
    wanted = head.sequence if sequence is None else min(sequence, head.sequence)
    opened = _opened(journal.at(1))
    stored = journal.fold_before(wanted)
    point = Point(1, opened, state_from(opened.state))
    if stored is not None:
        point = Point(stored[0], opened, state_from(json.loads(stored[1])))
    for entry in journal.entries(point.sequence + 1, wanted):
        point = folded(point, entry, journal)
    return point


def folded(point: Point, entry: Entry, journal: Journal) -> Point:
    """Return what is known once an entry has happened too."""
    payload = read_payload(entry)
    if isinstance(payload, Undone):
        if payload.to >= entry.sequence:
            raise BadFile(f"entry {entry.sequence}", "to", "the number of an entry before it", str(payload.to))
        return replace(point, sequence=entry.sequence, state=point_at(journal, max(payload.to, 1)).state)
    state = _after(point.state, payload)
    return replace(point, sequence=entry.sequence, state=state)


def keep_fold(journal: Journal, state: State) -> None:
    """Store the state after the newest entry where one is due."""
    head = journal.head
    if head is not None and head.sequence % FOLD_EVERY == 0:
        journal.store_fold(head.sequence, fold_text(state))


def fold_text(state: State) -> str:
    """Return a state as it is stored for paging."""
    return json.dumps(state_data(state), ensure_ascii=False, sort_keys=True)


def _after(state: State, payload: Payload) -> State:
    if isinstance(payload, Confirmed):
        return state.after(effects_from(payload.effects), table_from(payload.table))
    if isinstance(payload, TurnEnded):
        return state.next_turn(table_from(payload.table))
    return state


def _opened(entry: Entry) -> Opened:
    payload = read_payload(entry)
    if not isinstance(payload, Opened):
        raise BadFile("entry 1", "kind", "'opened'", repr(entry.kind))
    return payload


def told_of(payload: Payload) -> Mapping[str, Any]:
    """Return a payload's values without the table, which is too long to read."""
    return {key: value for key, value in payload.model_dump(mode="json").items() if key != "table" and value}
