"""A ruling as the card shows it: word, number, sentence, conditions, what to throw."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from pydantic import ConfigDict
from typing_extensions import TypedDict

from referee.match.judge import name_of
from referee.view_fields import IfKnown
from referee.words import (
    check_sentence,
    effect_sentence,
    label,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)
from referee.words.game_words import die_asked, face_said, piece_said
from referee.words.house_values import HouseView, house_sentences
from referee.words.languages import number
from referee.words.sentences import COMMANDERS, deciding_check, so_far_sentence
from referee.words.sides import Titles, called
from rules.dice import Face
from rules.ruling import Check, CheckVerdict, Effect, Ruling, RulingVerdict, Throw
from table.terrain import Point
from table.uncertainty import SIGMAS_95

Tone = Literal["in", "out", "close"]
Sign = Literal["✓", "✕", "≈"]
TONES: Mapping[RulingVerdict, Tone] = {"allowed": "in", "refused": "out", "too_close": "close"}
SIGNS: Mapping[Tone, Sign] = {"in": "✓", "out": "✕", "close": "≈"}
ORDER = {"failed": 0, "close": 1, "passed": 2}


@dataclass(frozen=True, slots=True)
class NumberView:
    """A measurement written out: "47.31", "cm of 50", "±0.03", and its limit alone: "50"."""

    measured: str
    of: str
    plus_minus: str
    limit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckView:
    """One condition of a ruling; ``decides`` marks the one that the verdict hangs on."""

    name: str
    clause: str
    key: str
    verdict: CheckVerdict
    modifies: bool
    decides: bool
    by_referee: bool
    number: NumberView | None
    sentence: str


@dataclass(frozen=True, slots=True)
class UndecidedView:
    """The condition that the referee is asked about, in a sentence; ``percent_in`` is how likely it holds."""

    name: str
    clause: str
    key: str
    percent_in: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class DieFaceView:
    """A face of a die, and its name."""

    face: Face
    said: str


@dataclass(frozen=True, slots=True)
class NeedsView:
    """The throw that is asked for next, and the faces of its die."""

    asked: str
    faces: tuple[DieFaceView, ...]
    clause: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowView:
    """A throw that was made: its faces, and their names."""

    clause: str
    given: tuple[Face, ...]
    said: tuple[str, ...]
    sentence: str


class EffectView(TypedDict):
    """What a ruling changes: its type, its sentence, and beside them whatever the game's own effect holds."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]
    type: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ShapeView:
    """Something to draw, in table cm: a line or polygon of points, or a disc of a radius round one point."""

    role: str
    form: Literal["line", "polygon", "disc"]
    points: tuple[Point, ...]
    radius_cm: IfKnown[float] = None
    label: IfKnown[str] = None


@dataclass(frozen=True, slots=True)
class BannerView:
    """The headline of a ruling: its verdict; once dice fell their outcome and the last of them, which have no tone."""

    sign: str
    word: str
    tone: Tone | None
    die: Face | None = None
    die_said: str | None = None

    def headed(self, headline: str | None) -> "BannerView":
        """Return the banner with another headline, where there is one."""
        return self if headline is None else replace(self, word=headline)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingView:
    """A ruling as every page shows it, whatever it was asked for."""

    verdict: RulingVerdict
    tone: Tone
    sign: Sign
    word: str
    banner: BannerView
    number: NumberView | None
    sentence: str
    checks: tuple[CheckView, ...]
    undecided: UndecidedView | None
    needs: NeedsView | None
    dice: tuple[ThrowView, ...]
    outcome: str | None
    effects: tuple[EffectView, ...]
    house: tuple[HouseView, ...]
    geometry: tuple[ShapeView, ...]

    @property
    def outcome_beneath(self) -> str | None:
        """The outcome where the banner does not say it already."""
        return self.outcome if self.banner.die is None else None


