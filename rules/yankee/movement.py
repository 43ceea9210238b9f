"""MOVE and FORD: a group straight ahead or wheeling, what slows, stops and bars it (Y4.3, Y7)."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.action import Asked
from rules.common_actions import stays_on_table
from rules.over_hills import ground_of, told
from rules.ruling import Shape
from rules.seen_move import MOVED_CM
from rules.yankee.column import in_file, judge_forming, judge_lining_up
from rules.yankee.facing import turn_group
from rules.yankee.group import group_of, judge_group
from rules.yankee.movement_penalties import slowed
from rules.yankee.obstructions import crossings, judge_impassable, judge_river, judge_way
from rules.yankee.order_compliance import judge_order, not_late
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of
from rules.yankee.way import Wheel, degrees_of, straight_way, wheel_of
from table.errors import BadFile
from table.footprint import footprint, piece_polygon
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand, full_circle_deg, wrap_deg
from table.terrain import Point
from table.uncertainty import SIGMAS_95
from table.verdict import judge

BEND_DEG = 5.0  # a straight way may look bent by so much
FINDS = 4  # Y7.5


@dataclass(frozen=True, slots=True)
class Move:
    """A group's move, its leader first: the path of his centre, a wheel, or a turn on the spot in degrees.

    ``form`` with a path: "column" has the others fall in behind the leader, "line" lets one base line up alone (Y7.4).
    """

    group: tuple[Stand, ...]
    way: tuple[Point, ...] | Wheel | float
    form: Literal["column", "line"] | None

    @classmethod
    def read(cls, asked: Asked) -> "Move":
        """Read ``group``, one of ``path``, ``wheel`` and ``turn``, and ``form``; raises BadFile."""
        asked.only("group", "path", "wheel", "turn", "form")
        ways = [key for key in ("path", "wheel", "turn") if key in asked]
        if len(ways) != 1:
            got = " and ".join(ways) or NOTHING
            raise BadFile(asked.source, "action.path", "either a path, a wheel or a turn", got)
        form = asked.get("form")
        if form is not None and (form not in ("column", "line") or "path" not in asked):
            raise BadFile(asked.source, "action.form", '"column" or "line", with a path', got_words(form))
        group = group_of(asked)
        way = asked.path(group[0]) if "path" in asked else Wheel.read(asked) if "wheel" in asked else _turn(asked)
        return cls(group, way, None if form is None else "column" if form == "column" else "line")


@dataclass(frozen=True, slots=True)
class FordSearch:
    """A group's search for a ford, its leader first."""

    group: tuple[Stand, ...]

    @classmethod
    def read(cls, asked: Asked) -> "FordSearch":
        """Read ``group``; raises BadFile."""
        asked.only("group")
        return cls(group_of(asked))


def _turn(asked: Asked) -> float:
    turn_deg = degrees_of(asked.get("turn"))
    if turn_deg is None:
        got = got_words(asked.get("turn"))
        raise BadFile(asked.source, "action.turn", "degrees, counter-clockwise, up to 360", got)
    return turn_deg


def move(snapshot: Snapshot, given: Move, builder: Builder, _source: str) -> None:
    """Rule on a group's move: who goes, how far, and what is in the way."""
    group, form, settings = given.group, given.form, builder.settings
    judge_group(group, snapshot, builder, settings, all_of_it=form != "line")
    not_late(group, builder)
    for stand in group:
        if state_of(stand).tried_ford:
            builder.condition("Y7.5", "stays_at_the_river", False, stand=stand.name)
    if isinstance(given.way, float):
        turn_group(group, given.way, snapshot, builder)
        return
    if form == "line":
        judge_lining_up(group, builder)
    whole_cm = _limit_cm(group, builder, settings, forming=form == "column")
    over = ground_of(snapshot, settings)
    if isinstance(given.way, Wheel):
        way = wheel_of(group, given.way, over)
        points = way.ways[0]
    else:
        points = given.way
        _judge_straight(group[0], points, builder)
        way = straight_way(group, points, form == "column", over)
    builder.draw(Shape("path", "line", points, label=f"{way.length.value:.1f} cm"))
    limit_cm = judge_order(group, way.ends, whole_cm, snapshot, builder)
    if slowed(group, way.ways, snapshot, builder, settings):
        limit_cm /= 2
    plan_cm = told(builder, way.length, way.plan_cm)
    builder.limit(way.clause, "way_length", way.length, limit_cm, actor=group[0].name, plan_cm=plan_cm)
    if form == "column":
        judge_forming(group, way.ends, limit_cm, builder)
    for end in way.ends:
        stays_on_table(end, snapshot, builder, "Y4.1")
    judge_way(group, way.hulls, snapshot, builder, settings)
    judge_impassable(group, way.hulls, snapshot, builder, settings)
    judge_river(group, way.ends, way.hulls, snapshot, builder, settings)
    for start, end, centres in zip(group, way.ends, way.ways, strict=True):
        crossed = crossings(start, end, centres, snapshot, settings)
        builder.effect(
            "move", end.name, x=end.x, y=end.y, heading_deg=full_circle_deg(end.heading_deg), moved=True, **crossed
        )


def ford(snapshot: Snapshot, search: FordSearch, builder: Builder, _source: str) -> None:
    """Rule on the search for a ford: at the bank since the start of the turn, 4+ finds it (Y7.5)."""
    group, settings = search.group, builder.settings
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
        if state_of(member).tried_ford:
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
        marching = arm == "infantry" and (column or state_of(stand).column)
        limits.append(settings.move_cm.of("column" if marching else arm))
    if column:
        builder.modifying("Y7.3", "in_column", actor=group[0].name)
    return min(limits)


def _judge_straight(leader: Stand, points: Sequence[Point], builder: Builder) -> None:
    """Refuse a way that surely bends: less than a nudge is no leg, short ones err in direction."""
    ends = [points[0]]
    for point in points[1:]:
        if math.dist(ends[-1], point) > MOVED_CM:
            ends.append(point)
    legs = [
        (math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])), _errs_deg(leader, math.dist(p, q)))
        for p, q in itertools.pairwise(ends)
    ]
    bends = [(bend, bend - errs - legs[0][1]) for way, errs in legs[1:] for bend in [abs(wrap_deg(way - legs[0][0]))]]
    bend, surely = max(bends, key=lambda it: it[1], default=(0.0, 0.0))
    if surely > BEND_DEG:
        builder.condition("Y7.1", "one_direction", False, actor=leader.name, bend_deg=round(bend, 1))


def _errs_deg(leader: Stand, leg_cm: float) -> float:
    """Return by how much the direction of a leg may err, in 95 of 100 cases."""
    return math.degrees(math.atan2(SIGMAS_95 * math.sqrt(2.0) * leader.sigma_cm, leg_cm))
