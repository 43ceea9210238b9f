"""How far stands were seen to move, turn by turn; what a bump moved is taken out again."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Walk:
    """One way of a stand in a side's turn; ``sequence`` is the newest entry of the journal when it was seen."""

    turn: int
    side: str
    name: str
    cm: float
    sequence: int = 0


class Walks:
    """All ways in the order they were seen; a mark says how many there were."""

    def __init__(self) -> None:
        self._log: list[Walk] = []

    @property
    def mark(self) -> int:
        """How many ways were seen so far."""
        return len(self._log)

    def mark_at(self, sequence: int) -> int:
        """Return how many ways had been seen when that entry of the journal was written."""
        return next((k for k, walk in enumerate(self._log) if walk.sequence >= sequence), len(self._log))

    def add(self, walk: Walk) -> None:
        """Take in a way."""
        self._log.append(walk)

    def of(self, turn: int, side: str) -> dict[str, float]:
        """Return how far each stand has walked in a side's turn."""
        told: dict[str, float] = {}
        for walk in self._log:
            if (walk.turn, walk.side) == (turn, side) and walk.cm > 0:
                told[walk.name] = told.get(walk.name, 0.0) + walk.cm
        return told

    def counted_since(self, mark: int) -> int | None:
        """Return after which entry the ways since a mark were seen; None where none of them counts."""
        return self._log[mark].sequence if any(walk.cm > 0 for walk in self._log[mark:]) else None

    def forget(self, since: int) -> None:
        """Let what was seen since a mark count for nothing: the stands go back there."""
        self._log[since:] = [replace(walk, cm=0.0) for walk in self._log[since:]]
