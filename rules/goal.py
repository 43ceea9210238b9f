"""What a side must come to, to win a match, and how far it has come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rules.ruling import Check
from rules.state import State

Result = Literal["won", "draw", "broken_off"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: won by a side, a draw or broken off; by the rules, under a clause, or as the sides agreed."""

    result: Result
    winner: str | None = None
    by: Literal["rules", "agreement"] = "agreement"
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """What brings a side victory: under which clause, how much of it the side has, and how much it needs.

    ``clause`` and ``key`` are those of the check that says so, ``detail`` what its sentence needs besides. ``reached``
    says that who has come so far has won; a game in which only a die can then decide never says it.
    """

    side: str
    clause: str
    key: str
    have: int
    need: int
    detail: Mapping[str, object] = field(default_factory=dict, hash=False)
    reached: bool = False

    @property
    def share(self) -> float:
        """How much of the way is gone, 0 to 1."""
        return min(max(self.have / self.need, 0.0), 1.0) if self.need else 1.0

    @property
    def check(self) -> Check:
        """The check that says how far it is."""
        told = {"side": self.side, "have": self.have, "need": self.need, **self.detail}
        return Check(self.clause, self.key, "passed" if self.reached else "failed", modifies=True, detail=told)


def winner_of(state: State, goals: Sequence[Goal]) -> str | None:
    """Return who has won: by a ruling, or by a goal that one side alone has reached; None while nobody has."""
    reached = {goal.side for goal in goals if goal.reached}
    return state.winner or (reached.pop() if len(reached) == 1 else None)


def both_reached(state: State, goals: Sequence[Goal]) -> bool:
    """Say whether both sides have come to a goal: the rules name neither."""
    return winner_of(state, goals) is None and len({goal.side for goal in goals if goal.reached}) > 1


def clause_of(winner: str, goals: Sequence[Goal]) -> str:
    """Return the clause under which a side has won: that of a goal it has reached, else of its first."""
    own = sorted((goal for goal in goals if goal.side == winner), key=lambda goal: not goal.reached)
    return own[0].clause if own else ""


def ending(result: Result, winner: str | None, state: State, goals: Sequence[Goal]) -> Ending:
    """Return how a match ends that the sides end so: by the rules where they name that winner."""
    if winner is None or winner != winner_of(state, goals):
        return Ending(result, winner)
    return Ending(result, winner, "rules", clause_of(winner, goals))


def other_side(side: str, sides: tuple[str, ...]) -> str | None:
    """Return the side that opposes one; None where there is none."""
    return next((other for other in sides if other != side), None)
