"""One move's way judged hex by hex: who is in the way, mines, zones of control, how far it is (R4.1-R4.7)."""

from collections.abc import Sequence

from rules.rommel.actions import at_most
from rules.rommel.kinds import is_air, may_be_fortified, side_of
from rules.rommel.routes import SLACK, Mode, aircraft_room, airfield_holder, enemies_beside
from rules.rommel.scene import RommelScene
from rules.rommel.settings import Builder
from table.hexes import Hex, distance
from table.stand import Stand


def judge_way(scene: RommelScene, stand: Stand, way: Sequence[Hex], modes: Sequence[Mode], builder: Builder) -> None:
    """Judge every hex of a way and its length: that first where no way to its end is short enough."""
    least = min((mode.mine_cost or 1.0 for mode in modes), default=1.0)
    beyond = all(distance(way[0], way[-1]) * least > mode.budget + SLACK for mode in modes)
    if beyond:
        _judge_length(scene, stand, way, modes, builder, beyond=True)
    for here in way[1:-1]:
        _judge_passing(scene, stand, here, builder)
    _judge_end(scene, stand, way[-1], builder)
    _judge_zones(scene, stand, way, builder)
    if not beyond:
        _judge_length(scene, stand, way, modes, builder)


def _judge_passing(scene: RommelScene, stand: Stand, here: Hex, builder: Builder) -> None:
    label = scene.label(here)
    air = scene.aircraft_on(here, stand.name)
    ground = scene.ground_on(here, stand.name)
    there = (air[0] if air else None) if is_air(stand) else ground
    if there is not None:
        builder.condition("R4.2", "way_free", False, actor=stand.name, target=there.name, hex=label)
    if not is_air(stand):
        _judge_fortification(scene, stand, here, builder)


def _judge_fortification(scene: RommelScene, stand: Stand, here: Hex, builder: Builder) -> None:
    fort = scene.fortification_on(here)
    if fort is not None:
        told = {"actor": stand.name, "target": fort.name, "hex": scene.label(here)}
        builder.condition("R5.3", "may_enter_fortification", may_be_fortified(stand), **told)


def _judge_end(scene: RommelScene, stand: Stand, here: Hex, builder: Builder) -> None:
    label = scene.label(here)
    if not any(check.key == "way_free" for check in builder.checks):
        builder.condition("R4.2", "way_free", True, actor=stand.name)
    if not is_air(stand):
        there = scene.ground_on(here, stand.name)
        name = "" if there is None else there.name
        builder.condition("R4.3", "hex_taken", there is None, actor=stand.name, target=name, hex=label)
        _judge_fortification(scene, stand, here, builder)
        return
    flying = scene.aircraft_on(here, stand.name)
    enemy = next((each for each in flying if side_of(each.side) != side_of(stand.side)), None)
    if enemy is not None:
        builder.condition("R4.3", "hex_taken", False, actor=stand.name, target=enemy.name, hex=label)
    elif (holder := airfield_holder(scene, stand, here)) is not None:
        builder.condition("R6.4", "airfield_not_held", False, actor=stand.name, target=holder.name, hex=label)
    else:
        told = {"actor": stand.name, "hex": label}
        room = aircraft_room(scene, stand, here)
        at_most(builder, "R4.3", "aircraft_on_hex", len(flying) + 1, room, "aircraft", **told)


def _judge_zones(scene: RommelScene, stand: Stand, way: Sequence[Hex], builder: Builder) -> None:
    """Judge that a counter stops in the first zone of control it enters; it may begin in one (R4.4)."""
    begins = enemies_beside(scene, stand, way[0])
    if begins:
        builder.modifying("R4.4", "leaves_zone", actor=stand.name, target=begins[0])
    for here in way[1:-1]:
        beside = enemies_beside(scene, stand, here)
        if beside:
            told = {"actor": stand.name, "target": beside[0], "hex": scene.label(here)}
            builder.condition("R4.4", "stops_in_zone", False, **told)
            return
    ends = enemies_beside(scene, stand, way[-1])
    if ends:
        told = {"actor": stand.name, "target": ends[0], "hex": scene.label(way[-1])}
        builder.condition("R4.4", "stops_in_zone", True, **told, targets=list(ends))
    else:
        builder.condition("R4.4", "enters_no_zone", True, actor=stand.name)


def _judge_length(
    scene: RommelScene,
    stand: Stand,
    way: Sequence[Hex],
    modes: Sequence[Mode],
    builder: Builder,
    *,
    beyond: bool = False,
) -> None:
    """Judge the length, counted in the way that suits the counter best; mines that none lets it enter refuse (R4.7)."""
    costs = [(mode, _cost(scene, mode, way)) for mode in modes]
    open_to = [(mode, cost) for mode, cost in costs if cost is not None]
    mined = [here for here in way[1:] if scene.is_mined(here)]
    if not open_to:
        if beyond:
            _length(scene, stand, way, modes[0], float(len(way) - 1), builder)
        told = {"actor": stand.name, "hex": scene.label(mined[0]), "count": len(mined)}
        foot = stand.kind in ("infantry", "paratroops")
        builder.condition("R4.7", "clears_no_more" if foot else "mines_stop", False, **told)
        if not beyond:
            _length(scene, stand, way, modes[0], float(len(way) - 1), builder)
        return
    fits = [(m, c) for m, c in open_to if c <= m.budget + SLACK]
    mode, cost = fits[0] if fits else min(open_to, key=lambda it: it[1] - it[0].budget)
    lanes = [] if is_air(stand) else [here for here in way[1:] if scene.is_cleared(here)]
    if lanes:
        builder.modifying("R4.7", "lane_is_free", actor=stand.name, hex=scene.label(lanes[0]))
    if mined and not is_air(stand):
        builder.condition("R4.7", "clears_mines", True, actor=stand.name, count=len(mined), hex=scene.label(mined[0]))
    if mode.key == "clearing" and mined:
        builder.modifying("R4.7", "clearing_costs", actor=stand.name)
    if mode.road:
        builder.modifying("R4.5", "on_road", actor=stand.name)
    _length(scene, stand, way, mode, cost, builder)


def _length(scene: RommelScene, stand: Stand, way: Sequence[Hex], mode: Mode, cost: float, builder: Builder) -> None:
    told = {"actor": stand.name, "hex": scene.label(way[-1])}
    enough = at_most(builder, "R4.1", "hexes_used", cost, mode.budget, "hexes", **told)
    roads = scene.ground.roads
    if not enough and not mode.road and not is_air(stand) and any(here in roads for here in way):
        builder.condition("R4.5", "wholly_on_road", all(here in roads for here in way), actor=stand.name)


def _cost(scene: RommelScene, mode: Mode, way: Sequence[Hex]) -> float | None:
    """Return what a way costs, counted like this; None where it cannot be counted so."""
    prices = [mode.cost(scene, here) for here in way[1:]]
    mines = sum(scene.is_mined(here) for here in way[1:])
    if not mode.least_mines <= mines <= mode.most_mines or any(price is None for price in prices):
        return None
    return sum(price for price in prices if price is not None)
