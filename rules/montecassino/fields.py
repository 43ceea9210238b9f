"""Which field a side's own is, and how it counts the board's lines from there (M1.1, M1.2)."""

from table.errors import BadFile
from table.squares import LINES, Field, Square

OWN: dict[str, Field] = {
    **dict.fromkeys(("a", "allied", "allies", "alleati", "aliados", "us", "uk"), "A"),
    **dict.fromkeys(("g", "t", "german", "germans", "germany", "tedeschi", "germanos", "alemanes", "de", "axis"), "G"),
}
"""The names of a side, and its field: the Allies' is the near one."""
BASE, FORTIFICATION, FIRST = 3, 16, 18
"""Lines as a side counts them from its own edge: the base's last, the enemy's third and the enemy's first."""


def field_of(side: str, source: str = "case") -> Field:
    """Return a side's own field; raises BadFile for a side that is neither's."""
    try:
        return OWN[side.strip().lower()]
    except KeyError:
        raise BadFile(source, "side", "A (allies) or G (germans)", repr(side)) from None


def other_field(field: Field) -> Field:
    """Return the opponent's field."""
    return "G" if field == "A" else "A"


def line_from(field: Field, square: Square) -> int:
    """Return a square's line as that field's owner counts, 1 his own first to 18 the enemy's first."""
    return square.rank + 1 if field == "A" else 2 * LINES - square.rank


def in_base(field: Field, square: Square) -> bool:
    """Say whether a square is one of the owner's base of operations, his squares 1 to 24."""
    return line_from(field, square) <= BASE


def in_fortification(field: Field, square: Square) -> bool:
    """Say whether a square is within the enemy's fortification, from his third line on (M2.6)."""
    return line_from(field, square) >= FORTIFICATION


def base_squares(field: Field, boards: int = 1, lines: int = BASE) -> tuple[Square, ...]:
    """Return the squares of the first lines of a field: the first line from its owner's left, then the second."""
    ways = range(1, boards + 1) if field == "A" else range(boards, 0, -1)
    return tuple(
        Square(field, 8 * line + column, board) for line in range(lines) for board in ways for column in range(1, 9)
    )
