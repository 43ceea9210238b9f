"""How a cannon shot so far: over its whole history, ahead of the next shot, and how far it missed what it aimed at."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum, hypot
from typing import Literal, NamedTuple

from referee.shots.dispersion import LEAST, Dispersion, Ellipse, Error, Share, dispersion_of, share_of
from referee.shots.record import BY_HAND, Point, ShotRecord
from referee.shots.trend import SpeedTrend, trend_of

About = Literal["aim", "mean"]


class ShotImpact(NamedTuple):
    """A shot and how far over and to the right it fell."""

    shot: ShotRecord
    error: Error


FieldOf = Callable[[str], str]
"""Which field of the board is a side's own."""


def ahead_of(side: str, field_of: FieldOf) -> Point:
    """Return the direction a side looks: field G lies beyond A (M1.1)."""
    return (0.0, -1.0) if field_of(side) == "G" else (0.0, 1.0)


def error_of(impact: Point, aim: Point, ahead: Point) -> Error:
    """Return how far over and to the right of an aim an impact lies; ``ahead`` is the way of the line of fire."""
    long = hypot(*ahead)
    x, y = impact[0] - aim[0], impact[1] - aim[1]
    return (x * ahead[0] + y * ahead[1]) / long, (x * ahead[1] - y * ahead[0]) / long


def fallen(shots: Sequence[ShotRecord], field_of: FieldOf) -> tuple[About, list[ShotImpact]]:
    """Return the shots whose impact is known, with their errors: from their aim, where it was said of enough of them.

    The line of fire is that from muzzle to aim, or straight ahead where nobody knows the muzzle. Where fewer than three
    aims were said the errors are those from the mean of all: their mean says nothing, their spread does.
    """
    found = [shot for shot in shots if shot.fired and shot.impact is not None]
    aimed = [shot for shot in found if shot.aim is not None]
    if len(aimed) >= LEAST or len(aimed) == len(found):
        return "aim", [ShotImpact(shot, _from_aim(shot, field_of)) for shot in aimed]
    far = [error_of(shot.impact or (0.0, 0.0), (0.0, 0.0), ahead_of(shot.side, field_of)) for shot in found]
    over, right = (fsum(values) / len(far) for values in zip(*far, strict=True))
    return "mean", [ShotImpact(shot, (a - over, b - right)) for shot, (a, b) in zip(found, far, strict=True)]


def _from_aim(shot: ShotRecord, field_of: FieldOf) -> Error:
    assert shot.impact is not None
    assert shot.aim is not None
    ahead = ahead_of(shot.side, field_of)
    if shot.muzzle is not None and shot.muzzle != shot.aim:
        ahead = (shot.aim[0] - shot.muzzle[0], shot.aim[1] - shot.muzzle[1])
    return error_of(shot.impact, shot.aim, ahead)


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


def history_of(side: str, rig: str, shots: Iterable[ShotRecord], field_of: FieldOf) -> CannonHistory:
    """Return the history of one cannon's shots, which must be in the order they were fired."""
    listed = tuple(shots)
    misfires = sum(shot.misfired for shot in listed)
    tried = sum(shot.fired or shot.misfired for shot in listed)
    about, impacts = fallen(listed, field_of)
    made = predictions(impacts)
    in_50, in_95 = kept_within(made)
    return CannonHistory(
        side, rig, listed, share_of(misfires, tried),
        trend_of([shot.speed_m_s.value for shot in listed if shot.fired and shot.speed_m_s is not None]),
        about, tuple(impacts), dispersion_of([error for _, error in impacts]), tuple(made), in_50, in_95,
    )  # fmt: skip


def histories(shots: Iterable[ShotRecord], field_of: FieldOf) -> list[CannonHistory]:
    """Return the history of each cannon, in the order of their first shots: one a rig, without a rig one a side.

    The side is that of the last shot: in an earlier match a cannon may have stood on the other.
    """
    by_cannon: dict[tuple[str, str], list[ShotRecord]] = {}
    for shot in shots:
        by_cannon.setdefault((shot.rig, shot.side if shot.rig == BY_HAND else ""), []).append(shot)
    return [history_of(listed[-1].side, rig, listed, field_of) for (rig, _), listed in by_cannon.items()]
