"""A number on the command line that is one: click's own range takes nan, which no comparison tells from any number."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A range of numbers; nan and infinity are in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; raises UsageError."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number to reckon with.", param, ctx)
        return number
