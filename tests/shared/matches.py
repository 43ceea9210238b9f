"""Matches for tests, each with a journal: the one given, or one that goes with the match."""

from collections.abc import Mapping
from typing import Any

from referee.journal.history import opened
from referee.journal.store import Journal, TemporaryJournal
from referee.match.judge import Rule
from referee.match.match import Match, match_of
from rules.registry import rule
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand


def match_at(
    table: Snapshot, game: str = "ambush", state: State | None = None, settings: Mapping[str, Any] | None = None,
    journal: Journal | None = None, *, reserve: Mapping[str, Stand] | None = None, judge: Rule = rule,
    title: str = "a test",
) -> Match:  # fmt: skip
    """Return the match of a game on a table that begins in a state, or the one that a journal keeps already."""
    first = opened(game, title, settings or {}, state or State(("us", "de")), "test")
    return match_of(TemporaryJournal() if journal is None else journal, first, table, judge, reserve)
