"""The score: what each side has left, has lost and needs to win, who may still act, and how the match ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.journal.entry_sentences import end_sentence
from referee.journal.payloads import MatchEnded
from referee.match_info import MatchInfo
from referee.words import owed_sentence
from referee.words.game_words import game_says
from referee.words.translation import say
from rules.goal import Goal, both_reached, winner_of
from rules.registry import game_named
from rules.state import State
from table.snapshot import Snapshot
from web.plan_view import side_title, titles_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalView:
    """What brings a side victory: under which clause, in words, and how much of how much it has."""

    clause: str
    sentence: str
    have: int
    need: int
    reached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSideView:
    """A side's score: how many stands are left, who is lost, its goals, and what else is said of it.

    ``to_act`` are those of the side to play that have done nothing yet in this turn.
    """

    name: str
    title: str
    left: int
    lost: int
    lost_names: tuple[str, ...]
    said: tuple[str, ...]
    goals: tuple[GoalView, ...]
    to_act: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WinnerView:
    """Who has won."""

    side: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreView:
    """The score; ``winner`` is who has won by the rules, ``ended`` how the match ended, None while it goes on.

    ``both`` says so where both sides have come to a goal, so that the rules name neither.
    ``note`` is what the game, or we where it says nothing, says of its victory; ``counted`` what the first goals count.
    """

    sides: tuple[ScoredSideView, ...]
    winner: WinnerView | None
    both: str | None
    note: str
    counted: str
    ended: str | None


OUT = ("surrendered", "defeated")
"""What ends a side's battle (A5, Y12.1)."""


def score_of(
    table: Snapshot, state: State, info: MatchInfo, language: str = "en", goals: Sequence[Goal] = (),
    ended: MatchEnded | None = None,
) -> ScoreView:  # fmt: skip
    """Return the score of a table and what is known of the match."""
    winner, titles = winner_of(state, goals), titles_of(info, language)
    acts = state.side if state.winner is None and ended is None else None
    sides = tuple(_side(side.name, table, state, info, goals, titles, language, acts) for side in info.sides)
    text = "" if winner is None else say("watch.winner", language, side=titles[winner])
    return ScoreView(
        sides=sides,
        winner=None if winner is None else WinnerView(winner, text),
        both=say("result.both", language) if both_reached(state, goals) else None,
        note=game_says(info.game, "score.note", language) or ("" if goals else say("result.score_none", language)),
        counted=_counted(info.game, goals[0].key, language) if goals else say("watch.left", language),
        ended=None if ended is None else end_sentence(info.game, ended.ending, titles, language=language),
    )


def _counted(game: str, key: str, language: str) -> str:
    return game_says(game, f"score.counted {key}", language, game_says(game, "score.counted", language))


def _side(
    name: str, table: Snapshot, state: State, info: MatchInfo, goals: Sequence[Goal], titles: Mapping[str, str],
    language: str, acts: str | None,
) -> ScoredSideView:  # fmt: skip
    left = [stand for stand in table.stands if stand.side == name]
    lost = state.lost_of(name)
    known = state.known.get(name, {})
    fatigue = sum(int(stand.state.get("fatigue") or 0) for stand in left)
    said = [say(f"watch.side_{word}", language) for word in OUT if known.get(word)]
    if fatigue:
        said.append(say("watch.side_fatigue", language, points=fatigue))
    done = game_named(info.game).reducer.turn_state
    fresh = (stand.name for stand in left if not any(stand.state.get(word) for word in done))
    return ScoredSideView(
        name=name,
        title=side_title(info, name, language),
        left=len(left),
        lost=len(lost),
        lost_names=lost,
        said=tuple(said),
        goals=tuple(_goal(info.game, goal, titles, language) for goal in goals if goal.side == name),
        to_act=tuple(fresh) if name == acts else (),
    )


def _goal(game: str, goal: Goal, titles: Mapping[str, str], language: str) -> GoalView:
    sentence = owed_sentence(game, goal.check, titles, language=language)
    return GoalView(clause=goal.clause, sentence=sentence, have=goal.have, need=goal.need, reached=goal.reached)
