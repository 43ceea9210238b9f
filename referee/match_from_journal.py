"""A match that goes on where its journal ends, or begins."""

from collections.abc import Mapping

from referee.evidence.card_lookup import ruled_at
from referee.journal.entry import Draft, Entry
from referee.journal.folding import point_at, standing
from referee.journal.journal_keeper import JournalKeeper, resumed
from referee.journal.notes import laid_in, mode_in, placed_in, walks_in
from referee.journal.payloads import RULED
from referee.journal.store import Journal
from referee.judge import Rule
from referee.match import Match
from referee.match_state import Declaration
from table.snapshot import Snapshot
from table.stand import Stand

OPEN = ("declared", "thrown", "decided")
"""The kinds of entries after which an action is still on the card."""


def match_of(
    journal: Journal, first: Draft, measured: Snapshot, rule: Rule, reserve: Mapping[str, Stand] | None = None
) -> Match:
    """Return the match that a journal keeps, as it was when it ends, or the one that ``first`` begins in an empty one.

    It goes on with the options it began with. An action that was declared and not played is on the card again, with
    the dice that fell: nobody is rid of them by ending the program. What was done before cannot be undone any more.
    Raises BadInput for the journal of another game or of other sides.
    """
    state = resumed(journal, first)
    opened = point_at(journal, 1).opened
    match = Match(
        opened.game, state, measured, rule, opened.settings, JournalKeeper(journal), laid_in(journal),
        placed_in(journal), reserve, walks_in(journal), mode_in(journal),
    )  # fmt: skip
    entry = _open_deed(journal)
    if entry is not None:
        card = ruled_at(journal, entry)
        declared = Declaration(card.action, card.table, card.dice, card.decided, card.unseen, card.frame)
        match.take_up(declared, card.ruling, entry.sequence)
    return match


def _open_deed(journal: Journal) -> Entry | None:
    """Return the newest entry of an action that is declared and neither played nor taken back; None without one."""
    newest = next(standing(journal, (*RULED, "withdrawn", "turn_ended")), None)
    return newest if newest is not None and newest.kind in OPEN else None
