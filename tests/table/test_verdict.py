"""The three-way verdict: exact without sigma, a probability with it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.errors import BadGeometry
from table.measurement import Measurement
from table.verdict import Verdict, judge

values = st.floats(-1e3, 1e3)
sigmas = st.floats(1e-3, 50)
doubts = st.floats(0, 0.5)
NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    ("measured", "limit", "at_most", "verdict"),
    [
        (49.9, 50, True, Verdict.IN),
        (50.0, 50, True, Verdict.IN),  # a limit is inclusive
        (50.0000005, 50, True, Verdict.IN),  # within the slack
        (50.000002, 50, True, Verdict.OUT),
        (50.1, 50, True, Verdict.OUT),
        (50.1, 50, False, Verdict.IN),
        (50.0, 50, False, Verdict.IN),
        (49.9999995, 50, False, Verdict.IN),
        (49.99, 50, False, Verdict.OUT),
        (0, 0, True, Verdict.IN),
        (-1, 0, False, Verdict.OUT),
    ],
)
def test_without_sigma_it_is_exact(measured, limit, at_most, verdict):
    judgement = judge(measured, limit, at_most=at_most)
    assert judgement.verdict is verdict
    assert judgement.probability_in == (1.0 if verdict is Verdict.IN else 0.0)
    assert (judgement.measured, judgement.limit, judgement.sigma) == (measured, limit, 0.0)


@pytest.mark.parametrize(
    ("off_in_sigmas", "probability"),
    [(0, 0.5), (1, 0.841344746), (-1, 0.158655254), (1.959963985, 0.975), (-3, 0.001349898)],  # tables of the normal
)
def test_the_probability_is_the_normal_one(off_in_sigmas, probability):
    measured = Measurement(50 - 0.2 * off_in_sigmas, 0.2)
    assert judge(measured, 50, slack=0).probability_in == pytest.approx(probability, abs=1e-8)
    assert judge(measured, 50, slack=0, at_most=False).probability_in == pytest.approx(1 - probability, abs=1e-8)


@pytest.mark.parametrize(
    ("value", "doubt", "verdict"),
    [
        (50 - 0.1 * 1.97, 0.025, Verdict.IN),  # just surer than 97.5 %
        (50 - 0.1 * 1.95, 0.025, Verdict.CLOSE),
        (50.0, 0.025, Verdict.CLOSE),
        (50 + 0.1 * 1.95, 0.025, Verdict.CLOSE),
        (50 + 0.1 * 1.97, 0.025, Verdict.OUT),
        (50 - 0.1 * 1.95, 0.05, Verdict.IN),  # a bolder referee
        (50 + 0.1 * 1.97, 0.01, Verdict.CLOSE),  # a more careful one
        (49.999, 0.5, Verdict.IN),  # doubt 0.5: the likelier side, never close
        (50.001, 0.5, Verdict.OUT),
        (50 - 0.1 * 5, 0.0, Verdict.CLOSE),  # doubt 0: certain, or close
    ],
)
def test_too_close_is_two_sided_and_settable(value, doubt, verdict):
    assert judge(Measurement(value, 0.1), 50, doubt=doubt, slack=0).verdict is verdict


def test_a_negative_slack_makes_a_limit_strict():
    assert judge(0.0, 0, at_most=False, slack=-1e-6).verdict is Verdict.OUT
    assert judge(2e-6, 0, at_most=False, slack=-1e-6).verdict is Verdict.IN


def test_far_tails_keep_their_size():
    assert 0 < judge(Measurement(10, 1), 0).probability_in < 1e-22


@pytest.mark.parametrize(
    ("measured", "limit", "options"),
    [
        (NAN, 50, {}),
        (INF, 50, {}),
        (1.0, NAN, {}),
        (1.0, INF, {}),
        (1.0, 2, {"doubt": -0.01}),
        (1.0, 2, {"doubt": 0.51}),
        (1.0, 2, {"doubt": NAN}),
        (1.0, 2, {"slack": NAN}),
    ],
)
def test_what_is_no_number_is_refused(measured, limit, options):
    with pytest.raises(BadGeometry):
        judge(measured, limit, **options)


@pytest.mark.parametrize(("value", "sigma"), [(NAN, 0), (INF, 0), (1, NAN), (1, INF), (1, -0.1)])
def test_a_measurement_is_a_finite_number_with_a_sigma(value, sigma):
    with pytest.raises(BadGeometry, match="finite number"):
        Measurement(value, sigma)


@given(values, values, sigmas, doubts)
def test_at_least_mirrors_at_most(measured, limit, sigma, doubt):
    at_most = judge(Measurement(measured, sigma), limit, doubt=doubt)
    at_least = judge(Measurement(-measured, sigma), -limit, doubt=doubt, at_most=False)
    assert (at_most.verdict, at_most.probability_in) == (at_least.verdict, at_least.probability_in)


@given(values, st.floats(0, 100), values, sigmas)
def test_farther_is_never_likelier_to_be_in(measured, more, limit, sigma):
    near, far = judge(Measurement(measured, sigma), limit), judge(Measurement(measured + more, sigma), limit)
    assert far.probability_in <= near.probability_in
    assert not (far.verdict is Verdict.IN and near.verdict is not Verdict.IN)


@given(values, values, sigmas, st.floats(1, 20), doubts)
def test_more_sigma_never_makes_a_verdict_surer(measured, limit, sigma, times, doubt):
    sharp = judge(Measurement(measured, sigma), limit, doubt=doubt)
    blurred = judge(Measurement(measured, sigma * times), limit, doubt=doubt)
    # One ulp: both tails of the sharp one may be rounded.
    assert abs(blurred.probability_in - 0.5) <= abs(sharp.probability_in - 0.5) + 1e-15
    if sharp.verdict is Verdict.CLOSE:
        assert blurred.verdict is Verdict.CLOSE or min(sharp.probability_in, 1 - sharp.probability_in) <= doubt + 1e-12


@given(values, values, sigmas, doubts, doubts)
def test_more_doubt_never_makes_more_close_calls(measured, limit, sigma, one, other):
    bold, careful = max(one, other), min(one, other)
    if judge(Measurement(measured, sigma), limit, doubt=bold).verdict is Verdict.CLOSE:
        assert judge(Measurement(measured, sigma), limit, doubt=careful).verdict is Verdict.CLOSE


@given(values, values)
def test_a_vanishing_sigma_is_the_exact_verdict(measured, limit):
    exact = judge(measured, limit)
    if abs(measured - limit - 1e-6) > 1e-9:
        assert judge(Measurement(measured, 1e-12), limit).verdict is exact.verdict
