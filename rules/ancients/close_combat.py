"""CLOSE: close combat and what answers it, with the owner's own book (C11.1); and losses that players record."""

from dataclasses import dataclass

from rules.action import Asked
from rules.ancients.book import Book, of_kind
from rules.ancients.hits import FLAG, LEADER_FACE, SWORD, Losses, strike, throw_signs
from rules.ancients.momentum import end_momentum, record_emptied
from rules.ancients.phases import BATTLE
from rules.ancients.position import AncientsBoard, place_of, rule_on_table
from rules.ancients.ranged_combat import may_battle
from rules.ancients.settings import Builder
from rules.ancients.side import take_banner
from rules.ancients.state import state_of, table_of
from rules.ancients.units import blocks_left, is_leader
from table.errors import BadFile
from table.hexes import Hex, distance
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack on a neighbour in close combat.

    ``evades`` true: the target evades: only its own sign hits, and it goes away afterwards by `retreat`; false: it
    was asked and stands. Left out it stands, and who might evade is named: its side is asked before the dice.
    """

    actor: Stand
    target: Stand
    evades: bool | None

    @classmethod
    def read(cls, asked: Asked) -> "Assault":
        """Read ``actor``, ``target`` and ``evades``; raises BadFile."""
        actor, target = asked.two_stands("the attacker", "evades")
        evades = asked.get("evades")
        if not isinstance(evades, bool | None):
            raise BadFile(asked.source, "action.evades", "true or false", got_words(evades))
        return cls(actor, target, evades)


@dataclass(frozen=True, slots=True)
class Loss:
    """Blocks that a unit lost in a battle which the players settled."""

    unit: Stand
    blocks: int

    @classmethod
    def read(cls, asked: Asked) -> "Loss":
        """Read ``actor`` and ``blocks``, one where it is left out; raises BadFile."""
        asked.only("actor", "blocks")
        return cls(asked.stand("actor"), asked.whole("blocks", 1))


def close(snapshot: Snapshot, assault: Assault, builder: Builder, source: str) -> None:
    """Rule on close combat with battle back, by the owner's book; refused without one (C11.1)."""
    rule_on_table(snapshot, builder, lambda position, own: _judge(position, assault, own, source), source)


def require_book(position: AncientsBoard, builder: Builder) -> Book | None:
    """Judge that the owner's book says what the source does not (C11.1)."""
    book = position.settings.book
    if builder.condition("C11.1", "has_book", book is not None):
        builder.uses("book")
    return book


def _judge(position: AncientsBoard, assault: Assault, builder: Builder, source: str) -> None:
    actor, target, evades = assault.actor, assault.target, bool(assault.evades)
    here, there = (place_of(position, s, f"action.{k}", source) for s, k in ((actor, "actor"), (target, "target")))
    book = require_book(position, builder)
    may_battle(position, actor, "close", builder)
    builder.condition("C9.1", "enemy", target.side != actor.side, target=target.name)
    builder.condition("C11.1", "adjacent", distance(here, there) == 1, actor=actor.name, target=target.name)
    if (unit := position.unit_of(target) if is_leader(target) else None) is not None:
        builder.condition("C10.5", "leader_alone", False, target=target.name, unit=unit.name)
    if is_leader(actor):
        builder.condition("C11.1", "leader_fights_with_unit", False, actor=actor.name)
    if book is not None:
        _may_evade(assault, book, builder)
    if builder.verdict == "refused" or book is None:
        return
    end_momentum(position, actor, builder)
    builder.effect("fought", actor.name)
    struck = _attack(position, actor, target, evades, book, builder, source)
    if evades and not struck.gone:
        builder.effect("retreat", target.name, flags=0, hexes=book.evasion.hexes, evades=True)
        builder.outcome = builder.outcome or "evaded"
    elif struck.gone or struck.flags:
        _momentum(position, actor, there, book, builder)
    elif book.close.battle_back:
        builder.modifying("C11.1", "battles_back", stand=target.name, target=actor.name)
        _attack(position, target, actor, False, book, builder, source, back=True, lost=struck.hits)
    builder.outcome = builder.outcome or ("eliminated" if struck.gone else "fought")


def _may_evade(assault: Assault, book: Book, builder: Builder) -> None:
    """Judge that the target may evade where it does; where it might, record what its side says, or that it is asked."""
    actor, target, evades = assault.actor, assault.target, assault.evades
    allowed = actor.kind in book.evasion.may.get(target.kind, ())
    told = {"target": target.name, "actor": actor.name, "count": book.evasion.hexes}
    if evades:
        builder.condition("C11.1", "may_evade", allowed, **told)
    elif allowed:
        builder.modifying("C11.1", "might_evade" if evades is None else "does_not_evade", **told)


