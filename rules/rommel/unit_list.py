"""The counters of a set: rows of factors by name; our own two lists, or the owner's (R2.1, R2.2)."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rules.rommel.kinds import kind_named, plain
from rules.tables import packaged_model
from table.notation.toml import Strict

Factor = Annotated[int, Field(ge=0, le=99)]
Nation = Literal["german", "italian", "british", "commonwealth", "greek", "free_french"]
LISTS = ("axis.toml", "allied.toml")


class UnitRow(Strict):
    """One sort of counter: its nation, kind and factors, how many there are; of a tank its stars and striped factors.

    ``letter`` is what joins a tank with its striped counter.
    """

    nation: Nation
    kind: str
    combat: Factor = 0
    movement: Factor = 0
    count: Annotated[int, Field(ge=1, le=99)] = 1
    stars: Annotated[int, Field(ge=0, le=9)] | None = None
    letter: str | None = None
    striped_combat: Factor | None = None
    striped_movement: Factor | None = None

    @model_validator(mode="after")
    def _of_a_known_kind(self) -> Self:
        if kind_named(self.kind) is None:
            raise ValueError(f"a kind of counter, not {self.kind!r}")
        return self


class NamedRow(UnitRow):
    """One row of a list's file."""

    name: Annotated[str, Field(min_length=1)]


class UnitList(Strict):
    """All of axis.toml or allied.toml."""

    unit: tuple[NamedRow, ...]


@cache
def practice_lists() -> Mapping[str, UnitRow]:
    """Return the rows of our own two lists by name, the Axis first."""
    return {row.name: row for file in LISTS for row in packaged_model(__package__, file, UnitList).unit}


def find(rows: Mapping[str, UnitRow], name: str | None) -> UnitRow | None:
    """Return the row of a name, however it is written; None where there is none."""
    if name is None:
        return None
    wanted = plain(name)
    return next((row for known, row in rows.items() if plain(known) == wanted), None)
