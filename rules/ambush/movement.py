"""MOVE and RUN: how far, over what, what it costs, and who is hidden again (A2.1, A2.2, A3.5, A6, A7.2, A7.3)."""

from rules.ambush.damage import refuse_if_aboard, refuse_if_fought, riding
from rules.ambush.movement_penalties import Crossed, crosses, record_crossings, vehicle_reasons
from rules.ambush.obstacles import crossing_of, obstacles
from rules.ambush.settings import Builder
from rules.ambush.shoot import RANGE_CM
from rules.ambush.state import state_of
from rules.ambush.troops import MOVE_CM, RUN_CM, is_vehicle, is_wreck, listed
from rules.ambush.true_sight import chance_to_see
from rules.ambush.way import MovePath, goes_backwards, heading_after, stays_clear, way_along
from rules.common_actions import Move, length_this_turn, moved_already, stays_on_table
from rules.over_hills import distance_over, ground_of, told
from rules.ruling import Shape
from table.distance import centre_to_centre
from table.ground import gone_to
from table.snapshot import Snapshot
from table.stand import Stand, full_circle_deg
from table.terrain import Point
from table.verdict import judge


def hides_again(actor: Stand, end: Point, snapshot: Snapshot, builder: Builder) -> None:
    """Record that a soldier who was revealed is out of sight where his way ends: no enemy within 50 cm can see him."""
    if is_vehicle(actor) or not state_of(actor).revealed:
        return
    settings = builder.settings
    over = ground_of(snapshot, settings)
    there = gone_to(actor, end, snapshot.pieces)
    aboard = riding(snapshot)
    for enemy in snapshot.stands:
        if enemy.side == actor.side or is_wreck(enemy) or enemy.name in aboard:
            continue
        away = distance_over(centre_to_centre(enemy, there), enemy, there, over)
        near = judge(away, RANGE_CM).probability_in  # A3.1
        among = obstacles(snapshot, settings, actor.name, enemy.name)
        if near > settings.doubt and near * chance_to_see(snapshot, enemy, there, among, settings) > settings.doubt:
            return
    builder.modifying("A3.5", "out_of_sight", actor=actor.name)
    builder.effect("hide", actor.name)


PUSH_SHARE = 0.25  # A7.6: of its movement, for who pushes this turn


def move(snapshot: Snapshot, given: Move, builder: Builder, _source: str) -> None:
    """Rule on a move of a soldier (A2.1, A6) or a vehicle (A7.2, A7.3)."""
    actor, way = given.actor, _begin(given, snapshot, builder)
    if is_vehicle(actor):
        drive(actor, way, snapshot, builder)
    else:
        walk(actor, way, snapshot, builder)


def run(snapshot: Snapshot, given: Move, builder: Builder, _source: str) -> None:
    """Rule on a run: 8 to 16 cm, no shot that turn, over and through no obstacle (A2.2, A6)."""
    actor, way = given.actor, _begin(given, snapshot, builder)
    known = state_of(actor)
    if is_vehicle(actor):
        builder.condition("A2.2", "soldier_runs", False, actor=actor.name)
        return
    builder.condition("A2.2", "not_fired", not known.fired, actor=actor.name)
    if known.threw:
        builder.condition("A2.2", "not_threw", bool(builder.uses("throw_and_run")), actor=actor.name)
    _not_run(actor, builder)
    if known.got_off:
        builder.condition("A7.5", "no_run_after_riding", False, actor=actor.name)
    settings = builder.settings
    for how, clause in (("linear", "A6.1"), ("zonal", "A6.2")):
        for kind in known.crossed:
            if crossing_of(kind, settings) == how:
                builder.condition(clause, f"no_run_after_{how}", False, actor=actor.name, kind=kind)
        for crossing in way.crossed(how):
            crosses(actor, crossing, builder, clause, f"no_run_{how}", modifies=False)
    total = length_this_turn(actor, way.length)
    plan_cm = _told(actor, way, builder)
    builder.limit("A2.2", "run_least", total, MOVE_CM, at_most=False, actor=actor.name, plan_cm=plan_cm)
    builder.limit("A2.2", "run_length", total, RUN_CM, actor=actor.name, plan_cm=plan_cm)
    record(actor, way, snapshot, builder, RUN_CM, ran=True)


