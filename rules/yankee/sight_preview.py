"""Who sees whom, asked without any action: along the middle of the lane of a base that faces the other (Y8.2)."""

import math
from dataclasses import replace

from rules.yankee.field_of_fire import FieldOfFire, in_view
from rules.yankee.settings import Builder
from table.corridor import corridor_of, overlap
from table.distance import front_to_target
from table.snapshot import Snapshot
from table.stand import Stand

LEAST_CM = 0.1
"""A bare place has a front so wide: a lane needs one."""


def look(snapshot: Snapshot, viewer: Stand, target: Stand, builder: Builder) -> None:
    """Judge whether a base sees another from where it faces; if that is not in its lane, as if it were turned to it."""
    here, there = (each if each.width_cm else replace(each, width_cm=LEAST_CM, depth_cm=LEAST_CM)
                   for each in (viewer, target))  # fmt: skip
    field = _field(here, there)
    if field.overlap.judged(builder.settings.doubt).probability_in <= 0.5:
        heading = math.degrees(math.atan2(there.y - here.y, there.x - here.x))
        field = _field(replace(here, heading_deg=heading), there)
        if viewer.kind:
            builder.modifying("Y8.2", "as_if_turned", actor=viewer.name, target=target.name)
    in_view(field, snapshot, builder, builder.settings)


def _field(viewer: Stand, target: Stand) -> FieldOfFire:
    reach = front_to_target(viewer, target)
    corridor = corridor_of(viewer, reach.value + 6 * reach.sigma + LEAST_CM)
    return FieldOfFire(viewer, target, reach.value, corridor, reach, overlap(corridor, target), reach.value)
