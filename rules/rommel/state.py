"""What Rommel & Montgomery knows of a counter, of a side and of the table."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from rules.rommel.settings import Weather
from rules.typed_state import Count, SideState, StandState, TableState, Truth
from table.notation.hex_place import HexPlace

PhaseName = Literal[
    "setup_first", "setup_screen", "setup_last", "weather", "air_move", "air_fight", "landing", "ground_move", "fire",
    "combat",
]  # fmt: skip
SUBTURNS = 4
"""Air sub-turns of a turn (R8.1)."""


class RommelStand(StandState):
    """What Rommel & Montgomery knows of a counter, its list's words among it."""

    nation: str | None = None  # R2.1: whose it is
    combat: Count | None = None  # R2.2: its factor, of a striped counter what it has left of it
    movement: Count | None = None  # R2.2: as combat
    striped_combat: Count | None = None  # R2.2: the factor of its striped counter
    striped_movement: Count | None = None  # R2.2: as striped_combat
    stars: Count = 0  # R2.2: a tank's stars for fire and resistance
    letter: str | None = None  # R2.2: what joins a tank with its striped counter
    reduced: Truth = False  # R2.2: it is a striped counter
    damage: Count = 0  # R2.2: how often it was hit in this match
    moved: Truth = False  # R4.1: it has moved this turn, in the air this sub-turn
    air_moved: Count = 0  # R4.1: how often an aircraft has moved this turn
    must_fight: Truth = False  # R4.4: it entered an enemy's zone of control
    fought: Truth = False  # R5.2: it has attacked this turn, in the air this sub-turn
    air_fought: Truth = False  # R6.2: it has attacked in the air this sub-turn
    bombed: Truth = False  # R6.2: it has bombed this sub-turn
    flak_fired: Truth = False  # R6.3: it has fired at an aircraft this sub-turn
    flak_today: Truth = False  # R6.5: it has fired at an aircraft this turn


class RommelSide(SideState):
    """What Rommel & Montgomery knows of a side: what it started with (R2.1)."""

    started: Count = 0  # counters that can fight
    tanks: Count = 0  # of them
    aircraft: Count = 0  # of them
    combat: Count = 0  # all their factors


class RommelTable(TableState):
    """What Rommel & Montgomery knows of the table as a whole."""

    phase: PhaseName | None = None  # R8.1
    subturn: Annotated[Count, Field(le=SUBTURNS)] = 0  # R8.1: the sub-turn of a phase in the air
    turn: Count | None = None  # R1.1: the day
    weather: Weather | None = None  # R7.1: what was thrown for the day; unsaid before
    cleared: tuple[HexPlace, ...] = ()  # R4.7: the hexes of the minefield that were cleared
    truce: StrictBool = False  # R1.3: the battle has ended in a truce


state_of = RommelStand.of
table_of = RommelTable.of
