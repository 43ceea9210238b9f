"""A table at rest keeps its numbers; a stand that moved, or is known better, gets new ones."""

from dataclasses import replace

import numpy as np
import pytest

from referee.table_observer import stabilise
from table.shared import Shared
from table.snapshot import Snapshot
from table.stand import Stand

WEBER = Stand("Weber", "de", "soldier", 50.0, 40.0, 90.0, 2.0, 1.6, sigma_cm=0.01, sigma_deg=0.1)
VOGEL = replace(WEBER, name="Vogel", x=60.0)
TABLE = Snapshot(120, 100, (WEBER, VOGEL))


@pytest.mark.parametrize(
    ("change", "moved", "kept"),
    [
        ({}, (), True),
        ({"x": 50.05}, (), True),  # within four sigmas of both
        ({"x": 50.06}, (), False),
        ({"x": 50.05}, ("Weber",), False),
        ({"x": 50.05}, ("Vogel",), True),
        ({"heading_deg": 90.5}, (), True),
        ({"heading_deg": 90.6}, (), False),
        ({"sigma_cm": 0.008}, (), True),
        ({"sigma_cm": 0.006}, (), False),
    ],
)
def test_a_stand_is_where_it_was_unless_there_is_news(
    change: dict[str, float], moved: tuple[str, ...], kept: bool
) -> None:
    now = replace(WEBER, **change)
    table = stabilise(TABLE, (now, VOGEL), moved)
    assert table.stand("Weber") is (WEBER if kept else now)
    assert table.stand("Vogel") is VOGEL


def test_what_the_camera_errs_both_times_hides_no_move() -> None:
    """Its place errs by 0.1 cm, but nearly all of that by the same now as then."""
    shared = Shared(0.0995 * np.eye(3, 2), object())
    old = replace(WEBER, sigma_cm=0.1, sigma_deg=6.0, shared=shared)
    for off_cm, kept in ((0.05, True), (0.07, False)):
        now = replace(old, x=50.0 + off_cm)
        assert (stabilise(Snapshot(120, 100, (old,)), (now,), ()).stand("Weber") is old) is kept


def test_one_that_is_not_seen_keeps_its_last_place_and_a_new_one_comes_on() -> None:
    brandt = replace(WEBER, name="Brandt", x=70.0)
    table = stabilise(TABLE, (VOGEL, brandt), ())
    assert [stand.name for stand in table.stands] == ["Weber", "Vogel", "Brandt"]
    assert table.stand("Weber") is WEBER
