"""What players of Ambush may set before play."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.ambush.troops import OwnVehicle
from rules.over_hills import HillSettings
from rules.ruling_builder import RulingBuilder
from table.notation.toml import Strict


class TerrainRow(Strict):
    """One row of A3.5; terrain.toml says what the words mean."""

    crossing: Literal["none", "linear", "zonal", "vehicles"]
    blocks: Literal["no", "near", "inside", "always"]
    cover: Literal["nobody", "inside", "near"]


class AmbushSettings(HillSettings):
    """Options of ambush.md with their defaults."""

    house: ClassVar[Mapping[str, str]] = {
        "measure": "A2.7",
        "over_hills": "A2.7",
        "cover_cm": "A3.4",
        "shoot_after_grenade": "A2.1",
        "throw_and_run": "A2.2",
        "halve_each_line": "A6.1",
        "contact_cm": "A2.4",
        "burst_reaches": "A4.3",
        "house_covers_behind": "A3.5",
        "vehicles_count": "A5.1",
        "move_fire_move": "A7.2",
        "visible_by": "A8.2",
        "sight": "A3.1",
        "eye_cm": "A3.1",
        "figure_cm": "A3.1",
        "gun_cm": "A8.2",
        "vehicle_cm": "A8.2",
        "guns_push": "A7.6",
        "shell_on_vehicle": "A8.4",
        "wreck_stays": "A8.3",
        "riders_die_with_wreck": "A8.3",
        "unhurt_die_with_wreck": "A4.4",
    }

    measure: Literal["centre", "edge"] = "centre"
    """A2.7: ranges from base centre to base centre, or from edge to edge."""
    over_hills: Literal["plan", "ground"] = "plan"
    """A2.7: distances and ways over hills: on the plan, as seen from above, or along the ground."""
    cover_cm: Annotated[float, Field(ge=0)] = 2.0
    """A3.4, A3.5: how near a piece must be to give cover, or to be looked over."""
    shoot_after_grenade: bool = False
    """A2.1: the book lists no action that joins a throw with a shot."""
    throw_and_run: bool = False
    """A2.2: a run excludes a shot; the book does not say whether it excludes a throw."""
    halve_each_line: bool = True
    """A6.1, A7.2: every linear obstacle crossed halves the movement, or all of them together once."""
    contact_cm: Annotated[float, Field(ge=0)] = 0.3
    """A2.4: figures touch when the gap between their bases is at most this (the book is silent)."""
    burst_reaches: Literal["centre", "base"] = "centre"
    """A4.3: within a burst is who has his base's centre in the circle, or whose base touches it."""
    house_covers_behind: bool = False
    """A3.5, A4.3: from a burst a house covers who stands behind it as well, or only who stands in it."""
    vehicles_count: bool = True
    """A5.1: a vehicle counts as one figure of its side's."""
    move_fire_move: bool = True
    """A7.2: a vehicle that fires may move before and after that, half its movement in all, or only before or after."""
    visible_by: Literal["silhouette", "area"] = "silhouette"
    """A8.2: how much of a vehicle is visible: of its silhouette's width, or of its footprint's area."""
    sight: Literal["book", "true"] = "book"
    """A3.1, A8.2: who sees whom by the book, on the plan, or as the figure sees it over hills, walls and roofs."""
    eye_cm: Annotated[float, Field(gt=0)] = 2.3
    """A3.1: how high a soldier's eyes are above the underside of his base (1/72, standing), for true sight."""
    figure_cm: Annotated[float, Field(gt=0)] = 2.5
    """A3.1: how high a soldier is with his base (1/72, standing), for true sight."""
    gun_cm: Annotated[float, Field(gt=0)] = 2.8
    """A8.2: how high a vehicle's gun and its gunner's eyes are, for true sight."""
    vehicle_cm: Annotated[float, Field(gt=0)] = 3.5
    """A8.2: how high a vehicle is (a medium tank in 1/72), for true sight."""
    guns_push: bool = False
    """A7.6: the book lets a tank push; whether a self-propelled gun is one it does not say."""
    shell_on_vehicle: Literal["full", "half"] = "full"
    """A8.4: what a shell at infantry that lands on a vehicle does to it: one box, or half of one."""
    wreck_stays: bool = True
    """A8.3: a destroyed vehicle stays as an obstacle."""
    riders_die_with_wreck: bool = True
    """A8.3: who rides in a destroyed vehicle is removed with it."""
    unhurt_die_with_wreck: bool = True
    """A4.4, A8.3: those whom a grenade on the hull leaves unhurt are removed all the same if it wrecks it."""
    vehicles: dict[str, OwnVehicle] = {}
    """A7.1: vehicles the players add to the book's list, by name, or put in place of its own."""
    terrain: dict[str, TerrainRow] = {}
    """A1.4, A3.5: rows the players add to the terrain table, or put in place of its own."""


Builder = RulingBuilder[AmbushSettings]
"""A ruling on this game's action, as it is put together."""
