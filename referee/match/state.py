"""What a match knows between two acts: its state, the action on the card, the ruling on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from referee.journal.payloads import Frame, MatchEnded
from referee.match.by_hand import Placings
from referee.terrain.agreed_terrain import AgreedTerrain
from rules.obligation import Obligation
from rules.ruling import Ruling
from rules.state import State
from table.errors import BadInput
from table.snapshot import Snapshot

Thrower = Literal["table", "vedette"]
Mode = Literal["open", "reveal"]
"""Distances are open to all before an action is declared, or only once shooter and target are committed."""


class NotNow(BadInput):
    """The act does not fit the moment: a die nobody asked for, nothing to undo (409 on the web)."""


class StillOwed(NotNow):
    """The turn does not end yet: the game still asks for something."""

    def __init__(self, obligations: Sequence[Obligation]) -> None:
        clauses = ", ".join(dict.fromkeys(each.clause for each in obligations))
        super().__init__(
            "the turn does not end yet, something is still owed ({clauses}): do it, or let the referee waive it",
            clauses=clauses,
        )


@dataclass(frozen=True)
class Declaration:
    """An action that was announced, on the table as it stood then; ``unseen`` counted where they were last seen.

    ``frame`` is the picture of that table, where there is one.
    """

    action: Mapping[str, Any]
    table: Snapshot
    dice: tuple[int | str, ...] = ()
    decided: Mapping[str, bool] = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class UndoableAct:
    """An act that can be undone, or done again: its name, and the entry of the journal to go to.

    Of what was spent ``revealed`` is the entry at which it is still declared and must be played; 0 of other acts.
    """

    name: str
    to: int
    revealed: int = 0


@dataclass(frozen=True)
class MatchState:
    """Everything a match knows between two acts; ``act`` is the last one, ``undone`` those that may be done again.

    ``sequence`` is the number of the journal's entry that made it, ``ruled`` that of its ruling's. ``odds`` are the
    outcomes that the dice still asked for may bring, each with its probability, likeliest first. ``by_hand`` are the
    stands that the referee placed. Undoing takes back neither the terrain nor the mode. Once it has ``ended`` nothing
    more is played, unless that is taken back.
    """

    memory: State
    declared: Declaration | None = None
    ruling: Ruling | None = None
    confirmed: bool = False
    act: UndoableAct | None = None
    undone: tuple[UndoableAct, ...] = ()
    odds: tuple[tuple[str, float], ...] = ()
    sequence: int = 0
    ruled: int = 0
    by_hand: Placings = field(default_factory=dict)
    laid: AgreedTerrain = field(default_factory=AgreedTerrain)
    mode: Mode = "open"
    ended: MatchEnded | None = None

    def without_card(self, memory: State) -> "MatchState":
        """Return a state in which nothing is declared: a turn has ended, a position was agreed on."""
        return replace(self, memory=memory, declared=None, ruling=None, confirmed=False, odds=(), ruled=0)

    def need_going_on(self) -> None:
        """Raise NotNow once the match has ended."""
        if self.ended is not None:
            raise NotNow("the match has ended: take its end back to play on")

    def need_nothing_owed(self) -> None:
        """Raise NotNow while a throw or the referee's word is owed, or once the match has ended."""
        self.need_going_on()
        if self.owed == "throw":
            raise NotNow("a throw is still owed: throw it or undo it first")
        if self.owed == "word":
            raise NotNow("the referee's word is still owed: decide or undo first")

    @property
    def finished(self) -> bool:
        """Whether the ruling is allowed and every die it asked for was thrown."""
        return self.ruling is not None and self.ruling.verdict == "allowed" and self.ruling.needs is None

    @property
    def open_card(self) -> Declaration | None:
        """What is declared and has not happened; None where nothing is."""
        return None if self.confirmed else self.declared

    @property
    def untouched(self) -> bool:
        """Whether a card is open for which no die has fallen and nothing was decided yet."""
        card = self.open_card
        return card is not None and not card.dice and not card.decided

    @property
    def owed(self) -> Literal["throw", "word"] | None:
        """What an action whose dice have begun to fall still waits for: a throw, or the referee's word."""
        if self.open_card is None or self.ruling is None or not self.open_card.dice:
            return None
        return "throw" if self.ruling.needs else "word" if self.ruling.verdict == "too_close" else None
