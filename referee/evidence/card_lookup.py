"""Evidence cards out of a journal: of one entry, and of the newest."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.evidence.card import Appeal, EvidenceCard
from referee.journal import payloads
from referee.journal.entry import Entry
from referee.journal.history import point_at, standing
from referee.journal.reader import JournalReader
from referee.journal.ruling_data import ruling_from
from rules.registry import rule
from table.errors import BadFile, BadInput

Deed = list[tuple[Entry, payloads.Payload]]


class NoCard(BadInput):
    """An entry that is no ruling, or a number that no entry has (404 on the web)."""


def card_at(journal: JournalReader, number: int) -> EvidenceCard:
    """Return the card of the ruling in an entry: one that was declared, thrown for, decided, confirmed or appealed.

    Raises NoCard for any other entry, BadFile for a journal that cannot be read.
    """
    head = journal.newest()
    if head is None or not 1 <= number <= head.sequence:
        raise NoCard("there is no entry {number} in this journal", number=number)
    entry = journal.at(number)
    card = replace(ruled_at(journal, entry), head=(head.sequence, head.seal))
    if entry.kind == "appealed":
        return card
    return replace(
        card,
        happened_in=None if card.effects is not None else _confirmed_after(journal, number),
        appeals=_appeals(journal, card.deed),
        taken_back=entry.kind == "confirmed" and _undone(journal, number),
    )


def ruled_at(journal: JournalReader, entry: Entry) -> EvidenceCard:
    """Return the ruling of an entry without what came after it: as quickly in a long journal as in a short one.

    Raises NoCard for an entry that is no ruling.
    """
    if entry.kind == "appealed":
        return _appealed(journal, entry)
    if entry.kind not in payloads.RULED:
        raise NoCard("entry {number} is no ruling: it has no evidence card", number=entry.sequence)
    return _ruled(journal, deed_of(journal, entry), (entry.sequence, entry.seal))


def numbers_of_cards(journal: JournalReader) -> Iterator[int]:
    """Yield the entries whose cards are worth a place in a list, the newest first: how each action ended."""
    return (
        entry.sequence for entry in ends_of_deeds(journal.back(journal.length, 1, payloads.all_but(*payloads.RULED)))
    )


def ends_of_deeds(entries: Iterable[Entry], later: str = "declared") -> Iterator[Entry]:
    """Yield how each action ended, of entries with the newest first: what was declared is a ruling too where nothing
    came of it. Appeals are ends as well; ``later`` is the kind of the ruling after the newest.
    """
    for entry in entries:
        if entry.kind == "appealed" or later == "declared" or entry.kind == "confirmed":
            yield entry
        later = later if entry.kind == "appealed" else entry.kind


def deed_of(journal: JournalReader, entry: Entry) -> Deed:
    """Return the entries of an action from its declaration to this one, past whatever was undone in between."""
    found: Deed = []
    for each in standing(journal, (*payloads.RULED, "turn_ended"), entry.sequence):
        payload = payloads.read_payload(each)
        if each.kind == "turn_ended" or (isinstance(payload, payloads.Confirmed) and found):
            break
        found.append((each, payload))
        if isinstance(payload, payloads.Declared):
            break
    if not isinstance(found[-1][1], payloads.Declared | payloads.Confirmed):
        raise BadFile(f"entry {entry.sequence}", "kind", "a ruling on something declared", entry.kind)
    return found[::-1]


def _ruled(journal: JournalReader, deed: Deed, head: tuple[int, str]) -> EvidenceCard:
    (_, declared), (entry, last) = deed[0], deed[-1]
    dice, by, decided = told_of_deed(deed)
    point = point_at(journal, entry.sequence - (entry.kind == "confirmed"))
    opened, state = point.opened, point.state
    common: dict[str, Any] = {
        "number": entry.sequence, "seal": entry.seal, "time": entry.time, "game": opened.game, "title": opened.title,
        "program": opened.program, "turn": state.turn, "side": state.side, "settings": opened.settings, "head": head,
        "deed": tuple(each.sequence for each, _ in deed), "thrown_by": tuple(by),
        "sides": tuple(opened.state["sides"]),  # whoever begins comes first in the state later on
    }  # fmt: skip
    if isinstance(declared, payloads.Declared):
        common |= {"mode": declared.mode, "unseen": tuple(declared.unseen)}
    if isinstance(last, payloads.Confirmed):
        return EvidenceCard(
            **common, action=last.action, table=last.table.snapshot, ruling=ruling_from(last.ruling),
            dice=tuple(last.dice), decided=last.decided, effects=last.effects, amended=last.amended,
            frame=last.frame,
        )  # fmt: skip
    assert isinstance(declared, payloads.Declared)
    table = declared.table.snapshot
    ruling = rule(opened.game, table, declared.action, dice, opened.settings, decided, "journal", state.known)
    return EvidenceCard(
        **common, action=declared.action, table=table, ruling=ruling, dice=tuple(dice), decided=decided,
        frame=declared.frame,
    )  # fmt: skip


def told_of_deed(deed: Deed) -> tuple[list[int | str], list[str], dict[str, bool]]:
    """Return the dice of an action, who threw each, and the referee's words."""
    dice: list[int | str] = []
    by: list[str] = []
    decided: dict[str, bool] = {}
    for _, payload in deed:
        if isinstance(payload, payloads.Thrown):
            dice += payload.dice
            by += [payload.by] * len(payload.dice)
        elif isinstance(payload, payloads.Decided):
            decided[payload.check] = payload.passed
    return dice, by, decided


def _appealed(journal: JournalReader, entry: Entry) -> EvidenceCard:
    payload = payloads.read_payload(entry)
    assert isinstance(payload, payloads.Appealed)
    card = ruled_at(journal, journal.at(payload.of))
    return replace(
        card, number=entry.sequence, seal=entry.seal, time=entry.time, ruling=ruling_from(payload.ruling),
        settings={**card.settings, **payload.settings}, effects=None, amended=None, taken_back=False, appeals=(),
        frame=payload.frame, appeal_of=payload.of, otherwise=payload.settings,
    )  # fmt: skip


def _appeals(journal: JournalReader, deed: tuple[int, ...]) -> tuple[Appeal, ...]:
    """Return the appeals against an action's rulings, the first first."""
    found = []
    for entry in journal.back(journal.length, deed[0], payloads.all_but("appealed")):
        payload = payloads.read_payload(entry)
        if isinstance(payload, payloads.Appealed) and payload.of in deed:
            ruling = ruling_from(payload.ruling)
            found.append(Appeal(entry.sequence, entry.time, entry.seal, payload.settings, ruling))
    return tuple(reversed(found))


def _confirmed_after(journal: JournalReader, number: int) -> int | None:
    """Return the entry in which what was declared or thrown for in this one happened; None where it did not."""
    ends = ("declared", "confirmed", "withdrawn", "undone", "turn_ended")
    following = next(iter(journal.some(number + 1, journal.length, ends, 1, newest=False)), None)
    if following is None or following.kind != "confirmed" or _undone(journal, following.sequence):
        return None
    return following.sequence


def _undone(journal: JournalReader, number: int) -> bool:
    """Say whether what happened in an entry was taken back afterwards, and not done again."""
    at = journal.length
    for entry in journal.back(at, number + 1, payloads.all_but("undone", "redone")):
        payload = payloads.read_payload(entry)
        if entry.sequence <= at and isinstance(payload, payloads.Undone):
            at = payload.to
    return at < number
