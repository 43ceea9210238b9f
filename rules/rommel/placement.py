"""PLACE: the order and the zones of setting up (R1.2, R2.2, R2.3)."""

from collections.abc import Iterator

from rules.rommel.actions import Placement, at_least, at_most, ruled_on_scene
from rules.rommel.kinds import SIDES, Side, is_air, is_ground, may_be_fortified, side_of
from rules.rommel.phases import SETUP, Phase, phase_of, refuse_if_over
from rules.rommel.routes import ON_AIRFIELD, aircraft_room
from rules.rommel.scene import RommelScene, hex_drawn
from rules.rommel.settings import Builder
from rules.rommel.state import state_of, table_of
from table.hex_board import hexes_of
from table.hexes import Hex
from table.stand import Stand

FIRST_COUNTERS, LAST_COUNTERS = 16, 16
"""How many counters the Axis places first, besides its aircraft, and the Allies last (R1.2)."""


@ruled_on_scene
def place(scene: RommelScene, placement: Placement, builder: Builder, source: str) -> None:
    """Rule on a counter that is put on the board before the battle (R1.2)."""
    actor, there = placement.actor, placement.there
    side, told = side_of(actor.side), {"actor": actor.name, "hex": scene.label(there)}
    now = phase_of(table_of(builder, source), source)
    refuse_if_over(builder, source)
    if now is not None:
        own = now in SETUP and now.side in (None, side)
        builder.condition("R1.2", "may_place_now", own, **told, phase=now.name)
        if own:
            _judge_turn_to_place(scene, actor, now, builder)
    builder.condition("R2.2", "starts_whole", not state_of(actor).reduced, **told)
    judge_zone(scene, actor, there, builder)
    judge_room(scene, actor, there, builder)
    inside = scene.ground_on(there) if actor.kind == "fortification" else None
    if inside is not None:
        _judge_inside(inside, actor, there, scene, builder)
    builder.draw(hex_drawn(scene, there, "path"))
    if builder.verdict != "allowed":
        return
    builder.effect("placed", actor.name, to_hex=scene.label(there))
    builder.effect("move", actor.name, **scene.put_on(there), placed=True)
    builder.outcome = "placed"


def _judge_turn_to_place(scene: RommelScene, actor: Stand, now: Phase, builder: Builder) -> None:
    """Judge that this counter is placed now: what the Axis places first, what stays for the Allies' last (R1.2)."""
    told = {"actor": actor.name}
    again = scene.where(actor) is not None
    if now.name == "setup_first" and not is_air(actor):
        first = actor.kind not in ("supply", "fortification", "lane")
        builder.condition("R1.2", "not_placed_first", first, **told)
        count = _placed(scene, "axis") + (not again)
        at_most(builder, "R1.2", "first_counters", count, FIRST_COUNTERS, "counters", **told)
    if now.name == "setup_screen" and side_of(actor.side) == "allied" and is_ground(actor) and not again:
        builder.uses("behind_screen")
        if builder.settings.behind_screen == "the rest":
            left = len(_unplaced(scene, "allied")) - 1
            at_least(builder, "R1.2", "kept_for_last", left, LAST_COUNTERS, "counters", **told)


def open_to_placing(scene: RommelScene, actor: Stand) -> Iterator[Hex]:
    """Yield the hexes of its zone where a counter may be placed as far as the map goes: where there is room (R1.2)."""
    zone = scene.ground.zone(side_of(actor.side))
    for there in hexes_of(scene.position.board):
        if (not zone or there in zone) and _has_room(scene, actor, there):
            yield there


def _has_room(scene: RommelScene, actor: Stand, there: Hex) -> bool:
    if is_air(actor):
        return len(scene.aircraft_on(there, actor.name)) < _air_room(scene, actor, there)
    fort, inside = scene.fortification_on(there, actor.name), scene.ground_on(there, actor.name)
    if actor.kind == "fortification":
        return fort is None and (inside is None or may_be_fortified(inside))
    return not is_ground(actor) or (inside is None and (fort is None or may_be_fortified(actor)))


