"""A number on the command line that is one: click's own range takes nan, which no comparison tells from any number."""

import math
import re
from typing import Any

import click

from cli.wrong_use import WrongUse, option_of


def decimal(text: str) -> float:
    """Return the number that a text is, with a point or a comma before its decimals; raises ValueError."""
    return float(re.sub(r"^([+-]?\d*),(\d+)$", r"\1.\2", text.strip()))


class Finite(click.ParamType[float]):
    """A number, with a point or a comma before its decimals; nan and infinity are none."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ARG002
        """Return the number; raises WrongUse, also for a comma that may part thousands."""
        try:
            number = decimal(str(value))
        except ValueError:
            raise WrongUse("{option}: {value} is no number", option=option_of(param), value=str(value)) from None
        if not math.isfinite(number):
            raise WrongUse("{option}: {value} is no number to reckon with", option=option_of(param), value=str(value))
        if re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", str(value).strip()):
            raise WrongUse(
                "{option}: {value} may be two numbers; write {whole} or {part:g}",
                option=option_of(param), value=str(value), whole=str(value).strip().replace(",", ""), part=number,
            )  # fmt: skip
        return number


class FiniteRange(click.FloatRange):
    """A range of numbers; nan and infinity are in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; raises WrongUse."""
        number: float = super().convert(Finite().convert(value, param, ctx), param, ctx)
        return number
