"""How far stands were seen to move, turn by turn; what a bump moved is taken out again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import dist

from rules.common_actions import moved_already
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand

LEAST_WALK_CM = 0.5
"""A stand that was only nudged has not moved."""
TOLD_CM = 3.0
"""Within what distance a stand is where a ruling told the players to put it: hands are not exact."""
MOST_WALKS = 1000
"""So many ways are kept one by one, more than any undo goes back; of older ones only what they add up to in a turn."""


@dataclass(frozen=True, slots=True)
class Walk:
    """One way of a stand in a side's turn; ``sequence`` is the newest entry of the journal when it was seen.

    One that was ``told`` by a ruling is counted by that already.
    """

    turn: int
    side: str
    name: str
    cm: float
    sequence: int = 0
    told: bool = False


@dataclass(frozen=True)
class Walks:
    """All ways in the order they were seen; a mark says how many there were.

    ``dropped`` ways before those in ``log`` are only known by what they add up to (``sums``) in a turn, ``summed``.
    """

    log: tuple[Walk, ...] = ()
    dropped: int = 0
    summed: tuple[int, str] | None = None
    sums: Mapping[str, float] = field(default_factory=dict)

    @property
    def mark(self) -> int:
        """How many ways were seen so far."""
        return self.dropped + len(self.log)

    def mark_at(self, sequence: int) -> int:
        """Return how many ways had been seen when that entry of the journal was written."""
        return next((k for k, walk in enumerate(self.log, self.dropped) if walk.sequence >= sequence), self.mark)

    def with_walk(self, walk: Walk) -> "Walks":
        """Return these with one more."""
        longer = replace(self, log=(*self.log, walk))
        return longer._shortened() if len(longer.log) > MOST_WALKS else longer

    def _shortened(self) -> "Walks":
        """Return these without the first, of which is kept only what it adds to its turn's."""
        first, *log = self.log
        turn = (first.turn, first.side)
        sums = dict(self.sums) if self.summed == turn else {}
        if first.cm > 0 and not first.told:
            sums[first.name] = sums.get(first.name, 0.0) + first.cm
        return Walks(tuple(log), self.dropped + 1, turn, sums)

    def of(self, turn: int, side: str) -> dict[str, float]:
        """Return how far each stand has walked in a side's turn."""
        told = dict(self.sums) if self.summed == (turn, side) else {}
        for walk in self.log:
            if (walk.turn, walk.side) == (turn, side) and walk.cm > 0 and not walk.told:
                told[walk.name] = told.get(walk.name, 0.0) + walk.cm
        return told

    def over(self, table: Snapshot, memory: State) -> Snapshot:
        """Return the table as the game knows it, with what each stand has walked this turn."""
        walked = self.of(memory.turn, memory.side)
        if not walked:
            return table
        moved = (_moved(stand, walked[stand.name]) if stand.name in walked else stand for stand in table.stands)
        return replace(table, stands=tuple(moved))

    def counted_since(self, mark: int) -> int | None:
        """Return after which entry the ways since a mark were seen; None where none of them counts."""
        since = self.log[self._place(mark) :]
        return since[0].sequence if any(walk.cm > 0 for walk in since) else None

    def forgotten(self, since: int) -> "Walks":
        """Return these where what was seen since a mark counts for nothing: the stands go back there."""
        place = self._place(since)
        return replace(self, log=(*self.log[:place], *(replace(walk, cm=0.0) for walk in self.log[place:])))

    def _place(self, mark: int) -> int:
        return max(mark - self.dropped, 0)


def was_told(stand: Stand, memory: State, back: Mapping[str, tuple[float, float]]) -> bool:
    """Say whether a stand moved because a ruling told it to: it is there now, or has its move of this turn.

    ``back`` are the places where those stood whom a ruling had moved that was undone.
    """
    to = memory.places.get(stand.name, back.get(stand.name))
    if to is None:
        return False
    told = memory.states.get(stand.name, {})
    return dist(stand.centre, to) <= TOLD_CM or bool(told.get("moved") or told.get("moved_cm"))


def _moved(stand: Stand, walked_cm: float) -> Stand:
    """Return a stand that was seen to walk; a move that was declared since counts what was walked before."""
    return stand.with_state(moved=True, moved_cm=max(walked_cm, moved_already(stand)))
