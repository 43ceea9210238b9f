"""Over hills: a way followed on its heights, a tape laid over them, and what their sigmas hang on."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.distance import centre_to_centre, edge_to_edge, front_to_target, to_point
from table.errors import BadGeometry
from table.ground import ground_height
from table.measurement import Measurement
from table.paths import path_length
from table.shared import Shared
from table.stand import Stand
from table.tape import ground_length, tape
from table.terrain import RULER_CM, Piece, Point

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
CREST = ((18.0, 18.0), (22.0, 18.0), (22.0, 22.0), (18.0, 22.0))
FRUSTUM = Piece("hill", "hill", SQUARE, 4.0, "slope", CREST)
PEAK = Piece("hill", "hill", SQUARE, 4.0, "slope")
STEP = Piece("hill", "hill", SQUARE, 4.0, "level")
UPPER = Piece("upper", "hill", CREST, 6.5, "level")
TRENCH = Piece("trench", "trench", ((18.0, 10.0), (22.0, 10.0), (22.0, 30.0), (18.0, 30.0)), 3.0, "trench")
RAMP = Piece(
    "ramp", "hill", ((10, 0), (30, 0), (30, 60), (10, 60)), 3.0, "slope", ((14, 0), (30, 0), (30, 60), (14, 60))
)
KNOLL = Piece(
    "knoll", "hill",
    tuple((20 + 11 * math.cos(k * math.pi / 8), 20 + 8 * math.sin(k * math.pi / 8)) for k in range(16)), 4.5, "slope",
)  # fmt: skip
SMALL_CM = 0.02
ON_GROUND = -50.0
"""A stand's end of a tape is never below the ground: so low it is as high as that."""


def stand(x: float, y: float, z_cm: float = 0.0, sigma_z_cm: float = 0.0, sigma_cm: float = 0.0) -> Stand:
    return Stand("a", "us", "soldier", x, y, 0.0, z_cm=z_cm, sigma_z_cm=sigma_z_cm, sigma_cm=sigma_cm)


def taped(a: Stand, b: Stand, *pieces: Piece) -> Measurement:
    return tape(centre_to_centre(a, b), a, b, pieces)


def walked_in_small_steps(points: list[Point], *pieces: Piece) -> float:
    """Return how long a way is, asking for the ground every fiftieth of a cm."""
    total = 0.0
    for start, end in pairwise(points):
        n = math.ceil(math.dist(start, end) / SMALL_CM)
        spots = [(start[0] + (end[0] - start[0]) * k / n, start[1] + (end[1] - start[1]) * k / n) for k in range(n + 1)]
        rows = [(math.dist(start, spot), ground_height(spot, pieces)) for spot in spots]
        total += sum(math.dist(p, q) for p, q in pairwise(rows))
    return total


@pytest.mark.parametrize(
    ("points", "pieces", "cm"),
    [
        ([(10, 30), (14, 30)], [RAMP], 5.0),  # 4 cm ahead and 3 up
        ([(6, 30), (20, 30)], [RAMP], 4 + 5 + 6),
        ([(0, 20), (40, 20)], [STEP], 40 + 2 * 4),
        ([(0, 20), (20, 20)], [STEP], 20 + 4),
        ([(0, 20), (10, 20), (20, 20)], [STEP], 20 + 4),  # a point of it at the very edge
        ([(12, 20), (28, 20)], [STEP], 16),
        ([(0, 20), (40, 20)], [STEP, UPPER], 40 + 2 * 4 + 2 * 2.5),
        ([(0, 20), (40, 20)], [FRUSTUM], 24 + 2 * math.hypot(8, 4)),
        ([(0, 20), (40, 20)], [PEAK], 20 + 2 * math.hypot(10, 4)),
        ([(20, 0), (20, 20), (40, 20)], [PEAK], 20 + 2 * math.hypot(10, 4)),
        ([(0, 20), (40, 20)], [TRENCH], 40 + 2 * 3),
        ([(20, 20), (20, 20)], [STEP], 0.0),
        ([(5, 5), (5, 5), (5, 35)], [STEP], 30.0),
    ],
)
def test_a_way_goes_up_and_down_with_the_ground(points, pieces, cm):
    assert ground_length(tuple(points), tuple(pieces)).value == pytest.approx(cm, abs=1e-6)


