"""What a stand reaches: ways, weapons, whom it sees. Every number is the rules' own."""

import math
from dataclasses import replace
from typing import Any

import pytest

from referee.words.reaches import reach_sentences
from rules.ambush.obstacles import pieces
from rules.ambush.settings import AmbushSettings
from rules.ambush.way import _crossing, _swept_over, way_along
from rules.reach import STEP_CM, Aim, Going, Reach, reach
from rules.registry import rule
from rules.settings import read_settings
from rules.state import State
from rules.yankee.weapons import lane
from simulation.rehearsal.demos import demo_scene
from table.footprint import front_middle, left_of
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.vectors import dot, minus, shifted, unit
from web.reach import reach_view

TURN = State(("us", "de"))


def soldier(name: str, x: float, y: float, **more: Any) -> Stand:
    return Stand(name, name[:2], "soldier", x, y, 90, 2, 1.6, **more)


def of(stands: tuple[Stand, ...], pieces: tuple[Piece, ...] = (), name: str = "us-1") -> Reach:
    return reach("ambush", Snapshot(120, 100, stands, pieces), TURN, name)


def going(found: Reach, verb: str) -> Going:
    return next(it for it in found.goings if it.verb == verb)


def aim(found: Reach, target: str) -> Aim:
    return next(it for it in found.aims if it.target == target)


def test_on_open_ground_a_move_is_8_cm_and_a_run_16_to_every_side() -> None:
    found = of((soldier("us-1", 60, 50),))
    for verb, cm in (("move", 8.0), ("run", 16.0)):
        it = going(found, verb)
        assert it.left_cm == cm
        assert {round(math.dist((60, 50), point), 6) for point in it.outline} == {cm}


def test_what_was_moved_already_is_taken_off_and_who_ran_goes_nowhere() -> None:
    found = of((soldier("us-1", 60, 50, state={"moved_cm": 5.0}),))
    assert going(found, "move").left_cm == 3.0
    assert of((soldier("us-1", 60, 50, state={"ran": True, "moved_cm": 12.0}),)).goings == ()


@pytest.mark.ci
@pytest.mark.parametrize(("hedge_y", "north_cm"), [(52.0, 4.0), (55.0, 5.0), (59.0, 8.0)])
def test_a_hedge_halves_the_way_across_it(hedge_y: float, north_cm: float) -> None:
    # Across at 2 cm: 4 in all. Across at 5 cm is more than 4: he stops before it. At 9 cm he never comes to it.
    hedge = Piece("hedge", "hedge", ((0, hedge_y), (120, hedge_y), (120, hedge_y + 1), (0, hedge_y + 1)), 1.5)
    outline = going(of((soldier("us-1", 60, 50),), (hedge,)), "move").outline
    assert max(y for _, y in outline) - 50 == pytest.approx(north_cm, abs=STEP_CM + 1e-6)
    assert min(y for _, y in outline) - 50 == pytest.approx(-8.0)


@pytest.mark.ci
def test_ends_of_the_way_are_just_allowed() -> None:
    scene = demo_scene("ambush")
    miller = scene.truth().stand("Miller")
    found = reach(scene.game, scene.truth(), State(("us", "de")), "Miller", scene.settings)
    for end in going(found, "move").outline[::4]:
        action = {"type": "move", "actor": "Miller", "path": [list(miller.centre), list(end)]}
        assert rule(scene.game, scene.truth(), action, settings=scene.settings).verdict == "allowed"
        x, y = (middle + 1.02 * (at - middle) for at, middle in zip(end, miller.centre, strict=True))
        action["path"] = [list(miller.centre), [x, y]]
        longer = rule(scene.game, scene.truth(), action, settings=scene.settings).verdict
        assert longer == "refused" or math.dist(end, miller.centre) < 2.5  # 2 % are less than a step there


@pytest.mark.ci
def test_a_turret_fires_all_round_and_a_gun_in_its_hull_to_the_front() -> None:
    def vehicle(name: str, unit: str) -> Stand:
        return Stand(name, name[:2], "vehicle", 60, 50, 0.0, 3.2, 7.0, unit=unit)

    by_verb = {it.verb: it for it in of((vehicle("us-1", "Sherman"),)).weapons}
    assert (by_verb["gun"].shape.form, by_verb["gun"].shape.radius_cm, by_verb["mg"].limit_cm) == ("disc", 60.0, 50.0)
    arc = {it.verb: it for it in of((vehicle("us-1", "Stug III"),)).weapons}["gun"].shape
    assert arc.role == "arc"
    assert all(x >= 60 - 1e-9 for x, _ in arc.points)
    assert {round(math.dist((60, 50), point), 6) for point in arc.points} == {0.0, 60.0}


