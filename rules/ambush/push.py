"""PUSH: a tank shoves another vehicle along (A7.6)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.ambush.movement import PUSH_SHARE, drive
from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from rules.ambush.troops import Vehicle, is_vehicle, listed
from rules.ambush.way import stays_clear, way_along
from rules.common_actions import stays_on_table
from rules.ruling import Shape
from table.contact import touching
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.vectors import dot, minus
from table.verdict import SLACK

TANK = 3  # A7.1: the least category that is a tank or a self-propelled gun


@dataclass(frozen=True, slots=True)
class Push:
    """A push of one vehicle by another along a path; ``entry`` is the pushing one's in the list, if it is a vehicle."""

    actor: Stand
    target: Stand
    entry: Vehicle | None
    path: tuple[Point, ...]

    @classmethod
    def read(cls, asked: Asked) -> "Push":
        """Read ``actor``, ``target`` and ``path``; raises BadFile."""
        actor, target = asked.two_stands("the one that pushes", "path")
        entry = listed(actor) if is_vehicle(actor) else None
        return cls(actor, target, entry, asked.path(actor))


def push(snapshot: Snapshot, given: Push, builder: Builder, _source: str) -> None:
    """Rule on a push: a quarter of its movement, and no fire."""
    actor, target, entry = given.actor, given.target, given.entry
    tank = entry is not None and entry.category >= TANK and (not entry.self_propelled or builder.uses("guns_push"))
    builder.condition("A7.6", "tank_pushes", tank, actor=actor.name)
    builder.condition("A7.6", "vehicle_pushed", is_vehicle(target), target=target.name)
    builder.condition("A7.6", "not_fired", not state_of(actor).fired, actor=actor.name)
    if builder.verdict == "refused":
        return
    judgement = touching(actor, target, builder.uses("contact_cm"), doubt=builder.settings.doubt)
    builder.judged("A7.6", "touches", judgement, actor=actor.name, target=target.name)
    way = way_along(actor, given.path, snapshot, builder.settings)
    builder.draw(Shape("path", "line", way.points, label=f"{way.length.value:.1f} cm"))
    drive(actor, way, snapshot, builder, share=PUSH_SHARE, also="A7.6", pushes=target.name)
    builder.effect("pushes", actor.name, cm=state_of(actor).moved_cm + way.length.value)  # who pushes does not fire
    ahead = minus(way.points[-1], way.points[0])
    # More than rounding: sideways is not ahead at whatever angle the table is looked at.
    pushes_ahead = dot(ahead, minus(target.centre, actor.centre)) > SLACK
    builder.condition("A7.6", "pushes_ahead", pushes_ahead, target=target.name)
    shoved = [(target.x + x - actor.x, target.y + y - actor.y) for x, y in way.points]
    stays_on_table(target.moved_to(*shoved[-1]), snapshot, builder, "A1.1")
    stays_clear(target, shoved, snapshot, builder, actor.name, turns=False)
    builder.effect("pushed", target.name, x=target.x + ahead[0], y=target.y + ahead[1])
