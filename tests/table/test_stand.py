"""Stands, mounts, roster, frame and snapshot: what they hold and what they refuse."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.errors import BadGeometry, BadInput, UnknownStand
from table.frame import Frame, FrameMarker
from table.mount import Mount, Pose, marker_from_stand, stand_from_marker
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Base, Stand, wrap_deg
from table.terrain import Piece

NAN, INF = math.nan, math.inf
place = st.floats(-300, 300)
angle = st.floats(-720, 720)


def soldier(name="us-1", **changes) -> Stand:
    return Stand(name, "us", "soldier", **{"x": 20.0, "y": 30.0, **changes})


@pytest.mark.parametrize(
    ("given_deg", "wrapped"),
    [(0, 0), (180, 180), (-180, 180), (181, -179), (360, 0), (-90, -90), (540, 180), (-540, 180), (270, -90)],
)
def test_headings_lie_in_one_turn(given_deg, wrapped):
    assert wrap_deg(given_deg) == wrapped
    assert soldier(heading_deg=given_deg).heading_deg == wrapped


@pytest.mark.parametrize("key", ["x", "y", "heading_deg", "width_cm", "depth_cm", "sigma_cm", "sigma_deg"])
@pytest.mark.parametrize("value", [NAN, INF, -INF])
def test_a_stand_is_made_of_finite_numbers(key, value):
    with pytest.raises(BadGeometry, match=f"stand 'us-1': {key} must be a finite number"):
        soldier(**{key: value})


@pytest.mark.parametrize("key", ["width_cm", "depth_cm", "sigma_cm", "sigma_deg"])
def test_sizes_are_not_negative(key):
    with pytest.raises(BadGeometry, match=f"stand 'us-1': {key} must not be negative, got -0.1"):
        soldier(**{key: -0.1})


def test_numpy_numbers_become_plain_ones():
    stand = soldier(x=np.float32(1.5), y=np.int64(2), width_cm=np.float64(2))
    assert [type(v) for v in (stand.x, stand.y, stand.width_cm)] == [float, float, float]


def test_a_stand_moves_and_remembers():
    stand = soldier(state={"fired": True})
    assert stand.moved_to(1, 2).centre == (1, 2)
    assert stand.moved_to(1, 2).heading_deg == 90
    assert stand.moved_to(1, 2, 200).heading_deg == -160
    assert stand.with_state(moved_cm=3.0).state == {"fired": True, "moved_cm": 3.0}
    assert stand.state == {"fired": True}
    with pytest.raises(TypeError):
        stand.state["fired"] = False


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ((NAN, 0, 2, 2), "along_cm must be a finite number"),
        ((0, INF, 2, 2), "across_cm must be a finite number"),
        ((0, 0, 0, 2), "must have a size, got 0.0 x 2.0 cm"),
        ((0, 0, 2, -1), "must have a size"),
        ((0, 0, 2, 2, NAN), "turn_deg must be a finite number"),
    ],
)
def test_one_of_several_bases_has_a_size(values, problem):
    with pytest.raises(BadGeometry, match=problem):
        Base(*values)


@pytest.mark.parametrize(
    ("mount", "marker", "stand"),
    [
        (Mount(), Pose(3, 4, 30), Pose(3, 4, 30)),
        (Mount(along_cm=-1.8), Pose(20, 28.2, 90), Pose(20, 30, 90)),  # a tail behind the base
        (Mount(across_cm=1), Pose(19, 30, 90), Pose(20, 30, 90)),  # left of it
        (Mount(across_cm=1), Pose(20, 31, 0), Pose(20, 30, 0)),
        (Mount(along_cm=-1.8, across_cm=0.5, turn_deg=90), Pose(19.5, 28.2, 180), Pose(20, 30, 90)),
        (Mount(along_cm=-1.8, across_cm=0.5, turn_deg=-30), Pose(21.8, 29.5, 150), Pose(20, 30, 180)),
    ],
)
def test_a_marker_off_the_middle_and_turned(mount, marker, stand):
    found = stand_from_marker(marker, mount)
    assert (found.x, found.y, found.heading_deg) == pytest.approx((stand.x, stand.y, stand.heading_deg), abs=1e-12)
    back = marker_from_stand(stand, mount)
    assert (back.x, back.y, back.heading_deg) == pytest.approx((marker.x, marker.y, marker.heading_deg), abs=1e-12)


@given(place, place, angle, st.floats(-10, 10), st.floats(-10, 10), angle)
def test_from_marker_to_stand_and_back(x, y, heading_deg, along_cm, across_cm, turn_deg):
    mount = Mount(along_cm, across_cm, turn_deg=turn_deg)
    there = marker_from_stand(Pose(x, y, heading_deg), mount)
    back = stand_from_marker(there, mount)
    assert (back.x, back.y) == pytest.approx((x, y), abs=1e-9)
    assert wrap_deg(back.heading_deg - heading_deg) == pytest.approx(0, abs=1e-9)
    assert math.dist((there.x, there.y), (x, y)) == pytest.approx(math.hypot(along_cm, across_cm), abs=1e-9)


@pytest.mark.parametrize(
    "numbers",
    [
        {"along_cm": NAN},
        {"across_cm": INF},
        {"height_cm": NAN},
        {"turn_deg": NAN},
        {"height_sigma_cm": -0.1},
        {"height_sigma_cm": NAN},
        {"size_cm": 0},
        {"size_cm": -1},
        {"size_cm": NAN},
    ],
)
def test_a_mount_is_refused(numbers):
    with pytest.raises(BadGeometry):
        Mount(**numbers)


def entry(marker=12, name="blue-12") -> Entry:
    return Entry(marker, name, "blue", "soldier", 2.0, 1.6, Mount(along_cm=-1.8), unit="Sherman", state={"elite": True})


def test_the_roster_finds_its_stands():
    roster = Roster((entry(), entry(13, "blue-13")))
    assert roster.by_marker[13].name == "blue-13"
    stand = roster.by_marker[12].stand_at(Pose(1, 2, 30), 0.02, 0.3)
    assert (stand.x, stand.y, stand.heading_deg, stand.sigma_cm, stand.sigma_deg) == (1, 2, 30, 0.02, 0.3)
    assert (stand.unit, stand.width_cm, stand.depth_cm, stand.state) == ("Sherman", 2.0, 1.6, {"elite": True})


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ((entry(12, "a"), entry(12, "b")), "marker 12 is on the roster twice"),
        ((entry(12, "a"), entry(13, "a")), "name a is on the roster twice"),
    ],
)
def test_no_two_stands_share_a_marker_or_a_name(entries, problem):
    with pytest.raises(BadInput, match=problem):
        Roster(entries)


@pytest.mark.parametrize(
    "frame",
    [
        lambda: Frame(0, 100, ()),
        lambda: Frame(NAN, 100, ()),
        lambda: Frame(120, 100, (), survey_sigma_cm=-1),
        lambda: Frame(120, 100, (FrameMarker(1, 0, 0, 5), FrameMarker(1, 9, 0, 5))),
        lambda: FrameMarker(1, NAN, 0, 5),
        lambda: FrameMarker(1, 0, 0, 0),
        lambda: FrameMarker(1, 0, 0, 5, heading_deg=INF),
    ],
)
def test_a_frame_is_refused(frame):
    with pytest.raises(BadGeometry):
        frame()


def test_a_snapshot_is_replaced_never_changed():
    table = Snapshot(120, 100, (soldier("a"), soldier("b")))
    moved = table.with_stand(soldier("a", x=50))
    assert (table.stand("a").x, moved.stand("a").x) == (20, 50)
    assert [s.name for s in moved.stands] == ["a", "b"]
    assert [s.name for s in table.with_stand(soldier("c")).stands] == ["a", "b", "c"]
    assert [s.name for s in table.without("a").stands] == ["b"]
    assert [s.name for s in table.others("b")] == ["a"]
    assert "a" in table
    assert "c" not in table
    assert table.with_pieces([Piece("w", "wood", ((0, 0), (1, 0), (1, 1)))]).pieces[0].name == "w"


def test_a_stand_that_is_not_there_is_named():
    with pytest.raises(UnknownStand, match="no stand named 'z' on the table; there are: a, b"):
        Snapshot(120, 100, (soldier("a"), soldier("b"))).without("z")
    with pytest.raises(UnknownStand, match="there are: none"):
        Snapshot(120, 100).stand("z")


def test_two_stands_of_one_name_are_refused():
    with pytest.raises(BadGeometry, match="two stands are named 'a'"):
        Snapshot(120, 100, (soldier("a"), soldier("a")))


def test_two_pieces_of_one_name_are_refused():
    wood = Piece("w", "wood", ((0, 0), (1, 0), (1, 1)))
    with pytest.raises(BadGeometry, match="two pieces are named 'w'"):
        Snapshot(120, 100, (), (wood, wood))


@pytest.mark.parametrize("size", [(0, 100), (120, -1), (NAN, 100), (120, INF), (1e6, 1)])
def test_a_table_has_a_size(size):
    with pytest.raises(BadGeometry, match="a table must have a size in cm"):
        Snapshot(*size)
