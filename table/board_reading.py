"""Which cell of a board a stand is on, a square or a hex: one, between several, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from table.verdict import Verdict

Cell = TypeVar("Cell")


@dataclass(frozen=True, slots=True)
class BoardReading(Generic[Cell]):
    """Which cell a stand is on: one (IN), between several (CLOSE), or off the board (OUT).

    ``among`` are the cells it may be on (None: off the board) with their probabilities, likeliest first.
    """

    verdict: Verdict
    among: tuple[tuple[Cell | None, float], ...]

    @classmethod
    def of(cls, found: Sequence[tuple[Cell | None, float]], doubt: float) -> "BoardReading[Cell]":
        """Return the reading of cells with their probabilities, likeliest first: one if others share a ``doubt``."""
        if found[0][1] >= 1.0 - doubt:
            return cls(Verdict.OUT if found[0][0] is None else Verdict.IN, tuple(found))
        return cls(Verdict.CLOSE, tuple((cell, share) for cell, share in found if share > doubt) or tuple(found))

    @property
    def cell(self) -> Cell | None:
        """The one cell; None between cells and off the board."""
        return self.among[0][0] if self.verdict is Verdict.IN else None

    @property
    def likeliest(self) -> Cell | None:
        """The cell it is most likely on; None where that is none."""
        return self.among[0][0]

    def probability(self, cell: Cell | None) -> float:
        """Return how probably the stand is on that cell (None: off the board)."""
        return next((share for found, share in self.among if found == cell), 0.0)
