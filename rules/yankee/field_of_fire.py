"""Y8.1-Y8.3: may this base fire at that one: range, corridor, what stands before it, melee, movement."""

from dataclasses import dataclass
from typing import Any

from shapely import Point

from rules.hearing import Hearing, judge_probability
from rules.ruling import Shape
from rules.yankee.settings import YankeeSettings
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of, moves_and_fires, range_cm
from table.contact import touching
from table.corridor import Corridor, CorridorOverlap, corridor_of, overlap
from table.distance import front_to_target
from table.footprint import ahead, corners, front_middle, piece_polygon
from table.inside import depth_inside
from table.measurement import Measurement
from table.sight import clearance
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import Judgement, judge

STRICT = -1e-6  # slack: a footprint that only touches the corridor's side does not lie in it


@dataclass(frozen=True, slots=True)
class FieldOfFire:
    """One base's field of fire at one target."""

    shooter: Stand
    target: Stand
    range_cm: float
    corridor: Corridor
    reach: Measurement
    overlap: CorridorOverlap


def field_of_fire(shooter: Stand, target: Stand) -> FieldOfFire | None:
    """Return the corridor and what of the target lies in it; None for a base that cannot fire at all."""
    reach_cm = range_cm(shooter)
    if reach_cm is None:
        return None
    reach = front_to_target(shooter, target)
    # A target at the very end of its range must fail, or be close, by Y8.1: not by falling out of the corridor's end.
    corridor = corridor_of(shooter, reach_cm + 6 * reach.sigma)
    return FieldOfFire(shooter, target, reach_cm, corridor, reach, overlap(corridor, target))


