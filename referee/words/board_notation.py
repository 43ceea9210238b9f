"""A turn on a board as a chart writes it: A-25 -> A-33, A-27 -> A-28."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.boards.cells import label_of

ARROW = "→"


def is_of_board(action: Mapping[str, Any]) -> bool:
    """Say whether an action names squares in place of stands."""
    return isinstance(action.get("steps"), list | tuple)


def steps_written(steps: Sequence[Mapping[str, str]], *, language: str = "en") -> str:
    """Return steps from cell to cell, those of one soldier in a row joined: "A-25 → A-41, A-27 → A-28"."""
    legs: list[list[str]] = []
    for step in steps:
        start, end = str(step["from"]), str(step["to"])
        if legs and legs[-1][-1] == start:
            legs[-1].append(end)
        else:
            legs.append([start, end])
    return ", ".join(f" {ARROW} ".join(label_of(cell, language) for cell in leg) for leg in legs)
