"""A rigid motion of the whole table changes nothing, whatever the angle, where its edges are far away."""

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from moving_cases import Motion, Place, essence, moved, places, ruled
from random_cases import any_case
from written_cases import all_cases

from rules.ruling import Ruling
from table.contact import CONTACT_CM
from table.notation.case_file import Case
from table.snapshot import Snapshot
from table.stand import wrap_deg

OF_EDGES = ("deploy", "reinforce", "terrain")  # Y5.1, Y10.1, Y4.2: of the table's edges
CUTS = ("passes_nobody", "stops_at_river")
NO_EDGES: Mapping[str, str] = {}
ROOM_CM = 400.0
angle = st.floats(-180, 180)
shift = st.floats(-60, 60)


def without_edges(case: Case) -> Case:
    """Return a case in the middle of a table so large that nothing reaches its edges."""
    room = Motion(lambda at, _: (at[0] + ROOM_CM, at[1] + ROOM_CM), lambda h: h, NO_EDGES)
    wide = moved(case, room, ruled(case))
    size = 2 * ROOM_CM + max(case.snapshot.width_cm, case.snapshot.depth_cm)
    return replace(wide, snapshot=replace(wide.snapshot, width_cm=size, depth_cm=size))


def turned(degrees: float, dx: float, dy: float) -> Motion:
    """Return the motion that turns a table about its middle and shifts it."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def go(at: Place, table: Snapshot) -> Place:
        x, y = at[0] - table.width_cm / 2, at[1] - table.depth_cm / 2
        return table.width_cm / 2 + x * cos - y * sin + dx, table.depth_cm / 2 + x * sin + y * cos + dy

    return Motion(go, lambda heading: heading + degrees, NO_EDGES)


def on_a_limit(ruling: Ruling) -> bool:
    """Whether a cut is so near what contact allows that rounding may let it fall either way."""
    return any(c.key in CUTS and c.measured is not None and abs(c.measured + CONTACT_CM) < 1e-5 for c in ruling.checks)


def assert_alike(case: Case, motion: Motion) -> None:
    before = ruled(case)
    after = ruled(moved(case, motion, before))
    if on_a_limit(before) or on_a_limit(after):
        return
    assert essence(after) == essence(before)
    for what, at in places(before).items():
        assert places(after)[what] == pytest.approx(motion.go(at, case.snapshot), abs=2e-6)
    for effect, other in zip(before.effects, after.effects, strict=True):
        if "heading_deg" in effect.values:
            way = wrap_deg(other.values["heading_deg"] - motion.heading(effect.values["heading_deg"]))
            assert way == pytest.approx(0, abs=1e-6)


def written() -> list[Case]:
    cases = [case for case in all_cases() if case.snapshot.board is None]  # squares and hexes keep their names
    return [case for case in cases if case.action["type"] not in OF_EDGES and "edge" not in case.action]


@pytest.mark.ci
@given(st.sampled_from(written()), angle, shift, shift)
def test_a_written_case_turned_anyhow_is_ruled_alike(case: Case, degrees: float, dx: float, dy: float) -> None:
    assert_alike(without_edges(case), turned(degrees, dx, dy))


@pytest.mark.ci
@given(any_case, angle, shift, shift)
def test_any_table_turned_anyhow_is_ruled_alike(case: Case, degrees: float, dx: float, dy: float) -> None:
    assert_alike(case, turned(degrees, dx, dy))


@pytest.mark.ci
@given(any_case, shift, shift)
def test_any_table_shifted_is_ruled_alike(case: Case, dx: float, dy: float) -> None:
    assert_alike(case, turned(0.0, dx, dy))
