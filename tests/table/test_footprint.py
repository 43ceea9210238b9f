"""Footprints, their corners and edges, and pieces' outlines."""

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Polygon

from table.errors import BadGeometry
from table.footprint import (
    ahead,
    corners,
    edge,
    footprint,
    front_edge,
    front_middle,
    left_of,
    part_corners,
    piece_polygon,
)
from table.stand import Base, Stand
from table.terrain import Piece

NAN = math.nan
R2 = math.sqrt(0.5)


def stand(heading_deg=90.0, width_cm=4.0, depth_cm=2.0, bases=(), x=10.0, y=20.0) -> Stand:
    return Stand("s", "us", "tank", x, y, heading_deg, width_cm, depth_cm, bases=bases)


@pytest.mark.parametrize(
    ("heading_deg", "expected"),
    [
        (90, ((8, 21), (12, 21), (12, 19), (8, 19))),  # looking away: left is -x
        (0, ((11, 22), (11, 18), (9, 18), (9, 22))),
        (-90, ((12, 19), (8, 19), (8, 21), (12, 21))),
        (180, ((9, 18), (9, 22), (11, 22), (11, 18))),
    ],
)
def test_corners_go_round_from_the_front_left(heading_deg, expected):
    assert corners(stand(heading_deg)) == expected  # exact: flush bases must be flush


def test_corners_at_an_angle():
    expected = [(10 + R2 - 2 * R2, 20 + R2 + 2 * R2), (10 + R2 + 2 * R2, 20 + R2 - 2 * R2)]
    for found, point in zip(front_edge(stand(45)), expected, strict=True):
        assert found == pytest.approx(point)


def test_edges_and_directions():
    s = stand(90)
    assert edge(s, "front") == ((8, 21), (12, 21))
    assert edge(s, "rear") == ((8, 19), (12, 19))
    assert edge(s, "left") == ((8, 21), (8, 19))
    assert edge(s, "right") == ((12, 21), (12, 19))
    assert front_middle(s) == (10, 21)
    assert (ahead(s), left_of(s)) == ((0, 1), (-1, 0))


def test_a_footprint_is_its_rectangle():
    shape = footprint(stand(0))
    assert shape.equals(shapely.box(9, 18, 11, 22))
    assert footprint(stand(0)) is shape  # kept, for it is asked for again and again


def test_without_size_it_is_a_point_or_a_line():
    assert footprint(stand(30, 0, 0)).equals(shapely.Point(10, 20))
    assert footprint(stand(90, 4, 0)).equals(LineString([(8, 20), (12, 20)]))
    assert footprint(stand(90, 0, 2)).equals(LineString([(10, 21), (10, 19)]))
    assert set(corners(stand(30, 0, 0))) == {(10, 20)}


def test_several_bases_are_united():
    side_by_side = stand(90, bases=(Base(0, 1, 2, 2), Base(0, -1, 2, 2)))
    assert isinstance(footprint(side_by_side), Polygon)
    assert footprint(side_by_side).normalize().equals_exact(shapely.box(8, 19, 12, 21).normalize(), 1e-9)
    apart = stand(90, bases=(Base(0, 3, 2, 2), Base(0, -3, 2, 2)))
    assert isinstance(footprint(apart), MultiPolygon)
    assert footprint(apart).area == pytest.approx(8)


def test_several_bases_have_the_corners_of_their_hull():
    s = stand(0, bases=(Base(1, 0, 2, 2), Base(-1, 0.5, 2, 2), Base(-2, 0, 1, 2, turn_deg=90)))
    for found, expected in zip(corners(s), ((12, 21.5), (12, 19), (7.5, 19), (7.5, 21.5)), strict=True):
        assert found == pytest.approx(expected)
    assert part_corners(s)[0] == ((12, 21), (12, 19), (10, 19), (10, 21))


@given(st.floats(-180, 180), st.floats(-300, 300), st.integers(1, 4), st.integers(1, 4))
def test_a_tray_of_flush_bases_has_no_holes(heading_deg, x, files, ranks):
    tray = [Base(1.6 * rank, 2.5 * file, 2.5, 1.6) for file in range(files) for rank in range(ranks)]
    shape = footprint(stand(heading_deg, bases=tuple(tray), x=x))
    assert isinstance(shape, Polygon)
    assert not shape.interiors
    assert shape.area == pytest.approx(2.5 * 1.6 * files * ranks, abs=1e-6)


def test_a_turned_base_turns_about_its_own_centre():
    s = stand(90, bases=(Base(0, 0, 4, 2, turn_deg=90),))
    assert footprint(s).equals(shapely.box(9, 18, 11, 22))


@given(st.floats(-180, 180), st.floats(0.01, 30), st.floats(0.01, 30))
def test_area_and_centre_are_the_stands(heading_deg, width_cm, depth_cm):
    shape = footprint(stand(heading_deg, width_cm, depth_cm))
    assert shape.is_valid
    assert shape.area == pytest.approx(width_cm * depth_cm)
    assert (shape.centroid.x, shape.centroid.y) == pytest.approx((10, 20))
    front_left, front_right, rear_right, _ = corners(stand(heading_deg, width_cm, depth_cm))
    assert math.dist(front_left, front_right) == pytest.approx(width_cm)
    assert math.dist(front_right, rear_right) == pytest.approx(depth_cm)


def test_a_piece_has_its_polygon():
    piece = Piece("w", "wood", ((0, 0), (4, 0), (4, 3), (0, 3)))
    assert piece.polygon == ((0, 0), (4, 0), (4, 3), (0, 3))
    assert piece_polygon(piece).area == 12
    assert piece_polygon(piece) is piece_polygon(piece)


@pytest.mark.parametrize(
    ("polygon", "problem"),
    [
        ((), "a polygon needs three different corners, got 0"),
        (((0, 0), (1, 1)), "a polygon needs three different corners, got 2"),
        (((0, 0), (1, 1), (0, 0), (1, 1)), "a polygon needs three different corners, got 2"),
        (((1, 1), (1, 1), (1, 1)), "a polygon needs three different corners, got 0"),
        (((0, 0), (1, NAN), (3, 0)), "every corner must be a finite number"),
        (((0, 0), (2, 2), (4, 4)), "its corners lie on one line, it has no area"),
        (((0, 0), (1, 0.1), (2, 0.2), (3, 0.3)), "its corners lie on one line, it has no area"),
        (((0, 0), (4, 4), (4, 0), (0, 4)), r"its edges cross or touch each other at \(2, 2\)"),  # a bow-tie
        (((0, 0), (4, 0), (2, 0), (2, 3)), "its edges cross or touch each other"),  # a spike
        (((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), "its edges cross or touch each other"),  # touches itself
    ],
)
def test_a_piece_is_a_simple_polygon(polygon, problem):
    with pytest.raises(BadGeometry, match=f"piece 'w': {problem}"):
        Piece("w", "wood", polygon)


@pytest.mark.parametrize("height_cm", [-1, NAN, math.inf])
def test_a_piece_has_a_height(height_cm):
    with pytest.raises(BadGeometry, match="height_cm must be a number of 0 or more"):
        Piece("w", "wood", ((0, 0), (4, 0), (4, 3)), height_cm)


def test_a_corner_told_twice_is_one():
    told = ((0, 0), (4, 0), (4, 0), (4, 3), (0, 0), (0, 0))
    assert Piece("w", "wood", told).polygon == ((0, 0), (4, 0), (4, 3))
