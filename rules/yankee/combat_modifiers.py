"""Y9.2, Y9.3, Y9.8: what changes the two totals of a combat."""

import math
from collections.abc import Callable, Iterable

from rules.hearing import Hearing
from rules.yankee.settings import TerrainRow, YankeeSettings
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of, quality_modifier
from table.clearance import clearance
from table.contact import gap, touches_edge
from table.footprint import Side, ahead, footprint, front_middle, piece_polygon
from table.inside import depth_inside
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.vectors import dot, minus
from table.verdict import judge

FLANK_OR_REAR = -2


def combat_modifiers(
    actor: Stand, target: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings
) -> tuple[int, int]:
    """Record every modifier that applies and return the sums for the attacker's and the defender's total."""
    sums = []
    for stand, enemy in ((actor, target), (target, actor)):
        total = 0
        if quality := quality_modifier(stand):
            total += hearing.modifier("Y9.2", "quality", quality, stand=stand.name)
        if _has_general(stand, snapshot, hearing, settings):
            total += hearing.modifier("Y9.2", "general", 1, stand=stand.name)
        if tired := int(stand.state.get("fatigue") or 0):
            total += hearing.modifier("Y9.2", "fatigue_points", -tired, stand=stand.name)
        if _in(stand, snapshot, hearing, settings, "difficult", lambda row: row.difficult):
            total += hearing.modifier("Y9.2", "difficult_terrain", -1, stand=stand.name)
        if _strong(stand, enemy, snapshot, hearing, settings, behind=stand is target):
            total += hearing.modifier("Y9.2", "strong_position", 1, stand=stand.name)
        if _backed(stand, snapshot, hearing, settings):
            total += hearing.modifier("Y9.2", "friend_behind", 1, stand=stand.name)
        sums.append(total)
    if _over_or_up(actor, target, snapshot, hearing, settings):
        sums[0] += hearing.modifier("Y9.2", "obstacle_or_uphill", -1, stand=actor.name)
    if _flanked(actor, target, snapshot, hearing, settings):
        sums[1] += hearing.modifier("Y9.2", "flank_or_rear", FLANK_OR_REAR, stand=target.name)
    return sums[0], sums[1]


