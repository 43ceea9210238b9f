"""GUN and MG: what a vehicle fires, at infantry or at a vehicle, and how much of one it sees (A7.2, A7.7, A7.8, A8)."""

from dataclasses import dataclass

import shapely

from rules.action import Asked
from rules.ambush.burst import Charge, lands
from rules.ambush.crew import hit, mark_of
from rules.ambush.damage import LOST, damage, riders_count
from rules.ambush.movement_penalties import limit_earlier_move
from rules.ambush.obstacles import Obstacle, obstacles, outline_points
from rules.ambush.settings import AmbushSettings, Builder
from rules.ambush.shoot import HITS_COVER, HITS_OPEN, under_fire
from rules.ambush.state import state_of
from rules.ambush.troops import Vehicle, is_vehicle, is_wreck, listed
from rules.ambush.true_sight import share_seen
from rules.common_actions import Aimed
from rules.over_hills import measured_over
from rules.ruling import Shape
from rules.true_sight import tell_unknown
from table.arcs import bearing_off
from table.distance import centre_to_centre, edge_to_edge, to_point
from table.errors import BadFile
from table.footprint import footprint
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.true_sight import SEEN
from table.uncertainty import Errors
from table.visible import visible_fraction


def visible(
    snapshot: Snapshot, gun: Stand, target: Stand, settings: AmbushSettings
) -> tuple[Measurement, list[Obstacle]]:
    """Return the share of the target that the gun's mount sees past pieces and other vehicles; and what is in between.

    A piece that one of the two is near enough to look over, or stands in, hides nothing (A3.5).
    """
    among = [
        o for o in obstacles(snapshot, settings, gun.name, target.name)
        if o.row.blocks != "no" and not _looked_over(gun, target, o, settings)
    ]  # fmt: skip
    share = visible_fraction(
        gun.centre, target, [o.outline for o in among], settings.visible_by, gun.sigma_cm,
        obstacle_sigmas_cm=[o.sigma_cm for o in among],
    )  # fmt: skip
    return share, among


def _looked_over(gun: Stand, target: Stand, obstacle: Obstacle, settings: AmbushSettings) -> bool:
    """Whether one of the two hulls is within ``cover_cm`` of a wall, hedge or bush, or has its middle in a wood."""
    how = obstacle.row.blocks
    if how == "near":
        return any(obstacle.outline.distance(footprint(stand)) <= settings.cover_cm for stand in (gun, target))
    if how == "inside":
        return any(obstacle.outline.intersects(shapely.Point(stand.centre)) for stand in (gun, target))
    return False


ARC_DEG = 180.0  # A7.8: of a self-propelled gun


def may_fire(actor: Stand, vehicle: Vehicle, builder: Builder) -> None:
    """Record that a vehicle may fire at all: no wreck, not fired yet, manned if open, not too far moved."""
    if is_wreck(actor):
        builder.condition("A8.3", "not_destroyed", False, actor=actor.name)
    known = state_of(actor)
    if known.pushed_cm:
        builder.condition("A7.6", "pushed_no_fire", False, actor=actor.name)
    builder.condition("A7.7", "not_fired", not known.fired, actor=actor.name)
    if vehicle.open:
        builder.condition("A7.7", "has_gunner", riders_count(actor) > 0, actor=actor.name)
    limit_earlier_move(actor, vehicle.move_cm, "moved_and_fires", builder)


def in_arc(actor: Stand, vehicle: Vehicle, point: Point, errors: Errors, builder: Builder) -> None:
    """Record that a point lies in a weapon's arc: all round for a turret, the front half for a self-propelled gun."""
    if not vehicle.self_propelled:
        return
    off = bearing_off(actor, point, errors)
    builder.limit("A7.8", "arc", off, ARC_DEG / 2, "deg", actor=actor.name)
    builder.draw(Shape("arc", "line", (actor.centre, point)))


RANGE_CM = 60.0  # A7.8
SHELL = Charge(scatter_cm=5.0, radius_cm=5.0, aim="A8.1", burst="A8.1", vehicle="A8.4")
FIRES = 3  # A8.1: the least face with which a shell leaves for a point
# A8.2: the least faces for half a box and for a full one; a target half hidden is never hit fully.
HALF_BOX, FULL_BOX, HALF_BOX_HIDDEN = 3, 5, 4
MORE_THAN_HALF = 0.5


