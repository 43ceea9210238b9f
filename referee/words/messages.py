"""Everything there is to translate: each template of the english_*.py files, and where it is said."""

import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import referee.words
from referee.match_info import MatchInfo, info_of
from referee.words.english_vocabulary import VOCABULARY
from referee.words.notices import one_and_several
from referee.words.sentences import question_of
from rules.registry import games

NO_SENTENCES = ("ONE", "SEVERAL", "OTHER_PLACES", "VOCABULARY")
"""What stands in those files beside sentences."""
CASES = ("if so", "if not", "if too close to call")


@dataclass(frozen=True, slots=True)
class Message:
    """One template; ``several`` is its plural, ``context`` tells apart what English says alike."""

    template: str
    several: str | None = None
    context: str | None = None
    places: list[str] = field(default_factory=list, compare=False, hash=False)


def messages() -> list[Message]:
    """Return each template once, in the order of the files."""
    found: dict[Message, list[str]] = {}
    for message, place in _everywhere():
        found.setdefault(message, message.places)
        if place not in found[message]:
            found[message].append(place)
    return list(found)


def _everywhere() -> Iterator[tuple[Message, str]]:
    for module in pkgutil.iter_modules(referee.words.__path__):
        if not module.name.startswith("english"):
            continue
        for name, value in vars(import_module(f"referee.words.{module.name}")).items():
            if name.isupper() and name not in NO_SENTENCES:
                for template, place in _templates(value, name.lower()):
                    one, several = one_and_several(question_of(template) if place.endswith(CASES[2]) else template)
                    yield Message(one, None if one == several else several), place
    for context, words in VOCABULARY.items():
        for key, word in words.items():
            yield Message(word, context=context), f"{context}: {key}"
    for game in games():
        for key, agreed in game.agreed.items():
            yield from ((Message(template), f"{game.name}: {key}") for template in agreed.templates())
        if game.demo is not None:
            for message in spoken(info_of(game, game.demo())):
                yield message, f"the demo's {game.name}"


def spoken(info: MatchInfo) -> Iterator[Message]:
    """Yield what the page says of a match."""
    titles = (side.title for side in info.sides)
    questions = (suggestion.question for suggestion in info.suggestions)
    yield from (Message(text) for text in (info.title, info.invitation, *titles, *questions))
    yield from (Message(side.adjective, context="adjective") for side in info.sides)


def _templates(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield every text in a constant, however deep, with the keys that lead to it."""
    if isinstance(value, str):
        if value:
            yield value, place
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _templates(item, f"{place}: {' '.join(key) if isinstance(key, tuple) else key}")
    elif isinstance(value, tuple):
        names = CASES if len(value) == 3 else [f"{index + 1}" for index in range(len(value))]
        for name, item in zip(names, value, strict=True):
            yield from _templates(item, f"{place}, {name}")