def may_fire(field: FieldOfFire, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> None:
    """Record every check of Y8.1-Y8.3 for this field of fire."""
    _still(field.shooter, hearing)
    hearing.condition("Y8.4", "not_fired", not field.shooter.state.get("fired"), actor=field.shooter.name)
    for stand in (field.shooter, field.target):
        _not_in_melee(stand, snapshot, hearing, settings)
    _in_range(field, hearing)
    _in_corridor(field, hearing)
    _not_masked(field, snapshot, hearing)
    _in_view(field, snapshot, hearing, settings)


def _still(shooter: Stand, hearing: Hearing) -> None:  # Y8.3
    state = shooter.state
    moved = bool(state.get("moved") or state.get("moved_cm"))
    turned = bool(state.get("turned")) and arm_of(shooter) == "artillery"
    excused = moved and not turned and moves_and_fires(shooter)
    passed = not turned and (not moved or excused)
    hearing.condition("Y8.3", "still", passed, actor=shooter.name, moved=moved, turned=turned, excused=excused)


def _not_in_melee(stand: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> None:  # Y8.3
    contact_cm = hearing.uses("contact_cm")
    enemies = [other for other in snapshot.stands if other.side != stand.side]
    judged = [(touching(stand, enemy, contact_cm, doubt=settings.doubt), enemy.name) for enemy in enemies]
    nearest, name = max(judged, key=lambda pair: (pair[0].probability_in, -pair[0].measured), default=(None, ""))
    if nearest is None:
        hearing.condition("Y8.3", "no_melee", True, stand=stand.name)
        return
    apart = 1.0
    for judgement, _ in judged:
        apart *= 1 - judgement.probability_in
    verdict = judge_probability(apart, settings.doubt)
    free = Judgement(verdict, apart, nearest.measured, nearest.limit, nearest.sigma)
    hearing.judged("Y8.3", "no_melee", free, stand=stand.name, enemy=name)


def _in_range(field: FieldOfFire, hearing: Hearing) -> None:  # Y8.1
    names: dict[str, Any] = {"actor": field.shooter.name, "target": field.target.name}
    hearing.limit("Y8.1", "range", field.reach, field.range_cm, **names)
    start, end = field.reach.start, field.reach.end
    if start and end:
        hearing.draw(Shape("range", "line", (start, end), label=f"{field.reach.value:.1f} cm"))


def _in_corridor(field: FieldOfFire, hearing: Hearing) -> None:  # Y8.2
    names: dict[str, Any] = {"actor": field.shooter.name, "target": field.target.name}
    hearing.limit("Y8.2", "in_corridor", field.overlap.lateral, 0.0, at_most=False, slack=STRICT, **names)
    outline = tuple((float(x), float(y)) for x, y in field.corridor.polygon.exterior.coords[:-1])
    hearing.draw(Shape("corridor", "polygon", outline))


def _not_masked(field: FieldOfFire, snapshot: Snapshot, hearing: Hearing) -> None:  # Y8.2
    worst, worst_name, free = None, "", 1.0
    for other in snapshot.others(field.shooter.name, field.target.name):
        theirs = overlap(field.corridor, other)
        inside = judge(theirs.lateral, 0.0, at_most=False, slack=STRICT).probability_in
        if inside == 0.0:
            continue
        before_cm = Measurement(
            field.overlap.nearest_cm.value - theirs.nearest_cm.value,
            (field.overlap.nearest_cm.sigma**2 + theirs.nearest_cm.sigma**2) ** 0.5,
        )
        before = judge(before_cm, 0.0, at_most=False, slack=STRICT).probability_in
        masks = inside * before
        free *= 1 - masks
        if masks > 0 and (worst is None or masks > worst[0]):
            worst, worst_name = (masks, before_cm), other.name
    if worst is None:
        hearing.condition("Y8.2", "not_masked", True, target=field.target.name)
        return
    verdict = judge_probability(free, hearing.settings.doubt)
    judgement = Judgement(verdict, free, worst[1].value, 0.0, worst[1].sigma)
    clear = hearing.judged("Y8.2", "not_masked", judgement, target=field.target.name, stand=worst_name)
    if not clear:
        hearing.draw(Shape("blocker", "polygon", corners(snapshot.stand(worst_name)), label=worst_name))


def _in_view(field: FieldOfFire, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> None:  # Y8.2
    rows = terrain_table(settings)
    start = front_middle(field.shooter)
    forward = ahead(field.shooter)
    reach_cm = max(field.overlap.nearest_cm.value, 0.0)
    end = (start[0] + forward[0] * reach_cm, start[1] + forward[1] * reach_cm)
    free, worst = 1.0, None
    for piece in snapshot.pieces:
        if not rows[piece.kind].blocks:
            continue
        outline = piece_polygon(piece)
        clear = clearance(start, end, outline, field.shooter.sigma_cm, field.shooter.sigma_cm)
        cut = 1 - judge(clear, 0.0, at_most=False).probability_in
        stands_in = 0.0
        for stand in (field.shooter, field.target):
            depth = depth_inside(stand.centre, piece, stand.sigma_cm)
            stands_in = max(stands_in, judge(depth, 0.0, at_most=False).probability_in)
        blocks = cut * (1 - stands_in)
        free *= 1 - blocks
        if blocks > 0 and (worst is None or blocks > worst[0]):
            worst = (blocks, clear, piece)
    names: dict[str, Any] = {"actor": field.shooter.name, "target": field.target.name}
    if worst is None:
        hearing.condition("Y8.2", "sight", True, **names)
        hearing.draw(Shape("sight", "line", (start, end)))
        return
    _, clear, piece = worst
    verdict = judge_probability(free, settings.doubt)
    judgement = Judgement(verdict, free, clear.value, 0.0, clear.sigma)
    seen = hearing.judged("Y8.2", "sight", judgement, **names, piece=piece.name, kind=piece.kind)
    if seen:
        hearing.draw(Shape("sight", "line", (start, end)))
        return
    outline = piece_polygon(piece)
    stop_cm = Point(start).distance(outline)
    stop = (start[0] + forward[0] * stop_cm, start[1] + forward[1] * stop_cm)
    hearing.draw(Shape("blocker", "polygon", piece.polygon, label=piece.name))
    hearing.draw(Shape("sight", "line", (start, stop)))
    hearing.draw(Shape("blocked", "line", (stop, end)))
