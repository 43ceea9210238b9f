"""What was predicted of a shot was predicted before it."""

from math import sqrt

import numpy as np
import pytest

from referee.shots.history import ShotImpact, kept_within, predictions
from referee.shots.record import ShotRecord


def shots_at(points: np.ndarray) -> list[ShotImpact]:
    return [
        ShotImpact(ShotRecord(rig="r", counter=k, side="A", at=""), (float(over), float(right)))
        for k, (over, right) in enumerate(points)
    ]


def test_nothing_later_is_in_a_prediction() -> None:
    rng = np.random.default_rng(4)
    points = rng.normal(size=(12, 2))
    made = predictions(shots_at(points))
    assert [prediction.by for prediction in made] == list(range(3, 12))
    points[8:] += 100.0  # what comes later is another cannon
    again = predictions(shots_at(points))
    assert [p.within_95 for p in again[:5]] == [p.within_95 for p in made[:5]]
    assert again[5].within_95 == made[5].within_95  # that of shot 8 is made of shots 0 to 7
    assert again[5].in_95 is False
    assert again[5].off_cm > 100
    assert again[6].within_95 != made[6].within_95


@pytest.mark.ci
def test_predictions_come_true_as_often_as_they_say() -> None:
    rng, hits, count = np.random.default_rng(11), [0, 0], 0
    for _ in range(120):
        made = predictions(shots_at(rng.normal(size=(10, 2)) * (3.0, 1.0)))
        in_50, in_95 = kept_within(made)
        hits[0] += in_50.hits
        hits[1] += in_95.hits
        count += in_50.count
    for got, share in zip(hits, (0.5, 0.95), strict=True):
        assert abs(got / count - share) < 4 * sqrt(share * (1 - share) / count)


def test_three_shots_predict_nothing_yet() -> None:
    assert predictions(shots_at(np.zeros((3, 2)))) == []
