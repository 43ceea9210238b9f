"""A number on the command line that is one: click's own range takes nan, which no comparison tells from any number."""

import math
from typing import Any

import click

from cli.wrong_use import WrongUse, option_of


class FiniteRange(click.FloatRange):
    """A range of numbers; nan and infinity are in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; raises WrongUse."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            raise WrongUse("{option}: {value} is no number to reckon with", option=option_of(param), value=str(value))
        return number
