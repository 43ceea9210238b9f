"""What a game says: its own words, and the common ones where it has none."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from referee.words.english import CHECKS, EFFECTS, THROWS, VERDICTS
from referee.words.english_vocabulary import OTHER_PLACES, VERBS, VOCABULARY
from referee.words.translation import translated
from rules.registry import game_named, game_names, trouble_with
from rules.words import Words

COMMON = Words(
    checks=CHECKS,
    throws=THROWS,
    effects=EFFECTS,
    verdicts=VERDICTS,
    verbs=VERBS,
    vocabulary=VOCABULARY,
    other_places=OTHER_PLACES,
)


@cache
def words_of(game: str) -> Words:
    """Return everything a game says; the common words of one that is not there: its journals are still read."""
    own = game_named(game).words if game in game_names() and trouble_with(game) is None else Words()
    lists = {each.name: {**getattr(COMMON, each.name), **getattr(own, each.name)} for each in fields(Words)}
    return Words(**{**lists, "vocabulary": _vocabulary(own)})


def _vocabulary(own: Words) -> Mapping[str, Mapping[str, str]]:
    """Return each closed list with the common words and the game's own in it."""
    names = {**COMMON.vocabulary, **own.vocabulary}
    return {name: {**COMMON.vocabulary.get(name, {}), **own.vocabulary.get(name, {})} for name in names}


def verb_said(game: str, verb: str, *, language: str = "en") -> str:
    """Return what a stand does, as the beginning of a line; a verb without words as it is."""
    return translated(words_of(game).verbs.get(verb, verb), language)


def word_said(game: str, context: str, value: Any, *, language: str = "en") -> Any:
    """Return a word of a closed list in the language, anything else as it is."""
    word = words_of(game).vocabulary.get(context, {}).get(value) if isinstance(value, str) else None
    return value if word is None else translated(word, language, context)
