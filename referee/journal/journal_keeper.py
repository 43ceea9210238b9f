"""How a match begins in its journal, and how what happens in it is kept there."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.journal.entry import Draft
from referee.journal.folding import fold_text, is_due, point_at
from referee.journal.payloads import Opened, Payload, draft
from referee.journal.stands import state_data
from referee.journal.store import Journal
from rules.state import State
from table.errors import BadInput


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
        raise BadInput(f"{journal.name}: the journal of a match of {point.opened.game}, not of {begins.game}")
    if set(point.state.sides) != set(begins.state["sides"]):
        raise BadInput("{journal}: the journal of a match of other sides", journal=journal.name)


def opened(game: str, title: str, settings: Mapping[str, Any], state: State, program: str) -> Draft:
    """Return the first entry of a match."""
    return draft(Opened(game=game, title=title, settings=dict(settings), state=state_data(state), program=program))
