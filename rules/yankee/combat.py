"""COMBAT: base against base in contact (Y9.1-Y9.5, Y9.7, Y9.8)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.common_actions import Single
from rules.ruling import Shape
from rules.yankee.combat_modifiers import combat_modifiers
from rules.yankee.falling_back import fall_back
from rules.yankee.result import apply_loss, compare
from rules.yankee.settings import Builder
from rules.yankee.troops import factor
from table.contact import touching
from table.snapshot import Snapshot
from table.stand import Stand


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
    for stand in (actor, target):
        if factor(stand, "combat") is None:
            builder.condition("Y9.1", "has_factor", False, stand=stand.name, kind=stand.kind)
    if actor.side == target.side:
        builder.condition("Y9.1", "enemy", False, target=target.name, side=target.side)
    for stand in (actor, target):
        if stand.state.get("fought"):
            builder.condition("Y9.8", "not_fought_twice", False, stand=stand.name)
    judgement = touching(actor, target, builder.uses("contact_cm"), doubt=settings.doubt)
    builder.judged("Y9.1", "in_contact", judgement, actor=actor.name, target=target.name)
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
