"""MOVE and FORD: a group straight ahead or wheeling, what slows, stops and bars it (Y4.3, Y7)."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from rules.action import check_keys, path_of
from rules.ruling import Shape
from rules.yankee.column import in_file
from rules.yankee.facing import turn_group
from rules.yankee.forming import judge_forming, judge_lining_up
from rules.yankee.group import group_of, judge_group
from rules.yankee.movement_penalties import slowed
from rules.yankee.obstructions import judge_impassable, judge_river, judge_way, over_on_the_way
from rules.yankee.order_compliance import judge_order, not_late
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.troops import arm_of
from rules.yankee.ways import straight_way
from rules.yankee.wheeling import wheel_of
from table.errors import BadFile
from table.footprint import footprint, piece_polygon
from table.measurement import Measurement
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand, full_circle_deg, wrap_deg
from table.terrain import Point
from table.verdict import judge

BEND_DEG = 5.0  # a straight way may look bent by so much
FINDS = 4  # Y7.5


def move(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``move`` (group, and the path of the leader's centre, a wheel, or a turn on the spot).

    ``form`` with a path: "column" has the others fall in behind the leader, "line" lets one base line up alone (Y7.4).
    """
    check_keys(action, ("group", "path", "wheel", "turn", "form"), source)
    ways_given = [key for key in ("path", "wheel", "turn") if key in action]
    if len(ways_given) != 1:
        raise BadFile(source, "action.path", "either a path, a wheel or a turn", " and ".join(ways_given) or NOTHING)
    form = action.get("form")
    if form is not None and (form not in ("column", "line") or "path" not in action):
        raise BadFile(source, "action.form", '"column" or "line", with a path', got_words(form))
    group = group_of(action, snapshot, source)
    settings = builder.settings
    judge_group(group, snapshot, builder, settings, all_of_it=form != "line")
    not_late(group, builder)
    if "turn" in action:
        turn_group(group, action["turn"], snapshot, builder, source)
        return
    if form == "line":
        judge_lining_up(group, builder)
    whole_cm = _limit_cm(group, builder, settings, forming=form == "column")
    if "wheel" in action:
        way = wheel_of(group, action["wheel"], source)
        points = way.ways[0]
    else:
        points = _straight(group[0], action, builder, source)
        way = straight_way(group, points, form == "column")
    builder.draw(Shape("path", "line", points, label=f"{way.length.value:.1f} cm"))
    limit_cm = judge_order(group, way.ends, whole_cm, snapshot, builder)
    if slowed(group, way.ways, snapshot, builder, settings):
        limit_cm /= 2
    builder.limit(way.clause, "way_length", way.length, limit_cm, actor=group[0].name)
    if form == "column":
        judge_forming(group, way.ends, limit_cm, builder)
    judge_way(group, way.hulls, snapshot, builder, settings)
    judge_impassable(group, way.hulls, snapshot, builder, settings)
    judge_river(group, way.ends, way.hulls, snapshot, builder, settings)
    for start, end, centres in zip(group, way.ends, way.ways, strict=True):
        more = over_on_the_way(start, end, centres, snapshot, settings)
        builder.effect(
            "move", end.name, x=end.x, y=end.y, heading_deg=full_circle_deg(end.heading_deg), moved=True, **more
        )


def ford(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``ford`` (group): at the bank since the start of the turn, 4+ finds it (Y7.5)."""
    check_keys(action, ("group",), source)
    group = group_of(action, snapshot, source)
    settings = builder.settings
    judge_group(group, snapshot, builder, settings)
    rivers = [piece_polygon(p) for p in snapshot.pieces if p.kind == "river"]
    gaps = [(river.distance(footprint(stand)), stand) for river in rivers for stand in group]
    if not gaps:
        builder.condition("Y7.5", "a_river", False, actor=group[0].name)
        return
    gap_cm, stand = min(gaps, key=lambda it: (it[0], it[1].name))
    judgement = judge(Measurement(gap_cm, stand.sigma_cm), builder.uses("contact_cm"), doubt=settings.doubt)
    builder.judged("Y7.5", "at_the_bank", judgement, stand=stand.name)
    for member in group:
        if member.state.get("tried_ford"):
            builder.condition("Y7.5", "not_tried_yet", False, stand=member.name)
    if builder.verdict != "allowed":
        return
    found = builder.throw("Y7.5", "ford", group[0].name) >= FINDS
    builder.modifying("Y7.5", "ford_found" if found else "no_ford", actor=group[0].name)
    builder.outcome = "ford" if found else "no_ford"
    for member in group:
        builder.effect("ford" if found else "no_ford", member.name)


def _limit_cm(group: Sequence[Stand], builder: Builder, settings: YankeeSettings, forming: bool = False) -> float:
    """Return what the slowest has (Y7.1, Y7.3): house values, the book's table is missing."""
    builder.uses("move_cm")
    troops = [stand for stand in group if arm_of(stand) != "general"]
    column = len(troops) > 1 and in_file(troops) and not forming
    limits = []
    for stand in group:
        arm = arm_of(stand)
        marching = arm == "infantry" and (column or bool(stand.state.get("column")))
        limits.append(settings.move_cm.of("column" if marching else arm))
    if column:
        builder.modifying("Y7.3", "in_column", actor=group[0].name)
    return min(limits)


def _straight(leader: Stand, action: Mapping[str, Any], builder: Builder, source: str) -> tuple[Point, ...]:
    points = path_of(leader, action, source)
    ways = [
        math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])) for p, q in itertools.pairwise(points) if math.dist(p, q) > 0
    ]
    bend = max((abs(wrap_deg(way - ways[0])) for way in ways), default=0.0)
    if bend > BEND_DEG:
        builder.condition("Y7.1", "one_direction", False, actor=leader.name, bend_deg=round(bend, 1))
    return points
