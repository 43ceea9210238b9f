"""What players of Yankee may set before play."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.over_hills import HillSettings
from rules.ruling_builder import RulingBuilder
from rules.yankee.troops import OwnTroop, Scale
from table.notation.toml import Strict


class TerrainRow(Strict):
    """What one kind of piece does; yankee/terrain.toml says what the words mean."""

    blocks: bool = False
    cover: Literal["no", "inside", "behind"] = "no"
    impassable: bool = False
    difficult: bool = False
    obstacle: bool = False
    uphill: bool = False
    slows: bool = False


class MoveTable(Strict):
    """Y7.3: how far each goes in a turn, cm."""

    infantry: Annotated[float, Field(gt=0)] = 10.0
    column: Annotated[float, Field(gt=0)] = 15.0
    cavalry: Annotated[float, Field(gt=0)] = 20.0
    artillery: Annotated[float, Field(gt=0)] = 10.0
    general: Annotated[float, Field(gt=0)] = 25.0

    def of(self, arm: str) -> float:
        """Return one arm's distance, or that of infantry in column."""
        return float(getattr(self, arm))


class YankeeSettings(HillSettings):
    """Options of yankee.md with their defaults."""

    house: ClassVar[Mapping[str, str]] = {
        "contact_cm": "Y8.3",
        "defender_column": "Y8.5",
        "cover_counts_on": "Y8.7",
        "skirmish_counts_on": "Y8.7",
        "target_quality_counts": "Y8.7",
        "cover_cm": "Y8.7",
        "sight": "Y8.2",
        "eye_cm": "Y8.2",
        "figure_cm": "Y8.2",
        "same_facing_deg": "Y9.5",
        "off_table": "Y9.5",
        "over_hills": "Y8.1",
        "move_cm": "Y7.3",
        "charge_cm": "Y5.3",
        "hit_bases_fire": "Y8.4",
        "support_waits": "Y5.3",
        "first_orders": "Y5.3",
        "orders_again": "Y5.4",
        "generals_screen": "Y8.2",
        "river_in_combat": "Y9.2",
        "flank_from_front": "Y9.3",
        "lone_general": "Y11.1",
        "reinforcements_count": "Y12.1",
        "fall_back_tires": "Y9.6",
    }

    contact_cm: Annotated[float, Field(ge=0)] = 0.3
    """Bases touch when the gap between them is at most this."""
    defender_column: Literal["fire", "combat"] = "fire"
    """Y8.5: the column the target's factor is taken from."""
    cover_counts_on: Literal["shooter", "target"] = "shooter"
    """Y8.7: target in cover lowers the shooter's total by one, or raises the target's."""
    skirmish_counts_on: Literal["target", "shooter"] = "target"
    """Y8.7: target in skirmish order raises the target's total by one, or the shooter's."""
    target_quality_counts: bool = True
    """Y8.7: the target's own quality changes the target's total."""
    cover_cm: Annotated[float, Field(ge=0)] = 2.0
    """Y8.7: how close behind a wall or trench a base must stand to have its cover (the book does not say)."""
    sight: Literal["book", "true"] = "book"
    """Y8.2: what terrain hides by the book, on the plan, or as the figure sees it over hills, walls and roofs."""
    eye_cm: Annotated[float, Field(gt=0)] = 1.6
    """Y8.2: how high a figure's eyes are above the underside of its base (15 mm), for true sight."""
    figure_cm: Annotated[float, Field(gt=0)] = 1.8
    """Y8.2: how high a figure is with its base (15 mm), for true sight."""
    same_facing_deg: Annotated[float, Field(gt=0, le=90)] = 45.0
    """Y9.5: friends whose headings differ by less than this face the same way (the book does not say)."""
    off_table: Literal["removed", "ignored"] = "removed"
    """Y9.5: what becomes of a base that recoils over the table's edge (the book does not say)."""
    over_hills: Literal["plan", "ground"] = "plan"
    """Y8.1, Y7.2, Y7.3: distances and ways over hills: on the plan, as seen from above, or along the ground."""
    move_cm: MoveTable = MoveTable()
    """Y7.3: how far each goes in a turn, infantry also in column (the book's table is missing)."""
    charge_cm: Annotated[float, Field(gt=0)] | None = None
    """Y5.3: charge reach, cm; without one it is the unit's own move (the book does not say)."""
    fall_back_tires: bool = True
    """Y9.6: cavalry that falls back before combat takes a fatigue point, as for any falling back."""
    hit_bases_fire: bool = True
    """Y8.4: a base that fire has hit this turn may still fire, from where it stood, or it only answers."""
    support_waits: bool = True
    """Y5.3: a support of an attack goes into contact once a base of the unit it supports has moved or is in contact."""
    first_orders: Literal["given", "thrown"] = "given"
    """Y5.3: orders before the battle are given without a die, or thrown for like any other (the book does not say)."""
    orders_again: bool = False
    """Y5.4: whom an order has reached may be sent another this turn, or in the next (the book does not say)."""
    generals_screen: bool = True
    """Y8.2, Y7.4: a general's base bars fire and enemies' ways, though it is neither fired at nor fought."""
    river_in_combat: Literal["obstacle", "difficult"] = "obstacle"
    """Y9.2: a river is an obstacle to who attacks across it or out of it, or difficult terrain to who stands in it."""
    flank_from_front: Literal["front", "refused"] = "front"
    """Y9.3: who touches a flank or rear but came from the front fights as at the front, or does not fight."""
    lone_general: Literal["joins", "stays"] = "joins"
    """Y11.1: a general who is alone and cannot move any more joins the nearest base without a die, or stays alone."""
    reinforcements_count: bool = True
    """Y12.1: reinforcements count among the bases of which half are lost, or only make up for losses."""
    troops: dict[str, OwnTroop] = {}
    """Troops the players add, by kind: of which arm, and what of its factors, range and base is otherwise."""
    scales: dict[str, Scale] = {}
    """Y2.3: scales the players add."""
    terrain: dict[str, TerrainRow] = {}
    """Rows the players add to the terrain table, or put in place of its own."""


Builder = RulingBuilder[YankeeSettings]
"""A ruling on this game's action, as it is put together."""
