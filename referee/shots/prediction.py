"""Where the next shot will fall, as history has it; and what was predicted of each past shot before it was fired."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from referee.shots.dispersion import Ellipse, Error, dispersion_of
from referee.shots.errors import ShotImpact
from referee.shots.interval import Share, share_of
from referee.shots.record import ShotRecord


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the shots before one said of it, and where it fell; ``by`` is how many they were."""

    shot: ShotRecord
    by: int
    within_50: Ellipse
    within_95: Ellipse
    error: Error

    @property
    def off_cm(self) -> float:
        """How far from the middle of what was predicted it fell."""
        return hypot(self.error[0] - self.within_50.centre[0], self.error[1] - self.within_50.centre[1])

    @property
    def in_50(self) -> bool:
        """Whether it fell where half of all are to fall."""
        return self.within_50.holds(self.error)

    @property
    def in_95(self) -> bool:
        """Whether it fell where 95 of 100 are to fall."""
        return self.within_95.holds(self.error)


def predictions(shots: Sequence[ShotImpact]) -> list[Prediction]:
    """Return, for each shot with at least three before it, what those alone predicted: nothing later is in it."""
    made = []
    for index, (shot, error) in enumerate(shots):
        before = dispersion_of([earlier for _, earlier in shots[:index]])
        if before is not None:
            made.append(Prediction(shot, index, before.next_50, before.next_95, error))
    return made


def kept_within(made: Sequence[Prediction]) -> tuple[Share, Share]:
    """Return how many predictions came true, of 50 % and of 95 %."""
    return share_of(sum(p.in_50 for p in made), len(made)), share_of(sum(p.in_95 for p in made), len(made))
