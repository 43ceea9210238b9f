"""Y8.1-Y8.3: may this base fire at that one: range, corridor, what stands before it, melee, movement."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from shapely import LineString
from shapely import Point as ShapelyPoint
from shapely.ops import nearest_points

from rules.over_hills import distance_over, told
from rules.ruling import Shape
from rules.ruling_builder import judge_probability
from rules.true_sight import Look, tell_unknown
from rules.yankee.eyes import body_on_ground, eye_of
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of, moves_and_fires, range_cm
from table.clearance import clearance
from table.contact import gap, nearest_first, touching
from table.corridor import Corridor, CorridorOverlap, corridor_of, may_overlap, overlap
from table.distance import depth_inside, front_to_target
from table.footprint import ahead, corners, front_middle, piece_polygon
from table.ground import settled
from table.measurement import Measurement
from table.once import computed_once
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece, Point
from table.uncertainty import FAR, sigma_between
from table.verdict import SLACK, Judgement, judge

STRICT = -1e-6  # slack: a footprint that only touches the corridor's side does not lie in it


@dataclass(frozen=True, slots=True)
class FieldOfFire:
    """One base's field of fire at one target; ``plan_cm`` is how far it reaches as seen from above."""

    shooter: Stand
    target: Stand
    range_cm: float
    corridor: Corridor
    reach: Measurement
    overlap: CorridorOverlap
    plan_cm: float


@computed_once
def field_of_fire(shooter: Stand, target: Stand, over: tuple[Piece, ...] | None = None) -> FieldOfFire | None:
    """Return the corridor and what of the target lies in it; None for a base that cannot fire at all.

    The range is measured ``over`` pieces whose heights count (Y8.1), the corridor lies on the plan.
    """
    reach_cm = range_cm(shooter)
    if reach_cm is None:
        return None
    on_plan = front_to_target(shooter, target)
    reach = distance_over(on_plan, shooter, target, over)
    # A target at the very end of its range must fail, or be close, by Y8.1: not by falling out of the corridor's end.
    corridor = corridor_of(shooter, reach_cm + 6 * reach.sigma)
    return FieldOfFire(shooter, target, reach_cm, corridor, reach, overlap(corridor, target), on_plan.value)


