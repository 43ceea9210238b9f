"""VICTORY: three of the five points and both towns for the Allies, all five held for the Axis (R1.3)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys
from rules.rommel.counting import told as points_told
from rules.rommel.judging import heard_on_scene
from rules.rommel.kinds import Side, other, side_of
from rules.rommel.naming_sides import named
from rules.rommel.phasing import TURNS, turn_of
from rules.rommel.scene import Scene
from rules.rommel.settings import Builder, options_of
from table.errors import BadFile
from table.hexes import Hex
from table.notation.toml import got_words
from table.snapshot import Snapshot

POINTS = 3


def victory(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``victory`` (``side``, ``turn``): who wins if the turn ends like this, or whether that side does (R1.3)."""
    check_keys(action, ("side", "turn"), source)
    given = action.get("side")
    if given is not None and not isinstance(given, str):
        raise BadFile(source, "action.side", "axis or allied", got_words(given))
    claims = None if given is None else side_of(given, source, "action.side")
    turn = turn_of(action, source, "action.turn") if "turn" in action else turn_of(builder.table, source)

    def judge(scene: Scene, heard_: Builder) -> None:
        winner = winner_at_end(scene, turn, heard_)
        if claims is not None:
            heard_.condition("R1.3", "has_won", winner == claims, side=given)
        if winner is not None and heard_.table.get("phase") is None:
            wins(winner, snapshot, heard_)
        elif winner is None and is_truce_after(turn, heard_):
            heard_.outcome = "truce"
        else:  # in a match the turn's end decides, by `next`
            heard_.outcome = "undecided" if winner is None else f"{winner}_ahead"

    heard_on_scene(snapshot, builder, judge, source)


def wins(winner: Side, snapshot: Snapshot, builder: Builder) -> None:
    """Record that a side has won."""
    builder.outcome = f"{winner}_wins"
    builder.effect("victory", None, winner=named(snapshot, builder, winner))
    builder.effect("defeat", None, side=named(snapshot, builder, other(winner)))


def is_truce_after(turn: int | None, builder: Builder) -> bool:
    """Say, and record, whether a turn that nobody won ends in a truce: after the eleventh, if so agreed (R1.3)."""
    if turn is None or turn < TURNS or options_of(builder).after_last_turn != "truce":
        return False
    builder.modifying("R1.3", "truce_after", turn=turn)
    return True


def winner_at_end(scene: Scene, turn: int | None, builder: Builder) -> Side | None:
    """Return who has won at the end of a turn: the Allies in any, the Axis after turn 11; None where nobody (R1.3)."""
    if not scene.ground.points:
        builder.modifying("R1.3", "no_points")
        return None
    if scene.ground.house:
        builder.uses("map")
    points, towns = (dict(sorted(named.items())) for named in (scene.ground.points, scene.ground.towns))
    taken = [name for name, hexes in points.items() if _stands_on(scene, hexes, "allied")]
    held = [name for name in points if name not in taken]
    lost = [name for name, hexes in towns.items() if _stands_on(scene, hexes, "axis")]
    enough = points_told(builder, "R1.3", "points_taken", len(taken), POINTS, "points", places=taken)
    kept = not lost
    builder.modifying("R1.3", "towns_kept" if kept else "towns_lost", places=lost, count=len(towns) - len(lost))
    if enough and kept:
        return "allied"
    if turn is None or turn < TURNS:
        return None
    all_held = points_told(builder, "R1.3", "points_held", len(held), len(points), "points", places=held)
    return "axis" if all_held else None


def _stands_on(scene: Scene, hexes: frozenset[Hex], side: Side) -> bool:
    """Say whether a side's ground counter stands on one of these hexes."""
    there = (scene.ground_on(here) for here in hexes)
    return any(each is not None and side_of(each.side) == side for each in there)
