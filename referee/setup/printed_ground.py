"""What the map of a game's settings has on its hexes, to be printed with them."""

from collections.abc import Mapping
from typing import Any

from calibration.sheets.map_art import MapArt
from rules.registry import game_named, games
from rules.settings import read_settings
from table.errors import BadInput
from table.frame import HexBoard
from table.snapshot import Snapshot


def mapped_games() -> tuple[str, ...]:
    """Return the games that have maps of their own; raises BadInput where none is installed."""
    found = tuple(game.name for game in games() if game.printed_map is not None)
    if not found:
        raise BadInput("no game with a map of its own is installed")
    return found


def map_counts(game: str, settings: Mapping[str, Any], source: str = "match.toml") -> tuple[int, int] | None:
    """Return the columns and rows of the map that a match's settings have; None for none."""
    the_game = game_named(game, source)
    return the_game.map_size(read_settings(the_game.settings, settings, source))


def printed_ground(
    game: str, board: HexBoard, settings: Mapping[str, Any], source: str = "match.toml"
) -> MapArt | None:
    """Return what lies on the map that a match's settings have; None for a game that has none.

    Raises BadFile for hexes that the board has not.
    """
    the_game = game_named(game, source)
    if the_game.printed_map is None:
        return None
    read = read_settings(the_game.settings, settings, source)
    printed = the_game.printed_map(Snapshot(1.0, 1.0, board=board), read, source)
    named = [*printed.towns.items(), *printed.points.items()]
    return MapArt(
        printed.roads, printed.mines, printed.airfields,
        frozenset(here for hexes in printed.towns.values() for here in hexes),
        frozenset(here for hexes in printed.points.values() for here in hexes),
        tuple((min(hexes), name) for name, hexes in named if hexes),
    )  # fmt: skip
