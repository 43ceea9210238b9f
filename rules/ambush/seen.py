"""MOVE or RUN, from what the camera saw of a figure (A2.1, A2.2, A7.3)."""

from collections.abc import Mapping
from typing import Any

from rules.ambush.settings import AmbushSettings
from rules.ambush.troops import RUN_FROM_CM, is_vehicle, moved_already
from rules.seen import NO_WAYS, SeenMove, Ways, has_moved, way_between
from table.paths import leg_lengths
from table.snapshot import Snapshot


def infer_moves(
    before: Snapshot, after: Snapshot, _settings: AmbushSettings, _known: Mapping[str, Any] | None = None,
    ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return one action for every stand that moved: a soldier whose way this turn is over 8 cm ran, others moved.

    ``before`` is the table with what is known of each stand; ``ways`` are the points seen on the way, by name.
    """
    found = []
    for stand in before.stands:
        if stand.name not in after or not has_moved(stand, after.stand(stand.name)):
            continue
        path = way_between(stand, after.stand(stand.name), ways)
        total_cm = sum(leg_lengths([(x, y) for x, y in path])) + moved_already(stand)
        verb = "run" if total_cm > RUN_FROM_CM + 4 * stand.sigma_cm and not is_vehicle(stand) else "move"
        found.append(SeenMove({"type": verb, "actor": stand.name, "path": path}, (stand.name,)))
    return tuple(found)
