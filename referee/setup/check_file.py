"""check.toml: the distances that were measured with a tape, and what the camera made of them."""

import math
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from table.notation.toml import Strict, number, parse_toml, quote
from table.uncertainty import SIGMAS_95

Place = tuple[float, float]
TAPE_CM = 0.05
"""How well a tape is read and held."""


class DistanceModel(Strict):
    """One ``[[distance]]``."""

    start: Place
    end: Place
    true_cm: Annotated[float, Field(gt=0)]
    measured_cm: Annotated[float, Field(ge=0)]
    sigma_cm: Annotated[float, Field(ge=0)]
    between: str = ""


class CheckModel(Strict):
    """All of check.toml."""

    table: str = ""
    skipped: bool = False
    distance: list[DistanceModel] = []


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance on the table between two places in cm, as the tape says and as the camera does."""

    start: Place
    end: Place
    true_cm: float
    measured_cm: float
    sigma_cm: float
    between: str = ""

    @property
    def off_cm(self) -> float:
        """How much more the camera says than the tape."""
        return self.measured_cm - self.true_cm

    @property
    def allowed_cm(self) -> float:
        """How far apart the two may be: what both are known to, 95 times of 100."""
        return SIGMAS_95 * math.hypot(self.sigma_cm, TAPE_CM)

    @property
    def agrees(self) -> bool:
        """Whether camera and tape agree within what both are known to."""
        return abs(self.off_cm) <= self.allowed_cm


@dataclass(frozen=True, slots=True)
class CheckFile:
    """Distances checked on the table whose file has the fingerprint ``table``; or the check was left out."""

    table: str = ""
    skipped: bool = False
    distances: tuple[Distance, ...] = ()


def parse_check(text: str, file: str = "check.toml") -> CheckFile:
    """Read check.toml's text; raises BadFile."""
    model = parse_toml(text, CheckModel, file)
    return CheckFile(model.table, model.skipped, tuple(Distance(**d.model_dump()) for d in model.distance))


def format_check(check: CheckFile) -> str:
    """Write the text of check.toml."""
    lines = [f"table = {quote(check.table)}", f"skipped = {'true' if check.skipped else 'false'}"]
    for d in check.distances:
        lines += ["", "[[distance]]"]
        lines += [f"{key} = [{', '.join(number(v) for v in getattr(d, key))}]" for key in ("start", "end")]
        lines += [f"{key} = {number(getattr(d, key))}" for key in ("true_cm", "measured_cm", "sigma_cm")]
        lines.append(f"between = {quote(d.between)}")
    return "\n".join(lines) + "\n"
