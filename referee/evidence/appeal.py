"""An appeal: the same table, action and dice under another option, kept beside the ruling it is about."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import card_at
from referee.journal.history import point_at
from referee.journal.payloads import Appealed, read_payload
from referee.journal.replay_check import Difference, said_of
from referee.journal.store import Journal
from referee.match.state import NotNow
from referee.ruling_view import capital
from referee.words.house_values import choice_said
from referee.words.translation import translated
from rules.options import chosen_otherwise, options_of
from rules.registry import game_named, rule
from rules.ruling import Ruling
from rules.settings import read_settings

MOST_APPEALS = 20
"""Against one action: enough for every option there is, too few to fill a disk with."""


def appeal(journal: Journal, card: EvidenceCard, settings: Mapping[str, Any]) -> Appealed:
    """Return the entry of an appeal against a card's ruling under these settings otherwise.

    Raises BadInput for what is no option, a value it cannot have or has already, NotNow for an appeal against an appeal
    or where there are enough of them.
    """
    if card.appeal_of is not None:
        raise NotNow("this is an appeal itself: appeal against the ruling it is about")
    if len(card.appeals) >= MOST_APPEALS:
        raise NotNow("there are enough appeals against this ruling")
    ruling = ruled_otherwise(journal, card, settings)
    return Appealed(of=card.number, settings=dict(settings), ruling=ruling.as_dict(), frame=card.frame)


def appeals_otherwise(journal: Journal) -> Iterator[Difference]:
    """Rule again on every appeal of a journal; yield those that come out otherwise than they were written."""
    for entry in journal.entries():
        payload = read_payload(entry) if entry.kind == "appealed" else None
        if isinstance(payload, Appealed):
            again = said_of(ruled_otherwise(journal, card_at(journal, payload.of), payload.settings))
            if again != (payload.ruling["verdict"], payload.ruling["outcome"], payload.ruling["effects"]):
                yield Difference(entry.sequence, f"the appeal comes out as {again[0]}, {again[1]}")


def ruled_otherwise(journal: Journal, card: EvidenceCard, settings: Mapping[str, Any]) -> Ruling:
    """Return the ruling on a card's table, action, dice and words, had these settings been otherwise."""
    otherwise = chosen_otherwise(card.game, card.settings, settings)
    known = point_at(journal, card.number - (card.effects is not None)).state.known
    return rule(card.game, card.table, card.action, card.dice, otherwise, card.decided, "appeal", known)


def options_view(card: EvidenceCard, *, language: str = "en") -> list[dict[str, Any]]:
    """Return every option of the card's game: what it means, what it was, what may be chosen, whether it was used."""
    used = {house.key for house in card.ruling.house_values}
    used |= {"doubt"} if any(check.probability not in (None, 0.0, 1.0) for check in card.ruling.checks) else set()
    judged = {check.clause for check in card.ruling.checks}
    now = read_settings(game_named(card.game).settings, card.settings, "settings")
    listed = []
    for option in options_of(card.game):
        value = getattr(now, option.key)
        listed.append({
            "key": option.key, "clause": option.clause, "form": option.form, "value": value,
            "meaning": capital(translated(option.meaning, language)),
            "choices": [
                {"value": choice, "said": choice_said(card.game, option.key, choice, language)}
                for choice in (*option.choices, *([value] if option.choices and value not in option.choices else []))
            ],
            "least": option.least, "most": option.most, "used": option.key in used or option.clause in judged,
        })  # fmt: skip
    return sorted(listed, key=lambda each: not each["used"])
