"""Y8.6, Y8.7: what changes the two totals of a fire: supports, cover, enfilade."""

import math
from collections.abc import Sequence

from shapely import LineString

from rules.over_hills import told
from rules.ruling import Shape
from rules.yankee.field_of_fire import STRICT, FieldOfFire
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of, is_skirmisher, quality_modifier
from table.clearance import clearance
from table.contact import groups
from table.corridor import overlap
from table.distance import depth_inside
from table.footprint import ahead, footprint, front_middle, left_of, piece_polygon
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.uncertainty import FAR
from table.verdict import SLACK, Verdict, judge


def cover_of(field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    """Record and say whether the target is in cover; the nearest reading when several pieces give it.

    A village covers who stands in it; a trench or wall also who stands within ``cover_cm`` behind it, that is with
    the piece across the line from the shooter's front to the target's centre (a house value, the book is silent).
    """
    found = []
    rows, base = terrain_table(settings), footprint(field.target)
    near_cm = settings.cover_cm + FAR * field.target.sigma_cm + SLACK
    for piece in snapshot.pieces:
        how = rows[piece.kind].cover
        if how == "no" or not piece_polygon(piece).dwithin(base, near_cm):
            continue
        depth = depth_inside(field.target.centre, piece, field.target.sigma_cm)
        inside = judge(depth, 0.0, at_most=False).probability_in
        finding = (inside, depth, 0.0, piece)
        if how == "behind" and inside < 1:
            behind, gap = _behind(field.shooter, field.target, piece, builder.uses("cover_cm"))
            finding = (1 - (1 - inside) * (1 - behind), gap, settings.cover_cm, piece)
        found.append(finding)
    covered_by = 1 - math.prod(1 - probability for probability, *_ in found)
    if covered_by == 0:
        return False
    _, measured, limit, piece = max(found, key=lambda f: (f[0], f[3].name))
    covered = builder.likely(
        "Y8.7", "cover", covered_by, measured, limit, modifies=True, list_failed=False, target=field.target.name,
        piece=piece.name, kind=piece.kind,
    )  # fmt: skip
    if covered:
        builder.draw(Shape("cover", "polygon", piece.polygon, label=piece.name))
    return bool(covered)


def _behind(shooter: Stand, target: Stand, piece: Piece, cover_cm: float) -> tuple[float, Measurement]:
    """Return the probability that the target stands behind the piece and near enough, and the gap that decides."""
    outline = piece_polygon(piece)
    start = front_middle(shooter)
    across = clearance(start, target.centre, outline, shooter, target)
    crossed = 1 - judge(across, 0.0, at_most=False).probability_in
    crossing = LineString([start, target.centre]).intersection(outline)
    base = footprint(target)
    gap = Measurement(base.distance(outline if crossing.is_empty else crossing), target.sigma_cm)
    return crossed * judge(gap, cover_cm).probability_in, gap


def enfiladed(field: FieldOfFire, snapshot: Snapshot, builder: Builder) -> list[str]:
    """Return the other bases of the target's group that the corridor passes through in line with the target.

    Lined up along the corridor (our reading of Y8.7): the two centres lie farther apart along it than across it.
    A base of which that is too close to call is recorded as such.
    """
    target, doubt = field.target, builder.settings.doubt
    friends = [s for s in snapshot.stands if s.side == target.side]
    group = next(g for g in groups(friends, builder.uses("contact_cm"), _same_brigade) if target in g)
    found = []
    for mate in sorted((s for s in group if s.name != target.name and _in_line(field, s)), key=lambda s: s.name):
        inside = overlap(field.corridor, mate).judged(doubt)
        if inside.verdict == Verdict.IN:
            found.append(mate.name)
        elif inside.verdict == Verdict.CLOSE:
            applies = builder.judged(
                "Y8.7", "enfilade_in_corridor", inside, modifies=True, list_failed=False, stand=mate.name
            )
            found += [mate.name] if applies else []
    return found


def _same_brigade(a: Stand, b: Stand) -> bool:
    return state_of(a).brigade == state_of(b).brigade


def _in_line(field: FieldOfFire, mate: Stand) -> bool:
    dx, dy = mate.x - field.target.x, mate.y - field.target.y
    (forward_x, forward_y), (left_x, left_y) = ahead(field.shooter), left_of(field.shooter)
    along, across = abs(dx * forward_x + dy * forward_y), abs(dx * left_x + dy * left_y)
    return along > across - STRICT  # as far along as across is not in line, whatever the rounding


CANISTER_CM = 10.0  # Y8.1
SUPPORTS_MOST = 2  # Y8.6


def fire_modifiers(
    field: FieldOfFire, supports: Sequence[Stand], snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> tuple[int, int]:
    """Record every modifier that applies and return the sums for the shooter's and the target's total."""
    shooter, target = field.shooter, field.target
    mine = theirs = 0
    if quality := quality_modifier(shooter):
        mine += builder.modifier("Y8.7", "quality", quality, stand=shooter.name)
    if supports:
        mine += builder.modifier("Y8.6", "supports", min(len(supports), SUPPORTS_MOST), stands=_names(supports))
    if arm_of(shooter) == "artillery":
        mine += _artillery(field, snapshot, builder)
    if cover_of(field, snapshot, builder, settings):
        on_shooter = builder.uses("cover_counts_on") == "shooter"
        amount = builder.modifier("Y8.7", "target_in_cover", -1 if on_shooter else 1, stand=target.name)
        mine, theirs = (mine + amount, theirs) if on_shooter else (mine, theirs + amount)
    if is_skirmisher(target):
        on_target = builder.uses("skirmish_counts_on") == "target"
        amount = builder.modifier("Y8.7", "target_in_skirmish", 1, stand=target.name)
        mine, theirs = (mine, theirs + amount) if on_target else (mine + amount, theirs)
    if (quality := quality_modifier(target)) and builder.uses("target_quality_counts"):
        theirs += builder.modifier("Y8.7", "target_quality", quality, stand=target.name)
    return mine, theirs


def _artillery(field: FieldOfFire, snapshot: Snapshot, builder: Builder) -> int:
    total, gun = 0, field.shooter.name
    plan_cm = told(builder, field.reach, field.plan_cm)
    if builder.limit(
        "Y8.1", "canister", field.reach, CANISTER_CM, modifies=True, list_failed=False, actor=gun, plan_cm=plan_cm
    ):
        total += builder.modifier("Y8.7", "canister", 2, stand=gun)
    behind = enfiladed(field, snapshot, builder)
    if behind:
        total += builder.modifier("Y8.7", "enfilade", 2, stands=[field.target.name, *behind])
    return total


def _names(stands: Sequence[Stand]) -> list[str]:
    return [stand.name for stand in stands]
