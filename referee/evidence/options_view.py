"""The options one may appeal to, in words: those the ruling used first."""

from typing import Any

from referee.evidence.card import EvidenceCard
from referee.evidence.card_text import value_word
from referee.words.translating import translated
from rules.options import options_of
from rules.registry import game_named
from rules.settings import read_settings


def options_view(card: EvidenceCard, *, language: str = "en") -> list[dict[str, Any]]:
    """Return every option of the card's game: what it means, what it was, what may be chosen, whether it was used."""
    used = {house.key for house in card.ruling.house_values}
    used |= {"doubt"} if any(check.probability not in (None, 0.0, 1.0) for check in card.ruling.checks) else set()
    now = read_settings(game_named(card.game).settings, card.settings, "settings")
    listed = []
    for option in options_of(card.game):
        value = getattr(now, option.key)
        listed.append({
            "key": option.key, "clause": option.clause, "form": option.form, "value": value,
            "meaning": translated(option.meaning, language),
            "said": "" if value is None else value_word(card.game, option.key, value, language),
            "choices": [
                {"value": choice, "said": value_word(card.game, option.key, choice, language)}
                for choice in option.choices
            ],
            "least": option.least, "most": option.most, "used": option.key in used,
        })  # fmt: skip
    return sorted(listed, key=lambda each: not each["used"])
