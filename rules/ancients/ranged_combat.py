"""SHOOT: ranged combat, in the order of the procedure (C10)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.ancients.book import of_kind
from rules.ancients.hits import FLAG, LEADER_FACE, SWORD, ranged_hits, strike, throw_signs
from rules.ancients.momentum import end_momentum
from rules.ancients.obligations import owes_retreat
from rules.ancients.orders import has_order
from rules.ancients.phases import BATTLE, in_phase
from rules.ancients.position import AncientsBoard, judge_crowd, likeliest, place_of, rule_on_table
from rules.ancients.settings import AncientsSettings, Builder
from rules.ancients.sight import Sight, sight, sight_detail, sight_shapes
from rules.ancients.state import state_of
from rules.ancients.units import has_battled, is_leader, moved_by
from rules.ancients.way import clause_of
from rules.common_actions import Aimed
from table.hexes import distance
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class RangedTarget:
    """An enemy as a shooter has him: how many hexes off, within range, beside him, and seen."""

    target: str
    hexes: int
    in_range: bool
    sight: Sight

    @property
    def good(self) -> bool:
        """Whether he can be shot at, as far as range and sight go."""
        return self.in_range and self.sight.free and self.hexes > 1


def shoot(snapshot: Snapshot, shot: Aimed, builder: Builder, source: str) -> None:
    """Rule on a shot: range, line of sight, dice, hits, retreats, in this order (C10.3)."""
    rule_on_table(
        snapshot, builder, lambda position, own: _judge(position, shot.actor, shot.target, own, source), source
    )


def _judge(position: AncientsBoard, actor: Stand, target: Stand, builder: Builder, source: str) -> None:
    here, there = (place_of(position, s, f"action.{k}", source) for s, k in ((actor, "actor"), (target, "target")))
    may_battle(position, actor, "shoot", builder)
    builder.condition("C9.1", "enemy", target.side != actor.side, target=target.name)
    unit = position.unit_of(target) if is_leader(target) else None
    if unit is not None:
        builder.condition("C10.5", "leader_alone", False, target=target.name, unit=unit.name)
    for each in (here, there):
        judge_crowd(position, each, builder)
    reaches = range_of(position, actor)
    builder.condition("C10.1", "has_missiles", reaches > 0, actor=actor.name)
    far, both = distance(here, there), {"actor": actor.name, "target": target.name}
    builder.condition("C10.1", "not_adjacent", far > 1, **both)
    beside = [stand.name for stand in position.enemies_beside(here, actor.side) if stand.name != target.name]
    builder.condition("C10.1", "nobody_adjacent", not beside, **both, stands=beside)
    if reaches:
        builder.limit("C10.1", "hex_range", Measurement(far), reaches, "hexes", actor=actor.name, target=target.name)
    seen = sight(position, here, there)
    for shape in sight_shapes(position, seen):
        builder.draw(shape)
    builder.condition("C10.4", "hex_sight", seen.free, **both, **sight_detail(position, seen))
    crossed = [each for step in seen.between for each in step.hexes]
    if kinds := position.not_told_of((here, *crossed, there)):
        builder.modifying("C11.1", "terrain_not_told", terrain=kinds)
    many = dice_of_shot(position, actor, target, builder)
    if builder.verdict == "refused":
        return
    end_momentum(position, actor, builder)
    builder.effect("fired", actor.name)
    builder.modifying("C10.2", "no_answer", target=target.name)
    faces = throw_signs("C10.5", "ranged_die", many, actor.name, builder)
    _resolve(position, actor, target, faces, builder, source)


def may_battle(position: AncientsBoard, actor: Stand, verb: str, builder: Builder) -> None:
    """Judge that a unit may battle now: ordered, in that phase, once a turn, not moved too far (C3, C8, C9.1)."""
    in_phase(verb, BATTLE, actor, builder)
    has_order(position, actor, builder)
    for other in position.table.stands:
        if owes_retreat(other):
            builder.condition("C9.1", "has_retreated", False, stand=other.name)
    once_more = state_of(actor).battled_again  # after momentum: a close combat, no other battle
    builder.condition(
        "C9.1", "battles_once", not (has_battled(actor) or (once_more and verb != "close")), actor=actor.name
    )
    moved, kind = moved_by(actor), position.type_of(actor)
    here = position.where(actor.name)
    if is_leader(actor) or here is None:
        return
    forced = kind.close_after is not None and verb == "close"
    most = max(kind.battles_after, kind.close_after or 0) if forced else kind.battles_after
    if moved:
        builder.limit(
            clause_of(position, actor), "moved_then_battles", Measurement(moved), most, "hexes", actor=actor.name
        )
    if moved and any(row.no_battle_on_entering for row in position.ground_on(here)):
        builder.condition("C11.1", "ground_lets_battle", False, actor=actor.name)


def range_of(position: AncientsBoard, actor: Stand) -> int:
    """Return how many hexes a unit shoots: its sign's, or what the owner's book says (C10.1, C11.1)."""
    book, kind = position.settings.book, position.type_of(actor)
    return kind.range if book is None else of_kind(book.ranged.range, actor.kind, kind.range)


def dice_of_shot(position: AncientsBoard, actor: Stand, target: Stand, builder: Builder) -> int:
    """Return how many dice are thrown: those of C10.6, or of the owner's book, less for terrain (C11.1)."""
    book, moved = position.settings.book, moved_by(actor) > 0
    key = "dice_moved" if moved else "dice_still"
    own = None if book is None else getattr(book.ranged, key).get(actor.kind)
    many = int(builder.uses(key)) if own is None else int(own)
    if own is not None:
        builder.uses("book")
    builder.modifying("C10.6", "moved_dice" if moved else "still_dice", actor=actor.name, count=many)
    here, there = position.where(actor.name), position.where(target.name)
    most = [r.most_dice_from for r in position.ground_on(here) if r.most_dice_from is not None] if here else []
    if there is not None:
        rows = position.ground_on(there)
        most += [row.most_dice_at for row in rows if row.most_dice_at is not None]
        fewer = sum(row.fewer_ranged_dice for row in rows)
        after = max(min([many - fewer, *most]), 0)
        if after < many:
            builder.modifying("C11.1", "terrain_lessens_dice", target=target.name, count=after)
            builder.uses("book")
            many = after
    return many


