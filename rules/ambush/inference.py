"""MOVE or RUN, from what the camera saw of a figure (A2.1, A2.2, A7.3)."""

from collections.abc import Mapping

from rules.ambush.settings import AmbushSettings
from rules.ambush.troops import RUN_FROM_CM, is_vehicle
from rules.common_actions import moved_already
from rules.over_hills import ground_of, way_over
from rules.seen_move import NO_WAYS, SeenMove, Ways, ways_gone
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.uncertainty import within


def infer_moves(
    before: Snapshot, after: Snapshot, settings: AmbushSettings, _known: Mapping[str, object] | None = None,
    ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return one action for every stand that moved: a soldier whose way this turn is over 8 cm ran, others moved.

    ``before`` is the table with what is known of each stand; ``ways`` are the points seen on the way, by name.
    """
    found = []
    for name, path in ways_gone(before, after, ways).items():
        stand = before.stand(name)
        way = way_over([(x, y) for x, y in path], 0.0, ground_of(before, settings))
        total = Measurement(way.value + moved_already(stand), max(way.sigma, stand.sigma_cm))
        walked = is_vehicle(stand) or within(total, RUN_FROM_CM)
        verb = "move" if walked else "run"
        found.append(SeenMove({"type": verb, "actor": name, "path": path}, (name,)))
    return tuple(found)
