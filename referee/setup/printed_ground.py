"""What the map of a game's settings has on its hexes, to be printed with them."""

from collections.abc import Mapping
from typing import Any

from calibration.sheets.map_art import MapArt
from rules.registry import game_named
from rules.rommel.ground import ground_of, map_of
from rules.rommel.settings import RommelSettings
from rules.settings import read_settings
from table.frame import HexBoard
from table.snapshot import Snapshot


def map_counts(settings: Mapping[str, Any], source: str = "match.toml") -> tuple[int, int] | None:
    """Return the columns and rows of Rommel's map as a match's settings have it; None for open desert."""
    chosen = map_of(_read(settings, source))
    return None if chosen is None else (chosen.columns, chosen.rows)


def printed_ground(board: HexBoard, settings: Mapping[str, Any], source: str = "match.toml") -> MapArt:
    """Return what lies on Rommel's map as a match's settings have it; raises BadFile for hexes the board has not."""
    ground = ground_of(Snapshot(1.0, 1.0, board=board), _read(settings, source), source)
    named = [*ground.towns.items(), *ground.points.items()]
    return MapArt(
        ground.roads, ground.mines - ground.cleared, ground.airfields,
        frozenset(here for hexes in ground.towns.values() for here in hexes),
        frozenset(here for hexes in ground.points.values() for here in hexes),
        tuple((min(hexes), name) for name, hexes in named if hexes),
    )  # fmt: skip


def _read(settings: Mapping[str, Any], source: str) -> RommelSettings:
    read = read_settings(game_named("rommel").settings, settings, source)
    assert isinstance(read, RommelSettings)
    return read