def walk(actor: Stand, way: MovePath, snapshot: Snapshot, builder: Builder) -> None:
    """Judge a soldier's move: 8 cm, half for every line crossed and for a zone (A2.1, A6); record it."""
    _not_run(actor, builder)
    known = state_of(actor)
    if known.moved_then_fired or (known.got_off and known.fired):
        builder.condition("A2.1", "two_actions", False, actor=actor.name)
    crossed = record_crossings(actor, way, builder, "A6.1", "A6.2")
    if crossed.lines and known.fired:
        builder.condition("A6.1", "no_shot_and_crossing", False, actor=actor.name, kind=crossed.lines[0])
    limit_cm = MOVE_CM * crossed.share
    total = length_this_turn(actor, way.length)
    plan_cm = _told(actor, way, builder)
    builder.limit("A2.1", "move_length", total, limit_cm, actor=actor.name, whole_cm=MOVE_CM, plan_cm=plan_cm)
    record(actor, way, snapshot, builder, limit_cm, crossed)


def drive(
    actor: Stand, way: MovePath, snapshot: Snapshot, builder: Builder, share: float = 1.0,
    also: str | None = None, pushes: str = "",
) -> None:  # fmt: skip
    """Judge a vehicle's move: its own cm a turn, halved for every reason of A7.2; never into a house (A3.5).

    ``share`` of its movement is all it has, for the clause ``also``, as where it ``pushes`` another (A7.6): into any
    other vehicle it does not drive.
    """
    if is_wreck(actor):
        builder.condition("A8.3", "not_destroyed", False, actor=actor.name)
        return
    stays_clear(actor, way.points, snapshot, builder, pushes)
    if state_of(actor).moved_then_fired:
        builder.condition("A7.2", "moves_again", bool(builder.uses("move_fire_move")), actor=actor.name)
    if state_of(actor).pushed_cm and also is None:
        share, also = PUSH_SHARE, "A7.6"
    whole_cm = listed(actor).move_cm * share
    crossed = record_crossings(actor, way, builder, "A7.2", "A7.2")
    left = crossed.share
    for reason in vehicle_reasons(actor, way):
        builder.modifying("A7.2", reason, actor=actor.name)
        left /= 2
    clause = also or ("A7.3" if left == 1 else "A7.2")
    total = length_this_turn(actor, way.length)
    plan_cm = _told(actor, way, builder)
    builder.limit(clause, "drive_length", total, whole_cm * left, actor=actor.name, whole_cm=whole_cm, plan_cm=plan_cm)
    record(actor, way, snapshot, builder, whole_cm * left, crossed)


def record(
    actor: Stand, way: MovePath, snapshot: Snapshot, builder: Builder, limit_cm: float, crossed: Crossed | None = None,
    ran: bool = False,
) -> None:  # fmt: skip
    """Record where a way leads and what was crossed this turn.

    A way that was let pass is kept as no longer than its limit, or the next action would call it too long.
    """
    x, y = way.points[-1]
    stays_on_table(actor.moved_to(x, y), snapshot, builder, "A1.1")
    turned = {"heading_deg": full_circle_deg(heading_after(actor, way.points))} if is_vehicle(actor) else {}
    more: dict[str, object] = {"reversed": True} if is_vehicle(actor) and goes_backwards(actor, way.points) else {}
    if crossed and crossed.kinds:
        more |= {"crossed": list(crossed.kinds), "crossed_pieces": list(crossed.pieces)}
    moved_cm = min(length_this_turn(actor, way.length).value, limit_cm)
    builder.effect("move", actor.name, x=x, y=y, moved_cm=moved_cm, **turned, **more)
    if ran:
        builder.effect("ran", actor.name)
    hides_again(actor, way.points[-1], snapshot, builder)


def _begin(given: Move, snapshot: Snapshot, builder: Builder) -> MovePath:
    refuse_if_aboard(given.actor, snapshot, builder)
    refuse_if_fought(given.actor, builder)
    way = way_along(given.actor, given.path, snapshot, builder.settings)
    builder.draw(Shape("path", "line", way.points, label=f"{way.length.value:.1f} cm"))
    return way


def _told(actor: Stand, way: MovePath, builder: Builder) -> float | None:
    return told(builder, length_this_turn(actor, way.length), way.plan_cm + moved_already(actor))


def _not_run(actor: Stand, builder: Builder) -> None:
    builder.condition("A2.2", "not_ran", not state_of(actor).ran, actor=actor.name)
