"""When a cannon asks for lubrication, and when it does not."""

import numpy as np
import pytest
from lucky import shot

from referee.shots.history import histories, history_of
from referee.shots.record import BY_HAND, Estimate
from referee.shots.trend import trend_of


@pytest.mark.ci
def test_a_cannon_that_grows_slow_is_found() -> None:
    rng = np.random.default_rng(1)
    found = [
        trend_of([10 * (1 - 0.005 * k) + 0.1 * rng.normal() for k in range(25)]) for _ in range(100)
    ]  # twelve of a hundred less, with 1 % from shot to shot
    assert sum(trend is not None and trend.lubricate for trend in found) >= 99
    assert found[0] is not None
    assert found[0].slope_low < -0.05 < found[0].slope_high


@pytest.mark.ci
def test_a_steady_cannon_is_left_alone_however_often_it_is_looked_at() -> None:
    """A hundred cannons of 60 shots each, looked at after every shot: nobody is sent to the vaseline in vain."""
    rng, asked = np.random.default_rng(2), 0
    for _ in range(100):
        speeds = list(10 + 0.15 * rng.normal(size=60))
        asked += any((trend := trend_of(speeds[:n])) is not None and trend.lubricate for n in range(8, 61, 4))
    assert asked <= 3


def test_one_wild_speed_asks_for_nothing() -> None:
    trend = trend_of([10.0, 10.1, 9.9, 10.0, 10.05, 9.95, 10.0, 10.1, 10.0, 2.0])
    assert trend is not None
    assert not trend.lubricate
    assert abs(trend.slope) < 0.02


@pytest.mark.parametrize("speeds", [[], [10.0, 9.0]])
def test_too_few_have_no_trend(speeds: list[float]) -> None:
    assert trend_of(speeds) is None


def test_equal_speeds_do_not_fall() -> None:
    trend = trend_of([10.0] * 12)
    assert trend is not None
    assert (trend.p_falling, trend.fall, trend.lubricate) == (1.0, 0.0, False)


@pytest.mark.parametrize("speeds", [[0.0] * 4, [-1.0, 0.0, 1.0], [5e-324, 5e-324, 9.0]])
def test_of_no_speed_nothing_is_a_share(speeds: list[float]) -> None:
    trend = trend_of(speeds)
    assert trend is not None
    assert trend.fall == 0


def test_a_history_counts_what_flew() -> None:
    shots = [shot(1), shot(2, misfire=True, speed_m_s=None), shot(3, counts=False), shot(4, misfire=True, counts=True)]
    history = history_of("us", "rig-a", shots, str)
    assert (history.fired, history.misfires.hits, history.misfires.count) == (2, 1, 3)
    assert (history.dispersion, history.predicted, history.speed) == (None, (), None)
    assert history.in_50.value is None


def test_each_cannon_has_its_own_history() -> None:
    shots = [shot(1), shot(1, rig="rig-b", side="de"), shot(2, speed_m_s=Estimate(9.0, 0.1)), shot(3, side="de")]
    shots += [shot(1, rig=BY_HAND), shot(2, rig=BY_HAND, side="de")]
    found = histories(shots, str)
    assert [(history.side, history.rig, len(history.shots)) for history in found] == [
        ("de", "rig-a", 3), ("de", "rig-b", 1), ("us", BY_HAND, 1), ("de", BY_HAND, 1),
    ]  # fmt: skip
