"""A house value in words: "dice of a unit that shoots without having moved: 2"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.words.game_words import game_says, piece_said
from referee.words.languages import number
from referee.words.sentences import label
from referee.words.translation import fill, translated
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
