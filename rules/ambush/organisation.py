"""Forces and turns: what a side is made of, its table, who begins, and whose turn is next (A1.1, A1.2, A1.5)."""

from functools import cache
from typing import Annotated

from pydantic import Field

from rules.ambush.platoon import soldiers_on
from rules.ambush.settings import Builder
from rules.ambush.state import AmbushSide
from rules.ambush.troops import is_vehicle, is_wreck
from rules.initiative import Opening, begins
from rules.tables import packaged_model
from table.notation.toml import Strict
from table.snapshot import Snapshot

Count = Annotated[int, Field(ge=1)]


class Table(Strict):
    """A1.1: the least table, and what a centimetre and a turn stand for."""

    width_cm: float
    depth_cm: float
    metres_a_cm: float
    seconds_a_turn: float


class Formation(Strict):
    """A1.2: soldiers, or parts that are formations themselves, and a leader."""

    name: str
    soldiers: Count | None = None
    made_of: str | None = None
    parts: Count = 1
    leader: str


class Suggested(Strict):
    """A1.2: from how many to how many a side should have."""

    soldiers: tuple[int, int]
    vehicles: tuple[int, int]


class Organisation(Strict):
    """All of organisation.toml."""

    table: Table
    suggested: Suggested
    formation: tuple[Formation, ...]

    def figures(self, name: str) -> int:
        """Return how many figures a formation has, its leader among them."""
        it = next(formation for formation in self.formation if formation.name == name)
        return 1 + (it.soldiers or 0) + (it.parts * self.figures(it.made_of) if it.made_of else 0)


@cache
def organisation() -> Organisation:
    """Return the book's table and formations."""
    return packaged_model(__package__, "organisation.toml", Organisation)


def tell_forces(snapshot: Snapshot, builder: Builder) -> None:
    """Record what the book advises on the table's size and each side's forces (A1.1, A1.2): it refuses nothing."""
    book = organisation()
    if snapshot.width_cm < book.table.width_cm or snapshot.depth_cm < book.table.depth_cm:
        builder.modifying(
            "A1.1", "small_table", width=snapshot.width_cm, depth=snapshot.depth_cm, least=book.table.width_cm
        )
    for side in sorted({stand.side for stand in snapshot.stands}):
        own = [stand for stand in snapshot.stands if stand.side == side]
        vehicles = sum(is_vehicle(stand) and not is_wreck(stand) for stand in own)
        soldiers = sum(soldiers_on(stand) for stand in own if not is_vehicle(stand))
        most = [f.name for f in book.formation if book.figures(f.name) <= soldiers]
        builder.modifying(
            "A1.2", "forces" if most else "less_than_a_platoon", side=side, soldiers=soldiers, vehicles=vehicles,
            formation=most[-1] if most else "",
        )  # fmt: skip


def start(snapshot: Snapshot, opening: Opening, builder: Builder, source: str) -> None:
    """Rule on who begins: a die each, the higher begins; then turns alternate. In mid-battle nobody begins again."""
    if any(AmbushSide.of(side, builder, source).begun for side in builder.sides):
        builder.condition("A1.5", "not_begun", False)
        return
    begins(snapshot, opening, builder, source, "A1.5")
    tell_forces(snapshot, builder)


def end_turn(_: Snapshot, _action: None, builder: Builder, _source: str) -> None:
    """Rule on the end of a turn: the other player's; doing nothing with a figure is said aloud (A1.5)."""
    builder.modifying("A1.5", "turns_alternate")
    builder.outcome = "goes_on"
    builder.effect("turn_ends")
