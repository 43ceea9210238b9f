"""Y9.2, Y9.3, Y9.8: what changes the two totals of a combat."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from rules.ruling_builder import Possible, judge_probability
from rules.yankee.group import at_start
from rules.yankee.settings import Builder, TerrainRow, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of, quality_modifier
from table.clearance import clearance
from table.contact import gap, touches_edge
from table.distance import depth_inside
from table.footprint import Side, ahead, footprint, front_middle, piece_polygon
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.vectors import dot, minus
from table.verdict import SLACK, Judgement, Verdict, judge

Named = TypeVar("Named", Stand, Piece)

FLANK_OR_REAR = -2
FAR_CM = 20.0  # bases whose centres lie farther apart do not touch


def combat_modifiers(
    actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> tuple[int, int]:
    """Record every modifier that applies and return the sums for the attacker's and the defender's total."""
    sums = []
    for stand, enemy in ((actor, target), (target, actor)):
        total = 0
        if quality := quality_modifier(stand):
            total += builder.modifier("Y9.2", "quality", quality, stand=stand.name)
        if _has_general(stand, snapshot, builder, settings):
            total += builder.modifier("Y9.2", "general", 1, stand=stand.name)
        if tired := state_of(stand).fatigue:
            total += builder.modifier("Y9.2", "fatigue_points", -tired, stand=stand.name)
        if _in_difficult(stand, snapshot, builder, settings):
            total += builder.modifier("Y9.2", "difficult_terrain", -1, stand=stand.name)
        if _strong(stand, enemy, snapshot, builder, settings, behind=stand is target):
            total += builder.modifier("Y9.2", "strong_position", 1, stand=stand.name)
        if _backed(stand, snapshot, builder, settings):
            total += builder.modifier("Y9.2", "friend_behind", 1, stand=stand.name)
        sums.append(total)
    if _over_or_up(actor, target, snapshot, builder, settings):
        sums[0] += builder.modifier("Y9.2", "obstacle_or_uphill", -1, stand=actor.name)
    if _flanked(actor, target, snapshot, builder, settings):
        sums[1] += builder.modifier("Y9.2", "flank_or_rear", FLANK_OR_REAR, stand=target.name)
    return sums[0], sums[1]


def _by_name(things: Iterable[Named]) -> list[Named]:
    """Return stands or pieces in the order of their names: a ruling must not hang on how a table lists them."""
    return sorted(things, key=lambda thing: thing.name)


def _has_general(stand: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    """Whether a general is attached: said of the base, or his own base touches it (Y11.1)."""
    if state_of(stand).general:
        return True
    generals = [s for s in _by_name(snapshot.others(stand.name)) if s.side == stand.side and arm_of(s) == "general"]
    if any(state_of(general).attached_to == stand.name for general in generals):
        return True
    found = [
        Possible(
            "general_attached", judge(gap(stand, general), settings.contact_cm, doubt=settings.doubt),
            {"stand": stand.name, "by": general.name},
        )
        for general in generals
    ]  # fmt: skip
    return builder.any_of("Y9.2", found) is not None


def _standing_in(
    stand: Stand, snapshot: Snapshot, settings: YankeeSettings, key: str, of: Callable[[TerrainRow], bool]
) -> list[Possible]:
    """Return the pieces whose row says so and in which the centre of a base may stand."""
    rows = terrain_table(settings)
    return [
        Possible(key, _inside(stand, piece, settings), {"stand": stand.name, "piece": piece.name})
        for piece in _by_name(snapshot.pieces)
        if of(rows[piece.kind])
    ]


def _inside(stand: Stand, piece: Piece, settings: YankeeSettings) -> Judgement:
    depth = depth_inside(stand.centre, piece, stand.sigma_cm)
    return judge(depth, 0.0, at_most=False, doubt=settings.doubt)


def _in_difficult(stand: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    found = _standing_in(stand, snapshot, settings, "in_difficult", lambda row: row.difficult)
    for piece in _by_name(snapshot.pieces):
        if piece.kind == "river" and (inside := _inside(stand, piece, settings)).probability_in > 0:
            detail = {"stand": stand.name, "piece": piece.name}
            found += (
                [Possible("in_difficult", inside, detail)] if builder.uses("river_in_combat") == "difficult" else []
            )
    return builder.any_of("Y9.2", found) is not None


def _strong(
    stand: Stand, enemy: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings, behind: bool
) -> bool:
    """Whether a base stands in a village, in a trench, or, who is attacked, behind one or a wall towards the enemy."""
    rows = terrain_table(settings)
    found = _standing_in(stand, snapshot, settings, "in_strong_position", lambda row: row.cover != "no")
    for piece in _by_name(snapshot.pieces):
        if behind and rows[piece.kind].cover == "behind":
            between = _between(stand, enemy, piece, settings, "behind_it")
            builder.uses("cover_cm")
            if between and footprint(stand).distance(piece_polygon(piece)) <= settings.cover_cm + SLACK:
                found.append(between)
    return builder.any_of("Y9.2", found) is not None


def _between(stand: Stand, enemy: Stand, piece: Piece, settings: YankeeSettings, key: str) -> Possible | None:
    """Return whether a piece may lie across the line between two centres, neither of which is in it."""
    if any(depth_inside(s.centre, piece).value > 0 for s in (stand, enemy)):
        return None
    clear = clearance(stand.centre, enemy.centre, piece_polygon(piece), stand, enemy)
    judgement = judge(clear, 0.0, at_most=True, doubt=settings.doubt, slack=-1e-6)
    return Possible(key, judgement, {"stand": stand.name, "piece": piece.name})


def _over_or_up(actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    """Whether the attacker comes over an obstacle, now between them or crossed this turn, or from below a hill."""
    rows = terrain_table(settings)
    crossed = [kind for kind in state_of(actor).crossed if rows.get(kind, TerrainRow()).obstacle]
    if any(kind != "river" or builder.uses("river_in_combat") == "obstacle" for kind in crossed):
        return True
    found = []
    for piece in _by_name(snapshot.pieces):
        if rows[piece.kind].obstacle:
            between = _between(actor, target, piece, settings, "over_obstacle")
            met = [it for it in (between, _from_in(actor, target, piece, settings)) if it is not None]
            met = [it for it in met if it.judgement.probability_in > 0]
            found += [] if met and piece.kind == "river" and builder.uses("river_in_combat") != "obstacle" else met
        if rows[piece.kind].uphill:
            found.append(_up(actor, target, piece, settings))
    return builder.any_of("Y9.2", found) is not None


def _from_in(actor: Stand, target: Stand, piece: Piece, settings: YankeeSettings) -> Possible:
    """Return whether the attacker may stand in an obstacle, as in a river, and the defender not."""
    mine, theirs = (_inside(stand, piece, settings) for stand in (actor, target))
    both = mine.probability_in * (1 - theirs.probability_in)
    return Possible("out_of_obstacle", _with(mine, both, settings), {"stand": actor.name, "piece": piece.name})


def _up(actor: Stand, target: Stand, piece: Piece, settings: YankeeSettings) -> Possible:
    """Return whether the defender may stand on a hill, and the attacker not."""
    mine, theirs = (_inside(stand, piece, settings) for stand in (actor, target))
    both = theirs.probability_in * (1 - mine.probability_in)
    return Possible("uphill", _with(theirs, both, settings), {"stand": actor.name, "piece": piece.name})


def _with(judgement: Judgement, probability: float, settings: YankeeSettings) -> Judgement:
    verdict = judge_probability(probability, settings.doubt)
    return replace(judgement, verdict=verdict, probability_in=probability)


def _backed(stand: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    """Whether a friendly base of troops touches its rear edge."""
    others = _by_name(snapshot.others(stand.name))
    friends = [s for s in others if s.side == stand.side and arm_of(s) != "general"]
    return _touched(stand, friends, ("rear",), "friend_at_rear", builder, settings) is not None


def _flanked(actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    """Whether the attacker, or another enemy in contact (Y9.8), holds the defender's flank or rear (Y9.3)."""
    others = _by_name(snapshot.others(target.name))
    enemies = [s for s in others if s.side != target.side and arm_of(s) != "general"]
    flanking = [s for s in enemies if started_behind(s, target)]
    for enemy in enemies:
        if enemy not in flanking and _only_on_flank_or_rear(enemy, target, settings):
            builder.modifying("Y9.3", "started_in_front", stand=enemy.name, target=target.name)
    flanking.sort(key=lambda s: (s.name != actor.name, s.name))
    holder = _touched(target, flanking, ("left", "right", "rear"), "holds_flank_or_rear", builder, settings)
    if holder is not None and holder.name != actor.name:
        builder.modifying("Y9.8", "another_holds_flank_or_rear", stand=target.name, by=holder.name)
    return holder is not None


