"""FIRE: base against base at a distance (Y8), resolved by Y9.4-Y9.7."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.action import Asked
from rules.dice import Dice
from rules.over_hills import ground_of
from rules.ruling import Check
from rules.yankee.field_of_fire import FieldOfFire, field_of_fire, may_fire
from rules.yankee.fire_modifiers import SUPPORTS_MOST, fire_modifiers
from rules.yankee.result import apply_loss, compare
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.troops import factor
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Volley:
    """A base's fire at another, and the bases that support it (Y8.6)."""

    actor: Stand
    target: Stand
    supports: tuple[Stand, ...]

    @classmethod
    def read(cls, asked: Asked) -> "Volley":
        """Read ``actor``, ``target`` and ``supports``; raises BadFile."""
        actor, target = asked.two_stands("the shooter", "supports")
        supports = asked.stands("supports")
        for index, support in enumerate(supports):
            if support.name in (actor.name, target.name):
                raise BadFile(asked.source, f"action.supports[{index + 1}]", "a third stand", repr(support.name))
        return cls(actor, target, supports)


def fire(snapshot: Snapshot, volley: Volley, builder: Builder, _source: str) -> None:
    """Rule on fire: checks, modifiers, a die each, and what becomes of the target."""
    actor, target, supports, settings = volley.actor, volley.target, volley.supports, builder.settings

    field = _checked_field(actor, target, snapshot, builder, settings)
    for support in supports:
        _support(support, actor, target, snapshot, builder, settings)
    if field is None or builder.verdict == "refused":
        return
    mine, theirs = fire_modifiers(field, supports, snapshot, builder, settings)
    if builder.verdict != "allowed":
        return
    _resolve(field, supports, snapshot, builder, settings, mine, theirs)


def _checked_field(
    actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> FieldOfFire | None:
    for stand in (actor, target):
        if factor(stand, "fire") is None:
            builder.condition("Y9.1", "has_factor", False, stand=stand.name, kind=stand.kind)
    if actor.side == target.side:
        builder.condition("Y8.2", "enemy", False, target=target.name, side=target.side)
    field = field_of_fire(actor, target, ground_of(snapshot, settings))
    if field is not None:
        may_fire(field, snapshot, builder, settings)
    return field


def _support(
    support: Stand, actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> None:  # Y8.6
    """Record what of a supporting base's own checks matters; it must be able to fire at the same target itself."""
    if support.side != actor.side:
        builder.condition("Y8.6", "support_same_side", False, stand=support.name, actor=actor.name)
    own = Builder(builder.game, builder.action, settings, Dice(()), builder.decided)
    _checked_field(support, target, snapshot, own, settings)
    if own.verdict == "refused":
        # First, so that the ruling is seen to fail by its support and not by its shooter.
        builder.checks.insert(
            0, Check("Y8.6", "support_may_fire", "failed", detail={"stand": support.name, "target": target.name})
        )
    wanted = {"refused": "failed", "too_close": "close"}.get(own.verdict)
    builder.checks += [check for check in own.checks if check.verdict == wanted or check.decided_by]


def _resolve(
    field: FieldOfFire, supports: Sequence[Stand], snapshot: Snapshot, builder: Builder,
    settings: YankeeSettings, mine: int, theirs: int,
) -> None:  # fmt: skip
    shooter, target = field.shooter, field.target
    for stand in (shooter, *supports[:SUPPORTS_MOST]):
        builder.effect("fired", stand.name)
    if _must_answer(field, snapshot, builder, settings):
        builder.effect("must_answer", target.name, target=shooter.name)
    column = builder.uses("defender_column")
    mine += builder.modifier("Y9.1", "factor", factor(shooter, "fire") or 0, stand=shooter.name, column="fire")
    theirs += builder.modifier("Y9.1", "factor", factor(target, column) or 0, stand=target.name, column=column)
    mine += builder.throw("Y8.5", "fire", shooter.name)
    theirs += builder.throw("Y8.5", "stand_fire", target.name)
    builder.modifying("Y8.5", "no_harm_to_shooter", stand=shooter.name, total=mine, against=theirs)
    result = compare(target, theirs, mine, in_combat=False)
    builder.modifying("Y9.4", result, stand=target.name, total=theirs, against=mine)
    apply_loss(target, result, snapshot, builder, settings)


def _must_answer(field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:  # Y8.4
    """Say whether the target, not having fired, could fire back; a close call leaves it owed."""
    if state_of(field.target).fired:
        return False
    own = Builder(builder.game, builder.action, settings, Dice(()), {})
    back = _checked_field(field.target, field.shooter, snapshot, own, settings)
    return back is not None and own.verdict != "refused"