def _attack(
    position: AncientsBoard, actor: Stand, target: Stand, evades: bool, book: Book, builder: Builder, source: str, *,
    back: bool = False, lost: int = 0,
) -> Losses:  # fmt: skip
    many = close_dice(position, actor, book, lost)
    most = terrain_limit(position, actor, target)
    if most is not None and many > most and (not back or builder.uses("capped_battle_back")):
        builder.modifying("C11.1", "terrain_lessens_dice", target=target.name, count=most)
        many = most
    builder.modifying("C11.1", "close_dice", stand=actor.name, count=many)
    faces = throw_signs("C11.1", "close_die", many, actor.name, builder)
    hits = _close_hits(position, actor, target, faces, evades, book)
    flags = 0 if evades else faces.count(FLAG)
    builder.modifying("C11.1", "close_hits", target=target.name, count=hits, dice=faces)
    return strike(position, target, hits, flags, actor, builder, source)


def close_dice(position: AncientsBoard, actor: Stand, book: Book, lost: int = 0) -> int:
    """Return how many dice a unit throws in close combat (C11.1); losses do not lower them but for warriors (C9.1).

    ``lost`` are blocks it has lost just now, before it battles back.
    """
    kind = position.type_of(actor)
    many = of_kind(book.close.dice, actor.kind, 0)
    if blocks_left(actor, kind) - lost >= kind.blocks:
        many = of_kind(book.close.at_full_strength, actor.kind, many)
    return many


def terrain_limit(position: AncientsBoard, actor: Stand, target: Stand) -> int | None:
    """Return how many dice the terrain of both hexes leaves in close combat; None for all (C11.1)."""
    here, there = position.where(actor.name), position.where(target.name)
    most = [row.most_dice_from for row in (position.ground_on(here) if here else ())]
    most += [row.most_dice_at for row in (position.ground_on(there) if there else ())]
    return min((limit for limit in most if limit is not None), default=None)


def _close_hits(
    position: AncientsBoard, actor: Stand, target: Stand, faces: list[str], evades: bool, book: Book
) -> int:  # fmt: skip
    own = LEADER_FACE if is_leader(target) else position.type_of(target).symbol
    hits = faces.count(own) if own is not None else 0
    if (evades and book.evasion.only_own_sign_hits) or is_leader(target):
        return hits
    if actor.kind in book.close.swords_hit:
        hits += faces.count(SWORD)
    if book.close.leader_hits != "never" and _led(position, actor, book):
        hits += faces.count(LEADER_FACE)
    return hits


def _led(position: AncientsBoard, unit: Stand, book: Book) -> bool:
    if position.leader_of(unit) is not None:
        return True
    here = position.where(unit.name)
    if here is None or book.close.leader_hits != "beside him":
        return False
    leaders = (position.leader_on(there) for there in here.neighbours())
    return any(leader is not None and leader.side == unit.side for leader in leaders)


def _momentum(position: AncientsBoard, actor: Stand, there: Hex, book: Book, builder: Builder) -> None:
    hexes = of_kind(book.momentum.hexes_of, actor.kind, book.momentum.hexes)
    bonus = state_of(actor).battled_again
    if bonus and not builder.uses("second_advance"):
        return
    if hexes and not any(e.stand == actor.name and e.type == "remove" for e in builder.effects):
        again = actor.kind in book.momentum.battles_again and not bonus
        builder.modifying("C11.1", "momentum", actor=actor.name, hex=position.label(there), count=hexes)
        builder.effect("may_advance", actor.name, hexes=hexes, again=again, hex=position.label(there))


def lose(snapshot: Snapshot, loss: Loss, builder: Builder, source: str) -> None:
    """Record losses of a battle that the players settled by their own book, in the battle phase (C3.1, C11.1)."""
    stand, many = loss.unit, loss.blocks

    def judge(position: AncientsBoard, own: Builder) -> None:
        if (now := table_of(own).phase) not in (None, BATTLE):
            own.condition("C3.1", "in_phase", False, actor=stand.name, phase=now, wanted=BATTLE, verb="lose")
        left = blocks_left(stand, position.type_of(stand))
        own.modifying("C11.1", "settled_by_hand", stand=stand.name, count=min(many, left))
        enemy = next((other for other in snapshot.stands if other.side != stand.side), None)
        if many < left:
            own.effect("damage", stand.name, boxes=many, left=left - many)
        own.outcome = "hit"
        if many >= left:
            own.outcome = "eliminated"
            own.effect("remove", stand.name, boxes=left)
            if (here := position.where(stand.name)) is not None:
                record_emptied(position, here, own)
            if enemy is not None:
                take_banner(enemy.side, "takes_banner", snapshot, own, source, lost=stand.name)

    rule_on_table(snapshot, builder, judge, source)
