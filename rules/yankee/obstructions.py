"""Y7.4, Y7.5: what bars the way of a group: other units, and a river that is not forded yet."""

from collections.abc import Sequence

import shapely
from shapely import LineString

from rules.ruling import HouseValue
from rules.yankee.column import in_file
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of
from table.clearance import clear_by
from table.contact import gap
from table.footprint import Footprint, footprint, piece_polygon
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import sigma_between
from table.verdict import SLACK, Verdict, judge


def judge_way(
    group: Sequence[Stand], hulls: Sequence[Footprint], snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> None:
    """Record that nobody is passed through; a general may pass through his own side (Y7.4).

    An enemy may be touched at the end; a neighbour who touches already is beside the way.
    """
    names = {stand.name for stand in group}
    for start, hull in zip(group, hulls, strict=True):
        for other in snapshot.stands:
            if other.name in names:
                continue
            room = clear_by(hull, footprint(other), sigma_between(start, other))
            touches = other.side != start.side or gap(start, other).value <= settings.contact_cm + SLACK
            slack = settings.contact_cm if touches else SLACK
            judgement = judge(room, 0.0, at_most=False, doubt=settings.doubt, slack=slack)
            if arm_of(start) == "general" and other.side == start.side:
                if judgement.verdict == Verdict.OUT:
                    builder.modifying("Y7.4", "general_passes", stand=start.name, by=other.name)
                continue
            if judgement.probability_in < 1:
                if arm_of(other) == "general" and other.side != start.side and not builder.uses("generals_screen"):
                    continue
                builder.judged("Y7.4", "passes_nobody", judgement, actor=start.name, stand=other.name)


def judge_impassable(
    group: Sequence[Stand], hulls: Sequence[Footprint], snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> None:
    """Record that nobody goes into what nobody can pass, as a lake or a cliff; rivers have their fords (Y7.5, Y9.5).

    What a base stands in already does not bar its way.
    """
    rows, met = terrain_table(settings), []
    for piece in sorted(snapshot.pieces, key=lambda piece: piece.name):
        if piece.kind == "river" or not rows[piece.kind].impassable:
            continue
        outline = piece_polygon(piece)
        for start, hull in zip(group, hulls, strict=True):
            if shapely.intersects(shapely.Point(start.centre), outline):
                continue
            room = clear_by(hull, outline, start.sigma_cm)
            judgement = judge(room, 0.0, at_most=False, doubt=settings.doubt)
            if judgement.probability_in < 1:
                met.append(piece.name)
                builder.judged("Y9.5", "goes_round", judgement, actor=start.name, piece=piece.name)
    if met:
        builder.house["impassable"] = HouseValue("impassable", ", ".join(dict.fromkeys(met)), "Y9.5")


def crossings(
    start: Stand, end: Stand, centres: Sequence[Point], snapshot: Snapshot, settings: YankeeSettings
) -> dict[str, object]:
    """Return what a base's move leaves in its state: obstacles crossed (Y9.2), a ford left behind (Y7.5)."""
    rows, line = terrain_table(settings), LineString(centres)
    more: dict[str, object] = {}
    crossed = [
        piece.kind for piece in sorted(snapshot.pieces, key=lambda piece: piece.name)
        if rows[piece.kind].obstacle and line.crosses(piece_polygon(piece))
    ]  # fmt: skip
    if crossed:
        more["crossed"] = [*state_of(start).crossed, *crossed]
    if state_of(start).ford and "river" in crossed:
        rivers = [piece_polygon(piece) for piece in snapshot.pieces if piece.kind == "river"]
        if not any(footprint(end).intersects(river) for river in rivers):
            more["ford"] = False
    return more


def judge_river(
    group: Sequence[Stand], ends: Sequence[Stand], hulls: Sequence[Footprint], snapshot: Snapshot, builder: Builder,
    settings: YankeeSettings,
) -> None:  # fmt: skip
    """Record that the group stops at a river, unless it has found the ford or a bridge is there (Y7.5)."""
    troops = [stand for stand in group if arm_of(stand) != "general"]
    may_cross = [known.ford or known.bridge for known in map(state_of, group)]
    rivers = [piece_polygon(piece) for piece in snapshot.pieces if piece.kind == "river"]
    crossing = [hull for hull, may in zip(hulls, may_cross, strict=True) if may]
    if len(troops) > 1 and any(shapely.intersects(hull, river) for hull in crossing for river in rivers):
        builder.condition("Y7.5", "crosses_in_column", in_file(troops), actor=troops[0].name)
    for piece in snapshot.pieces:
        if piece.kind != "river":
            continue
        for start, end, hull, may in zip(group, ends, hulls, may_cross, strict=True):
            if may or arm_of(start) == "general":
                continue
            river = piece_polygon(piece)
            way = LineString([start.centre, end.centre])
            over = shapely.intersects(way, river) and not shapely.intersects(shapely.Point(start.centre), river)
            if not over and shapely.distance(footprint(end), river) > shapely.distance(footprint(start), river):
                continue  # it marches away from the bank
            room = clear_by(hull, river, start.sigma_cm)
            judgement = judge(room, 0.0, at_most=False, doubt=settings.doubt, slack=settings.contact_cm)
            if judgement.probability_in < 1:
                builder.judged("Y7.5", "stops_at_river", judgement, actor=start.name, piece=piece.name)
