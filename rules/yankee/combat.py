"""COMBAT and FALL BACK: base against base in contact, and cavalry that gives way before (Y9.1-Y9.8)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.common_actions import Single
from rules.ruling import Shape
from rules.yankee.combat_modifiers import combat_modifiers, judge_flank_from_front
from rules.yankee.result import apply_loss, compare, go_back
from rules.yankee.settings import Builder
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of, factor
from table.contact import touching
from table.snapshot import Snapshot
from table.stand import Stand


def fall_back(snapshot: Snapshot, single: Single, builder: Builder, _source: str) -> None:
    """Rule on falling back: cavalry in contact, with no enemy cavalry, goes back as in a recoil (Y9.5, Y9.6).

    It costs a fatigue point as any falling back does (``fall_back_tires``); where the way back is barred, it stays.
    """
    actor, settings = single.actor, builder.settings
    builder.condition("Y9.6", "cavalry_falls_back", arm_of(actor) == "cavalry", stand=actor.name, kind=actor.kind)
    if state_of(actor).fought:
        builder.condition("Y9.6", "not_fought_twice", False, stand=actor.name)
    builder.uses("contact_cm")
    met = 1.0
    nearest = None
    for enemy in sorted((s for s in snapshot.stands if s.side != actor.side), key=lambda stand: stand.name):
        touch = touching(actor, enemy, settings.contact_cm, doubt=settings.doubt)
        met *= 1 - touch.probability_in
        if nearest is None or touch.measured < nearest[0].measured:
            nearest = (touch, enemy)
        if arm_of(enemy) == "cavalry" and touch.probability_in > 0:
            builder.judged("Y9.6", "not_from_cavalry", touch.opposite, stand=actor.name, by=enemy.name)
    if nearest is None:
        builder.condition("Y9.6", "in_combat", False, stand=actor.name)
        return
    touch, enemy = nearest
    builder.judged("Y9.6", "in_contact", touch, actor=actor.name, target=enemy.name)
    if builder.verdict != "allowed":
        return
    if go_back(actor, snapshot, builder, settings, tires=bool(builder.uses("fall_back_tires")), own_will=True):
        builder.outcome = builder.outcome or "falls_back"


@dataclass(frozen=True, slots=True)
class Combat:
    """A base of the active player against one it touches; cavalry may ``fall_back`` before it comes to blows (Y9.6)."""

    actor: Stand
    target: Stand
    fall_back: bool

    @classmethod
    def read(cls, asked: Asked) -> "Combat":
        """Read ``actor``, ``target`` and ``fall_back``; raises BadFile."""
        return cls(*asked.two_stands("the attacker", "fall_back"), bool(asked.get("fall_back")))


def combat(snapshot: Snapshot, given: Combat, builder: Builder, source: str) -> None:
    """Rule on a combat: a die and a factor each, the less loses."""
    actor, target, settings = given.actor, given.target, builder.settings
    if given.fall_back:
        fall_back(snapshot, Single(target), builder, source)
        return
    may_fight(actor, target, builder)
    builder.draw(Shape("contact", "line", (actor.centre, target.centre)))
    if builder.verdict == "refused":
        return
    mine, theirs = combat_modifiers(actor, target, snapshot, builder, settings)
    if builder.verdict != "allowed":
        return
    mine += builder.modifier("Y9.1", "factor", factor(actor, "combat") or 0, stand=actor.name, column="combat")
    theirs += builder.modifier("Y9.1", "factor", factor(target, "combat") or 0, stand=target.name, column="combat")
    mine += builder.throw("Y9.1", "combat", actor.name)
    theirs += builder.throw("Y9.1", "combat", target.name)
    for stand in (actor, target):
        builder.effect("fought", stand.name)
    loser, total, against = (target, theirs, mine) if theirs <= mine else (actor, mine, theirs)
    result = compare(loser, total, against, in_combat=True)
    builder.modifying("Y9.4", result, stand=loser.name, total=total, against=against)
    apply_loss(loser, result, snapshot, builder, settings)


def may_fight(actor: Stand, target: Stand, builder: Builder) -> None:
    """Record that two touch, can fight, and have not fought this turn (Y9.1, Y9.8)."""
    for stand in (actor, target):
        if factor(stand, "combat") is None:
            builder.condition("Y9.1", "has_factor", False, stand=stand.name, kind=stand.kind)
    if actor.side == target.side:
        builder.condition("Y9.1", "enemy", False, target=target.name, side=target.side)
    for stand in (actor, target):
        if state_of(stand).fought:
            builder.condition("Y9.8", "not_fought_twice", False, stand=stand.name)
    judgement = touching(actor, target, builder.uses("contact_cm"), doubt=builder.settings.doubt)
    builder.judged("Y9.1", "in_contact", judgement, actor=actor.name, target=target.name)
    judge_flank_from_front(actor, target, builder)
