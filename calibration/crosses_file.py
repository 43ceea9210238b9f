"""crosses.toml: crosses on the table whose places were measured in."""

from typing import Annotated

from pydantic import Field

from calibration.check import TAPE_CM, Cross
from table.notation.toml import Strict, parse_toml


class CrossModel(Strict):
    """One ``[[cross]]``, in table cm."""

    x: float
    y: float
    sigma_cm: Annotated[float, Field(ge=0)] = TAPE_CM


class CrossesModel(Strict):
    """All of crosses.toml."""

    cross: Annotated[list[CrossModel], Field(min_length=1)]


def parse_crosses(text: str, file: str = "crosses.toml") -> tuple[Cross, ...]:
    """Read crosses.toml's text; raises BadFile."""
    return tuple(Cross(cross.x, cross.y, cross.sigma_cm) for cross in parse_toml(text, CrossesModel, file).cross)