@dataclass(frozen=True, slots=True)
class GunShot:
    """A gun's shot at a point, or at the ``target`` that stands there; ``entry`` is its vehicle's, if it has one."""

    actor: Stand
    entry: Vehicle | None
    point: Point
    target: Stand | None

    @classmethod
    def read(cls, asked: Asked) -> "GunShot":
        """Read ``actor``, and a ``point`` or a ``target``; raises BadFile."""
        asked.only("actor", "target", "point")
        if ("target" in asked) == ("point" in asked):
            got = "both" if "point" in asked else None
            raise BadFile(asked.source, "action.point", "either a point [x, y] or a target", got)
        actor = asked.stand("actor")
        target = asked.stand("target") if "target" in asked else None
        if target is not None and target.name == actor.name:
            raise BadFile(asked.source, "action.target", "a stand other than the gun's own vehicle", repr(target.name))
        entry = listed(actor) if is_vehicle(actor) else None
        return cls(actor, entry, asked.point("point") if target is None else target.centre, target)


def gun(snapshot: Snapshot, shot: GunShot, builder: Builder, _source: str) -> None:
    """Rule on a gun's shot at a point or a target: a soldier as target means the point where he stands."""
    actor, vehicle, target = shot.actor, shot.entry, shot.target
    if vehicle is None:
        builder.condition("A7.8", "has_gun", False, actor=actor.name)
        return
    builder.condition("A7.8", "has_gun", vehicle.gun, actor=actor.name)
    may_fire(actor, vehicle, builder)
    in_arc(actor, vehicle, shot.point, 0.0 if target is None else target, builder)
    if target is None or not is_vehicle(target):
        _at_point(snapshot, actor, shot.point, target, builder)
    else:
        _at_vehicle(snapshot, actor, target, builder)


def _at_point(snapshot: Snapshot, actor: Stand, point: Point, target: Stand | None, builder: Builder) -> None:  # A8.1
    on_plan = to_point(actor, point) if target is None else centre_to_centre(actor, target)
    reach, plan_cm = measured_over(builder, snapshot, on_plan, actor, target)
    builder.limit("A7.8", "gun_range", reach, RANGE_CM, actor=actor.name, plan_cm=plan_cm)
    builder.draw(Shape("range", "line", (actor.centre, point), label=f"{reach.value:.1f} cm"))
    if builder.verdict != "allowed":
        return
    builder.effect("fired", actor.name)
    if builder.throw("A8.1", "shell_fires", actor.name) < FIRES:
        builder.modifying("A8.1", "shell_stays", actor=actor.name)
        builder.outcome = "miss"
        return
    _, under = lands(snapshot, actor, point, SHELL, builder)
    if under is not None:
        damage(under, 0.5 if builder.uses("shell_on_vehicle") == "half" else 1.0, "A8.4", snapshot, builder)


def _at_vehicle(snapshot: Snapshot, actor: Stand, target: Stand, builder: Builder) -> None:  # A8.2
    settings = builder.settings
    if actor.side == target.side:
        builder.condition("A8.2", "enemy", False, target=target.name, side=target.side)
    if is_wreck(target):
        builder.condition("A8.3", "not_destroyed", False, actor=target.name)
    on_plan = centre_to_centre(actor, target) if builder.uses("measure") == "centre" else edge_to_edge(actor, target)
    reach, plan_cm = measured_over(builder, snapshot, on_plan, actor, target)
    builder.limit("A7.8", "gun_range", reach, RANGE_CM, actor=actor.name, target=target.name, plan_cm=plan_cm)
    builder.draw(Shape("range", "line", (actor.centre, target.centre), label=f"{reach.value:.1f} cm"))
    more = _in_view(snapshot, actor, target, builder) if settings.sight == "book" else _truly_in_view(
        snapshot, actor, target, builder
    )  # fmt: skip
    if builder.verdict != "allowed":
        return
    builder.effect("fired", actor.name)
    face = builder.throw("A8.2", "gun_at_vehicle" if more else "gun_at_half_hidden", actor.name)
    boxes = (1.0 if face >= FULL_BOX else 0.5 if face >= HALF_BOX else 0.0) if more else 0.5 * (face >= HALF_BOX_HIDDEN)
    if not boxes:
        builder.outcome = "miss"
        return
    damage(target, boxes, "A8.2", snapshot, builder)


