"""Pages of the journal's list: by number, as quickly in a long journal as in a short one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from flask import current_app

from referee.evidence.card_lookup import ends_of_deeds
from referee.journal.entry import Entry
from referee.journal.entry_sentences import entry_said
from referee.journal.payloads import KINDS, RULED
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from web.plan_view import titles_of
from web.rounder import Rounder

PAGE = 25
FAR = 2000
"""So many entries are looked through for a page of rulings; a page may then be short, and the next goes on there."""
Which = Literal["all", "rulings"]
CARDS = (*RULED, "appealed")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """An entry of the journal in the list; ``evidence`` is the address of its card, where it is a ruling."""

    sequence: int
    time: str
    kind: str
    text: str
    seal: str
    evidence: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesView:
    """A page of the journal's list; ``older`` and ``newer`` are where the pages beside it begin."""

    head: int
    entries: tuple[EntryView, ...]
    older: int | None
    newer: int | None


def list_page(
    info: MatchInfo, journal: Journal, last: int | None, which: Which, language: str, rounder: Rounder | None = None
) -> EntriesView:
    """Return a page of entries up to a number, the newest first, and the number where the next page begins.

    With a ``rounder`` they tell no distance that everybody may not know.
    """
    head = journal.length
    last = head if last is None else min(last, head)
    if which == "rulings":
        first = max(1, last - FAR + 1)
        found = list(_ends(journal, first, last))[:PAGE]
    else:
        first = max(1, last - PAGE + 1)
        found = journal.some(first, last, tuple(KINDS), PAGE)
    lowest = found[-1].sequence if len(found) == PAGE else first
    return EntriesView(
        head=head,
        entries=tuple(entry_view(info, entry, language, rounder=rounder) for entry in found),
        older=lowest - 1 if lowest > 1 else None,
        newer=None if last >= head else min(head, last + PAGE),
    )


def entry_view(
    info: MatchInfo, entry: Entry, language: str, *, brief: bool = False, rounder: Rounder | None = None
) -> EntryView:
    """Return what the list shows of an entry."""
    entry = entry if rounder is None else rounder.entry(entry)
    return EntryView(
        sequence=entry.sequence,
        time=entry.time,
        kind=entry.kind,
        text=entry_said(info.game, entry, titles=titles_of(info, language), language=language, brief=brief),
        seal=entry.seal[:8],
        evidence=evidence_of(entry),
    )


def evidence_of(entry: Entry) -> str | None:
    """Return the address of a ruling's evidence card; None for what is no ruling."""
    return (
        f"/evidence/{entry.sequence}" if entry.kind in CARDS and "evidence.page" in current_app.view_functions else None
    )


def _ends(journal: Journal, first: int, last: int) -> Iterator[Entry]:
    """Return how each action between two entries ended, the newest first."""
    after = journal.some(last + 1, last + FAR, tuple(RULED), 1, newest=False)
    return ends_of_deeds(journal.some(first, last, CARDS, FAR), after[0].kind if after else "declared")
