"""A match's result in words and numbers: what the page, the command line and ``--json`` say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.evidence.card_view import HeadView
from referee.journal.entry_sentences import end_sentence, entry_said
from referee.journal.match_end import MatchEnd
from referee.luck.passport_text import passport_said
from referee.result.result import MatchResult, TurnScore
from referee.result.turning_points import TurningPoint
from referee.words import owed_sentence, side_said
from referee.words.translation import say, translated
from rules.goal import Goal, both_reached, winner_of
from rules.state import State

LEAST_LUCK = 0.05
"""Less is not worth a word: it is said as 0.0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSideView:
    """A side at the end: its losses, how far its goals are, what its dice did, and whether it has signed."""

    name: str
    title: str
    lost: tuple[str, ...]
    lost_said: str
    goals: tuple[str, ...]
    luck: float | None
    luck_said: str
    signed: bool
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPointView:
    """A throw that turned the match: its entry, what happened, what was to be expected, and how often it comes so."""

    entry: int
    turn: int
    side: str
    said: str
    odds_said: str
    gain: int
    expected: float
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """A match's result; ``seal`` is that of the entry that ended it, None while the match goes on."""

    game: str
    title: str
    when_said: str
    ended: bool
    result: str
    sides: tuple[ResultSideView, ...]
    turning_points: tuple[TurningPointView, ...]
    turning_said: str
    scores: tuple[TurnScore, ...]
    dice_said: tuple[str, ...]
    seal: HeadView | None
    seal_said: str
    seal_text: str
    wrong: tuple[str, ...]


def result_said(
    result: MatchResult, titles: Mapping[str, str] | None = None, *, language: str = "en"
) -> ResultView:  # fmt: skip
    """Return everything a result says; ``titles`` are what people call the sides."""
    said, end, game = passport_said(result.passport, titles, language=language), result.end, result.passport.game
    sides = result.state.sides
    called = sides_called(game, sides, titles or {}, language=language)
    won = end.ended.winner if end is not None else winner_of(result.state, result.goals)
    text = end_said(game, end, result.state, result.goals, called, language=language)
    seal = None if end is None else HeadView(end.entry.sequence, end.entry.seal)
    return ResultView(
        game=game,
        title=said.title,
        when_said=said.said,
        ended=end is not None,
        result=text,
        sides=tuple(_side(result, side, called, won, language) for side in sides),
        turning_points=tuple(_point(game, it, called, language) for it in result.turning_points),
        turning_said=_turning_said(len(result.turning_points), result.tried, language),
        scores=result.scores,
        dice_said=(
            *(group.verdict_said for group in said.dice if group.by == "all"),
            *([say("result.own_dice", language, count=result.own_dice)] if result.own_dice else []),
            said.whole_said,
        ),
        seal=seal,
        seal_said="" if seal is None else say("result.seal", language, number=seal.sequence, seal=seal.seal),
        seal_text="" if seal is None else f"Vedette {said.title}: {text} № {seal.sequence} {seal.seal}",
        wrong=tuple(say("result.unlike", language, side=called[side]) for side in (end.unlike if end else ())),
    )  # fmt: skip


def _turning_said(count: int, tried: int, language: str) -> str:
    """Return the line above the turning points: how many throws they are out of."""
    key = "no_odds" if not tried else "tried" if count else "none_turned"
    return say(f"result.{key}", language, count=count, tried=tried)


def sides_called(
    game: str, sides: Iterable[str], titles: Mapping[str, str], *, language: str
) -> dict[str, str]:  # fmt: skip
    """Return what people call each side: by its title, or by its name where it has none."""
    known = {name: translated(title, language) for name, title in titles.items()}
    return {side: known.get(side) or side_said(game, side, language=language) for side in sides}


def lost_said(lost: Sequence[str], language: str) -> str:
    """Return who is lost, or that nobody is."""
    return say("watch.lost_who", language, names=", ".join(lost)) if lost else say("result.none_lost", language)


def end_said(
    game: str, end: MatchEnd | None, state: State, goals: Sequence[Goal], called: Mapping[str, str], *, language: str
) -> str:  # fmt: skip
    """Return how a match ended, who has won by what is reached, or that both have, or that it goes on."""
    if end is not None:
        return end_sentence(game, end.ended.ending, called, language=language)
    if both_reached(state, goals):
        return say("result.both", language)
    won = winner_of(state, goals)
    return say("result.goes_on", language) if won is None else say("watch.winner", language, side=called[won])


def _side(
    result: MatchResult, side: str, called: Mapping[str, str], won: str | None, language: str
) -> ResultSideView:  # fmt: skip
    game, luck = result.passport.game, result.luck.get(side)
    lost = result.state.lost_of(side)
    key = "luck_more" if luck is not None and luck >= 0 else "luck_less"
    return ResultSideView(
        name=side,
        title=called[side],
        lost=lost,
        lost_said=lost_said(lost, language),
        goals=tuple(
            f"{owed_sentence(game, goal.check, called, language=language)} ({goal.clause})"
            for goal in result.goals if goal.side == side
        ),
        luck=luck,
        luck_said="" if luck is None or abs(luck) < LEAST_LUCK else say(f"result.{key}", language, luck=abs(luck)),
        signed=result.end is not None and side in result.end.signed,
        won=side == won,
    )  # fmt: skip


def _point(game: str, point: TurningPoint, called: Mapping[str, str], language: str) -> TurningPointView:
    key = "as_much" if point.swing > 0 else "as_little"
    return TurningPointView(
        entry=point.entry.sequence,
        turn=point.turn,
        side=point.side,
        said=entry_said(game, point.entry, titles=called, language=language),
        odds_said=say(
            f"result.{key}", language, side=called[point.side], gain=point.gain, expected=point.expected,
            share=f"{100 * point.chance:.0f}" if point.chance >= 0.005 else "<1",
        ),
        gain=point.gain,
        expected=point.expected,
        chance=point.chance,
    )  # fmt: skip


def result_lines(said: ResultView, language: str) -> list[str]:
    """Return a result as the lines a person reads."""
    lines = [said.when_said, said.result]
    for side in said.sides:
        told = (*side.goals, side.lost_said, side.luck_said, say("result.signed", language) if side.signed else "")
        lines += ["", side.title, *(f"  {line}" for line in told if line)]
    lines += ["", said.turning_said]
    for point in said.turning_points:
        lines += [f"  {point.turn:>3}  № {point.entry}  {point.said}", f"       {point.odds_said}"]
    return [*lines, "", *said.dice_said, *([said.seal_said] if said.seal else []), *said.wrong]
