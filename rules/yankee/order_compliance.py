"""Y5.3: what a unit's order lets it do."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from rules.yankee.group import has_moved, of_unit, one_brigade
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of, is_skirmisher, moves_and_fires
from table.contact import groups
from table.footprint import footprint
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.uncertainty import FAR, sigma_between, within

Order = Literal["attack", "advance", "hold", "support", "change formation", "retreat", "skirmish"]
ORDERS: tuple[Order, ...] = get_args(Order)
ODDS = 2.0  # own bases to the enemy group's from which an advance goes on, and an attack must

_MAY_ATTACK: Mapping[Order, bool] = {
    "attack": True, "support": True, "hold": False, "advance": False, "change formation": False, "retreat": False,
    "skirmish": False,
}  # fmt: skip


def order_named(given: object) -> Order | None:
    """Return an order as the book names it, however it is written; None for one that it does not have."""
    plain = str(given).strip().lower().replace("_", " ").replace("-", " ")
    return next((order for order in ORDERS if order == plain), None)


def may_have(order: Order, unit: Sequence[Stand], builder: Builder) -> None:
    """Record that a unit can be given an order: skirmishing is for light cavalry and skirmishers.

    Who retreats needs Change formation first, and then a new order.
    """
    if "retreat" in orders_of(unit) and order not in ("retreat", "change formation"):
        builder.condition("Y5.3", "reforms_first", False, stand=unit[0].name, order=order)
    if order == "skirmish":
        for stand in unit:
            if arm_of(stand) != "general":
                can = moves_and_fires(stand) or is_skirmisher(stand)
                builder.condition("Y5.3", "can_skirmish", can, stand=stand.name, kind=stand.kind)


def orders_of(group: Sequence[Stand]) -> list[Order]:
    """Return the orders that the bases of a group have, in the book's order."""
    found = {order_named(state_of(stand).order) for stand in group}
    return [order for order in ORDERS if order in found]


def not_late(group: Sequence[Stand], builder: Builder) -> None:
    """Record that nobody of a group still has turns to wait before it reacts (Y5.5)."""
    for stand in group:
        if state_of(stand).reacts:
            builder.condition("Y5.5", "reacts_first", False, stand=stand.name)
    late = max(state_of(stand).late for stand in group)
    if late:
        builder.condition("Y5.5", "not_late", False, stand=group[0].name, turns=late)


def judge_order(
    group: Sequence[Stand], ends: Sequence[Stand], limit_cm: float, snapshot: Snapshot, builder: Builder
) -> float:
    """Record what the orders of a group say to its move, and return how far they let it go, cm: all must be obeyed.

    An advance is at half speed, and stops at charge reach (``charge_cm``, or its move) of an enemy whom it does not
    outnumber two to one. Only Attack and Support go into contact; cavalry may counter-attack on Hold.
    """
    settings = builder.settings
    leader, orders = group[0].name, orders_of(group)
    for order in orders:
        builder.modifying("Y5.3", "ordered", stand=leader, order=order)
        counter_attacks = order == "hold" and all(arm_of(s) in ("cavalry", "general") for s in group)
        if not (_MAY_ATTACK[order] or counter_attacks):
            _no_contact(group, ends, order, snapshot, builder, settings)
        if order == "support":
            _after_the_main_attack(group, ends, snapshot, builder, settings)
    if "advance" not in orders:
        return limit_cm
    builder.modifying("Y5.3", "advances_at_half_speed", stand=leader)
    _stops_at_charge_reach(group, ends, limit_cm, snapshot, builder, settings)
    return limit_cm / 2


def _no_contact(
    group: Sequence[Stand], ends: Sequence[Stand], order: Order, snapshot: Snapshot, builder: Builder,
    settings: YankeeSettings,
) -> None:  # fmt: skip
    builder.uses("contact_cm")
    for start, end in zip(group, ends, strict=True):
        for enemy in _enemies(start, snapshot):
            before, after = _apart(start, enemy), _apart(end, enemy)
            if before.value <= settings.contact_cm or not within(after, settings.contact_cm, FAR):
                continue
            builder.limit(
                "Y5.3", "order_without_attack", after, settings.contact_cm, at_most=False, slack=-1e-9,
                stand=start.name, by=enemy.name, order=order,
            )  # fmt: skip


def _after_the_main_attack(
    group: Sequence[Stand], ends: Sequence[Stand], snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> None:
    """Refuse contact to a support before the attack it supports is launched; nothing where it names no unit."""
    for start, end in zip(group, ends, strict=True):
        met = [enemy for enemy in _enemies(start, snapshot) if within(_apart(end, enemy), settings.contact_cm, FAR)]
        if not met or not builder.uses("support_waits"):
            continue
        unit = of_unit(snapshot, state_of(start).supports or "")
        launched = any(
            has_moved(each)
            or any(_apart(each, enemy).value <= settings.contact_cm for enemy in _enemies(each, snapshot))
            for each in unit
        )
        if "attack" in orders_of(unit) and not launched:
            builder.condition("Y5.3", "main_attack_first", False, stand=start.name, by=state_of(start).supports)


def _stops_at_charge_reach(
    group: Sequence[Stand], ends: Sequence[Stand], move_cm: float, snapshot: Snapshot, builder: Builder,
    settings: YankeeSettings,
) -> None:  # fmt: skip
    reach_cm = builder.uses("charge_cm") or move_cm
    own = sum(arm_of(stand) != "general" for stand in group)
    troops = [s for s in snapshot.stands if s.side != group[0].side and arm_of(s) != "general"]
    for enemies in groups(troops, settings.contact_cm, one_brigade):
        if own >= ODDS * len(enemies):
            continue
        pairs = [(start, end, enemy) for start, end in zip(group, ends, strict=True) for enemy in enemies]
        start, end, enemy = min(pairs, key=lambda it: (_apart(it[1], it[2]).value, it[1].name, it[2].name))
        nearest_before = min(_apart(s, e).value for s, _, e in pairs)
        after = _apart(end, enemy)
        if after.value >= nearest_before - 1e-6 or not within(after, reach_cm, FAR):
            continue  # it comes no nearer, or is far from it still
        builder.limit(
            "Y5.3", "stops_at_charge_reach", after, min(reach_cm, nearest_before), at_most=False,
            stand=start.name, by=enemy.name, own=own, theirs=len(enemies),
        )  # fmt: skip


def _enemies(stand: Stand, snapshot: Snapshot) -> list[Stand]:
    return sorted((s for s in snapshot.stands if s.side != stand.side), key=lambda s: s.name)


def _apart(stand: Stand, enemy: Stand) -> Measurement:
    gap = footprint(stand).distance(footprint(enemy))
    return Measurement(float(gap), sigma_between(stand, enemy))
