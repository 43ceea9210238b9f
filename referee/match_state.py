"""What a match knows between two acts: its state, the action on the card, the ruling on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.by_hand import Placings
from referee.journal.payloads import Frame
from rules.ruling import Ruling
from rules.state import State
from table.errors import BadInput
from table.snapshot import Snapshot

Thrower = Literal["table", "vedette"]
Mode = Literal["open", "reveal"]
"""Distances are open to all before an action is declared, or only once shooter and target are committed."""


class NotNow(BadInput):
    """The act does not fit the moment: a die nobody asked for, nothing to undo (409 on the web)."""


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


@dataclass(frozen=True)
class MatchState:
    """Everything a match knows between two acts; ``act`` is the one that led here.

    ``sequence`` is the number of its entry in the journal, ``ruled`` that of its ruling's. ``odds`` are the outcomes
    that the dice still asked for may bring, each with its probability, likeliest first. ``by_hand`` are the stands
    that the referee placed.
    """

    memory: State
    declared: Declaration | None = None
    ruling: Ruling | None = None
    confirmed: bool = False
    act: str | None = None
    odds: tuple[tuple[str, float], ...] = ()
    sequence: int = 0
    ruled: int = 0
    by_hand: Placings = field(default_factory=dict)

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
