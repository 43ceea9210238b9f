"""What a match does, as entries of its journal."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from referee.journal.entry import Draft
from referee.journal.folding import due_fold, point_at
from referee.journal.payloads import Agreed, Confirmed, Declared, Frame, Opened, TurnEnded, draft
from referee.journal.stands import state_data, state_from, table_data
from referee.journal.store import Journal
from referee.match_state import Declaration
from rules.ruling import Effect, Ruling
from rules.state import State
from table.errors import BadInput
from table.snapshot import Snapshot


class Keeper(Protocol):
    """Keeps what happened: returns the number of the last entry, or raises NotSaved and nothing has happened."""

    @property
    def head(self) -> tuple[int, str] | None:
        """The number and the seal of the newest entry; None where nothing is written down."""
        ...

    @property
    def journal(self) -> Journal | None:
        """Where it is written down."""
        ...

    def keep(self, drafts: Sequence[Draft], state: State) -> int:
        """Write entries, all or none; ``state`` is the match's after them."""
        ...


class JournalKeeper:
    """Keeps a match in a journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def journal(self) -> Journal:
        """Where it is written down."""
        return self._journal

    @property
    def head(self) -> tuple[int, str] | None:
        """The number and the seal of the newest entry."""
        entry = self.journal.head
        return None if entry is None else (entry.sequence, entry.seal)

    def keep(self, drafts: Sequence[Draft], state: State) -> int:
        """Write entries, all or none, on disk before this returns."""
        fold = due_fold(self.journal, state, len(drafts))
        entry = self.journal.append(*drafts)
        if fold is not None:
            self.journal.store_fold(entry.sequence, fold)
        return entry.sequence


class NoJournal:
    """Counts what would be entries, for a match that nobody writes down."""

    def __init__(self) -> None:
        self._count = 0

    @property
    def journal(self) -> None:
        """Nowhere."""
        return None

    @property
    def head(self) -> tuple[int, str] | None:
        """Nothing is written down."""
        return None

    def keep(self, drafts: Sequence[Draft], state: State) -> int:  # noqa: ARG002
        """Count them."""
        self._count += len(drafts)
        return self._count


def resumed(journal: Journal, first: Draft) -> State:
    """Return the state a match goes on from: that of its journal's end, or of ``first``, which begins an empty one.

    Raises BadInput for the journal of another game, or of other sides.
    """
    begins = Opened.model_validate(first[2])
    if journal.head is None:
        journal.append(first)
        return state_from(begins.state)
    point = point_at(journal)
    if point.opened.game != begins.game:
        raise BadInput(f"{journal.name}: the journal of a match of {point.opened.game}, not of {begins.game}")
    if set(point.state.sides) != set(begins.state["sides"]):
        raise BadInput("{journal}: the journal of a match of other sides", journal=journal.name)
    return point.state


def opened(game: str, title: str, settings: Mapping[str, Any], state: State, program: str) -> Draft:
    """Return the first entry of a match."""
    known = Opened(game=game, title=title, settings=dict(settings), state=state_data(state), program=program)
    return draft("opened", known)


def declared(
    action: Mapping[str, Any], table: Snapshot, unseen: Sequence[str], mode: Literal["open", "reveal"] = "open",
    frame: Frame | None = None,
) -> Draft:  # fmt: skip
    """Return the entry for an announced action."""
    known = Declared(action=dict(action), table=table_data(table), unseen=list(unseen), mode=mode, frame=frame)
    return draft("declared", known)


def confirmed(
    action: Mapping[str, Any], table: Snapshot, dice: Sequence[int | str], decided: Mapping[str, bool], ruling: Ruling,
    effects: Sequence[Effect], amended: str | None = None, frame: Frame | None = None,
) -> Draft:  # fmt: skip
    """Return the entry for a ruling that has happened, or for what the referee made of it."""
    return draft(
        "confirmed",
        Confirmed(
            action=dict(action), table=table_data(table), dice=list(dice), decided=dict(decided),
            ruling=ruling.as_dict(), effects=[effect.as_dict() for effect in effects], amended=amended,
            frame=frame,
        ),
    )  # fmt: skip


def happened(declared: Declaration, ruling: Ruling, effects: Sequence[Effect], amended: str | None = None) -> Draft:
    """Return the entry that says which effects happened; ``amended`` says why they are not the ruling's own."""
    return confirmed(
        declared.action, declared.table, declared.dice, declared.decided, ruling, effects, amended, declared.frame
    )


def turn_ended(table: Snapshot) -> Draft:
    """Return the entry for the end of a turn."""
    return draft("turn_ended", TurnEnded(table=table_data(table)))


def position(table: Snapshot) -> Draft:
    """Return the entry for a board whose soldiers are agreed to stand where they are measured."""
    return draft("agreed", Agreed(table=table_data(table)))
