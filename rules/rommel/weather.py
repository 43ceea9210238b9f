"""WEATHER: the die before each turn, and what rain and storm do to movement and fire (R7.1)."""

from collections.abc import Mapping
from typing import Any, get_args

from rules.action import check_keys
from rules.hearing import Hearing
from rules.rommel.kinds import arm_of
from rules.rommel.phasing import in_phase, is_over
from rules.rommel.settings import RommelSettings, Weather, options_of
from table.errors import BadFile
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand

STORM_HEXES = 2


def weather(_: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``weather``: either player throws the die before the turn (R7.1)."""
    check_keys(action, ("side",), source)
    is_over(hearing)
    in_phase(hearing, source, "weather")
    if hearing.table.get("phase") is not None:
        hearing.condition("R7.1", "not_thrown_yet", hearing.table.get("weather") is None)
    hearing.uses("weather")
    if hearing.verdict != "allowed":
        return
    face = hearing.throw("R7.1", "weather", "weather")
    found = options_of(hearing).weather.of(face)
    hearing.modifying("R7.1", f"{found}_comes", face=face)
    hearing.outcome = found
    hearing.effect("weather", None, weather=found)
    hearing.effect("table", None, weather=found)


def weather_heard(hearing: Hearing, source: str) -> Weather | None:
    """Return the weather an action is judged in; raises BadFile."""
    return weather_of(hearing.table, options_of(hearing), source)


def weather_of(table: Mapping[str, Any], settings: RommelSettings, source: str = "case") -> Weather | None:
    """Return the day's weather: what was thrown, else what the options say; None where nobody has said. Raises BadFile.

    ``table`` is what is known of the table; a new day's is there, and None.
    """
    thrown = table.get("weather")
    if thrown is not None and thrown not in get_args(Weather):
        raise BadFile(source, "side.table.weather", f"one of {', '.join(get_args(Weather))}", got_words(thrown))
    return settings.today if thrown is None else thrown


def weather_to_fire(actor: Stand, hearing: Hearing, source: str) -> Weather | None:
    """Return the weather that somebody fires in, judged: no fire in a storm, a hex less in rain (R7.1)."""
    now = weather_heard(hearing, source)
    if now == "storm":
        hearing.condition("R7.1", "fires_in_weather", False, actor=actor.name)
    elif now == "rain":
        hearing.modifying("R7.1", "range_less", actor=actor.name)
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