def test_measured_from_edges_the_rifle_reaches_round_the_base() -> None:
    table = Snapshot(120, 100, (soldier("us-1", 60, 50),))
    shape = reach("ambush", table, TURN, "us-1", {"measure": "edge"}).weapons[0].shape
    assert max(x for x, _ in shape.points) == pytest.approx(60 + 1.0 + 50.0)
    assert max(y for _, y in shape.points) == pytest.approx(50 + 0.8 + 50.0)


def test_lines_say_who_is_seen_and_who_is_in_range() -> None:
    house = Piece("house", "house", ((58, 60), (62, 60), (62, 64), (58, 64)), 6.0)
    stands = (
        soldier("us-1", 60, 20), soldier("de-far", 20, 55), soldier("de-hid", 60, 68), soldier("de-in", 80, 40),
        soldier("de-close", 60 + 50, 20, sigma_cm=0.05),
    )  # fmt: skip
    found = of(stands, (house,))
    told = {it.target: (it.sees, it.reaches, it.verdict) for it in found.aims}
    assert told == {
        "de-far": ("passed", "failed", "refused"),
        "de-hid": ("failed", "passed", "refused"),
        "de-in": ("passed", "passed", "allowed"),
        "de-close": ("passed", "close", "too_close"),
    }
    assert aim(found, "de-in").line == ((60, 20), (80, 40))
    measured = aim(found, "de-far").range
    assert measured is not None
    assert measured.measured == pytest.approx(math.hypot(40, 35))


@pytest.mark.ci
def test_every_weapon_says_who_is_in_its_reach() -> None:
    """Not the first alone: the tank's gun reaches farther than its machine gun, a grenade not as far as a rifle."""
    tank = Stand("us-1", "us", "vehicle", 60, 20, 90.0, 3.2, 7.0, unit="Sherman")
    enemies = (soldier("de-near", 63, 28), soldier("de-far", 60, 75))
    table = of((tank, *enemies))
    assert {(it.verb, it.target) for it in table.aims if it.reaches == "passed"} == {
        ("mg", "de-near"), ("gun", "de-near"), ("gun", "de-far"),
    }  # fmt: skip
    said = [(line.sign, line.text.split(":")[0]) for line in reach_sentences(table)]
    assert said[1:] == [
        ("weapon", "MG 50 cm"), ("in", "de-near"), ("out", "de-far"),
        ("weapon", "gun 60 cm"), ("in", "de-near"), ("in", "de-far"),
    ]  # fmt: skip
    thrower = of((soldier("us-1", 60, 20), *enemies))
    assert [(it.verb, it.target) for it in thrower.aims] == [
        ("shoot", "de-near"), ("shoot", "de-far"), ("grenade", "de-near"),
    ]  # fmt: skip
    gun = Stand("gun", "union", "artillery", 50, 20, 90.0, 2.5, 3.8, sigma_cm=0.02)
    close = Stand("close", "south", "infantry", 50, 20 + 1.9 + 10 + 1, 270.0, 2.5, 2.0, sigma_cm=0.02)
    found = reach("yankee", Snapshot(160, 100, (gun, close)), State(("union", "south")), "gun")
    assert [(it.verb, it.reaches) for it in found.aims] == [("fire", "passed"), ("canister", "close")]


def test_a_lane_ends_where_the_range_does() -> None:
    base = Stand("gun", "union", "artillery", 50, 20, 30.0, 2.5, 3.8)
    outline = lane(base, 48.0)
    middle = front_middle(base)
    assert [round(math.dist(middle, point), 6) for point in outline[:2]] == [1.25, 1.25]
    assert {round(math.dist(middle, point), 6) for point in outline[2:]} == {48.0}
    aside = [dot(left_of(base), minus(point, middle)) for point in outline]
    assert aside == pytest.approx([-1.25, 1.25, *(1.25 - 2.5 * k / 8 for k in range(9))])
    weapons = reach("yankee", Snapshot(160, 100, (base,)), State(("union", "south")), "gun").weapons
    assert [(it.verb, it.limit_cm) for it in weapons] == [("fire", 48.0), ("canister", 10.0)]


