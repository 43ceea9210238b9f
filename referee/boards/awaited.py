"""Counters still to be placed: where the rules place them, a match has them beside the board before they are seen."""

from collections.abc import Mapping
from dataclasses import replace

from rules.registry import game_named
from rules.state import TABLE, State
from table.snapshot import Snapshot
from table.stand import Stand

BESIDE_CM = -500.0
"""Where a counter stands that nobody has placed or seen: on no hex, and out of sight of every drawing."""


def with_awaited(game: str, standing: Snapshot, reserve: Mapping[str, Stand], memory: State) -> Snapshot:
    """Return the table with those of a roster that no camera has seen and that are placed, or may be, by the rules."""
    if standing.board is None or not reserve or "place" not in game_named(game).verbs:
        return standing
    phase = memory.known.get(TABLE, {}).get("phase")
    placing = phase is None or str(phase).startswith("setup")
    found = tuple(
        replace(stand, x=BESIDE_CM, y=BESIDE_CM, sigma_cm=0.0)
        for name, stand in reserve.items()
        if name not in standing and (placing or name in memory.places or name in memory.starts)
    )
    return replace(standing, stands=(*standing.stands, *found)) if found else standing
