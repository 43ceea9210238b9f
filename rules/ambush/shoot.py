"""SHOOT: a soldier fires at a soldier (A2.1-A2.3, A2.6, A3, A6.1)."""

from collections.abc import Sequence
from math import dist

from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry

from rules.ambush.crew import Mark, crew_in_cover, hit, mark_of
from rules.ambush.damage import LOST, refuse_after_riding, refuse_if_aboard, refuse_if_fought
from rules.ambush.no_cover import tell_no_cover
from rules.ambush.obstacles import Obstacle, crossing_of, obstacles, outline_points
from rules.ambush.platoon import refuse_on_plate
from rules.ambush.settings import AmbushSettings, Builder
from rules.ambush.sight import Finding, any_of, blocking, covering, reach_along
from rules.ambush.state import state_of
from rules.ambush.troops import MOVE_CM, has_shown_himself, is_vehicle
from rules.ambush.true_sight import true_sight
from rules.common_actions import Aimed
from rules.over_hills import measured_over
from rules.ruling import Shape
from rules.true_sight import tell_unknown
from table.distance import centre_to_centre, edge_to_edge
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.true_sight import SEEN

RANGE_CM = 50.0  # A2.3
HITS_OPEN, HITS_COVER = 4, 5  # A2.3: the least face that hits


def shoot(snapshot: Snapshot, shot: Aimed, builder: Builder, _source: str) -> None:
    """Rule on a shot in the order of A3.6, then ask for the dice."""
    actor, target = shot.actor, shot.target
    mark = mark_of(target, snapshot, "A7.1", "rifle_at_vehicle", builder)
    settings = builder.settings

    refuse_if_aboard(actor, snapshot, builder)
    refuse_on_plate(actor, builder)
    refuse_if_fought(actor, builder)
    refuse_after_riding(actor, builder)
    _may_act(actor, target, builder, settings)
    covered = under_fire(actor, mark, snapshot, builder, "A2.3")
    if builder.verdict != "allowed":
        return

    builder.effect("fired", actor.name)
    builder.effect("reveal", actor.name)
    least = HITS_COVER if covered else HITS_OPEN
    if builder.throw("A2.3", f"to_hit_{least}", actor.name) < least:
        builder.outcome = "miss"
        return
    builder.outcome = "hit" if hit(mark, builder, LOST) else "saved"


def _may_act(actor: Stand, target: Stand, builder: Builder, settings: AmbushSettings) -> None:  # A2.1, A2.2, A6.1
    known = state_of(actor)
    if is_vehicle(actor):
        builder.condition("A2.3", "soldier_shoots", False, actor=actor.name)
    if actor.side == target.side:
        builder.condition("A3.1", "enemy", False, target=target.name, side=target.side)
    builder.condition("A2.1", "not_fired", not known.fired, actor=actor.name)
    if known.threw:
        builder.condition("A2.1", "not_threw", bool(builder.uses("shoot_after_grenade")), actor=actor.name)
    if known.moved_cm > 0 and not known.ran:
        builder.limit("A2.2", "moved_not_ran", Measurement(known.moved_cm), MOVE_CM, actor=actor.name)
    else:
        builder.condition("A2.2", "not_ran", not known.ran, actor=actor.name)
    linear = [kind for kind in known.crossed if crossing_of(kind, settings) == "linear"]
    if linear:
        builder.condition("A6.1", "no_obstacle_crossed", False, actor=actor.name, kind=linear[0])


def under_fire(actor: Stand, mark: Mark, snapshot: Snapshot, builder: Builder, clause: str) -> bool:
    """Judge range, sight and cover of fire by rifle or MG (A2.3, A3, A7.7); say whether the target is in cover."""
    settings = builder.settings
    in_range(actor, mark.at, snapshot, builder, clause)
    among = obstacles(snapshot, settings, actor.name, mark.target.name, mark.at.name)
    look = sees if settings.sight == "book" else truly_sees
    look(actor, mark.at, snapshot, among, builder)
    if mark.carrier is not None:
        return crew_in_cover(mark, builder)
    return covered_by(actor, mark.at, among, builder, settings)


def in_range(actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, clause: str = "A2.3") -> None:
    """Judge the range of a rifle or an MG (A2.3, A7.7): centre to centre, or edge to edge."""
    how = builder.uses("measure")
    on_plan = centre_to_centre(actor, target) if how == "centre" else edge_to_edge(actor, target)
    measured, plan_cm = measured_over(builder, snapshot, on_plan, actor, target)
    builder.limit(
        clause, "range", measured, RANGE_CM, actor=actor.name, target=target.name, measure=how, plan_cm=plan_cm
    )
    start, end = measured.start or actor.centre, measured.end or target.centre
    builder.draw(Shape("range", "line", (start, end), label=f"{measured.value:.1f} cm"))