def _resolve(
    position: AncientsBoard, actor: Stand, target: Stand, faces: list[str], builder: Builder, source: str
) -> None:  # fmt: skip
    hits, flags = ranged_hits(position, target, faces), faces.count(FLAG)
    said = {"target": target.name, "count": hits, "dice": faces}
    builder.modifying("C10.5", "own_sign_hits" if hits else "no_sign_hits", **said)
    if not is_leader(target) and (kind := position.type_of(target)).weight is not None and hits:
        builder.modifying("C2.2", "hit_as", target=target.name, weight=kind.weight)
    if (misses := faces.count(SWORD) + (0 if is_leader(target) else faces.count(LEADER_FACE))) > 0:
        builder.modifying("C10.5", "leader_and_sword_miss", target=target.name, count=misses)
    struck = strike(position, target, hits, flags, actor, builder, source)
    if builder.outcome != "won":
        builder.outcome = (
            "eliminated" if struck.gone else "hit" if struck.hits else "retreats" if struck.flags else "miss"
        )


def aims(snapshot: Snapshot, stand: Stand, settings: AncientsSettings) -> tuple[RangedTarget, ...]:
    """Return every enemy who can be aimed at, as a shooter has him, nearest first: for pages that show targets."""
    position = likeliest(snapshot, settings)
    return tuple(sorted(_aims(position, stand), key=lambda aim: (aim.hexes, aim.target)))


def _aims(position: AncientsBoard, stand: Stand) -> Iterator[RangedTarget]:
    here, reaches = position.where(stand.name), range_of(position, stand)
    if here is None or not reaches:
        return
    for other in position.table.stands:
        there = position.where(other.name)
        if other.side == stand.side or there is None or (is_leader(other) and position.unit_of(other) is not None):
            continue
        far = distance(here, there)
        yield RangedTarget(other.name, far, 1 < far <= reaches, sight(position, here, there))
