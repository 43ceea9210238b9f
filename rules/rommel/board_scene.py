"""The position of Rommel & Montgomery as its rules see it, for the page."""

from rules.board_play import BoardPosition
from rules.hex_positions import position_of
from rules.on_board import completed, known
from rules.rommel.fire import fire_table
from rules.rommel.flak import FLAK_HEXES
from rules.rommel.kinds import GUNS, SHOOTERS, Side, is_air, is_ground, side_of
from rules.rommel.phases import SETUP, Phase, phase_of
from rules.rommel.routes import Mode, modes_of
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import RommelSettings, Weather
from rules.rommel.state import RommelTable, state_of
from rules.rommel.weather import range_left, weather_of
from rules.settings import read_settings
from table.hexes import Hex
from table.stand import Stand


def options(now: BoardPosition) -> RommelSettings:
    """Return the game's options."""
    return read_settings(RommelSettings, now.settings, "table")


def scene_now(now: BoardPosition) -> RommelScene:
    """Return who stands where on what ground."""
    snapshot, chosen = completed(now), options(now)
    return scene_with(snapshot, position_of(snapshot, chosen.doubt), chosen, table_now(now), "table")


def table_now(now: BoardPosition) -> RommelTable:
    """Return what is known of the table."""
    return RommelTable.read(known(now))


def phase_now(now: BoardPosition) -> Phase | None:
    """Return the phase; None where nobody knows."""
    return phase_of(table_now(now), "table")


def weather_now(now: BoardPosition) -> Weather | None:
    """Return the day's weather; None where neither the die nor the match's options have said."""
    return weather_of(table_now(now), options(now))


def modes_now(now: BoardPosition, scene: RommelScene, stand: Stand, here: Hex) -> tuple[Mode, ...]:
    """Return the ways to count a counter's move in the day's weather."""
    return modes_of(scene, stand, here, state_of(stand).movement or 0, weather_now(now))


def fire_hexes(now: BoardPosition, stand: Stand) -> int:
    """Return how far a counter fires in this weather; 0 for one that does not."""
    if stand.kind not in SHOOTERS:
        return 0
    row = fire_table(options(now)).row_for(stand.kind, state_of(stand).stars)
    return 0 if row is None else range_left(row.range_hexes, weather_now(now))


def flak_hexes(now: BoardPosition, stand: Stand) -> int:
    """Return how far a gun fires at aircraft in this weather; 0 for one that does not."""
    return range_left(FLAK_HEXES, weather_now(now)) if stand.kind in GUNS else 0


def plays(now: BoardPosition, stand: Stand) -> bool:
    """Say whether a counter is of the side whose phase it is."""
    return side_of(stand.side) == side_of(now.memory.side)


def places(now: BoardPosition, stand: Stand) -> bool:
    """Say whether a counter may be placed in this phase, or nobody knows of any (R1.2)."""
    phase = phase_now(now)
    return phase is None or (phase in SETUP and phase.side in (None, side_of(stand.side)))


def side_named(now: BoardPosition, side: Side) -> str:
    """Return what this match calls one of the two sides."""
    return next((name for name in now.memory.sides if side_of(name) == side), side)


def moves_in(phase: Phase | None, stand: Stand) -> bool:
    """Say whether a counter moves in a phase: aircraft in the air's, the others in that of the ground."""
    if phase is None:
        return is_air(stand) or is_ground(stand)
    return phase.name == ("air_move" if is_air(stand) else "ground_move")
