"""What no measurement may depend on: where the table's origin lies, how it is turned, and in which unit it is told."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import box

from table.arcs import bearing_off
from table.clearance import clearance
from table.contact import overlap_depth, touches_edge, touching
from table.corridor import corridor_of, overlap
from table.distance import centre_to_centre, depth_inside, edge_to_edge, front_to_target, to_point
from table.footprint import corners, footprint
from table.paths import path_length, turned_about
from table.stand import Base, Stand, wrap_deg
from table.terrain import Piece
from table.visible import visible_fraction

coordinate = st.floats(-30, 30).map(lambda v: round(v, 3))
heading = st.floats(-180, 180).map(lambda v: round(v, 2))
size = st.sampled_from([0.0, 1.6, 2.5, 6.0])
bases = st.just(()) | st.just((Base(0, 1.5, 2, 2), Base(0.5, -1.5, 2, 1, 20)))
stands = st.builds(
    Stand, st.just("s"), st.just("us"), st.just("infantry"), coordinate, coordinate, heading, size, size,
    st.floats(0, 0.1), st.floats(0, 1), bases=bases,
)  # fmt: skip
points = st.tuples(coordinate, coordinate)


@st.composite
def pieces(draw) -> Piece:
    x, y, count = draw(coordinate), draw(coordinate), draw(st.integers(3, 8))
    turns = sorted(draw(st.lists(st.integers(0, 71), min_size=count, max_size=count, unique=True)))
    reaches = draw(st.lists(st.floats(1, 8), min_size=count, max_size=count))
    ring = [
        (x + r * math.cos(t * math.pi / 36), y + r * math.sin(t * math.pi / 36))
        for t, r in zip(turns, reaches, strict=True)
    ]
    polygon = shapely.Polygon(ring)
    assume(polygon.is_valid and polygon.area > 1)
    return Piece("p", "wood", tuple(ring))


class Motion:
    """A shift, a turn and a scale of the whole table."""

    def __init__(self, dx: float, dy: float, turn_deg: float, scale: float = 1.0) -> None:
        self.dx, self.dy, self.turn_deg, self.scale = dx, dy, turn_deg, scale
        cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        self.matrix = np.array([[cos, sin], [-sin, cos]]) * scale

    def point(self, at):
        x, y = np.array(at) @ self.matrix + (self.dx, self.dy)
        return (float(x), float(y))

    def shape(self, shape):
        return shapely.transform(shape, lambda xy: xy @ self.matrix + (self.dx, self.dy))

    def piece(self, piece: Piece) -> Piece:
        return replace(piece, polygon=tuple(self.point(p) for p in piece.polygon))

    def stand(self, stand: Stand) -> Stand:
        s = self.scale
        moved = stand.moved_to(*self.point(stand.centre), stand.heading_deg + self.turn_deg)
        scaled = tuple(
            Base(b.along_cm * s, b.across_cm * s, b.width_cm * s, b.depth_cm * s, b.turn_deg) for b in stand.bases
        )
        return replace(
            moved, width_cm=stand.width_cm * s, depth_cm=stand.depth_cm * s, sigma_cm=stand.sigma_cm * s, bases=scaled
        )


motions = st.builds(
    Motion, st.floats(-200, 200), st.floats(-200, 200), st.floats(-360, 360) | st.sampled_from([90.0, 180.0])
)
scalings = st.builds(
    Motion, st.floats(-50, 50), st.floats(-50, 50), st.floats(-360, 360), st.sampled_from([0.1, 2.54, 10.0])
)


def same(before, after, scale=1.0, sigma=True):
    assert after.value == pytest.approx(before.value * scale, abs=1e-6)
    if sigma:
        assert after.sigma == pytest.approx(before.sigma * scale, abs=1e-6, rel=1e-4)


LENGTHS = {
    "centres": lambda a, b, p, q: centre_to_centre(a, b),
    "edges": lambda a, b, p, q: edge_to_edge(a, b),
    "front": lambda a, b, p, q: front_to_target(a, b),
    "point": lambda a, b, p, q: to_point(a, q),
    "depth": lambda a, b, p, q: depth_inside(q, p, a.sigma_cm),
    "path": lambda a, b, p, q: path_length([a.centre, b.centre, q], a.sigma_cm),
    "clearance": lambda a, b, p, q: clearance(a.centre, q, shapely.Polygon(p.polygon), a.sigma_cm, b.sigma_cm),
    "lane": lambda a, b, p, q: overlap(corridor_of(a, a.width_cm * 8), b).lateral,
    "ahead in lane": lambda a, b, p, q: overlap(corridor_of(a, a.width_cm * 8), b).nearest_cm,
}


@pytest.mark.ci
@pytest.mark.parametrize("measure", LENGTHS.values(), ids=LENGTHS.keys())
@given(stands, stands, pieces(), points, motions | scalings)
def test_lengths_move_and_grow_with_the_table(measure, a, b, piece, point, motion):
    # A lane reaches 1e-6 cm beyond its end, whatever the scale: an edge nearly along that end shows it.
    assume(motion.scale == 1 or measure not in (LENGTHS["lane"], LENGTHS["ahead in lane"]))
    if measure is LENGTHS["ahead in lane"]:
        # What is measured differs for a base in the lane and one that only touches it: rounding must not decide which.
        assume(abs(overlap(corridor_of(a, a.width_cm * 8), b).lateral.value) > 1e-4)
    before = measure(a, b, piece, point)
    after = measure(motion.stand(a), motion.stand(b), motion.piece(piece), motion.point(point))
    # A point that decides may be one of several by rounding alone; the value never depends on which.
    same(before, after, motion.scale, sigma=False)


@pytest.mark.ci
@pytest.mark.parametrize("measure", LENGTHS.values(), ids=LENGTHS.keys())
@given(motions | scalings)
def test_sigmas_move_and_grow_with_the_table(measure, motion):
    a = Stand("a", "us", "k", 3, 4, 62, 2.5, 6, 0.03, 0.4)
    b = Stand("b", "us", "k", 11.3, 16.2, -130, 3.5, 2, 0.05, 0.9)
    piece, point = Piece("p", "wood", ((7, 2), (16, 4), (12, 9.5))), (19.0, 8.0)
    before = measure(a, b, piece, point)
    same(before, measure(motion.stand(a), motion.stand(b), motion.piece(piece), motion.point(point)), motion.scale)


@given(stands, points, motions | scalings)
def test_bearings_stay(a, point, motion):
    assume(math.dist(a.centre, point) > 0.01)
    before, after = bearing_off(a, point, 0.03), bearing_off(motion.stand(a), motion.point(point), 0.03 * motion.scale)
    assert (after.value, after.sigma) == pytest.approx((before.value, before.sigma), abs=1e-5)


@given(stands, motions | scalings)
def test_corners_and_turns_move_with_the_stand(a, motion):
    for before, after in zip(corners(a), corners(motion.stand(a)), strict=True):
        assert after == pytest.approx(motion.point(before), abs=1e-9 * (1 + 100 * motion.scale))
    turned = turned_about(a, corners(a)[0], 30)
    again = turned_about(motion.stand(a), corners(motion.stand(a))[0], 30)
    assert again.centre == pytest.approx(motion.point(turned.centre), abs=1e-6)
    assert wrap_deg(again.heading_deg - turned.heading_deg - motion.turn_deg) == pytest.approx(0, abs=1e-6)


@pytest.mark.ci
@given(stands, stands, motions)
def test_contact_stays(a, b, motion):
    there, moved = touching(a, b), touching(motion.stand(a), motion.stand(b))
    assert moved.measured == pytest.approx(there.measured, abs=1e-6)
    assert moved.probability_in == pytest.approx(there.probability_in, abs=1e-3) or a.sigma_cm + b.sigma_cm < 1e-4
    assert overlap_depth(motion.stand(a), motion.stand(b)) == pytest.approx(overlap_depth(a, b), abs=1e-9)


@pytest.mark.ci
@pytest.mark.parametrize("side", ["front", "rear", "left", "right"])
@given(st.floats(-4, 4), st.floats(-4, 4), heading, motions)
def test_touched_edges_stay(side, x, y, heading_deg, motion):
    a = Stand("a", "us", "k", 0, 0, 90, 2.5, 2)
    b = Stand("b", "us", "k", round(x, 1) + 0.05, round(y, 1) + 0.03, heading_deg, 2.5, 2)
    assert touches_edge(motion.stand(a), motion.stand(b), side).verdict is touches_edge(a, b, side).verdict


@pytest.mark.ci
@pytest.mark.parametrize("how", ["silhouette", "area"])
@given(points, stands, st.lists(pieces(), max_size=3), motions | scalings)
def test_the_visible_share_stays(how, eye, target, listed, motion):
    assume(
        target.width_cm > 0 and target.depth_cm > 0 and shapely.distance(shapely.Point(eye), footprint(target)) > 0.1
    )
    outlines = [shapely.Polygon(p.polygon) for p in listed]
    assume(all(shapely.distance(shapely.Point(eye), o.boundary) > 1e-3 for o in outlines))
    before = visible_fraction(eye, target, outlines, how, target_sigma_cm=0)
    moved = [motion.shape(o) for o in outlines]
    after = visible_fraction(motion.point(eye), motion.stand(target), moved, how, target_sigma_cm=0)
    assert after.value == pytest.approx(before.value, abs=1e-4)


@pytest.mark.ci
def test_flush_is_flush_wherever_the_table_lies():
    # Bases side by side share their edges at every heading: neither a gap nor an overlap by rounding.
    for turn_deg, step in itertools.product(range(0, 360, 7), (2.5, -2.5)):
        motion = Motion(31.7, -12.3, turn_deg)
        a, b = (motion.stand(Stand("s", "us", "k", x, 0, 90, 2.5, 2)) for x in (0, step))
        assert edge_to_edge(a, b).value == pytest.approx(0, abs=1e-9)
        assert overlap_depth(a, b) == pytest.approx(0, abs=1e-9)
        assert not overlap(corridor_of(a, 18), b).inside
    assert footprint(Stand("s", "us", "k", 0, 0, 90, 2, 2)).equals(box(-1, -1, 1, 1))