def test_a_wreck_and_a_general_reach_nobody() -> None:
    wreck = Stand("us-1", "us", "vehicle", 60, 50, 0.0, 3.2, 7.0, unit="Sherman", state={"destroyed": True})
    assert of((wreck,)) == Reach((), (), ())
    general = Stand("Pickett", "south", "general", 50, 50, 90.0, 2, 2)
    found = reach("yankee", Snapshot(160, 100, (general,)), State(("south", "union")), "Pickett")
    assert (found.weapons, found.aims) == ((), ())
    assert going(found, "move").left_cm == 25.0


def test_doubt_about_places_does_not_change_the_drawn_way() -> None:
    sure, vague = soldier("us-1", 60, 50), soldier("us-1", 60, 50, sigma_cm=0.3)
    assert of((sure,)).goings == of((replace(vague),)).goings


@pytest.mark.parametrize("way", [[(0, 0), (0, 0), (9, 9)], [(0, 0), (9, 9), (9, 9)]])
def test_a_vehicle_that_waits_on_its_way_covers_no_more_ground(way: list[tuple[float, float]]) -> None:
    hull = Stand("us-1", "us", "vehicle", 0, 0, 100, 3, 7)
    assert list(_swept_over(hull, way, True)) == list(_swept_over(hull, [(0, 0), (9, 9)], True))


def test_a_vehicle_covers_its_own_width_along_its_way() -> None:
    hull = Stand("us-1", "us", "vehicle", 20, 30, 90, 3, 7)
    (along, end) = _swept_over(hull, [(20, 30), (20, 50)], True)
    assert along.bounds == pytest.approx((18.5, 26.5, 21.5, 53.5))
    assert end.bounds == pytest.approx((18.5, 46.5, 21.5, 53.5))


@pytest.mark.ci
@pytest.mark.parametrize("sigma_cm", [0.0, 0.05, 4.0])
def test_a_piece_is_left_out_of_a_way_only_where_it_cannot_be_crossed(sigma_cm: float) -> None:
    scene = demo_scene("ambush")
    table, settings = scene.truth(), read_settings(AmbushSettings, scene.settings, "demo")
    walker = replace(table.stand("Miller"), sigma_cm=sigma_cm)
    near = 0
    for k in range(36):
        way = (walker.centre, shifted(walker.centre, unit(10.0 * k), 16.0))
        every = [_crossing(walker, way, piece) for piece in pieces(table, settings)]
        kept = {c.obstacle.name: c for c in way_along(walker, way, table, settings).crossings}
        assert kept == {c.obstacle.name: c for c in every if c.probability > 0}
        near += len(kept)
    assert 0 < near < 36 * len(table.pieces)


@pytest.mark.ci
def test_the_list_names_each_weapon_how_it_is_drawn_and_who_is_in_it() -> None:
    tank = Stand("us-1", "us", "vehicle", 60, 50, 0.0, 3.2, 7.0, unit="Sherman")
    said = reach_sentences(of((tank, soldier("de-1", 90, 50))), language="it")
    weapons = [it for it in said if it.sign != "going"]
    assert [(it.sign, it.text) for it in weapons] == [
        ("weapon", "MG 50 cm"), ("in", "de-1: in vista, a portata: 30,0 cm"), ("weapon", "cannone 60 cm"),
        ("in", "de-1: in vista, a portata: 30,0 cm"),
    ]  # fmt: skip
    assert [it.drawn and (it.drawn.role, it.drawn.verb) for it in weapons] == [
        ("range", "mg"), None, ("range", "gun"), None,
    ]  # fmt: skip


def test_a_gun_fires_at_a_place_that_is_not_seen_and_says_so() -> None:
    tank = Stand("us-1", "us", "vehicle", 20, 50, 0, 4, 8, unit="Sherman")
    barn = Piece("barn", "house", ((38, 40), (44, 40), (44, 60), (38, 60)), 6.0)
    found = of((tank, soldier("de-1", 60, 50)), (barn,))
    aims = {it.verb: it for it in found.aims if it.target == "de-1"}
    assert (aims["mg"].sees, aims["mg"].blind) == ("failed", False)
    assert (aims["gun"].sees, aims["gun"].blind, aims["gun"].may_reach) == ("failed", True, True)
    said = [line.text for line in reach_sentences(found)]
    assert any(line.startswith("de-1: can be fired at, not seen, in range") for line in said)
    assert not any(line.startswith("not seen") for line in said)
    assert [(it.verb, it.sees) for it in reach_view("us-1", found, "en").lines] == [("gun", "failed")]