def _air_room(scene: RommelScene, actor: Stand, there: Hex) -> int:
    return ON_AIRFIELD if there in scene.ground.airfields else aircraft_room(scene, actor, there)


def judge_zone(scene: RommelScene, actor: Stand, there: Hex, builder: Builder) -> None:
    """Judge that a hex is in a counter's zone, and that a fortification is the Axis's (R1.2, R2.3)."""
    side = side_of(actor.side)
    zone = scene.ground.zone(side)
    if zone:
        told = {"actor": actor.name, "hex": scene.label(there)}
        clause = "R2.3" if actor.kind == "fortification" else "R1.2"
        builder.condition(clause, "in_own_zone", there in zone, **told)
        if scene.ground.house:
            builder.uses("map")
    if actor.kind == "fortification":
        builder.condition("R2.3", "axis_fortifies", side == "axis", actor=actor.name)


def judge_room(scene: RommelScene, actor: Stand, there: Hex, builder: Builder) -> None:
    """Judge that there is room on a hex for a counter that is placed there (R4.3, R5.3)."""
    told = {"actor": actor.name, "hex": scene.label(there)}
    if is_air(actor):
        count = len(scene.aircraft_on(there, actor.name)) + 1
        at_most(builder, "R4.3", "aircraft_on_hex", count, _air_room(scene, actor, there), "aircraft", **told)
    elif is_ground(actor):
        other = scene.ground_on(there, actor.name)
        builder.condition("R4.3", "hex_taken", other is None, **told, target="" if other is None else other.name)
        fort = scene.fortification_on(there)
        if fort is not None:
            _judge_inside(actor, fort, there, scene, builder)
    elif actor.kind == "fortification" and (other := scene.fortification_on(there, actor.name)) is not None:
        builder.condition("R4.3", "hex_taken", False, **told, target=other.name)


def _judge_inside(stand: Stand, fort: Stand, there: Hex, scene: RommelScene, builder: Builder) -> None:
    told = {"actor": stand.name, "target": fort.name, "hex": scene.label(there)}
    builder.condition("R5.3", "may_enter_fortification", may_be_fortified(stand), **told)


def judge_placed(scene: RommelScene, now: Phase, builder: Builder) -> None:
    """Judge that a step of setting up is done (R1.2)."""
    if now.name == "setup_first":
        aloft = [each.name for each in unplaced(scene, "axis") if is_air(each)]
        builder.condition("R1.2", "aircraft_placed", not aloft, side="axis", stands=aloft)
        others = [each for each in _unplaced(scene, "axis") if each.kind != "supply"]
        placed = _placed(scene, "axis")
        wanted = min(FIRST_COUNTERS, placed + len(others))
        at_least(builder, "R1.2", "first_placed", placed, wanted, "counters", side="axis")
        return
    for side in SIDES:
        if side == "axis" and now.name == "setup_last":
            continue
        left = len(_unplaced(scene, side))
        most = LAST_COUNTERS if side == "allied" and now.name == "setup_screen" else 0
        if now.name == "setup_screen":
            builder.uses("behind_screen")
            if builder.settings.behind_screen == "any number":
                continue
        at_most(builder, "R1.2", "all_placed", left, most, "counters", side=side)


def _placed(scene: RommelScene, side: Side) -> int:
    """Return how many ground counters a side has on the board, its supply not among them."""
    return sum(is_ground(each) and each.kind != "supply" for each in scene.of(side))


def unplaced(scene: RommelScene, side: Side) -> tuple[Stand, ...]:
    """Return a side's counters that are still to be placed: whole ones of every kind that are not on the board."""
    return tuple(
        each for each in scene.snapshot.stands
        if side_of(each.side) == side and scene.where(each) is None and not state_of(each).reduced
        and each.kind != "lane"
    )  # fmt: skip


def _unplaced(scene: RommelScene, side: Side) -> list[Stand]:
    """Return a side's whole counters that are not on the board, aircraft and markers left out."""
    return [each for each in unplaced(scene, side) if is_ground(each)]
