"""What players of Ambush may set before play."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.ambush.terrain import TerrainRow
from rules.settings import Settings


class AmbushSettings(Settings):
    """Options of ambush.md with their defaults."""

    house: ClassVar[Mapping[str, str]] = {
        "measure": "A2.7",
        "cover_cm": "A3.4",
        "shoot_after_grenade": "A2.1",
    }

    measure: Literal["centre", "edge"] = "centre"
    """A2.7: ranges from base centre to base centre, or from edge to edge."""
    cover_cm: Annotated[float, Field(ge=0)] = 2.0
    """A3.4, A3.5: how near a piece must be to give cover, or to be looked over."""
    shoot_after_grenade: bool = False
    """A2.1: the book lists no action that joins a throw with a shot."""
    terrain: dict[str, TerrainRow] = {}
    """A1.4, A3.5: rows the players add to the terrain table, or put in place of its own."""
