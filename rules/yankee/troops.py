"""The arms: factors, ranges and bases; and the scales, how many men a base stands for (Y2.1, Y2.3, Y8.1, Y9.1)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Literal, get_args

from pydantic import Field

from rules.tables import packaged_rows
from rules.yankee.state import Quality, state_of
from table.body import Figures
from table.errors import BadFile
from table.notation.toml import Strict
from table.snapshot import Snapshot
from table.stand import Stand

OWN = "troop_row"  # where a stand keeps its row of the players' own troops
QUALITIES: tuple[Quality, ...] = get_args(Quality)
QUALITIES_OF: Mapping[str, tuple[str, ...]] = {"cavalry": ("trained", "veteran"), "artillery": ("trained",)}
"""Y1.1: the qualities of arms that have not all; others are told, and count, for players agree on more."""


class ArmRow(Strict):
    """One arm of troops.toml; a general has neither factors nor range."""

    combat: int | None = None
    fire: int | None = None
    range_cm: Annotated[float, Field(gt=0)] | None = None
    width_cm: Annotated[float, Field(gt=0)]
    depth_cm: Annotated[float, Field(gt=0)]
    kinds: tuple[str, ...]


class OwnTroop(Strict):
    """Troops that players add: the arm they count as, and what of its row is otherwise (Y1.1, Y2.1, Y8.1, Y9.1)."""

    arm: Literal["infantry", "cavalry", "artillery", "general"]
    combat: int | None = None
    fire: int | None = None
    range_cm: Annotated[float, Field(gt=0)] | None = None
    width_cm: Annotated[float, Field(gt=0)] | None = None
    depth_cm: Annotated[float, Field(gt=0)] | None = None

    def row(self) -> ArmRow:
        """Return the arm's row with what these troops have of their own."""
        own = {key: value for key, value in self.model_dump().items() if key != "arm" and value is not None}
        return arms()[self.arm].model_copy(update=own)


@cache
def arms() -> Mapping[str, ArmRow]:
    """Return troops.toml's rows by arm."""
    return packaged_rows(__package__, "troops.toml", ArmRow)


def arm_of(stand: Stand) -> str:
    """Return a stand's arm: infantry, cavalry, artillery or general."""
    own = stand.state.get(OWN)
    return own.arm if isinstance(own, OwnTroop) else next(arm for arm, row in arms().items() if stand.kind in row.kinds)


def row_of(stand: Stand) -> ArmRow:
    """Return the row of a stand's arm, or of the players' own troops it is of."""
    own = stand.state.get(OWN)
    return own.row() if isinstance(own, OwnTroop) else arms()[arm_of(stand)]


def factor(stand: Stand, column: Literal["combat", "fire"]) -> int | None:
    """Return Y9.1's factor; None for a general."""
    row = row_of(stand)
    return row.fire if column == "fire" else row.combat


def range_cm(stand: Stand) -> float | None:
    """Return how far a stand fires (Y8.1); None for a general."""
    return row_of(stand).range_cm


def figures_of(stand: Stand) -> Figures:
    """Return what a base looks like: men in line, or fewer in skirmish order, riders, or a gun."""
    arm = arm_of(stand)
    if arm == "artillery":
        return Figures("gun")
    mounted = Figures("mounted", 1 if arm == "general" else 2)
    return mounted if arm in ("cavalry", "general") else Figures("foot", 2 if is_skirmisher(stand) else 4)


def is_skirmisher(stand: Stand) -> bool:
    """Say whether a stand is in skirmish order."""
    return stand.kind == "skirmishers" or state_of(stand).skirmish


def moves_and_fires(stand: Stand) -> bool:
    """Say whether a stand may move and fire in one turn (Y6.1, Y8.3): skirmishers and light cavalry."""
    light = stand.kind == "light cavalry" or (arm_of(stand) == "cavalry" and state_of(stand).light)
    return light or (is_skirmisher(stand) and arm_of(stand) != "artillery")


def quality_modifier(stand: Stand) -> int:
    """Return +1 for veterans, -1 for militia, else 0 (Y8.7, Y9.2)."""
    return {"veteran": 1, "militia": -1}.get(state_of(stand).quality, 0)


def complete_stands(snapshot: Snapshot, source: str, own: Mapping[str, OwnTroop] | None = None) -> Snapshot:
    """Give stands without a size their arm's base, and those of the players' ``own`` troops their row.

    Raises BadFile for an unknown kind.
    """
    completed = []
    for index, given in enumerate(snapshot.stands):
        stand = given.with_state(**{OWN: own[given.kind]}) if own and given.kind in own else given
        row = row_of(stand) if OWN in stand.state or any(stand.kind in row.kinds for row in arms().values()) else None
        if row is None:
            known = ", ".join([*(kind for row in arms().values() for kind in row.kinds), *(own or {})])
            raise BadFile(source, f"stand[{index + 1}].kind", f"one of {known}", repr(stand.kind))
        completed.append(stand.on_base(row.width_cm, row.depth_cm))
    return replace(snapshot, stands=tuple(completed))


class Scale(Strict):
    """One scale of scales.toml (Y2.3): men and guns a base, metres a base's front."""

    men: Annotated[int, Field(gt=0)]
    guns: Annotated[int, Field(gt=0)]
    metres: Annotated[int, Field(gt=0)]


@cache
def scales() -> Mapping[str, Scale]:
    """Return the scales by name: "150", "200", "600"."""
    return packaged_rows(__package__, "scales.toml", Scale)