def _in_view(snapshot: Snapshot, actor: Stand, target: Stand, builder: Builder) -> bool | None:
    """Judge how much of the target the gun sees: any, and more than half, which is returned (A3.1, A8.2)."""
    share, among = visible(snapshot, actor, target, builder.settings)
    builder.uses("visible_by")
    seen = builder.limit("A3.1", "in_view", share, 0.0, "share", at_most=False, slack=-1e-6, target=target.name)
    for obstacle in among:
        if share.value < 1:
            builder.draw(Shape("blocker", "polygon", outline_points(obstacle), label=obstacle.name))
    return seen and builder.limit(
        "A8.2", "more_than_half", share, MORE_THAN_HALF, "share", at_most=False, slack=-1e-6, modifies=True,
        target=target.name,
    )  # fmt: skip


def _truly_in_view(snapshot: Snapshot, actor: Stand, target: Stand, builder: Builder) -> bool | None:
    """Judge the same over all that has a height; a piece without one hides all behind it, unless A3.5 excuses it."""
    settings = builder.settings
    everything = obstacles(snapshot, settings, actor.name, target.name)
    unknown = {
        o.name for o, piece in zip(everything, snapshot.pieces, strict=False)
        if piece.height_cm == 0 and o.row.blocks != "no" and not _looked_over(actor, target, o, settings)
    }  # fmt: skip
    for key in ("sight", "gun_cm", "vehicle_cm"):
        builder.uses(key)
    look = share_seen(snapshot, actor, target, unknown, settings, MORE_THAN_HALF)
    name, hiding = target.name, dict(look.hiding)
    seen = builder.judged("A3.1", "in_view", look.judged(settings.doubt), "share", target=name)
    look.tell("A3.1", name, builder)
    tell_unknown("A3.1", [piece for piece in unknown if hiding.get(piece, 0.0) > SEEN], builder)
    for obstacle in everything:
        if hiding.get(obstacle.name, 0.0) > SEEN:
            builder.draw(Shape("blocker", "polygon", outline_points(obstacle), label=obstacle.name))
    half = look.judged(settings.doubt, MORE_THAN_HALF)
    return seen and builder.judged("A8.2", "more_than_half", half, "share", modifies=True, target=name)


LOST_TWICE = 2  # hit by both dice: unhurt only on a 1


def mg(snapshot: Snapshot, shot: Aimed, builder: Builder, _source: str) -> None:
    """Rule on a burst of an MG: like a soldier's shot, against infantry only, two dice to hit."""
    actor, target = shot.actor, shot.target
    if not is_vehicle(actor):
        builder.condition("A7.7", "has_mg", False, actor=actor.name)
        return
    vehicle = listed(actor)
    builder.condition("A7.7", "has_mg", vehicle.mg, actor=actor.name)
    mark = mark_of(target, snapshot, "A7.7", "infantry_only", builder)
    if actor.side == target.side:
        builder.condition("A3.1", "enemy", False, target=target.name, side=target.side)
    may_fire(actor, vehicle, builder)
    in_arc(actor, vehicle, mark.at.centre, mark.at, builder)
    covered = under_fire(actor, mark, snapshot, builder, "A7.7")
    if builder.verdict != "allowed":
        return
    builder.effect("fired", actor.name)
    least = HITS_COVER if covered else HITS_OPEN
    faces = [builder.throw("A7.7", f"to_hit_{least}", actor.name) for _ in range(2)]
    hits = sum(face >= least for face in faces)
    if not hits:
        builder.outcome = "miss"
        return
    if hits == 2:
        builder.modifying("A7.7", "hit_by_both", stand=target.name)
    lost = hit(mark, builder, LOST_TWICE if hits == 2 else LOST)
    builder.outcome = "hit" if lost else "saved"
