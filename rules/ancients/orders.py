"""ORDER: which units a card's orders go to (C3.2), and which leaders may have one of their own (C8.4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.action import Asked
from rules.ancients.book import Class, Section
from rules.ancients.cards import CardSaid, Orders, orders_of
from rules.ancients.phases import ORDER, in_phase, turn_of
from rules.ancients.position import AncientsBoard, place_of, rule_on_table
from rules.ancients.sections import sections_of
from rules.ancients.settings import Builder
from rules.ancients.side import acting_side, side_of, sits_far
from rules.ancients.state import AncientsTable, state_of, table_of
from rules.ancients.units import UnitType, is_leader
from table.errors import BadFile
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand

_KEYS = ("units", "side", "section", "number", "sections", "class", "classes", "helmet", "command", "card")


@dataclass(frozen=True, slots=True)
class Order:
    """The orders of a card for ``units``, leaders too; ``side`` is theirs where nobody says whose it is."""

    units: tuple[Stand, ...]
    side: str | None
    card: CardSaid

    @classmethod
    def read(cls, asked: Asked) -> "Order":
        """Read ``units``, ``side`` and what the card orders; raises BadFile."""
        asked.only(*_KEYS)
        if "units" not in asked:
            raise BadFile(asked.source, "action.units", "the names of those who get an order", NOTHING)
        units, side = asked.stands("units"), side_of(asked)
        return cls(units, units[0].side if side is None and units else side, CardSaid.read(asked))


def order(snapshot: Snapshot, order: Order, builder: Builder, source: str) -> None:
    """Rule on whom a card's orders go to (C3.2), as it is said or as the owner's book has the card."""
    side = acting_side(snapshot, order.side, builder, source)
    orders = orders_of(order.card, side, builder, source)
    rule_on_table(
        snapshot, builder, lambda position, own: _judge(position, order.units, side, orders, own, source), source
    )


def orders_known(table: AncientsTable, own: Iterable[Stand]) -> bool:
    """Say whether anybody knows who of a side has an order: by the table's orders or card, or by the stands' own."""
    given = table.orders is not None or bool(table.card)
    return given or any(state_of(stand).ordered is not None for stand in own)


def has_order(position: AncientsBoard, stand: Stand, builder: Builder) -> None:
    """Judge that somebody has an order, where anybody knows of orders: a leader who leaves a unit one of his own."""
    own = (other for other in position.table.stands if other.side == stand.side)
    if not orders_known(table_of(builder), own):
        return
    unit = position.unit_of(stand) if is_leader(stand) else None
    ordered = bool(state_of(stand).ordered)
    if unit is None:
        builder.condition("C3.2", "has_order", ordered, actor=stand.name)
    else:
        builder.condition("C8.4", "has_own_order", ordered, actor=stand.name, unit=unit.name)


def _judge(
    position: AncientsBoard, units: Sequence[Stand], side: str, orders: Orders, builder: Builder, source: str
) -> None:  # fmt: skip
    if units:
        in_phase("order", ORDER, units[0], builder)
    else:
        turn_of(side, builder)
    table = table_of(builder, source)
    if table.card_played:
        builder.condition("C3.1", "one_card_a_turn", False, side=side, card=table.card)
    for stand in units:
        place_of(position, stand, "action.units", source)
        _judge_one(position, stand, side, orders, builder)
    _judge_number(position, units, side, orders, builder)
    for stand in units:
        builder.effect("ordered", stand.name)
    builder.effect("table", None, orders=len(units), card=orders.card, card_played=True)
    builder.outcome = "ordered"


def _judge_one(position: AncientsBoard, stand: Stand, side: str, orders: Orders, builder: Builder) -> None:
    told = {"stand": stand.name, "side": side}
    builder.condition("C3.2", "own_unit", stand.side == side, **told)
    if state_of(stand).ordered:
        builder.condition("C3.2", "ordered_once", False, **told)
    attached = position.unit_of(stand) if is_leader(stand) else None
    settings = position.settings
    if is_leader(stand) and (attached is not None or orders.classes):
        helmet_asked = settings.helmet_on_sections or not orders.by_section
        if orders.by_section and attached is not None:
            builder.uses("helmet_on_sections")
        right = (orders.by_section or "mounted" in orders.classes) and (orders.helmet or not helmet_asked)
        key = "leader_may_detach" if attached is not None else "leader_may_be_ordered"
        builder.condition("C8.4", key, right, **told, unit=attached.name if attached is not None else "")
    elif orders.classes:
        kind = position.type_of(stand)
        right = any(is_of(kind, each) for each in orders.classes)
        builder.condition("C2.2", "of_class", right, **told, classes=list(orders.classes), weight=kind.weight)


def is_of(kind: UnitType, wanted: Class) -> bool:
    """Say whether a unit is of a class for orders: light, medium, heavy, mounted or foot (C2.2, C8.3)."""
    if wanted in ("mounted", "foot"):
        return kind.weight is not None and kind.mounted == (wanted == "mounted")
    return kind.weight == wanted


def _judge_number(
    position: AncientsBoard, units: Sequence[Stand], side: str, orders: Orders, builder: Builder
) -> None:  # fmt: skip
    """Judge that there are orders for all, in the sections they are in; those that are left over are lost (C3.2)."""
    many = len(units)
    if orders.by_section:
        far = sits_far(side, position.table, builder)
        for key in ("dotted_lines", "odd_row_hexes"):
            builder.uses(key)
        where = {}
        for stand in units:
            here = position.where(stand.name)
            assert here is not None
            where[stand.name] = sections_of(position.board, here, position.settings, far)
            builder.condition(
                "C3.2", "in_section", any(s in orders.sections for s in where[stand.name]), stand=stand.name,
                hex=position.label(here), sections=list(where[stand.name]), wanted=list(orders.sections),
            )  # fmt: skip
            key = "of_two_sections" if len(where[stand.name]) > 1 else "of_one_section"
            told = {"stand": stand.name, "hex": position.label(here), "sections": list(where[stand.name])}
            builder.modifying("C1.1", key, **told)
        inside = {name: found for name, found in where.items() if any(s in orders.sections for s in found)}
        total = sum(orders.sections.values())
        if short := _short(inside, orders.sections):
            builder.condition("C3.2", "enough_orders", False, side=side, **short)
        else:
            builder.limit("C3.2", "orders", Measurement(len(inside)), total, "orders", side=side)
        left = total - many
    elif orders.number is None:
        builder.modifying("C3.2", "command_not_known", side=side)
        left = 0
    else:
        builder.limit("C3.2", "orders", Measurement(many), orders.number, "orders", side=side)
        left = orders.number - many
    if left > 0:
        builder.modifying("C3.2", "surplus_lost", side=side, count=left)


def _short(units: Mapping[str, tuple[Section, ...]], orders: Mapping[Section, int]) -> Mapping[str, object]:
    """Return the fewest sections with more units that take their orders from them alone than they have orders.

    Nothing where all get one, those on a dotted line from either of their sections (Hall's marriage theorem).
    """
    for many in range(1, len(orders) + 1):
        for sections in combinations(orders, many):
            needing = [n for n, found in units.items() if all(s in sections for s in found if s in orders)]
            count = sum(orders[section] for section in sections)
            if len(needing) > count:
                return {"stands": needing, "sections": list(sections), "count": count}
    return {}
