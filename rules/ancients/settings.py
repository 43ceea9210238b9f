"""What players of Ancients may set before play."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from rules.ancients.book import Book, by_kind, example_book
from rules.ancients.units import WAR_MACHINE, UnitType, UnitTypes, book_types
from rules.ruling import HouseValue
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings

_LABEL = re.compile(r"^([A-Za-z]+)\s*-?0*([0-9]+)$")


Dice = Annotated[int, Field(ge=0, le=12)]


def _example(given: object) -> object:
    """Return the example for its name; what a file says as a table stays as it is."""
    return {"none": None, "example": example_book()}.get(given, given) if isinstance(given, str) else given


def _by_label(ground: dict[str, str]) -> dict[str, str]:
    """Return ground by labels as the board writes them: "e5", "E-5" and "E05" are E5."""
    return {_LABEL.sub(r"\1\2", label.strip()).upper(): side for label, side in ground.items()}


class AncientsSettings(Settings):
    """Options of ancients.md with their defaults."""

    house: ClassVar[Mapping[str, str]] = {
        "odd_row_hexes": "C1.1",
        "dotted_lines": "C1.1",
        "banners": "C3.1",
        "war_machine_hexes": "C8.2",
        "helmet_on_sections": "C8.4",
        "dice_still": "C10.6",
        "dice_moved": "C10.6",
        "book": "C11.1",
        "capped_battle_back": "C11.1",
        "second_advance": "C11.1",
    }

    odd_row_hexes: Annotated[int, Field(ge=12, le=13)] = 13
    """C1.1: how many hexes the rows between have, counted from the near edge: 13 like the others, or 12."""
    dotted_lines: tuple[float, float] = (4.0, 8.0)
    """C1.1: where the dotted lines run, in hexes from the middle of the near left one: through columns 4 and 8."""
    near_side: str | None = None
    """C1.1: the side at the near edge; left out: who stands nearer as a match begins, in a case the Romans."""
    start_player: str | None = None
    """C3.1: the side that begins, as the scenario says."""
    banners: Annotated[int, Field(ge=1, le=30)] = 5
    """C3.1: how many victory banners win, 5 to 8; `[side.NAME] banners_to_win` gives a side another number."""
    ground: Annotated[dict[str, str], AfterValidator(_by_label)] = {}
    """C3.1: hexes that give a banner to whose unit enters them, by label: the side that may take it, or "any"."""
    command: Annotated[int, Field(ge=1, le=12)] | None = None
    """C3.2: how many units "Command" orders: the hand's size; `[side.NAME] command` gives a side its own."""
    leave_over: Literal["none", "near", "far", "both"] = "none"
    """C8.1: over which edges, as the operator sees them, the scenario lets units leave the board."""
    war_machine_hexes: Dice = 1
    """C8.2: how far a war machine goes, without a battle then (the source does not say)."""
    helmet_on_sections: bool = False
    """C8.4: a section card, too, must show the helmet to detach a leader (the source may be read so)."""
    dice_still: Dice = 2
    """C10.6: dice of a unit that shoots without having moved (the source does not say)."""
    dice_moved: Dice = 1
    """C10.6: dice of a unit that shoots after it has moved (the source does not say)."""
    units: Annotated[dict[str, UnitType], AfterValidator(by_kind)] = {}
    """C2.1: units the players add, by name, or put in place of the book's."""
    book: Annotated[Book | None, BeforeValidator(_example)] = None
    """C11.1: what the source lacks, from the owner's own rulebook (see below); `"example"` to try it out."""
    capped_battle_back: bool = True
    """C11.1: terrain that limits the dice of close combat limits those of a battle back too."""
    second_advance: bool = True
    """C11.1: a unit whose bonus battle empties a hex may advance once more; it does not battle a third time."""

    def types(self) -> UnitTypes:
        """Return the units: the book's, with those of the players."""
        machine = book_types()[WAR_MACHINE].model_copy(update={"hexes": self.war_machine_hexes})
        return {**book_types(), WAR_MACHINE: machine, **self.units}

    def house_value(self, key: str) -> HouseValue:
        """Return one of these settings as a ruling lists it; of the owner's book only its title."""
        if key == "book" and self.book is not None:
            return HouseValue(key, self.book.title, self.house[key])
        value = getattr(self, key)
        return HouseValue(key, list(value) if isinstance(value, tuple) else value, self.house[key])


Builder = RulingBuilder[AncientsSettings]
"""A ruling on this game's action, as it is put together."""
