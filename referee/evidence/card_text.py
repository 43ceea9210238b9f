"""An evidence card in words: what the page, the picture, the paper and `--json` say, in the language asked for."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.evidence.card import Appeal, EvidenceCard
from referee.evidence.card_view import (
    AppealCheckView,
    AppealView,
    CardThrowView,
    CardView,
    FrameKeptView,
    GaugeView,
    HeadView,
    HouseValueView,
)
from referee.evidence.frames import Trouble
from referee.match.judge import name_of
from referee.ruling_view import RulingView, ThrowView, capital, die_letter, number_of, ruling_view
from referee.view_fields import fields_of
from referee.words import effect_sentence, last_seen
from referee.words.action_titles import action_title
from referee.words.by_hand import by_hand_sentence
from referee.words.cannon import shot_headline
from referee.words.house_values import setting
from referee.words.sentences import deciding_check
from referee.words.sides import Titles, effects_called
from referee.words.translation import find, say, translated
from rules.ruling import Check, Ruling

SAID_AS_IT_IS = (
    "seal", "time", "game", "program", "turn", "side", "actor", "target", "taken_back", "appeal_of",
)  # fmt: skip
"""What of a card needs no words."""


def word(key: str, language: str, **values: Any) -> str:
    """Return one of the card's own words."""
    return say(f"{'evidence' if find(f'evidence.{key}', language) else 'page'}.{key}", language, **values)


def told(
    card: EvidenceCard, trouble: Trouble | None = None, *, titles: Titles | None = None, language: str = "en"
) -> CardView:  # fmt: skip
    """Return everything a card says.

    ``trouble`` says why its picture is a map; ``titles`` are what people call the sides, in that language.
    """
    titles = titles or {}
    said = ruling_view(card.ruling, titles=titles, language=language)
    # Where nothing was measured the sentence is the outcome already: it is not said twice.
    twice = said.outcome is not None and capital(said.outcome) == said.sentence
    banner = said.banner.headed(shot_headline(card.action, card.effects, language=language))
    changed = {
        "banner": banner, "outcome": None if twice else said.outcome, "dice": _dice(card, said.dice, language),
    }  # fmt: skip
    return CardView(
        **{**fields_of(said), **changed},
        **{key: getattr(card, key) for key in SAID_AS_IT_IS},
        entry=card.number,
        title=translated(card.title, language),
        who=who(card, titles, language),
        chance=_chance(card.ruling, language),
        gauge=gauge_of(card.ruling, language),
        confirmed=card.effects is not None,
        happened=tuple(
            capital(effect_sentence(card.game, e, language=language)) + "."
            for e in effects_called(card.effects or (), titles)
        ),
        amended=None if card.amended is None else translated(card.amended, language),
        remarks=_remarks(card, said, language),
        house_values=tuple(
            HouseValueView(
                key=h.key,
                value=h.value,
                clause=h.clause,
                said=setting(card.game, h.key, h.value, language),
            )
            for h in card.ruling.house_values
        ),
        frame=_frame(card, trouble, language),
        head=HeadView(*card.head),
        deed=tuple(card.deed),
        otherwise=card.otherwise,
        appeals=tuple(_appeal(card, appeal, titles, language) for appeal in card.appeals),
    )


def who(card: EvidenceCard, titles: Titles, language: str) -> str:
    """Return who does what to whom: "Miller at Weber"; the act where nobody is named: "Throw for the weather"."""
    side = str(card.action.get("side") or "")
    called = {"side": titles.get(side, side)} if side else {}
    return action_title(card.game, {**card.action, **called}, language=language)


def options_said(game: str, settings: Mapping[str, Any], language: str) -> str:
    """Return some settings as one line."""
    return "; ".join(setting(game, key, value, language) for key, value in settings.items())


def gauge_of(ruling: Ruling, language: str) -> GaugeView | None:
    """Return the numbers of the scale on which the measure stands against its limit; None where none was measured."""
    check = deciding_check(ruling)
    if check is None or check.measured is None or check.limit is None or check.unit != "cm" or check.limit <= 0:
        return None
    if (said := number_of(ruling.game, check, language=language)) is None:
        return None
    holds = check.verdict == "passed" if check.probability is None else check.probability > 0.5
    return GaugeView(
        measured=check.measured,
        limit=check.limit,
        sigma=check.sigma or 0.0,
        holds_below=holds == (check.measured <= check.limit),
        measured_said=f"{said.measured} cm {said.plus_minus}".strip(),
        limit_said=said.limit,
    )