def judge_flank_from_front(actor: Stand, target: Stand, builder: Builder) -> None:
    """Judge whether a base that touches only a flank or the rear, but came from the front, may fight (Y9.3)."""
    if started_behind(actor, target) or not _only_on_flank_or_rear(actor, target, builder.settings):
        return
    if builder.uses("flank_from_front") == "refused":
        builder.condition("Y9.3", "flank_from_behind", False, stand=actor.name, target=target.name)


def _only_on_flank_or_rear(enemy: Stand, target: Stand, settings: YankeeSettings) -> bool:
    """Say whether an enemy surely touches a base's flank or rear, and not its front."""
    edges: tuple[Side, ...] = ("left", "right", "rear", "front")
    touched = (touches_edge(target, enemy, edge, settings.contact_cm, doubt=settings.doubt).verdict for edge in edges)
    *sides, front = touched
    return front == Verdict.OUT and Verdict.IN in sides


def started_behind(enemy: Stand, target: Stand) -> bool:
    """Say whether an enemy stood behind the line through a base's front, both as they were at the turn's start (Y9.3).

    One that has not moved, or of whom nothing is said, stood and faced as it does.
    """
    base = at_start(target)
    return dot(ahead(base), minus(at_start(enemy).centre, front_middle(base))) < 0


def _touched(
    stand: Stand, others: Iterable[Stand], edges: Iterable[Side], key: str, builder: Builder, settings: YankeeSettings
) -> Stand | None:
    """Return one of others that touches one of a base's edges."""
    near = {other.name: other for other in others if math.dist(other.centre, stand.centre) <= FAR_CM}
    found = [
        Possible(
            key, touches_edge(stand, other, edge, settings.contact_cm, doubt=settings.doubt),
            {"stand": stand.name, "by": name, "edge": edge},
        )
        for name, other in near.items()
        for edge in edges
    ]  # fmt: skip
    best = builder.any_of("Y9.3" if key.startswith("holds") else "Y9.2", found)
    return near[str(best.detail["by"])] if best else None