def ruling_view(ruling: Ruling, *, titles: Titles | None = None, language: str = "en") -> RulingView:
    """Return what the card shows of a ruling, every sentence said and every number written out.

    ``titles`` are what people call the sides, in that language.
    """
    effects, ruling = ruling.effects, called(ruling, titles or {})
    tone = TONES[ruling.verdict]
    decider = deciding_check(ruling)
    # Where something else refuses, a check too close to call changes nothing: nobody is asked about it.
    open_checks = [check for check in ruling.checks if check.verdict == "close" and ruling.verdict == "too_close"]
    undecided = next(iter(open_checks), None)
    return RulingView(
        verdict=ruling.verdict,
        tone=tone,
        sign=SIGNS[tone],
        word=verdict_word(ruling, language=language),
        banner=_banner(ruling, tone, language),
        number=number_of(ruling.game, decider, language=language) if decider else None,
        sentence=capital(sentence(ruling, language=language)),
        checks=tuple(
            _check(ruling.game, check, check is decider, language)
            for check in sorted(ruling.checks, key=lambda c: (_rank(c), c is not decider))
        ),
        undecided=None if undecided is None else _undecided(ruling.game, undecided, language),
        needs=None if ruling.needs is None else _needs(ruling.game, ruling.needs, language),
        dice=tuple(
            ThrowView(
                clause=throw.clause,
                given=throw.given,
                said=tuple(face_said(face, language=language) for face in throw.given),
                sentence=throw_sentence(ruling.game, throw, language=language),
            )
            for throw in ruling.dice
        ),
        outcome=outcome_sentence(ruling, language=language),
        effects=tuple(
            _effect(effect, effect_sentence(ruling.game, said, language=language))
            for effect, said in zip(effects, ruling.effects, strict=True)
        ),
        house=house_sentences(ruling, language=language),
        geometry=shapes_of(ruling),
    )


def shapes_of(ruling: Ruling) -> tuple[ShapeView, ...]:
    """Return what is drawn of a ruling."""
    return tuple(ShapeView(s.role, s.form, s.points, s.radius_cm, s.label) for s in ruling.geometry)


def number_of(game: str, check: Check, *, language: str = "en") -> NumberView | None:
    """Return the measurement written out: "47.31", "cm of 50", "±0.03"; None where nothing was measured in cm."""
    if check.measured is None or check.unit != "cm" or not (check.limit or check.key == "sight"):
        return None
    if check.key == COMMANDERS:  # what a commander names is measured by nobody
        return None
    half = SIGMAS_95 * check.sigma if check.sigma else None
    decimals = 1 if half is None else min(max(1, math.ceil(-math.log10(half) - 1e-9)), 3)
    limit = "" if check.limit is None else number(round(check.limit, 2), "g", language)
    said, of = check.measured, label("cm_of", language=language, limit=limit)
    if check.key == "sight":
        named = check.detail.get("piece")
        piece = piece_said(game, str(named), language) if named else label("the_piece", language=language)
        of = label("cm_into" if said < 0 else "cm_clear_of", language=language, piece=piece)
        said = abs(said)
    plus_minus = "" if half is None else f"±{number(half, f'.{decimals}f', language)}"
    return NumberView(number(said, f".{decimals}f", language), of, plus_minus, limit)


def _banner(ruling: Ruling, tone: Tone, language: str) -> BannerView:
    outcome = outcome_sentence(ruling, language=language) or so_far_sentence(ruling, language=language)
    fell = [face for throw in ruling.dice for face in throw.given]
    if not outcome or not fell:
        return BannerView(SIGNS[tone], verdict_word(ruling, language=language), tone)
    said = face_said(fell[-1], language=language)
    return BannerView(die_letter(fell[-1]), outcome.removesuffix("."), None, fell[-1], said)


def die_letter(face: Face) -> str:
    """Return a face as one letter: a die with its pips, another number, a dot for a sign that no letter has."""
    if isinstance(face, str):
        return "•"
    return chr(0x267F + face) if 1 <= face <= 6 else str(face)


def _rank(check: Check) -> int:
    """Return how far up the list a check stands; one that only modifies refuses nothing, though it does not hold."""
    return ORDER["passed" if check.modifies and check.verdict == "failed" else check.verdict]


def capital(text: str) -> str:
    """Return the text with its first letter large, whatever a stand or piece is called."""
    return text[:1].upper() + text[1:]


def _check(game: str, check: Check, decides: bool, language: str) -> CheckView:
    return CheckView(
        name=name_of(check),
        clause=check.clause,
        key=check.key,
        verdict=check.verdict,
        modifies=check.modifies,
        decides=decides,
        by_referee=check.decided_by == "referee",
        number=number_of(game, check, language=language),
        sentence=capital(check_sentence(game, check, language=language)),
    )


def _undecided(game: str, check: Check, language: str) -> UndecidedView:
    chance = check.probability
    percent = None if chance is None else round(100 * chance)
    said = capital(check_sentence(game, check, language=language))
    return UndecidedView(name_of(check), check.clause, check.key, percent, said)


def _needs(game: str, throw: Throw, language: str) -> NeedsView:
    faces = tuple(
        DieFaceView(face, face_said(face, language=language)) for face in dict.fromkeys(die_asked(throw.asked).faces)
    )
    return NeedsView(throw.asked, faces, throw.clause, throw_sentence(game, throw, language=language))


def _effect(effect: Effect, sentence: str) -> EffectView:
    return cast(EffectView, {**effect.as_dict(), "sentence": sentence})
