"""FIRE: base against base at a distance (Y8), resolved by Y9.4-Y9.7."""

from dataclasses import dataclass

from rules.action import Asked
from rules.dice import Dice
from rules.over_hills import ground_of
from rules.ruling import Check
from rules.state import TABLE
from rules.yankee.field_of_fire import FieldOfFire, field_of_fire, may_fire
from rules.yankee.fire_modifiers import SUPPORTS_MOST, fire_modifiers
from rules.yankee.result import apply_loss, compare
from rules.yankee.sequence import before_fights
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.simultaneous import as_it_is, as_it_stood
from rules.yankee.state import YankeeTable, state_of
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
    """Rule on fire: checks, modifiers, a die each, and what becomes of the target.

    A second fire at one target is no fire of its own (Y8.6), unless it answers that target.
    """
    settings, stood = builder.settings, as_it_stood(snapshot)
    actor, target, *supports = (stood.stand(each.name) for each in (volley.actor, volley.target, *volley.supports))

    field = _checked_field(actor, target, stood, builder, settings)
    if state_of(target).fired_at and not _answers(actor, target, builder):
        builder.condition("Y8.6", "one_fire_at_it", False, stand=target.name, actor=actor.name)
    for support in supports:
        _support(support, actor, target, stood, builder, settings)
    if field is None or builder.verdict == "refused":
        return
    mine, theirs = fire_modifiers(field, supports, stood, builder, settings)
    if builder.verdict != "allowed":
        return
    for stand in (actor, *supports[:SUPPORTS_MOST]):
        builder.effect("fired", stand.name, target=target.name)
    if not state_of(target).fired and can_fire(target, actor, stood, builder):
        builder.effect("must_answer", target.name, target=actor.name)
    _resolve(field, as_it_is(snapshot), builder, settings, mine, theirs)


def _checked_field(
    actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> FieldOfFire | None:
    for stand in (actor, target):
        if factor(stand, "fire") is None:
            builder.condition("Y9.1", "has_factor", False, stand=stand.name, kind=stand.kind)
    if actor.side == target.side:
        builder.condition("Y8.2", "enemy", False, target=target.name, side=target.side)
    _in_turn(actor, target, builder)
    field = field_of_fire(actor, target, ground_of(snapshot, settings))
    if field is not None:
        may_fire(field, snapshot, builder, settings)
    return field


def _answers(actor: Stand, target: Stand, builder: Builder) -> bool:
    """Say whether a base answers the fire of its target (Y8.4)."""
    return YankeeTable.of(builder).answers.get(actor.name) == target.name


def _in_turn(actor: Stand, target: Stand, builder: Builder) -> None:
    """Judge whether a base fires in its phase (Y6.1), and answers before it fires at anybody else (Y8.4)."""
    by = YankeeTable.of(builder).answers.get(actor.name)
    if by is None:
        before_fights(actor.name, builder)
    elif by != target.name:
        builder.condition("Y8.4", "answers_who_fired", False, stand=actor.name, by=by)
    known = state_of(actor)
    if by is None and not known.fired and (known.stood or known.fallen) and not builder.uses("hit_bases_fire"):
        builder.condition("Y8.4", "only_answers", False, stand=actor.name)


def _support(
    support: Stand, actor: Stand, target: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> None:  # Y8.6
    """Record what of a supporting base's own checks matters; it must be able to fire at the same target itself."""
    if support.side != actor.side:
        builder.condition("Y8.6", "support_same_side", False, stand=support.name, actor=actor.name)
    own = Builder(builder.game, builder.action, settings, Dice(()), builder.decided, builder.sides)
    _checked_field(support, target, snapshot, own, settings)
    if own.verdict == "refused":
        # First, so that the ruling is seen to fail by its support and not by its shooter.
        builder.checks.insert(
            0, Check("Y8.6", "support_may_fire", "failed", detail={"stand": support.name, "target": target.name})
        )
    wanted = {"refused": "failed", "too_close": "close"}.get(own.verdict)
    builder.checks += [check for check in own.checks if check.verdict == wanted or check.decided_by]


def _resolve(
    field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings, mine: int, theirs: int
) -> None:
    """Throw the dice of a fire and apply its result to the table as it is now."""
    shooter, target = field.shooter, field.target
    column = builder.uses("defender_column")
    mine += builder.modifier("Y9.1", "factor", factor(shooter, "fire") or 0, stand=shooter.name, column="fire")
    theirs += builder.modifier("Y9.1", "factor", factor(target, column) or 0, stand=target.name, column=column)
    mine += builder.throw("Y8.5", "fire", shooter.name)
    theirs += builder.throw("Y8.5", "stand_fire", target.name)
    builder.modifying("Y8.5", "no_harm_to_shooter", stand=shooter.name, total=mine, against=theirs)
    result = compare(target, theirs, mine, in_combat=False)
    builder.modifying("Y9.4", result, stand=target.name, total=theirs, against=mine)
    if target.name in snapshot:
        apply_loss(snapshot.stand(target.name), result, snapshot, builder, settings)


def can_fire(actor: Stand, target: Stand, stood: Snapshot, builder: Builder) -> bool:
    """Say whether a base could answer the fire of another (Y8.4), on the table as it stood; a close call is a yes."""
    answering = {TABLE: {"answers": {actor.name: target.name}}}
    own = Builder(builder.game, "fire", builder.settings, Dice(()), {}, answering)
    back = _checked_field(actor, target, stood, own, own.settings)
    return back is not None and own.verdict != "refused"
