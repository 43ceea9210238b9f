"""A house value, or what an option is set to, in words: "dice of a unit that shoots without having moved: 2"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.words.game_words import game_says, kind_said, piece_said
from referee.words.languages import number
from referee.words.sentences import label
from referee.words.translation import fill, say, translated
from rules.board_cells import label_of
from rules.options import options_of
from rules.registry import game_named
from rules.ruling import HouseValue, Ruling


@dataclass(frozen=True, slots=True)
class HouseView:
    """A house value that a ruling used, said, and its clause."""

    clause: str
    said: str


def house_said(game: str, house: HouseValue, *, language: str = "en") -> str | None:
    """Return what a house value says; None in games that tell theirs by key and value."""
    plain = game_says(game, f"house.{house.key}", language)
    template = game_says(game, f"house.{house.key} {house.value}", language, plain)
    if not template:
        return None
    parts = house.value if isinstance(house.value, Mapping) else {"value": house.value}
    return fill(template, language, {str(part): _value(game, value, language) for part, value in parts.items()})


def setting(game: str, key: str, value: Any, language: str) -> str:
    """Return a setting as a sentence, "ranges are measured from base edge to base edge", or as "its meaning: value"."""
    if (said := house_said(game, HouseValue(key, value, ""), language=language)) is not None:
        return said
    agreed = game_named(game).agreed.get(key)
    meaning = agreed.label if agreed else next((it.meaning for it in options_of(game) if it.key == key), key)
    return f"{translated(meaning, language)}: {value_word(game, key, value, language)}"


def choice_said(game: str, key: str, value: Any, language: str) -> str:
    """Return one of an option's choices: what it says where it is a sentence, else its word."""
    said = house_said(game, HouseValue(key, value, ""), language=language)
    return value_word(game, key, value, language) if said is None else said


def value_word(game: str, key: str, value: Any, language: str) -> str:
    """Return what an option is set to: a word, on or off, a number."""
    if value is None or isinstance(value, bool):
        return "–" if value is None else say(f"evidence.ev_{'on' if value else 'off'}", language)
    if isinstance(value, int | float):
        return number(value, "g", language)
    if isinstance(value, Mapping):
        each = ((kind_said(game, kind, language), inner) for kind, inner in value.items())
        return ", ".join(f"{kind} {value_word(game, key, inner, language)}" for kind, inner in each)
    if isinstance(value, list | tuple):
        return ", ".join(label_of(str(cell), language) for cell in value)
    agreed = game_named(game).agreed.get(key)
    if agreed is not None and value in agreed.choices:
        return translated(agreed.choices[value], language)
    chosen = any(option.key == key and value in option.choices for option in options_of(game))
    return translated(str(value), language) if chosen else str(value)


def house_sentences(ruling: Ruling, *, language: str = "en") -> tuple[HouseView, ...]:
    """Return each house value that a ruling used and that has words, as its card shows it."""
    told = ((house, house_said(ruling.game, house, language=language)) for house in ruling.house_values)
    return tuple(
        HouseView(house.clause, label("house_value", language=language, said=said))
        for house, said in told
        if said is not None
    )


def _value(game: str, value: Any, language: str) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_value(game, each, language) for each in value)
    if isinstance(value, int | float):
        return number(value, "g", language)
    said = translated(str(value), language)
    return piece_said(game, said, language) if said == value else said
