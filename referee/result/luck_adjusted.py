"""What a finished match came to for each side: its result, and what the dice gave beyond what was to be expected."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.journal.history import point_at
from referee.journal.match_end import MatchEnd, end_in
from referee.journal.payloads import Confirmed
from referee.journal.reader import JournalReader
from referee.luck.passport import Die, dice_in
from referee.result.turning_points import TurningPoint, first_of, moments, swings, thrown_by
from rules.goal import Result, other_side
from rules.state import State
from rules.turn_order import goals_if_any

Faces = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side of a finished match. Numbers are shares of the way to a goal, the side's own less the other's.

    ``score`` is 1 less what the loser had come of his way, below 0 for who has lost, 0 for a draw, None where the match
    was broken off. The side's throws were ``expected`` to bring it so much, and ``gained`` so much; of ``throws`` that
    is known, of ``untried`` not. ``dice`` are its dice, by who threw them and the face.
    """

    side: str
    result: Result
    won: bool
    score: float | None
    expected: float
    gained: float
    throws: int
    untried: int
    dice: Mapping[str, Faces]

    @property
    def luck(self) -> float:
        """What its dice gave it above expectation."""
        return self.gained - self.expected


def results_in(journal: JournalReader) -> tuple[SideResult, ...]:
    """Return what a match came to for each side; nothing while it goes on, or where not two sides play.

    Raises VedetteError for a journal that cannot be read.
    """
    end = end_in(journal)
    if end is None:  # a hall asks this of every match that goes on, and often
        return ()
    point = point_at(journal)
    sides, opened = point.state.sides, point.opened
    if len(sides) != 2:
        return ()
    scores = _scores(opened.game, opened.settings, end, point.state)
    played = list(moments(journal))
    found = list(swings(opened.game, opened.settings, played))
    thrown = Counter(thrown_by(m) for m in played if isinstance(m.payload, Confirmed) and m.payload.dice)
    dice = dice_in(journal, sides).stand
    return tuple(_of_side(side, end, scores[side], found, thrown[side], dice) for side in sides)


def _of_side(
    side: str, end: MatchEnd, score: float | None, found: Sequence[TurningPoint], thrown: int, dice: Sequence[Die]
) -> SideResult:  # fmt: skip
    own = [it for it in found if it.by == side and it.need > 0]
    throws = len({it.entry.sequence for it in own})
    way = [(1 if it.side == side else -1) / it.need for it in own]
    return SideResult(
        side,
        end.ended.result,
        end.ended.winner == side,
        score,
        sum(share * it.expected for share, it in zip(way, own, strict=True)),
        sum(share * it.gain for share, it in zip(way, own, strict=True)),
        throws,
        thrown - throws,
        {by: Counter(str(die.face) for die in dice if (die.side, die.by) == (side, by)) for by in ("table", "vedette")},
    )


def _scores(game: str, settings: Mapping[str, object], end: MatchEnd, state: State) -> Mapping[str, float | None]:
    """Return each side's score; a side whose goal cannot be read has come no way."""
    if end.ended.result == "broken_off":
        return dict.fromkeys(state.sides)
    winner = end.ended.winner
    loser = None if winner is None else other_side(winner, state.sides)
    if winner is None or loser is None:
        return dict.fromkeys(state.sides, 0.0)
    goal = first_of(goals_if_any(game, end.ended.table.snapshot, state, settings)).get(loser)
    won = 1.0 - (0.0 if goal is None else goal.share)
    return {winner: won, loser: -won}
