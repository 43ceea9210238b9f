"""Which hex a stand is on: one, between several, or none."""

from dataclasses import dataclass

from table.hexes import Hex
from table.verdict import Verdict


@dataclass(frozen=True, slots=True)
class HexReading:
    """Which hex a stand is on: one (IN), on the line between several (CLOSE), or off the board (OUT).

    ``among`` are the hexes it may be on (None: off the board) with their probabilities, likeliest first.
    """

    verdict: Verdict
    among: tuple[tuple[Hex | None, float], ...]

    @property
    def hex(self) -> Hex | None:
        """The one hex; None on a line and off the board."""
        return self.among[0][0] if self.verdict is Verdict.IN else None

    @property
    def likeliest(self) -> Hex | None:
        """The hex it is most likely on; None where that is none."""
        return self.among[0][0]

    def probability(self, here: Hex | None) -> float:
        """Return how probably the stand is on that hex (None: off the board)."""
        return next((share for found, share in self.among if found == here), 0.0)
