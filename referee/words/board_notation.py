"""A turn on a board as a chart writes it: A-25 → A-33, A-29 × A-38."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.board_cells import label_of

GOES, TAKES = "→", "×"


def board_written(action: Mapping[str, Any], *, language: str = "en") -> str | None:
    """Return an action on a board in short: steps from square to square, or what ``hexes_written`` returns."""
    if action.get("steps"):
        return steps_written(action["steps"], language=language)
    return hexes_written(action)


def hexes_written(action: Mapping[str, Any]) -> str | None:
    """Return an action on a board of hexes: "a-1: D5 → G7", "a-1, a-2 × b-1"; None for one that names no hexes."""
    path: Sequence[Any] = action.get("path") or []
    if len(path) > 1 and all(isinstance(cell, str) for cell in path):
        return f"{action.get('actor', '')}: {path[0]} {GOES} {path[-1]}"
    if isinstance(action.get("to"), str) and action.get("actor"):
        return f"{action['actor']} {GOES} {action['to']}"
    if action.get("attackers") and action.get("targets"):
        return f"{', '.join(map(str, action['attackers']))} {TAKES} {', '.join(map(str, action['targets']))}"
    return None


def steps_written(steps: Sequence[Mapping[str, str]], taken: Collection[str] = (), *, language: str = "en") -> str:
    """Return steps from cell to cell, each soldier's from his first to his last; ``taken``: where he takes a prisoner.

    "A-25 → A-41, A-29 × A-38".
    """
    ways: list[list[str]] = []
    for step in steps:
        start, end = str(step["from"]), str(step["to"])
        going = next((way for way in ways if way[1] == start), None)
        if going is not None:
            going[1] = end
        else:
            ways.append([start, end])
    signs = ((start, TAKES if end in taken else GOES, end) for start, end in ways)
    return ", ".join(f"{label_of(start, language)} {sign} {label_of(end, language)}" for start, sign, end in signs)
