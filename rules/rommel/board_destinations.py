"""Where a counter of Rommel & Montgomery may go, by its cheapest way or by hexes that were tapped (R1.2, R4)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.board_play import BoardPosition, Chosen, Course, Destination, Leg, LegalAct, Said
from rules.on_board import act, fact
from rules.rommel.air import open_airfields
from rules.rommel.board_scene import modes_now, moves_in, phase_now, weather_now
from rules.rommel.flak import guns_along
from rules.rommel.kinds import is_air
from rules.rommel.placement import open_to_placing
from rules.rommel.routes import Mode, Reached, enemies_beside, reachable
from rules.rommel.scene import RommelScene
from table.errors import BadInput
from table.hex_board import parse_hex
from table.hexes import Hex, distance
from table.stand import Stand

Offered = tuple[tuple[Destination, ...], tuple[LegalAct, ...]]
"""Where a counter may go; where that is nowhere, what it may not do, with the reason."""


def destinations(now: BoardPosition, scene: RommelScene, stand: Stand, here: Hex) -> Offered:
    """Return where a counter may go; where it may go nowhere, the move with the reason."""
    phase = phase_now(now)
    if phase is not None and phase.name == "landing" and is_air(stand):
        return tuple(_landings(scene, stand, here)), ()
    if not moves_in(phase, stand):
        return (), ()
    found = tuple(_destination(now, scene, stand, reached) for reached in _reached(now, scene, stand, (here,)))
    return _unless_refused(now, found)


def placings(now: BoardPosition, scene: RommelScene, stand: Stand) -> Offered:
    """Return where a counter may be placed before the battle; where that is nowhere, the placing with the reason.

    Whether it may be placed now hangs on no hex: one is ruled on for all.
    """
    found = [scene.label(there) for there in open_to_placing(scene, stand) if there != scene.where(stand)]
    actions = ({"type": "place", "actor": stand.name, "to": to} for to in found)
    return _unless_refused(now, tuple(Destination(it["to"], 0, (it["to"],), it, kind="place") for it in actions))


def _unless_refused(now: BoardPosition, found: tuple[Destination, ...]) -> Offered:
    first = act(now, **found[0].action) if found else None
    return ((), (first,)) if first is not None and first.ruling.verdict == "refused" else (found, ())


def steered(
    now: BoardPosition, scene: RommelScene, stand: Stand, chosen: Chosen
) -> tuple[Course, tuple[Destination, ...]]:
    """Return the way by the hexes that were tapped, and where it may go on from there; raises BadInput.

    From one to the next it is the cheapest.
    """
    here = scene.where(stand)
    assert here is not None
    modes = modes_now(now, scene, stand, here)
    way: tuple[Hex, ...] = (here,)
    ends, last = [0], None
    for label in chosen.via:
        last = reachable(scene, stand, here, modes, way).get(parse_hex(scene.position.board, label))
        if last is None:
            raise BadInput("{name} cannot go by way of {hex}", name=stand.name, hex=label)
        way = last.way
        ends.append(len(way) - 1)
    assert last is not None
    path = tuple(scene.label(each) for each in way)
    action: dict[str, object] = {"type": "move", "actor": stand.name, "path": list(path)}
    if chosen.holds:
        action["holds"] = list(chosen.holds)
    legs = tuple(_leg(now, scene, stand, last, leg, chosen.holds) for leg in pairwise(ends))
    guns = tuple(gun.name for gun, _ in _guns(now, scene, stand, way))
    course = Course(path, legs, last.cost, last.mode.budget, act(now, **action), guns)
    further = _reached(now, scene, stand, way)
    return course, tuple(_destination(now, scene, stand, reached, chosen.holds) for reached in further)


def _reached(now: BoardPosition, scene: RommelScene, stand: Stand, way: Sequence[Hex]) -> list[Reached]:
    """Return the hexes a counter may move to once it has gone a way, the nearest first."""
    found = reachable(scene, stand, way[0], modes_now(now, scene, stand, way[0]), way)
    return sorted(found.values(), key=lambda it: (it.cost, it.here))


def _leg(
    now: BoardPosition, scene: RommelScene, stand: Stand, reached: Reached, ends: tuple[int, int], holds: Sequence[str]
) -> Leg:  # fmt: skip
    """Return one leg of a way: what it costs as the whole way is counted, and what happens on it."""
    first, end = ends
    gone = reached.way[first + 1 : end + 1]
    said: list[Said] = []
    mined = [here for here in gone if not is_air(stand) and scene.is_mined(here)]
    if mined:
        said.append(fact("leg_mines", cells=", ".join(scene.label(here) for here in mined)))
    before = {gun.name for gun, _ in _guns(now, scene, stand, reached.way[: first + 1])}
    for gun, here in _guns(now, scene, stand, reached.way[: end + 1]):
        if gun.name not in before and gun.name not in holds:
            said.append(fact("leg_gun", name=gun.name, cell=scene.label(here)))
    if end == len(reached.way) - 1 and (beside := enemies_beside(scene, stand, reached.here)):
        said.append(fact("leg_zone", names=", ".join(beside)))
    return Leg(scene.label(reached.way[end]), _cost(scene, reached.mode, gone), tuple(said))


def _guns(now: BoardPosition, scene: RommelScene, stand: Stand, way: Sequence[Hex]) -> Iterator[tuple[Stand, Hex]]:
    yield from guns_along(scene, stand, way, frozenset(), weather_now(now)) if is_air(stand) else ()


def _cost(scene: RommelScene, mode: Mode, gone: Sequence[Hex]) -> float:
    return sum(mode.cost(scene, here) or 0.0 for here in gone)


def _landings(scene: RommelScene, stand: Stand, here: Hex) -> Iterator[Destination]:
    for there in open_airfields(scene, stand):
        if there != here:
            label = scene.label(there)
            action = {"type": "land", "actor": stand.name, "to": label}
            yield Destination(label, distance(here, there), (scene.label(here), label), action)


def _destination(
    now: BoardPosition, scene: RommelScene, stand: Stand, reached: Reached, holds: Sequence[str] = ()
) -> Destination:
    notes = []
    if enemies_beside(scene, stand, reached.here):
        notes.append("zoc")
    if reached.mode.key == "road":
        notes.append("road")
    if not is_air(stand) and any(scene.is_mined(each) for each in reached.way[1:]):
        notes.append("mines")
    if any(gun.name not in holds for gun, _ in _guns(now, scene, stand, reached.way)):
        notes.append("flak")
    path = tuple(scene.label(each) for each in reached.way)
    action = {"type": "move", "actor": stand.name, "path": list(path)}
    return Destination(path[-1], reached.cost, path, action, tuple(notes))
