"""What a cannon's shots say of it: speed, spread, predictions, misfires."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.shots.dispersion import Dispersion, dispersion_of
from referee.shots.errors import About, ShotImpact, fallen
from referee.shots.interval import Share, share_of
from referee.shots.prediction import Prediction, kept_within, predictions
from referee.shots.record import BY_HAND, ShotRecord
from referee.shots.trend import SpeedTrend, trend_of


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
