"""What players of Montecassino may set before play."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.ruling_builder import RulingBuilder
from rules.settings import Settings


class MontecassinoSettings(Settings):
    """Options of montecassino.md with their defaults."""

    house: ClassVar[Mapping[str, str]] = {
        "defended_from_ahead": "M3.2", "shells": "M5.1", "nobody_may_leave": "M5.4", "doubt_beside_hit": "M5.4",
    }  # fmt: skip

    option: Literal["i", "ii", "iii"] = "i"
    """M5.4: of those felled in the zone are lost all (i), all but the dragged (ii), those hit directly (iii)."""
    zone: Literal["all", "standard", "banners"] | tuple[str, ...] = "all"
    """M5.2: where losses count: everywhere, the opponent's squares 25-72, between the banners, or listed squares."""
    shells: Annotated[int, Field(ge=0, le=100)] = 50
    """M5.1: the shells of each side, half of the box's 100; `[side.NAME] shells` gives a side another number."""
    defended_from_ahead: bool = False
    """M3.2: a square of the third line is defended from the second diagonally; from straight ahead as well."""
    nobody_may_leave: bool = True
    """M5.4 (iii): where ricochets leave doubt the commander who suffers may say that nobody leaves."""
    doubt_beside_hit: bool = False
    """M5.4 (iii): ricochets leave doubt beside a man who was hit directly too, not only where nobody was."""
    starting_rows: Annotated[int, Field(ge=1, le=3)] = 3
    """M8.1: how many lines of soldiers each side starts with."""
    four_players: bool = False
    """M8.1: infantry and artillery are commanded apart: the gunner fires only when ordered."""
    infantry_only: bool = False
    """M8.1: no cannons."""


Builder = RulingBuilder[MontecassinoSettings]
"""A ruling on this game's action, as it is put together."""
