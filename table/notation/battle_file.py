"""BATTLE.toml: a whole battle written down: the table at the start, every act with its dice, and how it ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import model_validator

from table.errors import BadFile
from table.notation.case_file import StandModel, TableKeys, TermsOf, read_in_terms, stands_from
from table.notation.toml import Strict
from table.snapshot import Snapshot
from table.stand import Stand


class ActModel(Strict):
    """One ``[[act]]``: an action with its dice and what must come of it, or stands that a hand puts somewhere."""

    action: dict[str, Any] | None = None
    dice: list[Any] = []
    decided: dict[str, bool] = {}
    verdict: str | None = None
    outcome: str | None = None
    effects: list[dict[str, Any]] | None = None
    owed: list[str] | None = None
    put: list[StandModel] = []
    note: str | None = None

    @model_validator(mode="after")
    def _one_or_the_other(self) -> "ActModel":
        if (self.action is None) == (not self.put):
            raise ValueError("either an action or stands to put")
        return self


class BattleModel(TableKeys):
    """All of a battle file."""

    title: str = ""
    sides: list[str]
    act: list[ActModel]
    end: dict[str, Any] = {}


@dataclass(frozen=True)
class BattleAct:
    """One act: an action, or stands put by hand; the verdict, outcome and effects that were written down with it.

    ``owed`` are the clauses under which something is owed after it, each as often as it is. ``turn_ends``: the other
    side begins, and nothing else is done. ``instead`` are the effects that a referee let happen in the ruling's place.
    """

    number: int
    action: Mapping[str, Any] | None
    dice: tuple[int | str, ...]
    decided: Mapping[str, bool]
    put: tuple[Stand, ...]
    verdict: str | None
    outcome: str | None
    effects: tuple[Mapping[str, Any], ...] | None
    owed: tuple[str, ...] | None
    note: str | None
    turn_ends: bool = False
    instead: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True)
class Battle:
    """A battle: its table at the start, its acts in order, and what its end must be."""

    game: str
    title: str
    sides: tuple[str, ...]
    snapshot: Snapshot
    acts: tuple[BattleAct, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    known: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    end: Mapping[str, Any] = field(default_factory=dict)


def parse_battle(text: str, file: str, terms_of: TermsOf) -> Battle:
    """Read a battle file's text; raises BadFile (file, key, expected, got)."""
    model, terms = read_in_terms(text, BattleModel, file, terms_of)
    if len(set(model.sides)) != len(model.sides) or len(model.sides) != 2:
        raise BadFile(file, "sides", "the names of two sides", repr(model.sides))
    board = model.printed(file, terms.offset_board)
    acts = []
    for index, act in enumerate(model.act):
        key = f"act[{index + 1}]"
        if act.action is not None and "type" not in act.action:
            raise BadFile(file, f"{key}.action.type", "a verb of the game, for example 'shoot'")
        acts.append(
            BattleAct(
                index + 1, act.action, tuple(act.dice), act.decided,
                stands_from(act.put, f"{key}.put", file, board, terms), act.verdict, act.outcome,
                None if act.effects is None else tuple(act.effects), None if act.owed is None else tuple(act.owed),
                act.note,
            )
        )  # fmt: skip
    return Battle(
        model.game,
        model.title,
        tuple(model.sides),
        model.snapshot(file, terms),
        tuple(acts),
        model.settings,
        model.side,
        model.end,
    )
