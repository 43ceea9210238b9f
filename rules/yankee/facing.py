"""Turning on the spot, and the newly contacted base that turns to face (Y7.2, Y7.6)."""

import itertools
import math
from collections.abc import Sequence

import shapely

from rules.common_actions import Aimed
from rules.ruling import Shape
from rules.yankee.obstructions import judge_way
from rules.yankee.settings import Builder
from rules.yankee.slide import gap_along
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of
from table.contact import touching
from table.footprint import Footprint, corners, footprint, united
from table.snapshot import Snapshot
from table.stand import Stand, full_circle_deg, wrap_deg
from table.vectors import shifted, unit

MOST_FLUSH_CM = 3.0  # a base's longest side: to turn it leaves or takes no more room than that
STEP_DEG = 5.0  # what a turn sweeps over is hulled in steps of so much


def turn_group(group: Sequence[Stand], turn_deg: float, snapshot: Snapshot, builder: Builder) -> None:
    """Rule on a turn on the spot, each base about its middle: it costs the whole move, whatever its angle (Y7.2)."""
    builder.modifying("Y7.2", "turn_costs_the_move", actor=group[0].name, degrees=turn_deg)
    judge_way(group, [swept_by_turn(stand, turn_deg) for stand in group], snapshot, builder, builder.settings)
    for stand in group:
        _turns(stand, stand.heading_deg + turn_deg, builder, "turned")


def face(_: Snapshot, facing: Aimed, builder: Builder, _source: str) -> None:
    """Rule on a turn to face: a base newly contacted by the target turns to it (Y7.6)."""
    actor, target = facing.actor, facing.target
    if actor.side == target.side:
        builder.condition("Y7.6", "enemy", False, target=target.name, side=target.side)
    if arm_of(actor) == "general":
        builder.condition("Y9.1", "has_factor", False, stand=actor.name, kind=actor.kind)
    judgement = touching(actor, target, builder.uses("contact_cm"), doubt=builder.settings.doubt)
    builder.judged("Y7.6", "in_contact", judgement, actor=actor.name, target=target.name)
    enemy = state_of(target)
    came = enemy.moved or enemy.moved_cm > 0
    builder.condition("Y7.6", "newly_contacted", came, stand=actor.name, by=target.name)
    builder.condition("Y7.6", "not_faced_twice", not state_of(actor).faced, stand=actor.name)
    _turns(actor, target.heading_deg + 180.0, builder, "faced", flush_with=target)


def _turns(stand: Stand, heading_deg: float, builder: Builder, effect: str, flush_with: Stand | None = None) -> None:
    """Record a turn about the base's middle; who turns to face closes up, or makes room, to stand front to front."""
    end = stand.moved_to(stand.x, stand.y, wrap_deg(heading_deg))
    room = None if flush_with is None else gap_along(footprint(end), footprint(flush_with), end.heading_deg)
    if room is not None and abs(room) < MOST_FLUSH_CM:
        end = end.moved_to(*shifted(end.centre, unit(end.heading_deg), room))
    builder.draw(Shape("path", "polygon", corners(end), label=stand.name))
    builder.effect(effect, stand.name)
    builder.effect("move", stand.name, x=end.x, y=end.y, heading_deg=full_circle_deg(end.heading_deg))


def swept_by_turn(stand: Stand, degrees: float) -> Footprint:
    """Return what a base sweeps over as it turns about its middle."""
    steps = max(1, math.ceil(abs(degrees) / STEP_DEG))
    places = [
        footprint(stand.moved_to(stand.x, stand.y, wrap_deg(stand.heading_deg + degrees * k / steps)))
        for k in range(steps + 1)
    ]
    return united([shapely.convex_hull(shapely.union(a, b)) for a, b in itertools.pairwise(places)])