@pytest.mark.ci
@pytest.mark.parametrize("points", [[(0, 13), (40, 13)], [(5, 0), (40, 31)], [(0, 24.3), (21, 16.1), (39, 30)]])
@pytest.mark.parametrize("pieces", [[FRUSTUM], [KNOLL, UPPER], [PEAK, replace(STEP, height_cm=1.5)]])
def test_off_the_middle_it_is_what_small_steps_add_up_to(points, pieces):
    fine = walked_in_small_steps(points, *pieces)
    steps = sum(2 * SMALL_CM for piece in pieces if piece.top == "level")  # a step takes one of the small ones to climb
    assert ground_length(tuple(points), tuple(pieces)).value == pytest.approx(fine, abs=2e-3 + steps)


@pytest.mark.parametrize(
    ("a", "b", "pieces", "cm"),
    [
        (stand(0, 20), stand(40, 20), [STEP], 20 + 2 * math.hypot(10, 4)),  # over the edges of the hill
        (stand(0, 20), stand(20, 20, 4), [STEP], 10 + math.hypot(10, 4)),
        (stand(12, 20, 4), stand(28, 20, 4), [STEP], 16.0),
        (stand(0, 20), stand(40, 20), [PEAK], 2 * math.hypot(20, 4)),  # straight to the peak, over the hollow below it
        (stand(0, 20), stand(40, 20), [STEP, UPPER], 4 + 2 * (math.hypot(10, 4) + math.hypot(8, 2.5))),
        (stand(10, 20), stand(30, 20), [TRENCH], 20.0),  # it bridges the trench
        (stand(20, 20, -3), stand(30, 20), [TRENCH], 8 + math.hypot(2, 3)),  # out of it
        (stand(0, 35, 6), stand(8, 35), [], 10.0),  # from a roof, whatever the pieces say
        (stand(5, 20), stand(5, 20, 2.5), [], 2.5),
    ],
)
def test_a_tape_is_taut_over_what_rises_and_bridges_what_is_hollow(a, b, pieces, cm):
    assert taped(a, b, *pieces).value == pytest.approx(cm, abs=1e-6)
    assert taped(b, a, *pieces).value == pytest.approx(cm, abs=1e-6)


def test_a_tape_goes_over_the_hill_and_not_round_it_and_past_it_on_the_plan():
    over, past = (taped(stand(0, y, sigma_cm=0.03), stand(40, y, sigma_cm=0.03), PEAK) for y in (20, 31))
    assert over.value > 40.7
    assert past == centre_to_centre(stand(0, 31, sigma_cm=0.03), stand(40, 31, sigma_cm=0.03))


def test_a_stand_whose_height_nobody_measured_stands_on_the_ground():
    assert taped(stand(0, 20), stand(20, 20), STEP).value == taped(stand(0, 20), stand(20, 20, 4.0), STEP).value
    assert tape(to_point(stand(0, 20), (20, 20)), stand(0, 20), None, (STEP,)).value == pytest.approx(
        10 + math.hypot(10, 4)
    )


def test_from_a_leaning_base_it_begins_as_high_as_its_edge():
    lean = math.degrees(math.atan(0.75))
    up = replace(stand(20, 20, 4.0), tilt_y_deg=-lean, width_cm=2.0, depth_cm=4.0)  # its front is 1.5 cm higher
    low = stand(30, 20, 1.5)
    assert tape(front_to_target(up, low), up, low, ()).value == pytest.approx(math.hypot(8, 4))
    down = replace(up, tilt_y_deg=lean)
    assert tape(front_to_target(down, low), down, low, ()).value == pytest.approx(math.hypot(8, 1))
    assert tape(edge_to_edge(down, low), down, low, ()).value == pytest.approx(math.hypot(8, 1))


places = st.tuples(st.floats(0, 40), st.floats(0, 40))
hills = st.lists(st.sampled_from([FRUSTUM, PEAK, STEP, UPPER, TRENCH, KNOLL]), max_size=3, unique=True).map(tuple)


@pytest.mark.ci
@given(places, places, hills)
def test_the_plan_is_no_longer_than_a_tape_and_a_tape_no_longer_than_the_way(start, end, pieces):
    a, b = stand(*start, ON_GROUND), stand(*end, ON_GROUND)
    on_plan, laid, way = math.dist(start, end), taped(a, b, *pieces).value, ground_length((start, end), pieces).value
    assert on_plan <= laid + 1e-9
    assert laid <= way + 1e-6
    assert way == pytest.approx(ground_length((end, start), pieces).value, abs=1e-4)


