"""A number on the command line that is one: click's own range takes nan, which no comparison tells from any number."""

import math
from typing import Any

import click

from cli.wrong_use import WrongUse, option_of


class Finite(click.ParamType[float]):
    """A number; nan and infinity are none."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ARG002
        """Return the number; raises WrongUse."""
        try:
            number = float(value)
        except ValueError:
            raise WrongUse("{option}: {value} is no number", option=option_of(param), value=str(value)) from None
        if not math.isfinite(number):
            raise WrongUse("{option}: {value} is no number to reckon with", option=option_of(param), value=str(value))
        return number


class FiniteRange(click.FloatRange):
    """A range of numbers; nan and infinity are in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; raises WrongUse."""
        number: float = super().convert(Finite().convert(value, param, ctx), param, ctx)
        return number