def _chance(ruling: Ruling, language: str) -> str | None:
    """Return how likely the check that decided holds, where that was in doubt."""
    check = deciding_check(ruling)
    if check is None or check.probability is None or not (check.verdict == "close" or check.decided_by):
        return None
    return word("ev_chance", language, percent=round(100 * check.probability))


def _dice(card: EvidenceCard, throws: Iterable[ThrowView], language: str) -> tuple[CardThrowView, ...]:
    """Return the throws with who threw each die; they are taken in the order in which they were given."""
    by, told = card.thrown_by, []
    for throw in throws:
        mine, by = by[: len(throw.given)], by[len(throw.given) :]
        said = "; ".join(word(f"ev_dice_{each}", language) for each in dict.fromkeys(mine))
        told.append(CardThrowView(**fields_of(throw), by=mine, said_by=said))
    return tuple(told)


def _remarks(card: EvidenceCard, said: RulingView, language: str) -> tuple[str, ...]:
    found = []
    if card.appeal_of is not None:
        options = options_said(card.game, card.otherwise, language)
        found.append(word("ev_appeal_of", language, number=card.appeal_of, options=options))
    elif card.happened_in is not None:
        found.append(word("ev_happened_in", language, number=card.happened_in))
    elif card.effects is None:
        found.append(word("ev_only_measured", language))
    if card.taken_back:
        found.append(word("ev_taken_back", language))
    if card.amended is not None:
        found.append(word("ev_amended", language, reason=translated(card.amended, language)))
    if (seen := last_seen(card.unseen, language=language)) is not None:
        found.append(seen)
    if (hand := by_hand_sentence(card.table, filter(None, (card.actor, card.target)), language=language)) is not None:
        found.append(hand)
    if card.mode == "reveal":
        found.append(word("ev_reveal", language))
    if said.needs is not None and said.verdict == "allowed":
        found.append(word("ev_owed", language, throw=said.needs.sentence) + ".")
    if card.ruling.unused_dice:
        found.append(word("ev_unused", language, dice=" ".join(map(str, card.ruling.unused_dice))))
    return tuple(found)


def _frame(card: EvidenceCard, trouble: Trouble | None, language: str) -> FrameKeptView:
    frame = card.frame
    if frame is not None and trouble is None:
        said = word("ev_frame_kept", language, hash=frame.sha256[:16])
    elif frame is not None and trouble == "gone" and frame.lost is not None:
        said = word("ev_frame_lost", language, why=frame.lost)
    else:
        said = word(f"ev_frame_{trouble or 'none'}", language)
    return FrameKeptView(
        sha256=None if frame is None else frame.sha256,
        picture_cm=None if frame is None else frame.picture_cm,
        trouble=trouble if frame is not None else "none",
        said=said,
    )


def _appeal(card: EvidenceCard, appeal: Appeal, titles: Titles, language: str) -> AppealView:
    """Return an appeal beside its ruling: ``different`` names the conditions that come out otherwise or are new."""
    said = ruling_view(appeal.ruling, titles=titles, language=language)
    before = {name_of(check): _weight(check) for check in card.ruling.checks}
    different = {name_of(c) for c in appeal.ruling.checks if before.get(name_of(c)) != _weight(c)}
    checks = tuple(AppealCheckView(**fields_of(check), different=check.name in different) for check in said.checks)
    return AppealView(
        **{**fields_of(said), "checks": checks},
        entry=appeal.number,
        time=appeal.time,
        seal=appeal.seal,
        settings=appeal.settings,
        options=options_said(card.game, appeal.settings, language),
        other_verdict=(appeal.ruling.verdict, appeal.ruling.outcome) != (card.ruling.verdict, card.ruling.outcome),
    )


def _weight(check: Check) -> tuple[Any, ...]:
    return check.verdict, check.measured, check.limit, check.sigma


def face_drawn(die: int | str, said: str) -> str:
    """Return a die with its face: the sign and the number, so that neither is needed."""
    return f"{die_letter(die)} {die}" if isinstance(die, int) and 1 <= die <= 6 else said
