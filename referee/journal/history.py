"""How a match begins and is kept in its journal, and any moment of it out of there."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.boards.agreed import agreed, settled
from referee.journal.entry import Draft, Entry
from referee.journal.payloads import (
    Agreed,
    Confirmed,
    Declared,
    MatchEnded,
    Opened,
    Payload,
    TurnEnded,
    Undone,
    all_but,
    draft,
    read_payload,
)
from referee.journal.reader import JournalReader
from referee.journal.stands import state_data, state_from
from referee.journal.store import Journal
from rules.registry import game_named
from rules.state import State
from table.errors import BadFile, BadInput
from table.snapshot import Snapshot

FOLD_EVERY = 50
"""After so many entries the state is stored: so many rulings on a full table are played in a tenth of a second."""
HARMLESS = (
    "declared", "thrown", "decided", "withdrawn", "note", "appealed", "walked", "unwalked", "shot", "shot_settled",
    "ammunition", "aimed", "match_ended", "signed",
)  # fmt: skip
"""The kinds of entries that leave the state as it is; one that is not known might not."""


@dataclass(frozen=True)
class Point:
    """What is known after an entry: the match's opening and its state."""

    sequence: int
    opened: Opened
    state: State


def point_at(journal: JournalReader, sequence: int | None = None, *, stored: bool = True) -> Point:
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


def _begun(journal: JournalReader, opened: Opened, sequence: int, stored: bool) -> tuple[State, list[Payload]]:
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


def folded(point: Point, entry: Entry, journal: JournalReader) -> Point:
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


def standing(
    journal: JournalReader, kinds: Collection[str], last: int | None = None, first: int = 1
) -> Iterator[Entry]:
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


def keep(journal: Journal, events: Sequence[Payload], state: State) -> int:
    """Write entries, all or none, on disk before this returns, and return the number of the last; raises NotSaved.

    ``state`` is the match's after them: it is stored now and then, so that paging is quick.
    """
    entry = journal.append(*events)
    if is_due(journal, entry.sequence):
        journal.store_fold(entry.sequence, fold_text(state))
    return entry.sequence


def begin(journal: Journal, first: Draft) -> None:
    """Let ``first`` begin a match in an empty journal; one that has begun already goes on.

    Raises BadInput for the journal of another game, or of other sides.
    """
    begins = Opened.model_validate(first[2])
    if journal.head is None:
        journal.append(first)
        return
    point = point_at(journal)
    if point.opened.game != begins.game:
        raise BadInput(
            "{journal}: the journal of a match of {game}, not of {other}",
            journal=journal.name, game=point.opened.game, other=begins.game,
        )  # fmt: skip
    if set(point.state.sides) != set(begins.state["sides"]):
        raise BadInput("{journal}: the journal of a match of other sides", journal=journal.name)


def opened(game: str, title: str, settings: Mapping[str, Any], state: State, program: str) -> Draft:
    """Return the first entry of a match."""
    return draft(Opened(game=game, title=title, settings=dict(settings), state=state_data(state), program=program))


FAR = 2000
"""So many entries after one without a table are looked at for the first that has one."""
WITH_TABLE = ("declared", "confirmed", "turn_ended", "agreed", "match_ended")


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


def past_at(journal: JournalReader, sequence: int) -> Past:
    """Return the match after an entry, as quickly in a long journal as in a short one; raises BadInput, BadFile."""
    return past_of(journal, journal.at(sequence), point_at(journal, sequence))


def past_of(journal: JournalReader, entry: Entry, point: Point) -> Past:
    """Return the match after an entry of which it is known what ``point`` says; raises BadFile."""
    sequence = entry.sequence
    later = journal.some(sequence + 1, sequence + FAR, WITH_TABLE, 1, newest=False)
    found = next(standing(journal, WITH_TABLE, sequence), None) or next(iter(later), None)
    if found is None:
        return Past(entry, point, None, None)
    return Past(entry, point, agreed(point.state.over(_written(found, point.opened.game)), point.state), found.sequence)


def _written(entry: Entry, game: str) -> Snapshot:
    payload = read_payload(entry)
    assert isinstance(payload, Agreed | Declared | Confirmed | TurnEnded | MatchEnded)
    table = payload.table.snapshot
    if entry.kind != "turn_ended":
        return table
    # It shows the turn that ended with it: who fired then may fire again.
    return replace(table, stands=tuple(map(game_named(game).reducer.rested, table.stands)))
