"""Orders, reactions and generals: what a die and a command value say (Y5.2, Y5.4, Y5.5, Y11.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from rules.action import Asked
from rules.common_actions import Single
from rules.yankee.generals import base_of, may_move, troops_of
from rules.yankee.group import of_unit
from rules.yankee.order_compliance import ORDERS, Order, may_have, order_named
from rules.yankee.sequence import before_battle, before_fire
from rules.yankee.settings import Builder
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of
from table.contact import touching
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand
from table.uncertainty import farther_by
from table.verdict import Judgement, Verdict, judge

COMMAND = {1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 5}  # Y5.2
LATE, AT_ONCE = 5, 7  # Y5.5: totals from which it is one turn late, and at once
DIES = 5  # Y11.1
CERTAIN = 1 - 1e-9
"""A probability from which nobody speaks of a doubt; whether one is 1 to the last bit hangs on rounding."""


@dataclass(frozen=True, slots=True)
class Commander:
    """A commander whose value is thrown for, by his name or his unit's."""

    name: str

    @classmethod
    def read(cls, asked: Asked) -> "Commander":
        """Read ``unit`` or ``actor``; raises BadFile."""
        asked.only("actor", "unit")
        name = str(asked.get("unit") or asked.get("actor") or "")
        if not name:
            raise BadFile(asked.source, "action.unit", "the name of a commander or his unit", NOTHING)
        return cls(name)


@dataclass(frozen=True, slots=True)
class Commanded:
    """A unit that reacts or is given a new order, and the command value of who is with it."""

    unit: str
    value: int
    order: Order | None = None

    @classmethod
    def read(cls, asked: Asked) -> "Commanded":
        """Read ``unit``; raises BadFile."""
        asked.only("unit")
        return cls(*_commanded(asked))

    @classmethod
    def read_order(cls, asked: Asked) -> "Commanded":
        """Read ``unit`` and ``order``; raises BadFile."""
        asked.only("unit", "order")
        unit, value = _commanded(asked)
        return cls(unit, value, _order(asked) if "order" in asked else None)


@dataclass(frozen=True, slots=True)
class Ordered:
    """A unit and the order that it has before the battle."""

    unit: str
    order: Order

    @classmethod
    def read(cls, asked: Asked) -> "Ordered":
        """Read ``unit`` and ``order``; raises BadFile."""
        asked.only("unit", "order")
        return cls(_unit(asked)[0], _order(asked))


def command(snapshot: Snapshot, commander: Commander, builder: Builder, _source: str) -> None:
    """Rule on a commander's value, by a die (Y5.2)."""
    name = commander.name
    if any(state_of(stand).command is not None for stand in of_unit(snapshot, name)):
        builder.condition("Y5.2", "thrown_for_once", False, unit=name)
        return
    value = COMMAND[builder.throw("Y5.2", "command", name)]
    builder.modifying("Y5.2", "command_value", unit=name, value=value)
    builder.effect("command", name if name in snapshot else None, unit=name, value=value)


def first_order(snapshot: Snapshot, given: Ordered, builder: Builder, _source: str) -> None:
    """Rule on the order that every unit has before the battle: no die, and nothing to react to (Y5.3)."""
    before_battle("Y5.3", builder)
    unit = of_unit(snapshot, given.unit)
    may_have(given.order, unit, builder)
    if any(known.tried or known.reacts or known.reacted for known in map(state_of, unit)):
        builder.condition("Y5.3", "thrown_for_its_order", False, unit=given.unit)
    if builder.uses("first_orders") == "thrown":
        builder.condition("Y5.3", "given_without_die", False, unit=given.unit)
    builder.modifying("Y5.3", "ordered", stand=given.unit, order=given.order)
    builder.effect("first_order", None, unit=given.unit, order=given.order)


def order(snapshot: Snapshot, given: Commanded, builder: Builder, _source: str) -> None:
    """Rule on a new order, where it is said which: it arrives on a die up to the command value (Y5.4)."""
    unit, value, new = given.unit, given.value, given.order
    before_fire(unit, builder)
    if new is not None:
        may_have(new, of_unit(snapshot, unit), builder)
    if builder.verdict == "refused":
        return
    tried = {state_of(stand).tried for stand in of_unit(snapshot, unit)}
    if "order" in tried:
        builder.condition("Y5.4", "next_turn_again", False, unit=unit)
        return
    if "arrived" in tried and not builder.uses("orders_again"):
        builder.condition("Y5.4", "one_order_a_turn", False, unit=unit)
        return
    builder.modifying("Y5.4", "up_to_command_value", unit=unit, value=value)
    face = builder.throw("Y5.4", "change_order", unit)
    arrives = face <= value
    builder.modifying("Y5.4", "order_arrives" if arrives else "order_delayed", unit=unit, die=face, value=value)
    builder.outcome = "arrives" if arrives else "delayed"
    if arrives:
        builder.effect("order", None, unit=unit, order=new)
    else:
        builder.effect("tried", None, unit=unit, what="order")


def react(snapshot: Snapshot, given: Commanded, builder: Builder, _source: str) -> None:
    """Rule on a reaction: the die and the command value of who is with the troops say how late (Y5.5)."""
    unit, members = given.unit, of_unit(snapshot, given.unit)
    if any(state_of(stand).reacted for stand in members):
        builder.condition("Y5.5", "reacted_already", False, unit=unit)
        return
    if all(state_of(stand).reacts is False for stand in members):
        builder.condition("Y5.5", "order_has_arrived", False, unit=unit)
        return
    total = builder.throw("Y5.5", "reaction", unit) + given.value
    turns = 2 if total < LATE else 1 if total < AT_ONCE else 0
    builder.modifying("Y5.5", "reacts", unit=unit, total=total, turns=turns)
    builder.outcome = ("at_once", "one_turn_late", "two_turns_late")[turns]
    builder.effect("react", None, unit=unit, turns_late=turns)


