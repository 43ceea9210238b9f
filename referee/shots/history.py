"""What a cannon's shots say of it: speed, spread, misfires, and what was predicted of each before it was fired."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from referee.shots.dispersion import Dispersion, Ellipse, Error, Share, dispersion_of, share_of
from referee.shots.errors import About, ShotImpact, fallen
from referee.shots.record import BY_HAND, ShotRecord
from referee.shots.trend import SpeedTrend, trend_of


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


@dataclass(frozen=True, slots=True)
class CannonHistory:
    """A cannon's shots in their order, and what they say.

    ``about`` says what the errors are measured from. ``next_shot`` is what all of them predict of the next (the same as
    the dispersion's ellipses); ``predicted`` what was predicted of each before it was fired.
    """

    side: str
    rig: str
    shots: tuple[ShotRecord, ...]
    misfires: Share
    speed: SpeedTrend | None
    about: About
    impacts: tuple[ShotImpact, ...]
    dispersion: Dispersion | None
    predicted: tuple[Prediction, ...]
    in_50: Share
    in_95: Share

    @property
    def fired(self) -> int:
        """How many shells left the barrel."""
        return sum(shot.fired for shot in self.shots)


def history_of(side: str, rig: str, shots: Iterable[ShotRecord]) -> CannonHistory:
    """Return the history of one cannon's shots, which must be in the order they were fired."""
    listed = tuple(shots)
    misfires = sum(shot.misfired for shot in listed)
    tried = sum(shot.fired or shot.misfired for shot in listed)
    about, impacts = fallen(listed)
    made = predictions(impacts)
    in_50, in_95 = kept_within(made)
    return CannonHistory(
        side, rig, listed, share_of(misfires, tried),
        trend_of([shot.speed_m_s.value for shot in listed if shot.fired and shot.speed_m_s is not None]),
        about, tuple(impacts), dispersion_of([error for _, error in impacts]), tuple(made), in_50, in_95,
    )  # fmt: skip


def histories(shots: Iterable[ShotRecord]) -> list[CannonHistory]:
    """Return the history of each cannon, in the order of their first shots: one a rig, without a rig one a side.

    The side is that of the last shot: in an earlier match a cannon may have stood on the other.
    """
    by_cannon: dict[tuple[str, str], list[ShotRecord]] = {}
    for shot in shots:
        by_cannon.setdefault((shot.rig, shot.side if shot.rig == BY_HAND else ""), []).append(shot)
    return [history_of(listed[-1].side, rig, listed) for (rig, _), listed in by_cannon.items()]