def sees(actor: Stand, target: Stand, _: Snapshot, among: tuple[Obstacle, ...], builder: Builder) -> None:
    """Judge whether the target is seen (A3.1), and say where nothing but what gives no cover hides it (A3.3)."""
    settings = builder.settings
    findings = blocking(actor, target, among, settings)
    free = 1 - any_of(findings)
    if any(f.crossed > 0 and f.obstacle.row.blocks == "near" for f in findings):
        builder.uses("cover_cm")
    first = next((f for f in findings if f.crossed > 0), None)
    if first is None:
        builder.condition("A3.1", "sight", True, actor=actor.name, target=target.name)
        _draw_line(actor, target, [], builder)
        return
    seen = builder.likely(
        "A3.1", "sight", free, first.measured, first.limit_cm, actor=actor.name, target=target.name,
        piece=first.obstacle.name, kind=first.obstacle.kind,
        before_target_cm=reach_along(actor, target, first.obstacle).value,
    )  # fmt: skip
    blockers = [f for f in findings if f.probability > settings.doubt]
    for finding in blockers:
        builder.draw(Shape("blocker", "polygon", outline_points(finding.obstacle), label=finding.obstacle.name))
    if seen is not None and first.obstacle.row.cover == "nobody":
        builder.condition("A3.3", "hidden_without_cover", seen, piece=first.obstacle.name, kind=first.obstacle.kind)
    _draw_line(actor, target, blockers if seen is not True else [], builder)


def truly_sees(actor: Stand, target: Stand, snapshot: Snapshot, among: tuple[Obstacle, ...], builder: Builder) -> None:
    """Judge whether any of the target is seen over all that has a height (A3.1, option ``sight``)."""
    heights = ("gun_cm" if is_vehicle(actor) else "eye_cm", "vehicle_cm" if is_vehicle(target) else "figure_cm")
    for key in ("sight", *heights):
        builder.uses(key)
    found, doubt = true_sight(snapshot, actor, target, among, builder.settings), builder.settings.doubt
    if not found.hiding and not found.by_book:
        builder.condition("A3.1", "sight", True, actor=actor.name, target=target.name)
        _draw_line(actor, target, [], builder)
        return
    first = found.first
    piece, kind = first.obstacle.name, first.obstacle.kind
    if first in found.by_book:
        seen = builder.likely(
            "A3.1", "sight", found.probability, first.measured, first.limit_cm, actor=actor.name, target=target.name,
            piece=piece, kind=kind, before_target_cm=reach_along(actor, target, first.obstacle).value,
        )  # fmt: skip
    else:
        seen = builder.judged(
            "A3.1", "sight", found.look.judged(doubt, also=found.free_by_book), "share", actor=actor.name,
            target=target.name, piece=piece, kind=kind, truly=True,
        )  # fmt: skip
    found.look.tell("A3.1", target.name, builder)
    tell_unknown("A3.1", [finding.obstacle.name for finding in found.by_book], builder)
    blockers = [f for f in found.hiding if f.probability > SEEN] + [f for f in found.by_book if f.probability > doubt]
    for finding in blockers:
        builder.draw(Shape("blocker", "polygon", outline_points(finding.obstacle), label=finding.obstacle.name))
    if seen is not None and first.obstacle.row.cover == "nobody":
        builder.condition("A3.3", "hidden_without_cover", seen, piece=first.obstacle.name, kind=first.obstacle.kind)
    _draw_line(actor, target, blockers if seen is not True else [], builder)


def covered_by(
    actor: Stand, target: Stand, among: Sequence[Obstacle], builder: Builder, settings: AmbushSettings
) -> bool:
    """Judge whether the target is in cover (A3.4): then it must have given itself away (A3.2)."""
    findings = covering(actor, target, among, settings)
    probability = any_of(findings)
    if not findings:
        tell_no_cover(actor, target, among, builder)
        return False
    first = findings[0]
    if first.obstacle.row.cover == "near":
        builder.uses("cover_cm")
    detail = {"target": target.name, "piece": first.obstacle.name, "kind": first.obstacle.kind}
    detail["where"] = "in" if first.limit_cm == 0 else "behind"
    covered = builder.likely(
        "A3.4", "cover", probability, first.measured, first.limit_cm, modifies=True, list_failed=False, **detail
    )
    if covered is False:
        tell_no_cover(actor, target, among, builder)
    else:
        builder.draw(Shape("cover", "polygon", outline_points(first.obstacle), label=first.obstacle.name))
        if first.limit_cm and first.measured.value > 0:
            _draw_behind(actor, target, first, builder)
    if covered:
        revealed = has_shown_himself(target)  # A3.5
        builder.condition("A3.2", "revealed", revealed, **detail)
    return bool(covered)


def _draw_behind(actor: Stand, target: Stand, found: Finding, builder: Builder) -> None:
    """Draw how far behind an obstacle the target is: along the line of sight."""
    back = found.measured.value / max(dist(actor.centre, target.centre), found.measured.value)
    (ax, ay), (tx, ty) = actor.centre, target.centre
    builder.draw(Shape("behind", "line", ((tx + back * (ax - tx), ty + back * (ay - ty)), target.centre)))


def _crossing(actor: Stand, target: Stand, obstacle: Obstacle) -> BaseGeometry:
    return LineString([actor.centre, target.centre]).intersection(obstacle.outline)


def _draw_line(actor: Stand, target: Stand, blockers: Sequence[Finding], builder: Builder) -> None:
    """Draw the line of sight: solid as far as it is free, dashed from where the nearest blocker stops it."""
    crossings = [_crossing(actor, target, f.obstacle) for f in blockers]
    reached = [float(c.distance(Point(actor.centre))) for c in crossings if not c.is_empty]
    if not reached:
        builder.draw(Shape("sight", "line", (actor.centre, target.centre)))
        return
    stop = LineString([actor.centre, target.centre]).interpolate(min(reached))
    builder.draw(Shape("sight", "line", (actor.centre, (stop.x, stop.y))))
    builder.draw(Shape("blocked", "line", ((stop.x, stop.y), target.centre)))
