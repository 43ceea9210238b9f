"""A3.5: what a piece does, as data the players may change before play."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from table.notation.toml import Strict, check_model


class TerrainRow(Strict):
    """One row of A3.5; terrain.toml says what the words mean."""

    crossing: Literal["none", "linear", "zonal", "vehicles"]
    blocks: Literal["no", "near", "inside", "always"]
    cover: Literal["nobody", "inside", "near"]


@cache
def book_table() -> Mapping[str, TerrainRow]:
    """Return the rows of A3.5 by kind."""
    data = tomllib.loads(files(__package__).joinpath("terrain.toml").read_text("utf-8"))
    return {kind: check_model(row, TerrainRow, "ambush/terrain.toml", kind) for kind, row in data.items()}
