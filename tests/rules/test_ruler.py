"""The ruler: the game's own way of measuring first."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.registry import rule
from rules.ruler import distances
from table.snapshot import Snapshot
from table.stand import Stand

A = Stand("a", "us", "soldier", 20, 30, 90, 2.0, 1.6, sigma_cm=0.03)
B = Stand("b", "de", "soldier", 20, 60, 270, 2.0, 1.6, sigma_cm=0.04)
TABLE = Snapshot(120, 100, (A, B))


def test_ambush_measures_from_centre_to_centre_unless_agreed_otherwise() -> None:
    first, other = distances("ambush", TABLE, A, B)
    assert (first.how, first.measured.value, first.measured.sigma) == ("centre", 30.0, pytest.approx(0.05))
    assert (other.how, other.measured.value) == ("edge", pytest.approx(28.4))
    assert [it.how for it in distances("ambush", TABLE, A, B, {"measure": "edge"})] == ["edge", "centre"]


def test_yankee_measures_from_the_front() -> None:
    gun, line = Stand("g", "n", "artillery", 50, 20, 90, 2.5, 3.8), Stand("l", "s", "infantry", 50, 50, 270, 2.5, 2.0)
    found = distances("yankee", Snapshot(160, 100, (gun, line)), gun, line)
    told = [(it.how, round(it.measured.value, 6)) for it in found]
    assert told == [("front", 27.1), ("edge", 27.1), ("centre", 30.0)]
    assert [it.how for it in distances("yankee", Snapshot(160, 100, (gun,)), (0, 0), gun)] == ["edge", "centre"]


def test_to_a_place_and_from_place_to_place() -> None:
    assert [(it.how, round(it.measured.value, 6)) for it in distances("ambush", TABLE, A, (20, 40))] == [
        ("centre", 10.0),
        ("edge", 9.2),
    ]
    (only,) = distances("ambush", TABLE, (0, 0), (3, 4))
    assert (only.how, only.measured.value, only.measured.sigma) == ("place", 5.0, 0.0)


@pytest.mark.ci
@given(*(st.floats(1, 99) for _ in range(4)))
def test_the_ruler_reads_alike_from_both_ends(x0: float, y0: float, x1: float, y1: float) -> None:
    a, b = A.moved_to(x0, y0), B.moved_to(x1, y1)
    table = Snapshot(120, 100, (a, b))
    for there, back in zip(distances("ambush", table, a, b), distances("ambush", table, b, a), strict=True):
        assert there.measured.value == pytest.approx(back.measured.value, abs=1e-9)
    assert distances("ambush", table, a, b)[0].measured.value == pytest.approx(math.dist((x0, y0), (x1, y1)))


@pytest.mark.parametrize(("measure", "verdict"), [("centre", "refused"), ("edge", "allowed")])
def test_ranges_are_measured_as_the_players_chose(measure: str, verdict: str) -> None:
    stands = (Stand("a", "us", "soldier", 10, 10, 90, 2, 1.6), Stand("b", "de", "soldier", 10, 61, 90, 2, 1.6))
    action = {"type": "shoot", "actor": "a", "target": "b"}
    assert rule("ambush", Snapshot(120, 100, stands), action, settings={"measure": measure}).verdict == verdict
