"""Who sees whom, asked without any action: the line of sight, and the cover that hides who kept quiet (A3)."""

from rules.ambush.obstacles import obstacles
from rules.ambush.settings import Builder
from rules.ambush.shoot import covered_by, sees, truly_sees
from rules.ambush.troops import is_vehicle
from table.snapshot import Snapshot
from table.stand import Stand


def look(snapshot: Snapshot, viewer: Stand, target: Stand, builder: Builder) -> None:
    """Judge whether somebody sees another; of a bare place, which has no kind, whether the line there is free."""
    settings = builder.settings
    among = obstacles(snapshot, settings, viewer.name, target.name)
    along = sees if settings.sight == "book" else truly_sees
    along(viewer, target, snapshot, among, builder)
    if target.kind and not is_vehicle(target):  # a vehicle's cover is the gun's matter (A8.2)
        covered_by(viewer, target, among, builder, settings)
