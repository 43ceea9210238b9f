"""The cards that may order the units tapped on the page: by section, by class, by command, the book's own (C3.2)."""

from collections.abc import Iterator, Sequence

from rules.action import Action
from rules.ancients.book import example_book
from rules.ancients.cards import CLASSES, SECTIONS
from rules.ancients.settings import AncientsSettings
from rules.ancients.units import is_leader
from rules.board_play import BoardPosition, LegalAct, Said
from rules.on_board import completed, fact
from rules.settings import read_settings

NUMBERS = (1, 2, 3, 4, 5, 6)
"""What a card may have printed on it."""
FLANKS = ("left", "right")


def card_acts(now: BoardPosition, units: Sequence[str], number: int | None) -> Iterator[LegalAct]:
    """Yield the order of each card that there may be; without a ``number`` it has as many orders as are asked for.

    Several sections at once are worth offering to several units, the helmet to leaders.
    """
    table, settings = completed(now), read_settings(AncientsSettings, now.settings, "table")
    led = any(is_leader(table.stand(name)) for name in units)
    for card, said in _cards(settings, number, len(units), led):
        action = {"type": "order", "units": list(units), **card}
        yield LegalAct(action, now.ruled(action), said)


def _cards(settings: AncientsSettings, number: int | None, many: int, led: bool) -> Iterator[tuple[Action, Said]]:
    ours = example_book().cards  # these have words in every language
    for name in settings.book.cards if settings.book is not None else ():
        yield {"card": name}, fact("card_named", card=name if name in ours else name.replace("_", " "))
    count = number or many
    for section in SECTIONS:
        yield {"section": section, "number": count}, fact(f"card_{section}", count=count)
        if led and settings.helmet_on_sections:
            helmet = {"section": section, "number": count, "helmet": True}
            yield helmet, fact("card_with_helmet", card=fact(f"card_{section}", count=count))
    if many > 1:
        yield {"sections": dict.fromkeys(FLANKS, count)}, fact("card_flanks", count=count)
        yield {"sections": dict.fromkeys(SECTIONS, number or 1)}, fact("card_each", count=number or 1)
    for each in CLASSES:
        yield {"number": count, "classes": [each]}, fact(f"card_{each}", count=count)
    if led:
        mounted = {"number": count, "classes": ["mounted"], "helmet": True}
        yield mounted, fact("card_with_helmet", card=fact("card_mounted", count=count))
    yield {"command": True}, fact("card_command")
