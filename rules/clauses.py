"""Every clause of a rulebook: what sort it is, and which function holds it."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Literal

from rules.tables import packaged_rows
from table.notation.toml import Strict


class Clause(Strict):
    """One clause: a ruling (tried by cases), data (by a test) or advice; ``held_by`` is "module:function".

    ``never_refuses``: it modifies, or says what dice mean, and cannot refuse. ``tried_by``: a test beside the cases.
    """

    sort: Literal["ruling", "data", "advice"]
    title: str
    held_by: str | None = None
    never_refuses: bool = False
    tried_by: str | None = None

    def function(self) -> Callable[..., Any] | None:
        """Return the function that holds it; None where it is not built yet. Raises AttributeError for a wrong name."""
        if self.held_by is None:
            return None
        module, _, name = self.held_by.partition(":")
        held: Callable[..., Any] = getattr(import_module(module), name)
        return held


@cache
def clauses(package: str) -> Mapping[str, Clause]:
    """Return the clauses of the game in that package by number, in the book's order."""
    return packaged_rows(package, "clauses.toml", Clause)
