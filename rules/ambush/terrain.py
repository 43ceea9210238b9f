"""A3.5: what a piece does, as data the players may change before play."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from rules.tables import packaged_rows
from table.notation.toml import Strict


class TerrainRow(Strict):
    """One row of A3.5; terrain.toml says what the words mean."""

    crossing: Literal["none", "linear", "zonal", "vehicles"]
    blocks: Literal["no", "near", "inside", "always"]
    cover: Literal["nobody", "inside", "near"]


@cache
def book_table() -> Mapping[str, TerrainRow]:
    """Return the rows of A3.5 by kind."""
    return packaged_rows(__package__, "terrain.toml", TerrainRow)
