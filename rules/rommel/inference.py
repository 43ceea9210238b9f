"""What the camera saw move: each counter that stands on another hex, as a move along its cheapest way (R4)."""

from collections.abc import Iterator

from rules.hex_positions import HexPosition, position_of
from rules.rommel.kinds import is_marker
from rules.rommel.movement import straight
from rules.rommel.notation import reached_by
from rules.rommel.routes import Mode, reachable
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import RommelSettings, Weather
from rules.rommel.state import RommelTable
from rules.rommel.weather import weather_of
from rules.ruling import Facts
from rules.seen_move import NO_WAYS, SeenMove, Ways
from table.hexes import Hex, distance
from table.snapshot import Snapshot
from table.stand import Stand


def infer_moves(
    before: Snapshot, after: Snapshot, settings: RommelSettings, known: Facts | None = None, _ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return one move for each counter that stands on another hex, its other readings beside it, by name.

    A counter on a line is read as on each of its hexes, likeliest first. What no legal way explains comes straight,
    which `rule` refuses with its reason. Both tables are completed.
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
    way = way_seen(scene, stand, here, there, weather)
    return {"type": "move", "actor": stand.name, "path": [scene.written(each) for each in way]}


def way_seen(scene: RommelScene, stand: Stand, here: Hex, there: Hex, weather: Weather | None) -> tuple[Hex, ...]:
    """Return the way that a counter most likely went: its cheapest legal one, else round others, else straight."""
    legal = {reached.here: reached for reached in reached_by(scene, stand, weather)}
    if there in legal:
        return legal[there].way
    longer = reachable(scene, stand, here, (Mode("plain", 2 * distance(here, there) + 4, 1.0, 999),))
    if there in longer:
        return longer[there].way
    return straight(here, there)
