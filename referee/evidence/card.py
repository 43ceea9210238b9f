"""An evidence card: everything a journal knows of one ruling, for those who were not there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.action_roles import acting_stand, named_stands
from referee.journal.payloads import Frame
from rules.ruling import Effect, Ruling
from table.snapshot import Snapshot
from table.stand import Stand

Thrower = Literal["table", "vedette"]


@dataclass(frozen=True)
class Appeal:
    """The same ruling under other settings, as it stands in the journal: its entry's number, time and seal."""

    number: int
    time: str
    seal: str
    settings: Mapping[str, Any]
    ruling: Ruling


@dataclass(frozen=True)
class EvidenceCard:
    """One ruling with all it rests on, out of the journal's entry ``number``, sealed ``seal``.

    ``sides`` are those of the match in the order of their colours, as on the page.
    ``deed`` are the numbers of the action's entries from its declaration to this one. ``thrown_by`` says of each die in
    order whether it was typed in from the table or is Vedette's own. ``effects`` is what happened, which is not what
    the ruling says where it was ``amended``; None before it was confirmed. ``taken_back``: undone afterwards.
    ``happened_in`` is the later entry in which an action not confirmed yet happened after all.
    ``appeal_of`` is the number of the ruling this one is an appeal against, ``otherwise`` its other settings.
    ``head`` is the journal's newest entry and its seal when the card was made.
    """

    number: int
    seal: str
    time: str
    game: str
    title: str
    program: str
    turn: int
    side: str
    action: Mapping[str, Any]
    table: Snapshot
    ruling: Ruling
    settings: Mapping[str, Any]
    head: tuple[int, str]
    deed: tuple[int, ...]
    sides: tuple[str, ...]
    mode: Literal["open", "reveal"] = "open"
    unseen: tuple[str, ...] = ()
    dice: tuple[int | str, ...] = ()
    thrown_by: tuple[Thrower, ...] = ()
    decided: Mapping[str, bool] = field(default_factory=dict)
    effects: tuple[Effect, ...] | None = None
    amended: str | None = None
    taken_back: bool = False
    frame: Frame | None = None
    happened_in: int | None = None
    appeals: tuple[Appeal, ...] = ()
    appeal_of: int | None = None
    otherwise: Mapping[str, Any] = field(default_factory=dict)

    @property
    def actor(self) -> str | None:
        """Who acted: a stand, a unit or a side; None where the action names nobody."""
        named = acting_stand(self.action) or self.action.get("unit") or self.action.get("side")
        return None if named is None else str(named)

    @property
    def named(self) -> tuple[str, ...]:
        """Who its picture is about: who acts and on whom; on a board all that the action names."""
        names = named_stands(self.action) if self.table.board is not None else (self.actor, self.target)
        return tuple(name for name in names if name is not None and name in self.table)

    def seen(self, stand: Stand) -> Stand | None:
        """Return a stand where the camera saw it: on a board the match has it in the middle of its cell; else None."""
        if self.table.board is None or stand.sigma_cm > 0:
            return stand
        seen = self.frame.seen if self.frame is not None else None
        return stand.moved_to(*seen[stand.name]) if seen and stand.name in seen else None

    @property
    def target(self) -> str | None:
        """On whom; None for an action on nobody."""
        named = self.action.get("target") or self.action.get("vehicle")
        return named if isinstance(named, str) else None
