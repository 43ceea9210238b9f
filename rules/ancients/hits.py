"""The dice, and what their faces do to a target: blocks lost, flags, who is eliminated, banners (C10.5, C3.1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.ancients.book import Book
from rules.ancients.position import AncientsBoard
from rules.ancients.settings import Builder
from rules.ancients.side import take_banner
from rules.ancients.units import blocks_left, is_leader
from rules.dice import Die
from table.stand import Stand

LEADER_FACE, FLAG, SWORD = "leader", "flag", "sword"


@dataclass(frozen=True, slots=True)
class Losses:
    """What a throw did to a target: hits, flags that count, and whether it is eliminated."""

    hits: int
    flags: int
    gone: bool


def throw_signs(clause: str, purpose: str, many: int, roller: str, builder: Builder) -> list[str]:
    """Take so many dice; raises NeedsDice where they run out."""
    return [builder.sign(clause, purpose, roller) for _ in range(many)]


def ranged_hits(position: AncientsBoard, target: Stand, faces: Iterable[str]) -> int:
    """Return how many faces hit at range: the target's own sign, the leader's only a leader alone (C10.5)."""
    wanted = LEADER_FACE if is_leader(target) else position.type_of(target).symbol
    return sum(face == wanted for face in faces)


def strike(
    position: AncientsBoard, target: Stand, hits: int, flags: int, by: Stand, builder: Builder, source: str
) -> Losses:  # fmt: skip
    """Record what so many hits and flags do to a target; whoever eliminates it takes a banner.

    Blocks lost are ``damage`` of who stays; who has none left is removed, and that says it all (cases.md, C3.1).
    """
    left = blocks_left(target, position.type_of(target))
    lost = min(hits, left)
    gone = lost >= left
    if lost and not gone:
        builder.effect("damage", target.name, boxes=lost, left=left - lost)
    if gone:
        builder.effect("remove", target.name, by=by.name, boxes=lost)
        take_banner(by.side, "takes_banner", position.table, builder, source, lost=target.name)
    elif flags := _flags_that_count(position, target, flags, builder):
        told = {"flags": flags}
        if (book := position.settings.book) is not None:
            builder.uses("book")
            told["hexes"] = book.retreat.hexes_for(flags, target.kind)
        builder.effect("retreat", target.name, **told)
    return Losses(lost, 0 if gone else flags, gone)


def _flags_that_count(position: AncientsBoard, target: Stand, flags: int, builder: Builder) -> int:
    """Record what flags do, and return how many drive a target back: all but those that the owner's book ignores."""
    if not flags:
        return 0
    book = position.settings.book
    reasons = {} if book is None else ignored_flags(position, target, book)
    ignored = min(sum(reasons.values()), flags)
    if ignored:
        builder.uses("book")
        builder.modifying("C11.1", "flags_ignored", target=target.name, count=ignored, why=list(reasons))
    if flags > ignored:
        builder.modifying("C10.5", "flags_retreat", target=target.name, count=flags - ignored)
    return flags - ignored


def ignored_flags(position: AncientsBoard, unit: Stand, book: Book) -> dict[str, int]:
    """Return how many flags a unit ignores, and why: with a leader, beside two friends, in terrain (C11.1)."""
    here = position.where(unit.name)
    if here is None:
        return {}
    friends = (other for there in here.neighbours() if (other := position.unit_on(there)) is not None)
    beside_two = sum(other.side == unit.side for other in friends) >= 2
    led = position.leader_of(unit) is not None
    found = {
        "leader": book.retreat.ignored_with_leader if led else 0,
        "friends": book.retreat.ignored_beside_two_friends if beside_two else 0,
        "terrain": sum(row.flags_ignored for row in position.ground_on(here)),
    }
    return {reason: count for reason, count in found.items() if count}


BATTLE = Die("battle", ("green", "blue", "red", "leader", "flag", "sword"), counted=True)
