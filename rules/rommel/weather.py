"""WEATHER: the die before each turn, and what rain and storm do to movement and fire (R7.1)."""

from rules.rommel.kinds import arm_of
from rules.rommel.phases import in_phase, refuse_if_over
from rules.rommel.settings import Builder, RommelSettings, Weather
from rules.rommel.state import RommelTable, table_of
from table.snapshot import Snapshot
from table.stand import Stand

STORM_HEXES = 2


def weather(_: Snapshot, _action: None, builder: Builder, source: str) -> None:
    """Rule on the die for the weather, which either player throws before the turn (R7.1)."""
    refuse_if_over(builder, source)
    in_phase(builder, source, "weather")
    table = table_of(builder, source)
    if table.phase is not None:
        builder.condition("R7.1", "not_thrown_yet", table.weather is None)
    builder.uses("weather")
    if builder.verdict != "allowed":
        return
    face = builder.throw("R7.1", "weather", "weather")
    found = builder.settings.weather.of(face)
    builder.modifying("R7.1", f"{found}_comes", face=face)
    builder.outcome = found
    builder.effect("weather", None, weather=found)
    builder.effect("table", None, weather=found)


def current_weather(builder: Builder, source: str) -> Weather | None:
    """Return the weather an action is judged in; raises BadFile for another word."""
    return weather_of(table_of(builder, source), builder.settings)


def weather_of(table: RommelTable, settings: RommelSettings) -> Weather | None:
    """Return the day's weather: what was thrown, else what the options say; None where nobody has said."""
    return table.weather or settings.today


def weather_to_fire(actor: Stand, builder: Builder, source: str) -> Weather | None:
    """Return the weather that somebody fires in, judged: no fire in a storm, a hex less in rain (R7.1)."""
    now = current_weather(builder, source)
    if now == "storm":
        builder.condition("R7.1", "fires_in_weather", False, actor=actor.name)
    elif now == "rain":
        builder.modifying("R7.1", "range_less", actor=actor.name)
    return now


def slowed(stand: Stand, factor: int, now: Weather | None) -> int:
    """Return what the weather leaves of a counter's movement factor; halves round down (R4.7, R7.1)."""
    arm = arm_of(stand)
    if now == "rain":
        return factor // 2 if arm == "air" else factor if arm == "foot" else max(factor - 1, 0)
    if now == "storm":
        return 0 if arm == "air" else max(factor - 1, 0) if arm == "foot" else min(factor, STORM_HEXES)
    return factor


def capped(stand: Stand, hexes: int, now: Weather | None) -> int:
    """Return what is left of a move, the road's two more with it: two hexes for vehicles in a storm (R7.1)."""
    return min(hexes, STORM_HEXES) if now == "storm" and arm_of(stand) not in ("air", "foot") else hexes


def range_left(hexes: int, now: Weather | None) -> int:
    """Return how far a counter fires in this weather: one hex less in rain, not at all in a storm (R7.1)."""
    return 0 if now == "storm" else max(hexes - 1, 0) if now == "rain" else hexes
