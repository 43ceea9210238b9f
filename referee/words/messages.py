"""Everything there is to translate: each template of the english_*.py files and of the games, and where it is said."""

import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any

import referee.words
from referee.match_info import MatchInfo, info_of
from referee.words.english_vocabulary import VOCABULARY
from referee.words.notices import one_and_several
from referee.words.sentences import question_of
from rules.options import options_of
from rules.registry import game_named
from rules.settings import Settings
from rules.words import Words

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
    """Return each template of the common words once, in the order of the files."""
    return _once(_common())


def messages_of(game: str) -> list[Message]:
    """Return each template of a game once that is not one of the common words."""
    common = set(messages())
    return [message for message in _once(_own(game)) if message not in common]


def _once(told: Iterator[tuple[Message, str]]) -> list[Message]:
    found: dict[Message, list[str]] = {}
    for message, place in told:
        found.setdefault(message, message.places)
        if place not in found[message]:
            found[message].append(place)
    return list(found)


def _common() -> Iterator[tuple[Message, str]]:
    for module in pkgutil.iter_modules(referee.words.__path__):
        if not module.name.startswith("english"):
            continue
        for name, value in vars(import_module(f"referee.words.{module.name}")).items():
            if name.isupper() and name not in NO_SENTENCES:
                yield from _sentences(value, name.lower())
    yield from _listed(VOCABULARY)
    for key, option in Settings.model_fields.items():
        yield Message((option.description or key).rstrip(".")), f"options: {key}"


def _own(game: str) -> Iterator[tuple[Message, str]]:
    the_game = game_named(game)
    words = the_game.words
    for each in fields(Words):
        if each.name.upper() not in NO_SENTENCES:
            yield from _sentences(getattr(words, each.name), each.name)
    yield from _listed(words.vocabulary)
    for option in options_of(game):
        yield Message(option.meaning), f"options: {option.key}"
        for choice in option.choices if option.form == "choice" else ():
            yield Message(str(choice)), f"choices: {option.key}"
    for key, agreed in the_game.agreed.items():
        yield from ((Message(template), f"agreed: {key}") for template in agreed.templates())
    if the_game.demo is not None:
        for message in spoken(info_of(the_game, the_game.demo())):
            yield message, "the demo"


def _sentences(value: Any, place: str) -> Iterator[tuple[Message, str]]:
    for template, found in _templates(value, place):
        one, several = one_and_several(question_of(template) if found.endswith(CASES[2]) else template)
        yield Message(one, None if one == several else several), found


def _listed(vocabulary: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[Message, str]]:
    for context, words in vocabulary.items():
        for key, word in words.items():
            yield Message(word, context=context), f"{context}: {key}"


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
