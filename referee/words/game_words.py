"""What a game says: its own words, and the common ones where it has none."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.words.translation import find
from rules.registry import game_named, game_names, trouble_with

_OTHER_PLACES: Mapping[tuple[str, str], str] = {("stands_on_hex", "hex"): "no_hex"}


@cache
def other_places(game: str) -> Mapping[tuple[str, str], str]:
    """Return where a place of a game's sentences takes another list than the one of its own name."""
    known = game in game_names() and trouble_with(game) is None
    return {**_OTHER_PLACES, **(game_named(game).other_places if known else {})}


def game_says(game: str, key: str, language: str, default: str = "", count: object = None) -> str:
    """Return what a game says for a key, of so many, its places not filled in; ``default`` where nobody says it."""
    found = find(key, language, game)
    return default if found is None else found.form(count)


def spoken(game: str, key: str, language: str) -> str:
    """Return the language that a game says a key in: English where the other has nothing yet, so that none is mixed."""
    found = find(key, language, game)
    return language if found is None else found.language


def verb_said(game: str, verb: str, *, language: str = "en") -> str:
    """Return what a stand does, as the beginning of a line; a verb without words as it is."""
    return game_says(game, f"verbs.{verb}", language, verb)


def word_said(game: str, context: str, value: Any, *, language: str = "en") -> Any:
    """Return a word of a closed list in the language, anything else as it is."""
    return game_says(game, f"word.{context}.{value}", language, value) if isinstance(value, str) else value