@given(st.lists(places, min_size=1, max_size=4), st.floats(0, 0.2))
def test_without_heights_both_are_the_plans_own(points, sigma_cm):
    flat = tuple(replace(STEP, name=f"h{k}", height_cm=cm, top=top) for k, (cm, top) in enumerate(
        [(0.0, "level"), (0.0, "slope"), (0.0, "trench"), (4.0, "none"), (4.0, None)]
    ))  # fmt: skip
    assert ground_length(tuple(points), flat, sigma_cm) == path_length(points, sigma_cm)
    a, b = stand(*points[0], sigma_cm=sigma_cm), stand(*points[-1], sigma_cm=0.04)
    on_plan = centre_to_centre(a, b)
    assert tape(on_plan, a, b, flat) is on_plan


def test_sigma_is_of_the_places_the_heights_and_the_ruler():
    up_and_down = ground_length(((0, 20), (40, 20)), (STEP,), 0.03)
    assert up_and_down.sigma == pytest.approx(math.hypot(0.03 * math.sqrt(2), 2 * RULER_CM), rel=1e-3)
    bridged = ground_length(((0, 20), (40, 20)), (TRENCH,), 0.0)
    assert bridged.sigma == pytest.approx(2 * RULER_CM)
    proposed = replace(STEP, height_sigma_cm=0.2)
    assert ground_length(((0, 20), (40, 20)), (proposed,), 0.0).sigma == pytest.approx(0.4), "a step up, a step down"
    down = taped(stand(0, 35, 6, 0.1, 0.03), stand(8, 35, sigma_cm=0.04))
    assert down.sigma == pytest.approx(math.hypot(0.8 * 0.05, 0.6 * 0.1), rel=1e-3)
    beyond = taped(stand(0, 20, sigma_cm=0.03), stand(8, 20, sigma_cm=0.03), STEP)
    assert beyond.sigma == pytest.approx(0.03 * math.sqrt(2)), "the hill behind counts for nothing"


def test_what_errs_together_cancels_in_a_tape_too():
    shift = Shared(np.array([[0.05], [0.0], [0.0]]), object())
    a, b = (replace(stand(x, 35, z, sigma_cm=0.05), shared=shift) for x, z in ((0, 6.0), (8, 0.0)))
    alone = taped(replace(a, shared=None), replace(b, shared=None))
    assert taped(a, b).sigma < alone.sigma


def test_where_it_may_end_on_a_step_or_before_it_the_step_is_in_doubt():
    near, far = (ground_length(((0, 20), (15, 20), (x, 20)), (STEP,), 0.03).sigma for x in (29.98, 29.5))
    assert near > 1.0, "4 cm up or not"
    assert far < 0.1


@pytest.mark.parametrize("points", [(), ((0, 0), (math.nan, 1))])
def test_a_way_that_is_none_is_refused(points):
    with pytest.raises(BadGeometry):
        ground_length(points, (STEP,))


@pytest.mark.prove
@pytest.mark.parametrize("pieces", [(FRUSTUM,), (PEAK,), (STEP,), (KNOLL, UPPER), (TRENCH,)])
@pytest.mark.parametrize("ends", [((0, 21), (40, 19)), ((3, 13.2), (38, 16)), ((2, 20), (24, 21))])
def test_errors_are_as_large_as_is_said(pieces, ends):
    dice, sigma_cm, sigma_z_cm = np.random.default_rng(19), 0.03, 0.08

    def once(honest: bool) -> tuple[Measurement, Measurement]:
        k = 1.0 if honest else 0.0
        moved = tuple(replace(p, height_cm=p.height_cm + k * p.height_sigma_cm * dice.normal()) for p in pieces)
        a, b = (
            stand(*(np.array(end) + k * sigma_cm * dice.normal(size=2)), 5.0 + k * sigma_z_cm * dice.normal(),
                  sigma_z_cm, sigma_cm)
            for end in ends
        )  # fmt: skip
        return ground_length((a.centre, b.centre), moved, 0.0 if honest else sigma_cm), taped(a, b, *moved)

    draws = [[each.value for each in once(True)] for _ in range(400)]
    for said, spread, middle in zip(once(False), np.std(draws, axis=0), np.mean(draws, axis=0), strict=True):
        assert 0.88 < spread / said.sigma < 1.12
        assert abs(middle - said.value) < 0.25 * said.sigma
