"""What a command card orders, as an action says it or the owner's book has it (C3.2, C11.1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from rules.action import Asked, whole
from rules.ancients.book import Class, Section
from rules.ancients.settings import Builder
from rules.ancients.state import AncientsSide
from table.errors import BadFile
from table.notation.toml import got_words

SECTIONS: tuple[Section, ...] = get_args(Section)
CLASSES: tuple[Class, ...] = get_args(Class)
_SAID_BY_A_CARD = ("section", "sections", "number", "class", "classes", "command", "helmet")


@dataclass(frozen=True, slots=True)
class Orders:
    """What a card orders: so many units (None: nobody knows) in all, or in each section; of which classes.

    ``command``: as many as the side's command.
    """

    number: int | None
    sections: Mapping[Section, int] = field(default_factory=dict)
    classes: tuple[Class, ...] = ()
    command: bool = False
    helmet: bool = False
    card: str = ""

    @property
    def by_section(self) -> bool:
        """Whether it is a section card."""
        return bool(self.sections)


@dataclass(frozen=True, slots=True)
class CardSaid:
    """A card as an action says it: its name, and what it orders, or what is wrong with that.

    The owner's book comes first: where it has the card, nothing may be ``beside`` the name, the first key and its value
    in words.
    """

    name: str | None
    orders: Orders | BadFile
    beside: tuple[str, str] | None

    @classmethod
    def read(cls, asked: Asked) -> "CardSaid":
        """Read ``card`` and what it orders: by ``section`` and ``number``, by ``sections`` {left = 1, centre = 2}, by
        ``number`` and ``class`` (with ``helmet`` where it shows one), or by ``command``; raises BadFile."""
        name = asked.get("card")
        if not isinstance(name, str | None):
            raise BadFile(asked.source, "action.card", "the name of a card", got_words(name))
        beside = next(((key, got_words(asked.get(key))) for key in _SAID_BY_A_CARD if key in asked), None)
        try:
            orders: Orders | BadFile = _orders(asked, name or "")
        except BadFile as wrong:
            if name is None:
                raise
            orders = wrong
        return cls(name, orders, beside)


def orders_of(said: CardSaid, side: str, builder: Builder, source: str) -> Orders:
    """Return what a card orders: as the owner's book has it, else as an action says it; raises BadFile."""
    book, name, orders = builder.settings.book, said.name, said.orders
    if name is not None and book is not None and book.cards:
        if name not in book.cards:
            raise BadFile(source, "action.card", f"one of {', '.join(book.cards)}", repr(name))
        if said.beside is not None:
            key, words = said.beside
            raise BadFile(source, f"action.{key}", "nothing beside a card of the book", words)
        builder.uses("book")
        builder.modifying("C11.1", "card_says", card=name)
        card = book.cards[name]
        orders = Orders(card.number, dict(card.sections), card.classes, card.command, card.helmet, name)
    if isinstance(orders, BadFile):
        raise orders
    return replace(orders, number=_command(side, builder, source)) if orders.command else orders


def _orders(asked: Asked, card: str) -> Orders:
    for one, other in (("section", "sections"), ("class", "classes")):
        if one in asked and other in asked:
            raise BadFile(asked.source, f"action.{other}", f"{one} or {other}", "both")
    sections = dict(_sections(asked))
    command = _truth(asked, "command")
    number = None if asked.get("number") is None else asked.whole("number", least=0)
    helmet = _truth(asked, "helmet")
    command = not sections and (command or number is None)
    return Orders(None if sections else number, sections, _classes(asked), command, helmet, card)


def _command(side: str, builder: Builder, source: str) -> int | None:
    """Return how many units a side's "Command" orders: the size of its hand; None where nobody said."""
    return AncientsSide.of(side, builder, source).command or builder.settings.command


def _sections(asked: Asked) -> Iterator[tuple[Section, int]]:
    given = asked.get("sections")
    if "section" in asked:
        said = asked.get("section")
        section = next((each for each in SECTIONS if each == said), None)
        if section is None:
            raise BadFile(asked.source, "action.section", f"one of {', '.join(SECTIONS)}", repr(said))
        yield section, asked.whole("number")
    elif "sections" in asked:
        if not isinstance(given, Mapping) or not given or not all(each in SECTIONS for each in given):
            raise BadFile(asked.source, "action.sections", "orders by section {left = 1, centre = 2}", got_words(given))
        for section, number in given.items():
            yield section, whole(number, f"action.sections.{section}", asked.source, least=0)


def _classes(asked: Asked) -> tuple[Class, ...]:
    given = asked.get("classes", asked.get("class", ()))
    words = [given] if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(word in CLASSES for word in words):
        raise BadFile(asked.source, "action.class", f"one of {', '.join(CLASSES)}", got_words(given))
    return tuple(words)


def _truth(asked: Asked, key: str) -> bool:
    value = asked.get(key, False)
    if not isinstance(value, bool):
        raise BadFile(asked.source, f"action.{key}", "true or false", got_words(value))
    return value
