"""A turn on a board as a chart writes it: A-25 → A-33, A-29 × A-38."""

from collections.abc import Collection, Mapping, Sequence

from referee.boards.cells import label_of

GOES, TAKES = "→", "×"


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
