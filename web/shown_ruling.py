"""A ruling as pages show it: that on the card, and one out of the journal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.action_roles import acting_stand, may_be_played, named_stands
from referee.boards.agreed import board_kind
from referee.evidence.card import EvidenceCard
from referee.eyes.panel import eyes_title
from referee.eyes.sight import looks
from referee.match.decide import is_declared_first
from referee.match.state import Declaration, MatchState
from referee.match_info import MatchInfo
from referee.question import question_of
from referee.ruling_view import RulingView, ruling_view
from referee.view_fields import fields_of
from referee.words import chances, last_seen
from referee.words.action_titles import action_title
from referee.words.board_notation import board_written, steps_written
from referee.words.by_hand import by_hand_sentence
from referee.words.cannon import shot_headline
from referee.words.sides import Titles
from referee.words.translation import say
from web.board_words import by_square
from web.plan_view import side_title, titles_of


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer that the other side may give, as its button says it."""

    said: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """What the side that is attacked is asked before the dice fall, and what it ``said`` so far."""

    key: str
    side: str
    said: bool | None
    sentence: str
    answers: tuple[AnswerView, ...]
    waits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRulingView(RulingView):
    """A ruling with who acts on whom; ``confirmed``: its effects have happened, ``measured_only``: why none can.

    ``named`` are all who act in it and on whom, as in a battle of several.
    """

    actor: str | None
    target: str | None
    named: tuple[str, ...]
    confirmed: bool
    chances: str | None
    last_seen: str | None
    measured_only: str | None
    notation: str | None
    headline: str | None


@dataclass(frozen=True, slots=True)
class EyesView:
    """What somebody who acts sees: what its picture is called, and where it is."""

    title: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRulingView(ShownRulingView):
    """The ruling on the card; ``ready``: it may happen, ``together``: how many of the dice fall in one throw.

    ``bound``: it was declared first, and is played, or spent where it is refused.
    """

    verb: str
    title: str
    ready: bool
    bound: bool
    together: int
    question: QuestionView | None
    evidence: str
    eyes: EyesView | None
    by_hand: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRulingView(ShownRulingView):
    """A ruling out of the journal, and the number of its entry."""

    number_of_entry: int


def open_ruling_view(moment: MatchState, together: int, info: MatchInfo, language: str) -> OpenRulingView | None:
    """Return the ruling on the card; None where nothing is declared."""
    if moment.declared is None or moment.ruling is None:
        return None
    action, ruling = moment.declared.action, moment.ruling
    declared = moment.declared
    playing = moment.confirmed or may_be_played(info.game, action, declared.table, moment.memory)
    side = side_title(info, moment.memory.side, language)
    titled = {**action, "side": side_title(info, str(action["side"]), language)} if action.get("side") else action
    said = ruling_view(ruling, titles=titles_of(info, language), language=language)
    headline = shot_headline(action, ruling.effects if moment.confirmed else None, language=language)
    return OpenRulingView(
        **{**fields_of(said), "banner": said.banner.headed(headline)},
        actor=acting_stand(action),
        target=action.get("target") or action.get("vehicle"),
        verb=action["type"],
        title=action_title(info.game, titled, language=language),
        notation=_notation(info.game, action, titled, language),
        ready=playing and not moment.confirmed and ruling.verdict == "allowed" and ruling.needs is None,
        named=named_stands(action),
        bound=playing and is_declared_first(moment, info.game),
        together=together,
        question=_question(moment, info, language),
        confirmed=moment.confirmed,
        headline=headline,
        evidence=f"/evidence/{moment.ruled}",
        eyes=_eyes(info.game, declared, moment.ruled, language),
        chances=chances(info.game, moment.odds, language=language) if moment.odds else None,
        by_hand=by_hand_sentence(declared.table, named_stands(action), language=language),
        last_seen=last_seen(by_square(declared.unseen, declared.table, language), language=language),
        measured_only=None if playing else say("page.measured_only", language, side=side),
    )


def past_ruling_view(card: EvidenceCard, titles: Titles, language: str = "en") -> PastRulingView:
    """Return a ruling out of the journal as the page shows the one on the card; ``titles``: what sides are called."""
    said = ruling_view(card.ruling, titles=titles, language=language)
    headline = shot_headline(card.action, card.effects, language=language)
    return PastRulingView(
        **{**fields_of(said), "banner": said.banner.headed(headline)},
        actor=card.actor,
        target=card.target,
        named=named_stands(card.action),
        confirmed=card.effects is not None,
        chances=None,
        last_seen=last_seen(by_square(card.unseen, card.table, language), language=language),
        measured_only=None,
        number_of_entry=card.number,
        notation=board_written(card.action, language=language),
        headline=headline,
    )


def _eyes(game: str, declared: Declaration, entry: int, language: str) -> EyesView | None:
    """Return what the one who acts sees; None where nobody looks at anything."""
    if not looks(game, declared.table, declared.action):
        return None
    return EyesView(eyes_title(acting_stand(declared.action), language), f"/evidence/{entry}/eyes.svg?lang={language}")


def _question(moment: MatchState, info: MatchInfo, language: str) -> QuestionView | None:
    """Return what the side that is attacked is asked before the dice fall, and what it said so far."""
    question = question_of(moment)
    if question is None:
        return None
    side = side_title(info, question.side, language)
    return QuestionView(
        key=question.key,
        side=question.side,
        said=question.said,
        sentence=say(f"hexes.ask_{question.key}", language, side=side, who=question.who),
        answers=tuple(
            AnswerView(said, say(f"hexes.ask_{question.key}_{word}", language))
            for said, word in ((True, "yes"), (False, "no"))
        ),
        waits=say("hexes.ask_waits", language, side=side),
    )


def _notation(game: str, action: Mapping[str, Any], titled: Mapping[str, Any], language: str) -> str | None:
    """Return an action on a board in short; None in games without one."""
    if action.get("steps"):
        return steps_written(action["steps"], language=language)
    return action_title(game, titled, language=language) if board_kind(game) == "hexes" else None
