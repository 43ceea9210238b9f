"""A match's result out of its journal: who won, the score by turn, the turning points, the luck of each side."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from referee.journal.history import point_at
from referee.journal.match_end import MatchEnd, end_in
from referee.journal.payloads import Agreed, Confirmed, MatchEnded, TurnEnded
from referee.journal.store import Journal
from referee.luck.passport import Passport, dice_in, passport_of
from referee.result.turning_points import (
    Moment,
    TurningPoint,
    moments,
    most_decisive,
    swings,
)
from rules.goal import Goal
from rules.registry import game_named
from rules.state import State
from rules.turn_order import goals, goals_if_any
from table.errors import VedetteError
from table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class TurnScore:
    """How near each side was to its nearest goal, 0 to 1, when a turn began."""

    turn: int
    shares: Mapping[str, float]


@dataclass(frozen=True)
class MatchResult:
    """How a match went: its end, None while it goes on, what is known then, and what the dice did.

    ``luck`` is how much nearer than expected the dice brought each side to its goal, ``tried`` in how many throws.
    """

    passport: Passport
    end: MatchEnd | None
    state: State
    goals: tuple[Goal, ...]
    scores: tuple[TurnScore, ...]
    turning_points: tuple[TurningPoint, ...]
    luck: Mapping[str, float]
    tried: int
    own_dice: int


def result_of(journal: Journal, *, most: int | None = None) -> MatchResult:
    """Return the result of a match, or how it stands; ``most`` is as for ``passport_of``. Raises BadFile."""
    opened = point_at(journal, 1).opened
    game, settings, played = opened.game, opened.settings, list(moments(journal))
    end = end_in(journal)
    state = point_at(journal).state
    found = list(swings(game, settings, played))
    luck: dict[str, float] = defaultdict(float)
    for each in found:
        luck[each.side] += each.swing
    passport = passport_of(journal, most=most)
    own = sum(die.by == "vedette" for die in dice_in(journal, state.sides, passport.dice_from).stand)
    return MatchResult(
        passport, end, state, _goals_at_end(game, settings, played, end, state), tuple(_scores(game, settings, played)),
        most_decisive(found), dict(luck), len({each.entry.sequence for each in found}), own,
    )  # fmt: skip


def _goals_at_end(
    game: str, settings: Mapping[str, object], played: list[Moment], end: MatchEnd | None, state: State
) -> tuple[Goal, ...]:
    last = end.ended if end is not None else played[-1].payload if played else None
    if not isinstance(last, Confirmed | TurnEnded | MatchEnded | Agreed):
        return ()
    return goals_if_any(game, _table_after(game, last), state, settings)


def _table_after(game: str, payload: Agreed | Confirmed | MatchEnded | TurnEnded) -> Snapshot:
    """Return the table after an act: a ruling's own is the one before it."""
    table = payload.table.snapshot
    return game_named(game).reducer.obeyed(table, payload.effects) if isinstance(payload, Confirmed) else table


def _scores(game: str, settings: Mapping[str, object], played: list[Moment]) -> list[TurnScore]:
    """Return the score as each turn began, and as it is now."""
    found: dict[int, TurnScore] = {}
    for moment in played:
        payload = moment.payload
        if not isinstance(payload, Confirmed | TurnEnded):
            continue
        turn = moment.after.turn
        if moment.before.turn == turn and moment is not played[-1] and found:
            continue
        try:
            reached = goals(game, _table_after(game, payload), moment.after, settings)
        except VedetteError:
            continue
        number = turn + 1 if moment is played[-1] and turn in found else turn
        shares: dict[str, float] = {}
        for goal in reached:
            shares[goal.side] = max(goal.share, shares.get(goal.side, 0.0))
        found[number] = TurnScore(number, shares)
    return [found[turn] for turn in sorted(found)]
