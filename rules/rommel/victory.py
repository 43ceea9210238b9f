"""VICTORY: three of the five points and both towns for the Allies, all five held for the Axis (R1.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.action import Asked
from rules.rommel.actions import record_at_least, ruled_on_scene
from rules.rommel.kinds import Side, other, side_of
from rules.rommel.phases import TURNS
from rules.rommel.scene import RommelScene
from rules.rommel.settings import Builder
from rules.rommel.sides import named
from rules.rommel.state import table_of
from table.errors import BadFile
from table.hexes import Hex
from table.notation.toml import got_words
from table.snapshot import Snapshot

POINTS = 3


@dataclass(frozen=True, slots=True)
class VictoryClaim:
    """The question who wins if a turn ends like this, or whether ``side`` does, as the match calls it (R1.3).

    ``turn`` is None where nobody knows which turn it is.
    """

    side: str | None
    turn: int | Literal["this"] | None

    @classmethod
    def read(cls, asked: Asked) -> "VictoryClaim":
        """Read ``side`` and ``turn``; raises BadFile."""
        asked.only("side", "turn")
        side = asked.get("side")
        if side is not None and not isinstance(side, str):
            raise BadFile(asked.source, "action.side", "axis or allied", got_words(side))
        if side is not None:
            side_of(side, asked.source, "action.side")
        given = asked.get("turn", "this")
        return cls(side, None if given is None else asked.whole("turn", least=0) if "turn" in asked else "this")


@ruled_on_scene
def victory(scene: RommelScene, claim: VictoryClaim, builder: Builder, source: str) -> None:
    """Rule on who wins if the turn ends like this (R1.3)."""
    table = table_of(builder, source)
    turn = table.turn if claim.turn == "this" else claim.turn
    winner = winner_at_end(scene, turn, builder)
    if claim.side is not None:
        builder.condition("R1.3", "has_won", winner == side_of(claim.side), side=claim.side)
    if winner is not None and table.phase is None:
        wins(winner, scene.snapshot, builder)
    elif winner is None and is_truce_after(turn, builder):
        builder.outcome = "truce"
    else:  # in a match the turn's end decides, by `next`
        builder.outcome = "undecided" if winner is None else f"{winner}_ahead"


def wins(winner: Side, snapshot: Snapshot, builder: Builder) -> None:
    """Record that a side has won."""
    builder.outcome = f"{winner}_wins"
    builder.effect("victory", None, winner=named(snapshot, builder, winner))
    builder.effect("defeat", None, side=named(snapshot, builder, other(winner)))


def is_truce_after(turn: int | None, builder: Builder) -> bool:
    """Say, and record, whether a turn that nobody won ends in a truce: after the eleventh, if so agreed (R1.3)."""
    if turn is None or turn < TURNS or builder.settings.after_last_turn != "truce":
        return False
    builder.modifying("R1.3", "truce_after", turn=turn)
    return True


def winner_at_end(scene: RommelScene, turn: int | None, builder: Builder) -> Side | None:
    """Return who has won at the end of a turn: the Allies in any, the Axis after turn 11; None where nobody (R1.3)."""
    if not scene.ground.points:
        builder.modifying("R1.3", "no_points")
        return None
    if scene.ground.house:
        builder.uses("map")
    points, towns = (dict(sorted(named.items())) for named in (scene.ground.points, scene.ground.towns))
    taken = held_by(scene, points, "allied")
    held = [name for name in points if name not in taken]
    lost = held_by(scene, towns, "axis")
    enough = record_at_least(builder, "R1.3", "points_taken", len(taken), POINTS, "points", places=taken)
    kept = not lost
    builder.modifying("R1.3", "towns_kept" if kept else "towns_lost", places=lost, count=len(towns) - len(lost))
    if enough and kept:
        return "allied"
    if turn is None or turn < TURNS:
        return None
    all_held = record_at_least(builder, "R1.3", "points_held", len(held), len(points), "points", places=held)
    return "axis" if all_held else None


def held_by(scene: RommelScene, named: Mapping[str, frozenset[Hex]], side: Side) -> list[str]:
    """Return those of some places on whose hexes a side's ground counter stands."""

    def stands_on(here: Hex) -> bool:
        there = scene.ground_on(here)
        return there is not None and side_of(there.side) == side

    return [name for name, hexes in named.items() if any(map(stands_on, hexes))]
