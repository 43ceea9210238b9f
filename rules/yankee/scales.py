"""Scales: how many men and guns a base stands for (Y2.3)."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from pydantic import Field

from rules.tables import packaged_rows
from table.notation.toml import Strict


class Scale(Strict):
    """One scale of scales.toml (Y2.3): men and guns a base, metres a base's front."""

    men: Annotated[int, Field(gt=0)]
    guns: Annotated[int, Field(gt=0)]
    metres: Annotated[int, Field(gt=0)]


@cache
def scales() -> Mapping[str, Scale]:
    """Return the scales by name: "150", "200", "600"."""
    return packaged_rows(__package__, "scales.toml", Scale)
