"""The units: blocks, sign, weight, how far they go and shoot; and which a stand is (C2.1, C2.2, C8.2-C8.4, C10.1)."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from rules.ancients.state import state_of
from rules.tables import packaged_rows
from table.errors import BadFile
from table.notation.toml import Strict
from table.stand import Stand

Symbol = Literal["green", "blue", "red"]
Weight = Literal["light", "medium", "heavy"]
LEADER, WAR_MACHINE = "leader", "war_machine"


class UnitType(Strict):
    """One row of units.toml; a leader has neither sign nor weight.

    ``battles_after`` is the farthest move after which it may still battle, ``close_after`` a farther one that has to
    end in close combat.
    """

    symbol: Symbol | None = None
    bordered: bool = False
    weight: Weight | None = None
    mounted: bool = False
    blocks: Annotated[int, Field(ge=1, le=12)]
    size: Literal["small", "medium", "large", "rectangular"] = "small"
    hexes: Annotated[int, Field(ge=0, le=12)]
    battles_after: Annotated[int, Field(ge=0, le=12)] = 0
    close_after: Annotated[int, Field(ge=0, le=12)] | None = None
    range: Annotated[int, Field(ge=0, le=12)] = 0


UnitTypes = Mapping[str, UnitType]


@cache
def book_types() -> UnitTypes:
    """Return the book's units by name (light_infantry, ...)."""
    return packaged_rows(__package__, "units.toml", UnitType)


def kind_of(text: str) -> str:
    """Return a kind as the tables name it: "Light infantry bow" and "light-infantry-bow" are light_infantry_bow."""
    return "_".join(text.replace("-", " ").replace("_", " ").lower().split())


def named_type(stand: Stand, types: UnitTypes, key: str, source: str) -> str:
    """Return the name of a stand's type, by its unit's name if that is one, else by its kind; raises BadFile."""
    if stand.unit is not None and kind_of(stand.unit) in types:
        return kind_of(stand.unit)
    kind = kind_of(stand.kind)
    if kind not in types:
        raise BadFile(source, key, f"one of {', '.join(types)}", repr(stand.kind))
    return kind


def is_leader(stand: Stand) -> bool:
    """Say whether a stand is a leader."""
    return stand.kind == LEADER or kind_of(stand.kind) == LEADER


def blocks_left(stand: Stand, of: UnitType) -> int:
    """Return how many blocks a unit has left: those it began with, or ``blocks`` of its state, less its losses."""
    known = state_of(stand)
    return max((of.blocks if known.blocks is None else known.blocks) - known.damage, 0)


def moved_by(stand: Stand) -> int:
    """Return how many hexes somebody has moved this turn, as far as it is known; 0 where he has not."""
    known = state_of(stand)
    return int(known.moved if known.moved_hexes is None else known.moved_hexes)


def has_battled(stand: Stand) -> bool:
    """Say whether a unit has shot or fought this turn."""
    known = state_of(stand)
    return known.fired or known.fought