def may_fire(field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> None:
    """Record every check of Y8.1-Y8.3 for this field of fire."""
    known = state_of(field.shooter)
    if known.just_arrived:
        builder.condition("Y10.1", "came_this_turn", False, stand=field.shooter.name)
    else:
        _still(field.shooter, builder)
    if known.fought:
        builder.condition("Y6.1", "not_fought_yet", False, stand=field.shooter.name)
    if not known.just_arrived:
        builder.condition("Y8.4", "not_fired", not known.fired, actor=field.shooter.name)
    for stand in (field.shooter, field.target):
        _not_in_melee(stand, snapshot, builder, settings)
    _in_range(field, builder)
    _in_corridor(field, builder)
    _not_masked(field, snapshot, builder, settings)
    in_view(field, snapshot, builder, settings)


def _still(shooter: Stand, builder: Builder) -> None:  # Y8.3
    known = state_of(shooter)
    moved = known.moved or known.moved_cm > 1e-6
    turned = known.turned and arm_of(shooter) == "artillery"
    excused = moved and not turned and moves_and_fires(shooter)
    passed = not turned and (not moved or excused)
    builder.condition("Y8.3", "still", passed, actor=shooter.name, moved=moved, turned=turned, excused=excused)


def _not_in_melee(stand: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> None:  # Y8.3
    found = _nearest_enemy(stand, snapshot, builder.uses("contact_cm"), settings.doubt)
    if found is None:
        builder.condition("Y8.3", "no_melee", True, stand=stand.name)
        return
    enemy, free = found
    builder.judged("Y8.3", "no_melee", free, stand=stand.name, enemy=enemy.name)


@computed_once
def _nearest_enemy(stand: Stand, snapshot: Snapshot, contact_cm: float, doubt: float) -> tuple[Stand, Judgement] | None:
    """Return the enemy nearest to a stand, and the judgement of its touching none at all; None without enemies."""
    enemies = nearest_first(stand, [other for other in snapshot.stands if other.side != stand.side], contact_cm)
    judged = [(enemy, touching(stand, enemy, contact_cm, doubt=doubt)) for enemy in enemies]
    apart = math.prod(1 - judgement.probability_in for _, judgement in judged)
    nearest = min(judged, key=lambda pair: (pair[1].measured, pair[0].name), default=None)
    if nearest is None:
        return None
    enemy, touch = nearest
    verdict = judge_probability(apart, doubt)
    return enemy, Judgement(verdict, apart, touch.measured, touch.limit, touch.sigma)


def _in_range(field: FieldOfFire, builder: Builder) -> None:  # Y8.1
    plan_cm = told(builder, field.reach, field.plan_cm)
    builder.limit(
        "Y8.1",
        "range",
        field.reach,
        field.range_cm,
        actor=field.shooter.name,
        target=field.target.name,
        plan_cm=plan_cm,
    )
    start, end = field.reach.start, field.reach.end
    if start and end:
        builder.draw(Shape("range", "line", (start, end), label=f"{field.reach.value:.1f} cm"))


def _in_corridor(field: FieldOfFire, builder: Builder) -> None:  # Y8.2
    inside = field.overlap.judged(builder.settings.doubt)
    builder.judged("Y8.2", "in_corridor", inside, actor=field.shooter.name, target=field.target.name)
    outline = tuple((float(x), float(y)) for x, y in field.corridor.polygon.exterior.coords[:-1])
    builder.draw(Shape("corridor", "polygon", outline))


def _not_masked(field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> None:  # Y8.2
    masks = []
    for other, theirs in _in_lane(field, snapshot):
        inside = theirs.judged().probability_in
        if inside == 0 or (arm_of(other) == "general" and not builder.uses("generals_screen")):
            continue
        # Both are measured from the shooter's own front: its place cancels out of the difference.
        sigma_cm = sigma_between(field.target, other)
        before_cm = Measurement(field.overlap.nearest_cm.value - theirs.nearest_cm.value, sigma_cm)
        limit_cm = _abreast_cm(field.target, other, sigma_cm, builder, settings)
        before = judge(before_cm, limit_cm, at_most=False, slack=STRICT).probability_in
        masks.append(Obstruction(other.name, other.kind, inside * before, before_cm))
    worst, free = worst_of(masks)
    actor, target = field.shooter.name, field.target.name
    if worst is None:
        builder.condition("Y8.2", "not_masked", True, actor=actor, target=target)
        return
    if not builder.likely("Y8.2", "not_masked", free, worst.measured, actor=actor, target=target, stand=worst.name):
        builder.draw(Shape("blocker", "polygon", corners(snapshot.stand(worst.name)), label=worst.name))


@computed_once
def _in_lane(field: FieldOfFire, snapshot: Snapshot) -> list[tuple[Stand, CorridorOverlap]]:
    """Return the others that may lie in the lane between the two, and how they lie to it."""
    others = snapshot.others(field.shooter.name, field.target.name)
    return [(other, overlap(field.corridor, other)) for other in others if may_overlap(field.corridor, other)]


def _abreast_cm(target: Stand, other: Stand, sigma_cm: float, builder: Builder, settings: YankeeSettings) -> float:
    """Return by how much a base must be nearer than the target to stand before it.

    Bases that touch in one line are measured a hair before or behind each other: no more than contact is no masking.
    """
    if sigma_cm == 0 or gap(target, other).value > settings.contact_cm + SLACK:
        return 0.0
    return float(builder.uses("contact_cm"))


def in_view(field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> None:
    """Judge whether terrain stands between the shooter's front and the target, along the middle of its lane (Y8.2)."""
    reach_cm = max(field.overlap.nearest_cm.value, 0.0)
    start, end = front_middle(field.shooter), _along(field, reach_cm)
    blocks = _blocking(field, snapshot, settings, start, end, reach_cm)
    look = None if settings.sight == "book" else _looked(field, snapshot, builder, [each.name for each in blocks])
    hidden = None if look is None or not look.hiding else _hidden(look, snapshot)
    worst, free = worst_of([*blocks, hidden] if hidden else blocks)
    worst = worst or hidden
    actor, target = field.shooter.name, field.target.name
    if worst is None:
        builder.condition("Y8.2", "sight", True, actor=actor, target=target)
        builder.draw(Shape("sight", "line", (start, end)))
        return
    piece = next(p for p in snapshot.pieces if p.name == worst.name)
    crossing = LineString([start, end]).intersection(piece_polygon(piece))
    if crossing.is_empty:
        crossing = nearest_points(LineString([start, end]), piece_polygon(piece))[0]
    stop = _along(field, crossing.distance(ShapelyPoint(start)))
    if look is not None and worst is hidden:
        judgement = look.judged(settings.doubt, also=worst_of(blocks)[1])
        seen = builder.judged(
            "Y8.2", "sight", judgement, "share", actor=actor, target=target, piece=piece.name, kind=piece.kind,
            truly=True,
        )  # fmt: skip
    else:
        seen = builder.likely(
            "Y8.2", "sight", free, worst.measured, actor=actor, target=target, piece=piece.name, kind=piece.kind,
            before_target_cm=crossing.distance(ShapelyPoint(end)),
        )  # fmt: skip
    if look is not None:
        look.tell("Y8.2", target, builder)
    builder.draw(Shape("blocker", "polygon", piece.polygon, label=piece.name))
    builder.draw(Shape("sight", "line", (start, end if seen else stop)))
    if not seen:
        builder.draw(Shape("blocked", "line", (stop, end)))


def _blocking(
    field: FieldOfFire, snapshot: Snapshot, settings: YankeeSettings, start: Point, end: Point, reach_cm: float
) -> list["Obstruction"]:
    """Return what blocks, or may block, the corridor's middle by the book; under true sight what has no height."""
    rows = terrain_table(settings)
    turn = math.radians(field.shooter.sigma_deg)
    behind_cm = field.corridor.behind_cm
    sigmas = [hypot(field.shooter.sigma_cm, turn * cm) for cm in (behind_cm, behind_cm + reach_cm)]
    blocks = []
    line, doubt_cm = LineString([start, end]), FAR * max(sigmas) + SLACK
    for piece in snapshot.pieces:
        if settings.sight == "true" and piece.height_cm > 0:
            continue
        if rows[piece.kind].blocks and piece_polygon(piece).dwithin(line, doubt_cm):
            clear = clearance(start, end, piece_polygon(piece), *sigmas)
            cut = 1 - judge(clear, 0.0, at_most=False).probability_in
            if cut == 0:
                continue
            outside = 1.0
            for stand in (field.shooter, field.target):
                outside *= (
                    1 - judge(depth_inside(stand.centre, piece, stand.sigma_cm), 0.0, at_most=False).probability_in
                )
            blocks.append(Obstruction(piece.name, piece.kind, cut * outside, clear))
    return blocks


def _looked(field: FieldOfFire, snapshot: Snapshot, builder: Builder, by_book: Sequence[str]) -> Look:
    """Return what the middle of the shooter's front sees of the target over all that has a height, but for troops.

    Tells which pieces without a height block ``by_book``.
    """
    for key in ("sight", "eye_cm", "figure_cm"):
        builder.uses(key)
    tell_unknown("Y8.2", by_book, builder)
    return _look(field, snapshot, builder.settings)


@computed_once
def _look(field: FieldOfFire, snapshot: Snapshot, settings: YankeeSettings) -> Look:
    shooter, _ = settled(field.shooter, snapshot.pieces)
    looks, seen = (body_on_ground(stand, settings, snapshot) for stand in (shooter, field.target))
    return Look.at(eye_of(shooter, settings), looks, seen, snapshot.pieces)


def _hidden(look: Look, snapshot: Snapshot) -> "Obstruction":
    """Return what hides most of the target, and how probably nothing of it is seen."""
    piece = next(piece for piece in snapshot.pieces if piece.name == look.hiding[0][0])
    sighting = look.sighting
    return Obstruction(piece.name, piece.kind, 1 - sighting.probability(), Measurement(sighting.share, sighting.sigma))


def _along(field: FieldOfFire, forward_cm: float) -> tuple[float, float]:
    """Return the point so far ahead of the middle of the shooter's front."""
    (x, y), (ahead_x, ahead_y) = front_middle(field.shooter), ahead(field.shooter)
    return (x + ahead_x * forward_cm, y + ahead_y * forward_cm)


@dataclass(frozen=True, slots=True)
class Obstruction:
    """Something that probably stands in the way, and the measurement that decides it."""

    name: str
    kind: str
    probability: float
    measured: Measurement


def worst_of(found: Sequence[Obstruction]) -> tuple[Obstruction | None, float]:
    """Return the likeliest obstruction (None if none is possible) and the probability that there is none at all."""
    free = math.prod(1 - each.probability for each in found)
    possible = [each for each in found if each.probability > 0]
    return max(possible, key=lambda o: (o.probability, abs(o.measured.value), o.name), default=None), free
