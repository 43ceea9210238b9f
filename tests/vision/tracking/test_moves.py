"""Hands move stands: what is said of each, whose way it was and how long."""

import math

import pytest

from simulation.synthetic.hand import Hand

NEAR_CM = -16.0


def reach_in(film, x, y, frames=6):
    """A hand comes in from the near side until its palm is over a point."""
    for k in range(frames):
        film.look([Hand(x, NEAR_CM + (y - NEAR_CM) * (k + 1) / frames)])


def draw_back(film, x, y, frames=6):
    for k in range(frames):
        film.look([Hand(x, y + (NEAR_CM - y) * (k + 1) / frames)])


def quarter_circle(start, radius_cm, share):
    turn = math.pi / 2 * share
    x, y = start.x + radius_cm * math.sin(turn), start.y + radius_cm * (1 - math.cos(turn))
    return x, y, start.heading_deg + 90 * share


@pytest.mark.ci
def test_a_curve_is_as_long_as_it_is(film):
    start = film.snapshot.stand("s3")
    for k in range(30):
        film.put("s3", *quarter_circle(start, 6.366, (k + 1) / 30))
        film.look()
    film.run(15)
    (path,) = film.moves
    assert path.stand == "s3"
    assert path.length_cm == pytest.approx(10.0, abs=0.1)
    assert path.turn_deg == pytest.approx(90.0, abs=0.5)
    assert not path.has_gap
    assert len(path.vertices) < 20
    assert film.off_cm("s3") < 0.005
    assert (path.end.x, path.end.y) == pytest.approx((path.vertices[-1].x, path.vertices[-1].y), abs=1e-9)
    assert film.states("s3") == ["seen", "held", "seen"]


@pytest.mark.ci
def test_forth_and_back_counts_both_ways(film):
    start = film.snapshot.stand("s3")
    for k in range(20):
        film.put("s3", start.x, start.y + 4 * (1 - abs(1 - (k + 1) / 10)))
        film.look()
    film.run(15)
    (path,) = film.moves
    assert path.length_cm == pytest.approx(8.0, abs=0.15)


@pytest.mark.ci
def test_a_nudge_of_a_third_of_a_millimetre_is_noticed_with_its_second_frame(film):
    start = film.snapshot.stand("s4")
    film.put("s4", start.x + 0.03, start.y)
    film.run(2)
    assert all(report.snapshot_stands is None for report in film.reports[-2:])
    assert film.reports[-1].track("s4").state == "held"
    film.run(15)
    (path,) = film.moves
    assert path.length_cm == pytest.approx(0.03, abs=0.006)
    assert all(film.states(f"s{k}") == ["seen"] for k in (0, 1, 2, 3, 5))


@pytest.mark.ci
def test_a_turn_on_the_spot_is_a_move(film):
    start = film.snapshot.stand("s4")
    for k in range(20):
        film.put("s4", start.x, start.y, start.heading_deg + 200 * (k + 1) / 20)
        film.look()
    film.run(15)
    (path,) = film.moves
    assert path.turn_deg == pytest.approx(200.0, abs=1.0)


@pytest.mark.ci
def test_a_way_under_a_hand_has_a_gap(film):
    """The stand is pulled 10 cm along a line; for the middle of it a hand lies over it."""
    start = film.snapshot.stand("s3")
    for k in range(30):
        x = start.x + 10 * (k + 1) / 30
        film.put("s3", x, start.y)
        film.look([Hand(x + 2, start.y)] if 10 <= k < 20 else [])
    film.run(20)
    (path,) = [move for move in film.moves if move.stand == "s3"]
    assert path.has_gap
    assert path.length_cm == pytest.approx(10.0, abs=0.15)
    assert path.sigma_cm > 0.1
    assert film.off_cm("s3") < 0.005


@pytest.mark.ci
def test_two_stands_exchanged_under_one_hand_keep_their_ids(film):
    one, other = film.snapshot.stand("s1"), film.snapshot.stand("s3")
    reach_in(film, one.x, one.y)
    for k in range(10):
        film.look([Hand(one.x + (other.x - one.x) * k / 9, one.y)])
        if k == 5:
            film.put("s1", other.x, other.y, other.heading_deg)
            film.put("s3", one.x, one.y, one.heading_deg)
    draw_back(film, other.x, other.y)
    film.run(25)
    assert sorted(path.stand for path in film.moves) == ["s1", "s3"]
    assert all(film.off_cm(name) < 0.015 for name in ("s1", "s3"))
    for report in film.reports[2:]:
        for name, old, new in (("s1", one, other), ("s3", other, one)):
            stand = report.track(name).stand
            assert min(math.hypot(stand.x - p.x, stand.y - p.y) for p in (old, new)) < 0.05


@pytest.mark.ci
def test_lifted_and_put_elsewhere_it_is_the_same_stand(film):
    start = film.snapshot.stand("s2")
    reach_in(film, start.x, start.y)
    film.snapshot = film.snapshot.without("s2")
    for k in range(12):
        film.look([Hand(start.x, start.y + 1.3 * k)])
    film.snapshot = film.snapshot.with_stand(start.moved_to(start.x, 22.0, -160.0))
    draw_back(film, start.x, 22.0)
    film.run(25)
    (path,) = film.moves
    assert (path.stand, path.has_gap) == ("s2", True)
    assert path.length_cm == pytest.approx(16.0, abs=0.05)
    assert film.states("s2") == ["seen", "covered", "held", "seen"]


@pytest.mark.ci
def test_taken_away_it_is_lost_until_it_comes_back_anywhere(film):
    start = film.snapshot.stand("s2")
    film.run(5, [Hand(start.x, start.y)])
    film.snapshot = film.snapshot.without("s2")
    film.run(3, [Hand(start.x, start.y)])
    film.frame_s = 0.2
    film.run(25)
    assert film.states("s2") == ["seen", "covered", "lost"]
    assert film.reports[-1].unseen == ("s2",)
    film.frame_s = 0.04
    film.run(20)
    film.snapshot = film.snapshot.with_stand(start.moved_to(30.0, 22.0))
    put_s = film.time_s
    film.run(25)
    found_s = next(s.time_s for s in film.reports if s.time_s > put_s and s.track("s2").state == "held")
    assert found_s - put_s <= 0.5
    assert film.states("s2")[-2:] == ["held", "seen"]
    assert [path.stand for path in film.moves] == ["s2"]


@pytest.mark.ci
def test_a_stand_that_falls_without_a_hand_has_toppled(film):
    film.snapshot = film.snapshot.without("s4")
    film.run(35)
    fallen = film.reports[-35:]
    assert all("s4" not in [s.name for s in report.snapshot_stands or ()] for report in fallen)
    assert film.states("s4") == ["seen", "toppled"]
    assert film.reports[-1].unseen == ("s4",)
    assert film.reports[-1].still


@pytest.mark.ci
def test_a_resting_hand_covers_and_there_is_no_snapshot_under_it(film):
    assert film.reports[-1].snapshot_stands is not None
    at = film.snapshot.stand("s2")
    film.run(40, [Hand(at.x, at.y)])
    assert film.states("s2") == ["seen", "covered"]
    assert all(report.snapshot_stands is None for report in film.reports[-38:])
    film.run(30)
    assert film.states("s2") == ["seen", "covered", "seen"]
    assert film.moves == []
    assert film.reports[-1].snapshot_stands is not None
    assert film.reports[-1].unseen == ()
