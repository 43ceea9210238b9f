"""Who stands on which square: the table read as a game of squares, with what is between two of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.montecassino.fields import field_of
from rules.montecassino.troops import board_of, is_soldier
from table.snapshot import Snapshot
from table.squares import Field, Square, SquareReading, boards_of, read_square
from table.verdict import DOUBT, Verdict


@dataclass(frozen=True, slots=True)
class Man:
    """One soldier: his name, and the field of his side."""

    name: str
    field: Field


@dataclass(frozen=True)
class Position:
    """Soldiers by square; ``boards`` stand abreast. ``between`` are the readings of those between two squares.

    These count where they most likely are. Two on one square are in ``crowded``.
    """

    men: Mapping[Square, Man]
    boards: int = 1
    between: Mapping[str, SquareReading] = field(default_factory=dict)
    crowded: Mapping[Square, tuple[str, ...]] = field(default_factory=dict)

    def on(self, square: Square) -> Man | None:
        """Return who stands on a square."""
        return self.men.get(square)

    def of(self, owner: Field) -> Iterator[tuple[Square, Man]]:
        """Yield a field's own soldiers with their squares."""
        return ((square, man) for square, man in self.men.items() if man.field == owner)

    def where(self, name: str) -> Square | None:
        """Return the square a soldier stands on; None for one that is not on the board."""
        return next((square for square, man in self.men.items() if man.name == name), None)

    def has(self, column: int, rank: int) -> bool:
        """Say whether there is such a square."""
        return 0 <= column < 8 * self.boards and 0 <= rank < 18

    def moved(self, start: Square, end: Square) -> "Position":
        """Return the position after whoever stands on a square has gone to another; an enemy there is taken off."""
        men = {square: man for square, man in self.men.items() if square not in (start, end)}
        return replace(self, men={**men, end: self.men[start]})

    def without(self, *squares: Square) -> "Position":
        """Return the position without those who stand on these squares."""
        return replace(self, men={square: man for square, man in self.men.items() if square not in squares})


def position_of(snapshot: Snapshot, doubt: float = DOUBT, source: str = "case") -> Position:
    """Return where the soldiers of a completed table stand; those off the board are on no square."""
    board = board_of(snapshot)
    men: dict[Square, Man] = {}
    between: dict[str, SquareReading] = {}
    crowded: dict[Square, tuple[str, ...]] = {}
    for stand in sorted(snapshot.stands, key=lambda stand: stand.name):
        if not is_soldier(stand):
            continue
        reading = read_square(board, stand.x, stand.y, stand.sigma_cm, doubt)
        if reading.verdict is Verdict.CLOSE:
            between[stand.name] = reading
        square = reading.likeliest
        if square is None:
            continue
        if square in men:
            crowded[square] = (*crowded.get(square, (men[square].name,)), stand.name)
        else:
            men[square] = Man(stand.name, field_of(stand.side, source))
    return Position(men, boards_of(board), between, crowded)
