"""The rulings in which the dice did most for a side: what fell, held against all that could have fallen."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from referee.action_roles import acting_side
from referee.journal.entry import Entry
from referee.journal.history import after_payload, point_at, standing
from referee.journal.payloads import Confirmed, Payload, read_payload
from referee.journal.reader import JournalReader
from referee.journal.ruling_data import effects_data, effects_from
from referee.journal.stands import state_from
from referee.luck.passport import throwing_sides
from rules.dice import D6
from rules.goal import Goal
from rules.odds import odds
from rules.registry import game_named, rule
from rules.ruling import Effect, Ruling
from rules.state import State
from rules.turn_order import goals
from table.errors import UnknownStand, VedetteError
from table.snapshot import Snapshot

KINDS = ("confirmed", "turn_ended", "agreed")
MOST_DICE, MOST_OTHERS, MOST_COUNTED = 2, 3, 12
"""So many dice of numbers are tried, or others of which fewer sides differ: 43 or 85 rulings; of those that are only
counted as many as a combat has: up to 6,000 rulings, a second."""
Gains = Mapping[str, int]
"""How much nearer each side has come to its first goal."""


@dataclass(frozen=True)
class Moment:
    """Something that was played and stands: its entry, and what was known before and after it."""

    entry: Entry
    payload: Payload
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A throw that brought ``side`` nearer to its goal than it could expect, or less near.

    ``chance`` is how often dice do as much, or as little. ``by`` is the side that threw, ``need`` how long the way is.
    """

    entry: Entry
    turn: int
    side: str
    gain: int
    expected: float
    chance: float
    by: str
    need: int

    @property
    def swing(self) -> float:
        """How much more than expected it was."""
        return self.gain - self.expected


def moments(journal: JournalReader) -> Iterator[Moment]:
    """Yield what was played in a match and not taken back, the first first; raises BadFile."""
    opened = point_at(journal, 1).opened
    state = state_from(opened.state)
    for entry in reversed(list(standing(journal, KINDS))):
        payload = read_payload(entry)
        after = after_payload(opened.game, state, payload)
        yield Moment(entry, payload, state, after)
        state = after


def thrown_by(moment: Moment) -> str:
    """Return the side whose throw a ruling's dice are: where each side has one, as in a fight, the side that acts.

    That need not be the side to play: others answer a fire, test their morale, fire flak.
    """
    state, payload = moment.before, moment.payload
    if not isinstance(payload, Confirmed):
        return state.side
    threw = {side for side in throwing_sides(payload, state.sides) if side is not None}
    try:
        acts = threw.pop() if len(threw) == 1 else acting_side(payload.action, payload.table.snapshot, state)
    except UnknownStand:  # who acts is off the table
        acts = state.side
    return acts if acts in state.sides else state.side


def swings(game: str, settings: Mapping[str, Any], played: Sequence[Moment]) -> Iterator[TurningPoint]:
    """Yield what the dice of each ruling did for each side, where few enough fell to try all that could."""
    for moment in played:
        payload = moment.payload
        if isinstance(payload, Confirmed) and payload.dice and payload.amended is None:
            yield from _of_throw(game, settings, moment, payload)


def most_decisive(found: Sequence[TurningPoint], most: int = 5) -> tuple[TurningPoint, ...]:
    """Return the turning points: where the dice were farthest off what was to be expected, one a throw, in order."""
    ranked = sorted((it for it in found if it.swing), key=lambda it: (-abs(it.swing), it.chance, it.entry.sequence))
    first: dict[int, TurningPoint] = {}
    for it in ranked:
        if it.chance <= 0.5:  # what falls every second time turns nothing
            first.setdefault(it.entry.sequence, it)
    return tuple(sorted(list(first.values())[:most], key=lambda it: it.entry.sequence))


def _of_throw(
    game: str, settings: Mapping[str, Any], moment: Moment, played: Confirmed
) -> Iterator[TurningPoint]:  # fmt: skip
    table, state = played.table.snapshot, moment.before
    the_game = game_named(game)

    def ruled(dice: Sequence[Any]) -> Ruling:
        return rule(game, table, played.action, dice, settings, played.decided, "journal", state.known)

    try:
        die = the_game.die
        most = MOST_COUNTED if die.counted else MOST_DICE if die == D6 else MOST_OTHERS
        shares = odds(ruled, lambda ruling: _written(ruling.effects), most, die)
        before = first_goals(game, table, state, settings)
        possible = [
            (_gains(game, settings, table, state, before, effects_from(json.loads(said))), share)
            for said, share in shares.items()
        ]
        actual = _gains(game, settings, table, state, before, played.effects)
    except (ValueError, VedetteError):  # too many dice, or a table of which no goal can be read
        return
    for side, gain in actual.items():
        expected = sum((share * gains[side] for gains, share in possible), Fraction(0))
        alike = sum(
            share for gains, share in possible if (gains[side] >= gain if gain > expected else gains[side] <= gain)
        )
        yield TurningPoint(
            moment.entry, state.turn, side, gain, float(expected), float(alike),
            thrown_by(moment), before[side].need,
        )  # fmt: skip


def first_goals(game: str, table: Snapshot, state: State, settings: Mapping[str, Any]) -> dict[str, Goal]:
    """Return the first goal of each side that has one."""
    return first_of(goals(game, table, state, settings))


def first_of(reached: Iterable[Goal]) -> dict[str, Goal]:
    """Return the first goal of each side among some."""
    found: dict[str, Goal] = {}
    for goal in reached:
        found.setdefault(goal.side, goal)
    return found


def _gains(
    game: str, settings: Mapping[str, Any], table: Snapshot, state: State, before: Mapping[str, Goal],
    effects: Sequence[Effect],
) -> Gains:  # fmt: skip
    """Return how much nearer to its first goal effects bring each side; who wins by them has come one step farther."""
    reducer = game_named(game).reducer
    after = reducer.after(state, effects, table)
    now = first_goals(game, reducer.obeyed(table, effects), after, settings)
    won = after.winner if state.winner is None else None
    return {
        side: max(goal.need - goal.have, 0) + 1 if side == won else now[side].have - goal.have
        for side, goal in before.items()
        if side in now
    }


def _written(effects: Sequence[Effect]) -> str:
    return json.dumps(effects_data(effects), sort_keys=True)
