"""What the camera saw move: each counter that stands on another hex, as a move along its cheapest way (R4)."""

from collections.abc import Iterator

from rules.hex_positions import HexPosition, position_of
from rules.rommel.kinds import is_marker
from rules.rommel.routes import modes_of
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import RommelSettings, Weather
from rules.rommel.state import RommelTable, state_of
from rules.rommel.way_to import way_to
from rules.rommel.weather import weather_of
from rules.ruling import Facts
from rules.seen_move import NO_WAYS, SeenMove, Ways
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand


def infer_moves(
    before: Snapshot, after: Snapshot, settings: RommelSettings, known: Facts | None = None, _ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return one move for each counter that stands on another hex, its other readings beside it, by name.

    A counter on a line is read as on each of its hexes, likeliest first. What no legal way explains comes by one that
    `rule` refuses with its reason. Both tables are completed.
    """
    start, end = position_of(before, settings.doubt), position_of(after, settings.doubt)
    table, found = RommelTable.read(known or {}), []
    scene, weather = scene_with(before, start, settings, table), weather_of(table, settings)
    for stand in sorted(before.stands, key=lambda stand: stand.name):
        here = start.where(stand.name)
        if is_marker(stand) or here is None:
            continue
        places = [there for there in _places(stand.name, end) if there not in (None, here)]
        actions = [_action(scene, stand, here, there, weather) for there in places if there is not None]
        if actions:
            found.append(SeenMove(actions[0], (stand.name,), others=tuple(actions[1:])))
    return tuple(found)


def _places(name: str, end: HexPosition) -> Iterator[Hex | None]:
    """Yield where a counter may stand now, the likeliest hex first."""
    if name in end.between:
        yield from (here for here, _ in end.between[name].among)
    else:
        yield end.where(name)


def _action(scene: RommelScene, stand: Stand, here: Hex, there: Hex, weather: Weather | None) -> dict[str, object]:
    modes = modes_of(scene, stand, here, state_of(stand).movement or 0, weather)
    way = way_to(scene, stand, modes, (here,), there)
    return {"type": "move", "actor": stand.name, "path": [scene.written(each) for each in way]}
