"""Ellipses hold what they say, also from three shots; seeds are fixed, bounds are four standard errors."""

from math import hypot, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.shots.dispersion import Ellipse, dispersion_of, share_of, spread_factors
from referee.shots.history import error_of, fallen
from referee.shots.record import ShotRecord
from rules.registry import game_named

LEANING = np.array([[3.0, 0.0], [1.0, 1.2]])


@pytest.mark.ci
@pytest.mark.parametrize("count", [3, 4, 6, 12])
def test_the_next_shot_falls_within_its_ellipses_as_often_as_they_say(count: int) -> None:
    rng, many = np.random.default_rng(100 + count), 700
    held = {0.5: 0, 0.95: 0}
    truly = 0
    for _ in range(many):
        points = rng.normal(size=(count + 1, 2)) @ LEANING.T + (4.0, -2.0)
        said = dispersion_of([tuple(point) for point in points[:count]])
        assert said is not None
        held[0.5] += said.next_50.holds(tuple(points[count]))
        held[0.95] += said.next_95.holds(tuple(points[count]))
        truly += said.mean_95.holds((4.0, -2.0))
    for share, hits in (*held.items(), (0.95, truly)):
        assert abs(hits / many - share) < 4 * sqrt(share * (1 - share) / many)


def test_the_circle_holds_half() -> None:
    rng = np.random.default_rng(8)
    for lean in (np.eye(2), LEANING, np.diag([5.0, 0.2])):
        points = rng.normal(size=(20_000, 2)) @ lean.T
        said = dispersion_of([tuple(point) for point in points])
        assert said is not None
        assert said.cep_cm == pytest.approx(np.median(np.hypot(*points.T)), rel=0.03)
        assert said.cep_low_cm < said.cep_cm < said.cep_high_cm
    said = dispersion_of([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)])  # on a line
    assert said is not None
    assert said.cep_cm == pytest.approx(0.6745, abs=1e-3)
    assert said.next_50.minor_cm == pytest.approx(0.0, abs=1e-9)


def test_three_shots_say_little_and_it_is_said() -> None:
    few, many = dispersion_of([(0, 0), (1, 1), (2, 0)]), dispersion_of([(k % 7, k % 5) for k in range(200)])
    assert dispersion_of([(0, 0), (1, 1)]) is None
    assert few is not None
    assert many is not None
    assert few.widened == pytest.approx(13.33, abs=0.01)
    assert 1.0 < many.widened < 1.02
    assert (
        few.over.sigma_high_cm / few.over.sigma_cm
        == pytest.approx(spread_factors(2)[1])
        == pytest.approx(6.285, abs=0.01)
    )
    assert many.next_95.major_cm < 3 * sqrt(-2 * log(0.05))


points = st.tuples(st.floats(-50, 50), st.floats(-50, 50))


@pytest.mark.ci
@given(st.lists(points, min_size=4, max_size=12, unique=True), st.floats(-180, 180), points)
def test_turned_and_shifted_shots_have_the_same_spread(
    shots: list[tuple[float, float]], turn_deg: float, shift: tuple[float, float]
) -> None:
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    said = dispersion_of(shots)
    moved = dispersion_of([(c * x - s * y + shift[0], s * x + c * y + shift[1]) for x, y in shots])
    assert said is not None
    assert moved is not None
    size = said.next_50.major_cm
    assert moved.next_50.major_cm == pytest.approx(size, rel=1e-6, abs=1e-6)
    assert moved.next_50.minor_cm == pytest.approx(said.next_50.minor_cm, abs=1e-4 * max(size, 1))
    assert moved.cep_cm == pytest.approx(said.cep_cm, rel=1e-3, abs=1e-4)


def test_shots_on_one_spot_have_a_circle_of_nought() -> None:
    said = dispersion_of([(1.0, 2.0)] * 4)
    assert said is not None
    assert (said.cep_cm, said.cep_low_cm, said.cep_high_cm) == (0, 0, 0)


def test_an_ellipse_holds_its_own_axis() -> None:
    ellipse = Ellipse((10.0, 5.0), 4.0, 1.0, 90.0, 0.5)  # long towards the right
    assert ellipse.holds((10.0, 8.9))
    assert not ellipse.holds((10.0, 9.1))
    assert ellipse.holds((10.9, 5.0))
    assert not ellipse.holds((11.1, 5.0))


def impact(number: int, side: str, aim: object, muzzle: object, at: tuple[float, float], **more: object) -> ShotRecord:
    return ShotRecord(
        rig="r", counter=number, side=side, at="", counts=True, aim=aim, muzzle=muzzle, impact=at, **more  # type: ignore[arg-type]
    )  # fmt: skip


def test_over_and_right_along_the_line_of_fire() -> None:
    assert error_of((23.0, 62.0), (22.0, 60.0), (0.0, 1.0)) == (2.0, 1.0)
    assert error_of((23.0, 62.0), (22.0, 60.0), (0.0, -5.0)) == (-2.0, -1.0)  # field G looks the other way
    over, right = error_of((11.0, 10.0), (10.0, 10.0), (1.0, 1.0))
    assert (over, right) == pytest.approx((sqrt(0.5), sqrt(0.5)))
    about, found = fallen([
        impact(1, "G", (20.0, 30.0), None, (20.0, 28.0)), impact(2, "A", (20.0, 30.0), (10.0, 30.0), (24.0, 29.0)),
        impact(3, "A", (20.0, 30.0), None, (21.0, 30.0)), impact(4, "A", None, None, (9.0, 9.0)),
        impact(5, "A", (20.0, 30.0), None, (0.0, 0.0), misfire=True),
    ], str)  # fmt: skip
    assert about == "aim"
    assert [error for _, error in found[:3]] == [(2.0, 0.0), (4.0, 1.0), (0.0, 1.0)]
    assert [each.shot.counter for each in found] == [1, 2, 3, 5]  # the referee says that 5 flew


def test_the_line_of_fire_is_the_sides_own_whatever_it_is_called() -> None:
    """M1.1: the Germans look the other way though a match file calls them so."""
    field_of = game_named("montecassino").field_of
    for side, over in (("germans", 2.0), ("G", 2.0), ("allies", -2.0)):
        (found,) = fallen([impact(1, side, (20.0, 30.0), None, (20.0, 28.0))], field_of)[1]
        assert found.error[0] == over


def test_without_aims_the_errors_are_from_their_mean() -> None:
    about, found = fallen([impact(k, "A", None, None, (10.0 + k, 20.0 - k)) for k in range(5)], str)
    assert about == "mean"
    assert sum(error[0] for _, error in found) == pytest.approx(0.0)
    assert found[4].error == pytest.approx((-2.0, 2.0))
    assert fallen([], str) == ("aim", [])


@pytest.mark.parametrize(("hits", "count"), [(0, 0), (0, 10), (3, 10), (10, 10), (1, 200)])
def test_a_share_lies_in_its_interval(hits: int, count: int) -> None:
    share = share_of(hits, count)
    assert 0.0 <= share.low <= (share.value or 0.0) <= share.high <= 1.0
    assert (share.low == 0.0) == (hits == 0)
    assert hypot(share.low, share.high) > 0


def test_the_interval_of_a_share_covers_at_least_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    for true in (0.02, 0.1, 0.5):
        found = [share_of(int(hits), 30) for hits in rng.binomial(30, true, size=500)]
        assert np.mean([share.low <= true <= share.high for share in found]) > 0.95 - 4 * sqrt(0.95 * 0.05 / 500)
