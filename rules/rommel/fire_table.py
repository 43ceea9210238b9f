"""The tables of artillery fire: how far each kind fires, what hits, and what a tank's stars withstand (R2.2, R6.5)."""

from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from rules.tables import packaged_model
from table.notation.toml import Strict

Stars = Annotated[int, Field(ge=0, le=9)]


class FireRow(Strict):
    """One row: a kind (of tanks those with so many stars), its range in hexes, the least face that hits."""

    kind: Literal["tank", "field_artillery", "anti_tank", "mixed"]
    stars: Stars | None = None
    range_hexes: Annotated[int, Field(ge=0, le=30)]
    hits_from: Annotated[int, Field(ge=2, le=6)]


class Resistance(Strict):
    """What a tank with so many stars withstands: so much more must be thrown to hit it."""

    stars: Stars
    more: Annotated[int, Field(ge=0, le=4)]


class FireTable(Strict):
    """All of fire.toml. A tank with stars that have no row takes that of the next fewer."""

    row: Annotated[tuple[FireRow, ...], Field(min_length=1)]
    resistance: tuple[Resistance, ...] = ()

    def row_for(self, kind: str, stars: int) -> FireRow | None:
        """Return the row of a kind, of tanks by their stars; None for one that does not fire."""
        rows = [row for row in self.row if row.kind == kind and (row.stars is None or row.stars <= stars)]
        return max(rows, key=lambda row: -1 if row.stars is None else row.stars, default=None)

    def withstands(self, stars: int) -> int:
        """Return by how much more must be thrown to hit a tank with so many stars."""
        rows = [each for each in self.resistance if each.stars <= stars]
        return max(rows, key=lambda each: each.stars).more if rows else 0


@cache
def house_table() -> FireTable:
    """Return our own table, fire.toml."""
    return packaged_model(__package__, "fire.toml", FireTable)
