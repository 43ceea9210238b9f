"""What the page shows of Rommel & Montgomery's board: counters, ground and roads, zones of control, supply, guns."""

from collections.abc import Iterable, Iterator, Mapping

from rules.board_play import BoardPosition, Face, Mark, Overlay, Said
from rules.on_board import fact, labels, within
from rules.rommel.board_scene import flak_hexes, side_named
from rules.rommel.kinds import SIDES, is_air, is_marker, side_of
from rules.rommel.movement import has_attacked
from rules.rommel.scene import RommelScene
from rules.rommel.state import state_of
from rules.rommel.supply import SUPPLY_HEXES, is_supplied
from table.hex_board import centre_of, hexes_of
from table.hexes import Hex
from table.stand import Stand


def faces(scene: RommelScene) -> Mapping[str, Face]:
    """Return what is drawn on every counter."""
    return {stand.name: _face(scene, stand) for stand in scene.snapshot.stands}


def _face(scene: RommelScene, stand: Stand) -> Face:
    known, here = state_of(stand), scene.where(stand)
    unsaid = is_marker(stand) or known.combat is None or known.movement is None
    factors = "" if unsaid else f"{known.combat}-{known.movement}"
    tags = [tag for tag, holds in (("reduced", known.reduced), ("moved", known.moved)) if holds]
    if has_attacked(stand):
        tags.append("spent")
    if here is not None and not is_marker(stand) and not is_supplied(scene, stand, here):
        tags.append("unsupplied")
    level = 0 if is_marker(stand) else 2 if is_air(stand) else 1
    return Face(
        symbol=stand.kind, text=factors, tone=known.nation or "plain", stars=known.stars,
        level=level, tags=tuple(tags),
    )  # fmt: skip


def ground_kinds(scene: RommelScene) -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of ground by hex."""
    ground, found = scene.ground, dict[str, list[str]]()
    mined = {here for here in ground.mines if scene.is_mined(here)}
    cleared = {here for here in {*ground.mines, *ground.cleared, *scene.cleared} if scene.is_cleared(here)}
    areas: tuple[tuple[str, Iterable[Hex]], ...] = (
        ("town", (here for hexes in ground.towns.values() for here in hexes)),
        ("victory", (here for hexes in ground.points.values() for here in hexes)),
        ("airfield", ground.airfields), ("mines", mined), ("cleared", cleared), ("road", ground.roads),
    )  # fmt: skip
    for kind, hexes in areas:
        for label in labels(scene.position.board, hexes):
            found.setdefault(label, []).append(kind)
    return {label: tuple(kinds) for label, kinds in found.items()}


def roads(scene: RommelScene) -> Iterator[Mark]:
    """Yield the roads, from the middle of each hex to that of the next, and the screen line's edge by its hexes."""
    board, on_road = scene.position.board, scene.ground.roads
    for here in sorted(on_road):
        beside = [there for there in here.neighbours() if there in on_road]
        for there in beside:
            if here < there:
                yield Mark("road", (centre_of(board, here), centre_of(board, there)))
        if not beside:
            x, y = centre_of(board, here)
            yield Mark("road", ((x - board.size_cm / 3, y), (x + board.size_cm / 3, y)))


def named_places(scene: RommelScene) -> Iterator[Mark]:
    """Yield the names of towns and victory points, each in the upper part of its first hex."""
    board = scene.position.board
    for name, hexes in (*scene.ground.towns.items(), *scene.ground.points.items()):
        if hexes:
            x, y = centre_of(board, min(hexes))
            yield Mark("place", ((x, y + board.size_cm * 0.6),), name)


def overlays(now: BoardPosition, scene: RommelScene) -> tuple[Overlay, ...]:
    """Return the zones of control on the ground and in the air, supply, and how far the guns reach."""
    return (
        _zones(now, scene, "zoc", air=False), _supply(now, scene), _zones(now, scene, "zoc_air", air=True),
        _guns(now, scene),
    )  # fmt: skip


def _zones(now: BoardPosition, scene: RommelScene, key: str, *, air: bool) -> Overlay:
    board, layers, said = scene.position.board, [], list[Said]()
    for side in SIDES:
        hexes = [here for here in hexes_of(board) if scene.controlled_by(here, side, air=air)]
        cells = labels(board, hexes)
        layers.append((side_named(now, side), cells))
        said.append(fact("said_zoc", side=side_named(now, side), cells=", ".join(cells) or "–"))
    return Overlay(key, tuple(layers), tuple(said))


def _supply(now: BoardPosition, scene: RommelScene) -> Overlay:
    layers, said = [], list[Said]()
    for side in SIDES:
        own = [each for each in scene.of(side) if not is_marker(each) and not is_air(each)]
        sources = [here for each in own if each.kind == "supply" and (here := scene.where(each)) is not None]
        cells = dict.fromkeys(cell for here in sources for cell in within(scene.position.board, here, SUPPLY_HEXES))
        layers.append((side_named(now, side), tuple(cells)))
        placed = [(each, here) for each in own if (here := scene.where(each)) is not None]
        out = [each.name for each, here in placed if not is_supplied(scene, each, here)]
        said.append(fact("said_supply", side=side_named(now, side), inside=len(placed) - len(out),
                         outside=", ".join(out) or "–"))  # fmt: skip
    return Overlay("supply", tuple(layers), tuple(said))


def _guns(now: BoardPosition, scene: RommelScene) -> Overlay:
    layers, said = [], list[Said]()
    for side in SIDES:
        guns = [each for each in scene.of(side) if flak_hexes(now, each)]
        found = [(each, here) for each in guns if (here := scene.where(each)) is not None]
        cells = dict.fromkeys(
            cell for each, here in found for cell in within(scene.position.board, here, flak_hexes(now, each))
        )
        layers.append((side_named(now, side), tuple(cells)))
        said.append(
            fact("said_zoc", side=side_named(now, side), cells=", ".join(each.name for each, _ in found) or "–")
        )
    return Overlay("flak", tuple(layers), tuple(said))


def counts(scene: RommelScene, side: str) -> Mapping[str, int]:
    """Return what a side has left, and what it holds."""
    mine = [each for each in scene.of(side_of(side)) if not is_marker(each)]
    ground = [each for each in mine if not is_air(each)]
    own = side_of(side)

    def holds(hexes: Iterable[Hex]) -> bool:
        there = (scene.ground_on(here) for here in hexes)
        return any(each is not None and side_of(each.side) == own for each in there)

    enemy_points = [hexes for hexes in scene.ground.points.values() if holds(hexes)]
    points = len(enemy_points)
    if own == "axis":  # the points lie in its zone: it holds those on which no enemy stands (R1.3)
        points = sum(not _enemy_on(scene, hexes, own) for hexes in scene.ground.points.values())
    found = {
        "counters": len(ground), "aircraft": len(mine) - len(ground),
        "combat": sum(state_of(each).combat or 0 for each in ground),
    }  # fmt: skip
    if scene.ground.points:
        found["points"] = points
    if own == "allied" and scene.ground.towns:
        found["towns"] = sum(not _enemy_on(scene, hexes, own) for hexes in scene.ground.towns.values())
    return found


def _enemy_on(scene: RommelScene, hexes: Iterable[Hex], own: str) -> bool:
    there = (scene.ground_on(here) for here in hexes)
    return any(each is not None and side_of(each.side) != own for each in there)