def _has_general(stand: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> bool:
    """Whether a general is attached: said of the base, or his own base touches it (Y11.1)."""
    if stand.state.get("general"):
        return True
    generals = [s for s in snapshot.others(stand.name) if s.side == stand.side and arm_of(s) == "general"]
    for general in generals:
        judgement = judge(gap(stand, general), settings.contact_cm, doubt=settings.doubt)
        if hearing.judged(
            "Y9.2", "general_attached", judgement, modifies=True, list_failed=False, stand=stand.name, by=general.name
        ):
            return True
    return False


def _in(
    stand: Stand,
    snapshot: Snapshot,
    hearing: Hearing,
    settings: YankeeSettings,
    what: str,
    of: Callable[[TerrainRow], bool],
) -> bool:
    """Whether the centre of a base stands in a piece whose row says so."""
    rows = terrain_table(settings)
    for piece in snapshot.pieces:
        if of(rows[piece.kind]):
            depth = depth_inside(stand.centre, piece, stand.sigma_cm)
            judgement = judge(depth, 0.0, at_most=False, doubt=settings.doubt)
            if hearing.judged(
                "Y9.2", f"in_{what}", judgement, modifies=True, list_failed=False, stand=stand.name, piece=piece.name
            ):
                return True
    return False


def _strong(
    stand: Stand, enemy: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings, behind: bool
) -> bool:
    """Whether a base stands in a village, in a trench, or, who is attacked, behind one or a wall towards the enemy."""
    rows = terrain_table(settings)
    if _in(stand, snapshot, hearing, settings, "strong_position", lambda row: row.cover != "no"):
        return True
    for piece in snapshot.pieces:
        if (
            behind
            and rows[piece.kind].cover == "behind"
            and _between(stand, enemy, piece, hearing, settings, "behind_it")
        ):
            hearing.uses("cover_cm")
            if footprint(stand).distance(piece_polygon(piece)) <= settings.cover_cm:
                return True
    return False


def _between(
    stand: Stand, enemy: Stand, piece: Piece, hearing: Hearing, settings: YankeeSettings, key: str
) -> bool | None:
    """Whether a piece lies across the line between two centres, neither of which is in it."""
    outline = piece_polygon(piece)
    if any(depth_inside(s.centre, piece).value > 0 for s in (stand, enemy)):
        return False
    clear = clearance(stand.centre, enemy.centre, outline, stand.sigma_cm, enemy.sigma_cm)
    judgement = judge(clear, 0.0, at_most=True, doubt=settings.doubt, slack=-1e-6)
    return hearing.judged("Y9.2", key, judgement, modifies=True, list_failed=False, stand=stand.name, piece=piece.name)


def _over_or_up(actor: Stand, target: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> bool:
    """Whether the attacker comes over an obstacle, now between them or crossed this turn, or from below a hill."""
    rows = terrain_table(settings)
    for kind in actor.state.get("crossed", ()):
        if rows.get(kind, TerrainRow()).obstacle:
            return True
    for piece in snapshot.pieces:
        if rows[piece.kind].obstacle and (
            _between(actor, target, piece, hearing, settings, "over_obstacle")
            or _comes_out_of(actor, target, piece, hearing)
        ):
            return True
        if rows[piece.kind].uphill:
            below = judge(depth_inside(actor.centre, piece, actor.sigma_cm), 0.0, at_most=False).probability_in
            up = depth_inside(target.centre, piece, target.sigma_cm)
            probability = judge(up, 0.0, at_most=False).probability_in * (1 - below)
            if hearing.likely(
                "Y9.2", "uphill", probability, up, modifies=True, list_failed=False, stand=actor.name, piece=piece.name
            ):
                return True
    return False


def _comes_out_of(actor: Stand, target: Stand, piece: Piece, hearing: Hearing) -> bool | None:
    """Whether the attacker stands in an obstacle, as in a river, and the defender does not."""
    inside = depth_inside(actor.centre, piece, actor.sigma_cm)
    theirs = depth_inside(target.centre, piece, target.sigma_cm)
    mine, other = (judge(depth, 0.0, at_most=False).probability_in for depth in (inside, theirs))
    if mine * (1 - other) == 0:
        return False
    return hearing.likely(
        "Y9.2", "out_of_obstacle", mine * (1 - other), inside, modifies=True, list_failed=False, stand=actor.name,
        piece=piece.name,
    )  # fmt: skip


def _backed(stand: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> bool:
    """Whether a friendly base of troops touches its rear edge."""
    friends = [s for s in snapshot.others(stand.name) if s.side == stand.side and arm_of(s) != "general"]
    return _touched(stand, friends, ("rear",), "friend_at_rear", hearing, settings) is not None


def _flanked(actor: Stand, target: Stand, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> bool:
    """Whether the attacker, or another enemy in contact (Y9.8), holds the defender's flank or rear (Y9.3)."""
    enemies = [s for s in snapshot.others(target.name) if s.side != target.side and arm_of(s) != "general"]
    flanking = [s for s in enemies if _was_behind(s, target, hearing)]
    flanking.sort(key=lambda s: (s.name != actor.name, s.name))
    holder = _touched(target, flanking, ("left", "right", "rear"), "holds_flank_or_rear", hearing, settings)
    if holder is not None and holder.name != actor.name:
        hearing.modifying("Y9.8", "another_holds_flank_or_rear", stand=target.name, by=holder.name)
    return holder is not None


def _was_behind(enemy: Stand, target: Stand, hearing: Hearing) -> bool:
    """Whether an enemy stood behind the line through the target's front at the start of the turn (Y9.3).

    ``start`` in its state is where it stood then; one that has not moved, or of whom nothing is said, stood here.
    """
    start = enemy.state.get("start")
    at = (float(start[0]), float(start[1])) if isinstance(start, list | tuple) else enemy.centre
    behind = dot(ahead(target), minus(at, front_middle(target))) < 0
    if not behind:
        hearing.modifying("Y9.3", "started_in_front", stand=enemy.name, target=target.name)
    return behind


def _touched(
    stand: Stand, others: Iterable[Stand], edges: Iterable[Side], key: str, hearing: Hearing, settings: YankeeSettings
) -> Stand | None:
    """Return the first of others that touches one of a base's edges."""
    for other in others:
        if math.dist(other.centre, stand.centre) > 20:
            continue
        for edge in edges:
            judgement = touches_edge(stand, other, edge, settings.contact_cm, doubt=settings.doubt)
            if hearing.judged(
                "Y9.3" if key.startswith("holds") else "Y9.2", key, judgement, modifies=True, list_failed=False,
                stand=stand.name, by=other.name, edge=edge,
            ):  # fmt: skip
                return other
    return None
