"""What a command card orders, as an action says it or the owner's book has it (C3.2, C11.1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from rules.action import whole
from rules.ancients.book import Card, Class, Section
from rules.ancients.settings import Builder
from table.errors import BadFile
from table.notation.toml import got_words

SECTIONS: tuple[Section, ...] = get_args(Section)
CLASSES: tuple[Class, ...] = get_args(Class)
_SAID_BY_A_CARD = ("section", "sections", "number", "class", "classes", "command", "helmet")


@dataclass(frozen=True, slots=True)
class Orders:
    """What a card orders: so many units (None: nobody knows) in all, or in each section; of which classes."""

    number: int | None
    sections: Mapping[Section, int] = field(default_factory=dict)
    classes: tuple[Class, ...] = ()
    helmet: bool = False
    card: str = ""

    @property
    def by_section(self) -> bool:
        """Whether it is a section card."""
        return bool(self.sections)


def orders_said(action: Mapping[str, Any], side: str, builder: Builder, source: str) -> Orders:
    """Return what an ``order`` says of its card: sections, class, command, or the owner's book; raises BadFile."""
    settings = builder.settings
    name = action.get("card")
    if name is not None and not isinstance(name, str):
        raise BadFile(source, "action.card", "the name of a card", got_words(name))
    book = settings.book
    if name is not None and book is not None and book.cards:
        if name not in book.cards:
            raise BadFile(source, "action.card", f"one of {', '.join(book.cards)}", repr(name))
        if (key := next((key for key in _SAID_BY_A_CARD if key in action), None)) is not None:
            raise BadFile(source, f"action.{key}", "nothing beside a card of the book", got_words(action[key]))
        builder.uses("book")
        builder.modifying("C11.1", "card_says", card=name)
        return _of_card(name, book.cards[name], side, builder, source)
    for one, other in (("section", "sections"), ("class", "classes")):
        if one in action and other in action:
            raise BadFile(source, f"action.{other}", f"{one} or {other}", "both")
    sections = dict(_sections(action, source))
    command = _truth(action, "command", source)
    number = action.get("number")
    if number is not None:
        whole(number, "action.number", source, least=0)
    helmet = _truth(action, "helmet", source)
    if "section" in action or "sections" in action:
        number = None
    elif number is None or command:
        number = _command(side, builder, source)
    return Orders(number, sections, _classes(action, source), helmet, name or "")


def _of_card(name: str, card: Card, side: str, builder: Builder, source: str) -> Orders:
    number = _command(side, builder, source) if card.command else card.number
    return Orders(number, dict(card.sections), card.classes, card.helmet, name)


def _command(side: str, builder: Builder, source: str) -> int | None:
    """Return how many units a side's "Command" orders: the size of its hand; None where nobody said."""
    settings = builder.settings
    own = builder.sides.get(side, {}).get("command", settings.command)
    return None if own is None else whole(own, f"side.{side}.command", source)


def _sections(action: Mapping[str, Any], source: str) -> Iterator[tuple[Section, int]]:
    expected = f"one of {', '.join(SECTIONS)}"
    if "section" in action:
        section = action["section"]
        if section not in SECTIONS:
            raise BadFile(source, "action.section", expected, repr(section))
        yield section, whole(action.get("number"), "action.number", source)
    elif "sections" in action:
        given = action["sections"]
        if not isinstance(given, Mapping) or not given or not all(each in SECTIONS for each in given):
            raise BadFile(source, "action.sections", "orders by section {left = 1, centre = 2}", got_words(given))
        for section, number in given.items():
            yield section, whole(number, f"action.sections.{section}", source, least=0)


def _classes(action: Mapping[str, Any], source: str) -> tuple[Class, ...]:
    given = action.get("classes", action.get("class", ()))
    words = [given] if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(word in CLASSES for word in words):
        raise BadFile(source, "action.class", f"one of {', '.join(CLASSES)}", got_words(given))
    return tuple(words)


def _truth(action: Mapping[str, Any], key: str, source: str) -> bool:
    value = action.get(key, False)
    if not isinstance(value, bool):
        raise BadFile(source, f"action.{key}", "true or false", got_words(value))
    return value