def general(snapshot: Snapshot, single: Single, builder: Builder, _source: str) -> None:
    """Rule on a general whose base is lost: 5-6 he dies, else he joins the nearest base of his side (Y11.1).

    Who rides with a base, and has none of his own, throws under its name. Who is alone once he cannot move any more
    joins the nearest base without a die.
    """
    actor, known = single.actor, state_of(single.actor)
    rides = arm_of(actor) != "general"
    if rides:
        builder.condition("Y11.1", "has_general", known.general, stand=actor.name)
    else:
        builder.condition("Y11.1", "is_general", True, stand=actor.name)
    friends = troops_of(actor, snapshot)
    if known.fallen and not (rides and known.base_lost):
        builder.condition("Y11.1", "no_die_owed", False, stand=actor.name)
    elif rides and known.base_lost is False:
        builder.condition("Y11.1", "rode_with_lost", False, stand=actor.name)
    elif not (rides or known.base_lost) and (base := base_of(actor, snapshot, builder.settings)):
        builder.uses("contact_cm")
        builder.condition("Y11.1", "base_is_lost", False, stand=actor.name, by=base.name)
    elif not rides and known.base_lost is False:
        _may_join(actor, friends, builder)
    if builder.verdict != "allowed":
        return
    due = rides or known.base_lost is not False
    if due and builder.throw("Y11.1", "general_lost", actor.name) >= DIES:
        builder.modifying("Y11.1", "rider_dies" if rides else "general_dies", stand=actor.name)
        builder.outcome = "rider_dies" if rides else "dies"
        builder.effect("general_dies" if rides else "remove", actor.name)
        return
    if not friends:
        builder.modifying("Y11.1", "nobody_to_join", stand=actor.name)
        builder.outcome = "alone"
        builder.effect("alone", actor.name)
        return
    nearest = _nearest(actor, friends, builder)
    if nearest is None:
        return
    builder.modifying("Y11.1", "rider_joins" if rides else "general_joins", stand=actor.name, by=nearest.name)
    builder.outcome = "rider_joins" if rides else "joins" if due else "rejoins"
    builder.effect("join", actor.name, base=nearest.name)


def _may_join(actor: Stand, friends: Sequence[Stand], builder: Builder) -> None:
    """Record that a general who has lost no base is alone and cannot move any more this turn: he joins without a die.

    Too close to call where he may touch a base.
    """
    builder.condition("Y11.1", "moves_himself", not may_move(actor, builder), stand=actor.name)
    if builder.uses("lone_general") == "stays":
        builder.condition("Y11.1", "no_die_owed", False, stand=actor.name)
    for friend in friends:
        touch = touching(actor, friend, builder.uses("contact_cm"), doubt=builder.settings.doubt)
        if touch.verdict == Verdict.CLOSE:
            builder.judged("Y11.1", "is_alone", touch.opposite, stand=actor.name, by=friend.name)


def _nearest(actor: Stand, friends: Sequence[Stand], builder: Builder) -> Stand | None:
    """Return the base nearest to a general; None while whether another one is nearer is too close to call.

    The other is the one that may best be it: of two equally far, the one whose place is known worse.
    """
    first, *others = sorted(friends, key=lambda s: (dist(s.centre, actor.centre), s.name))
    if not others:
        return first
    judgements = [(_nearer(actor, first, other, builder.settings.doubt), other) for other in others]
    judgement, rival = min(judgements, key=lambda it: (it[0].probability_in, it[1].name))
    if judgement.probability_in > CERTAIN:
        return first
    word = builder.judged("Y11.1", "nearest_base", judgement, stand=first.name, by=rival.name, modifies=True)
    return None if word is None else first if word else rival


def _nearer(actor: Stand, first: Stand, other: Stand, doubt: float) -> Judgement:
    """Judge whether the first is no farther from a general than the other."""
    return judge(farther_by(actor, first, other), 0.0, at_most=False, doubt=doubt)


def _commanded(asked: Asked) -> tuple[str, int]:
    """Return a unit and the value of the commander with it; raises BadFile where nobody has one."""
    unit, members = _unit(asked)
    values = [(_rank(s, unit), s.name, value) for s in members if (value := state_of(s).command) is not None]
    if not values:
        raise BadFile(asked.source, "action.unit", f"a stand of {unit} with `command = 2` to 5", "none")
    return unit, min(values)[2]


def _unit(asked: Asked) -> tuple[str, Sequence[Stand]]:
    unit, source = asked.get("unit"), asked.source
    if not isinstance(unit, str) or not unit:
        raise BadFile(source, "action.unit", "the name of a unit", NOTHING if unit is None else repr(unit))
    members = of_unit(asked.snapshot, unit)
    if not members:
        raise BadFile(source, "action.unit", "a unit on the table (a stand, or its `brigade`)", repr(unit))
    return unit, members


def _order(asked: Asked) -> Order:
    new = order_named(asked.get("order"))
    if new is None:
        got = got_words(asked.get("order"))
        raise BadFile(asked.source, "action.order", f"one of {', '.join(ORDERS)}", got)
    return new


def _rank(stand: Stand, unit: str) -> int:
    return 0 if stand.name == unit else 1 if arm_of(stand) == "general" else 2
