"""Sides: who sits at which edge, what each starts with, banners and the way to victory (C1.1, C3.1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.action import Asked
from rules.ancients.settings import AncientsSettings, Builder
from rules.ancients.state import AncientsSide, table_of
from rules.ancients.units import is_leader
from rules.state import TABLE, Known
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot

BOTH = 2
ROMAN = "roman"


@dataclass(frozen=True, slots=True)
class SideAction:
    """What a side does as a whole; None where nobody says which side."""

    side: str | None

    @classmethod
    def read(cls, asked: Asked) -> "SideAction":
        """Read ``side``; raises BadFile."""
        asked.only("side")
        return cls(side_of(asked))


def side_of(asked: Asked) -> str | None:
    """Return ``side``, the name of a side, where an action says it; raises BadFile."""
    side = asked.get("side")
    if not isinstance(side, str | None):
        there = ", ".join(dict.fromkeys(stand.side for stand in asked.snapshot.stands))
        raise BadFile(
            asked.source, "action.side", f"one of {there}" if there else "a side on the table", got_words(side)
        )
    return side


def strengths(snapshot: Snapshot) -> dict[str, dict[str, object]]:
    """Return what each side starts with: its units and leaders, no banner, and the edge it stands nearer to."""
    counted: dict[str, dict[str, object]] = {}
    for side in sorted({stand.side for stand in snapshot.stands}):
        own = [is_leader(stand) for stand in snapshot.stands if stand.side == side]
        counted[side] = {"started": len(own) - sum(own), "leaders": sum(own), "banners": 0}
    for side, edge in edges_of(snapshot).items():
        counted[side]["edge"] = edge
    return counted


def edges_of(snapshot: Snapshot) -> dict[str, str]:
    """Return the edge that each of two sides stands nearer to; nothing where they stand equally deep, or nowhere yet.

    A roster's stands are nowhere: they all lie in one place.
    """
    deep = {side: _depth_cm(snapshot, side) for side in sorted({stand.side for stand in snapshot.stands})}
    if len(deep) != BOTH or len(set(deep.values())) != BOTH:
        return {}
    near, far = sorted(deep, key=lambda side: deep[side])
    return {near: "near", far: "far"}


def _depth_cm(snapshot: Snapshot, side: str) -> float:
    """Return how far from the near edge a side stands, in the mean."""
    deep = [stand.y for stand in snapshot.stands if stand.side == side]
    return sum(deep) / len(deep)


def sides_of(snapshot: Snapshot, builder: Builder) -> list[str]:
    """Return the sides on the table and those of which something is known."""
    known = [side for side in builder.sides if side != TABLE]
    return list(dict.fromkeys((*(stand.side for stand in snapshot.stands), *known)))


def acting_side(snapshot: Snapshot, said: str | None, builder: Builder, source: str) -> str:
    """Return the side an action says, else the one whose turn it is, else the alphabet's first; raises BadFile."""
    there = sides_of(snapshot, builder)
    side = table_of(builder, source).side if said is None else said
    if side is None and there:
        return min(there)
    if side is None or side not in there:
        got = NOTHING if side is None else got_words(side)
        key = "action.side" if said is not None or side is None else "side.table.side"
        raise BadFile(source, key, f"one of {', '.join(there)}" if there else "a side on the table", got)
    return side


def other_side(snapshot: Snapshot, side: str, builder: Builder) -> str:
    """Return the side that opposes one; itself where nobody does."""
    return next((other for other in sides_of(snapshot, builder) if other != side), side)


def sits_far(side: str, snapshot: Snapshot, builder: Builder) -> bool:
    """Say whether a side sits at the far edge (C1.1)."""
    settings = builder.settings
    return is_far(side, sides_of(snapshot, builder), builder.sides, settings)


def is_far(side: str, there: Iterable[str], known: Known, settings: AncientsSettings) -> bool:
    """Say whether a side sits at the far edge: as set, or as known of either; else the Romans are near, or who is first
    in the alphabet (C1.1)."""
    if settings.near_side is not None:
        return side != settings.near_side
    sides = sorted({*there, side})
    edges = {other: edge for other in sides if (edge := AncientsSide.read(known.get(other, {})).edge)}
    if edges:
        return bool(edges.get(side, "far" if "near" in edges.values() else "near") == "far")
    return side != next((other for other in sides if other.strip().lower() == ROMAN), sides[0])


def banners_of(side: str, builder: Builder, source: str) -> int:
    """Return how many banners a side has; raises BadFile for what is no number."""
    return AncientsSide.of(side, builder, source).banners


def banners_to_win(side: str, builder: Builder, source: str) -> int:
    """Return how many banners win for a side: its own number, else the setting (C3.1)."""
    return AncientsSide.of(side, builder, source).banners_to_win or int(builder.uses("banners"))


def take_banner(side: str, key: str, snapshot: Snapshot, builder: Builder, source: str, **detail: object) -> None:
    """Record a victory banner, and that its side has won where it has enough (C3.1)."""
    builder.modifying("C3.1", key, side=side, **detail)
    builder.effect("banner", None, side=side, count=1, **detail)
    taken = sum(e.type == "banner" and e.values["side"] == side for e in builder.effects)
    have, enough = banners_of(side, builder, source) + taken, banners_to_win(side, builder, source)
    builder.modifying("C3.1", "banners", side=side, count=have, enough=enough)
    if have >= enough and not any(e.type == "defeat" for e in builder.effects):
        enemy = other_side(snapshot, side, builder)
        builder.modifying("C3.1", "enough_banners", side=side, enemy=enemy, count=have)
        builder.outcome = "won"
        if enemy != side:
            builder.effect("defeat", None, side=enemy)
