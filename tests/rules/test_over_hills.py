"""Over hills: what a match remembers, reads and draws where distances and ways go along the ground."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.words.sentences import sentence
from rules.ambush import inference as ambush_seen
from rules.ambush.settings import AmbushSettings
from rules.reach import reach
from rules.registry import rule
from rules.ruler import distances
from rules.ruling import Ruling
from rules.state import State
from rules.yankee.field_of_fire import field_of_fire
from rules.yankee.way import Wheel, wheel_of
from table.footprint import front_middle
from table.snapshot import Snapshot
from table.stand import Stand
from table.tape import ground_length, tape_end
from table.terrain import Piece

STEP = Piece("hill-1", "hill", ((62, 40), (82, 40), (82, 60), (62, 60)), 4.0, "level")
ROW = {"crossing": "none", "blocks": "no", "cover": "nobody"}
GROUND = {"over_hills": "ground", "terrain": {"hill": ROW}}
PLAN = {"terrain": {"hill": ROW}}
TURN = State(("us", "de"))


def soldier(name: str, x: float, y: float, **more: Any) -> Stand:
    return Stand(name, name[:2], "soldier", x, y, 90, 2, 1.6, **more)


def table(*stands: Stand, pieces: tuple[Piece, ...] = (STEP,)) -> Snapshot:
    return Snapshot(120, 100, stands, pieces)


def shot(settings: Mapping[str, object], z_cm: float = 4.0) -> Ruling:
    stands = soldier("us-1", 72, 50, z_cm=z_cm), soldier("de-1", 102, 50)
    return rule("ambush", table(*stands), {"type": "shoot", "actor": "us-1", "target": "de-1"}, settings=settings)


def test_a_check_says_what_it_is_on_the_plan_and_a_ruling_that_heights_counted() -> None:
    ground, plan = shot(GROUND), shot(PLAN)
    (over,), (flat,) = ([c for c in ruling.checks if c.key == "range"] for ruling in (ground, plan))
    assert over.measured == pytest.approx(10 + math.hypot(20, 4))
    assert over.detail["plan_cm"] == flat.measured == 30.0
    assert "plan_cm" not in flat.detail
    assert [[value.key for value in ruling.house_values] for ruling in (ground, plan)] == [
        ["measure", "over_hills"], ["measure"],
    ]  # fmt: skip
    assert sentence(ground).endswith("from us-1, within 50 cm (along the ground; 30.00 cm on the plan).")
    assert "(lungo il terreno; 30,00 cm in pianta)." in sentence(ground, language="it")


def test_on_level_ground_it_is_ruled_as_on_the_plan() -> None:
    stands = soldier("us-1", 20, 50, sigma_cm=0.03), soldier("de-1", 50, 50, sigma_cm=0.03)
    for action in (
        {"type": "shoot", "actor": "us-1", "target": "de-1"},
        {"type": "move", "actor": "us-1", "path": [[20, 50], [26, 52], [24, 50]]},
        {"type": "grenade", "actor": "us-1", "point": [28, 50]},
    ):
        ground, plan = (rule("ambush", table(*stands), action, settings=each) for each in (GROUND, PLAN))
        assert replace(ground, house_values=plan.house_values) == plan


def test_what_was_climbed_counts_in_the_next_action_of_the_turn() -> None:
    before = table(soldier("us-1", 60, 50))
    first = rule("ambush", before, {"type": "move", "actor": "us-1", "path": [[60, 50], [63, 50]]}, settings=GROUND)
    (moved,) = [effect.values["moved_cm"] for effect in first.effects if effect.type == "move"]
    assert moved == 7.0
    then = table(soldier("us-1", 63, 50, z_cm=4.0, state={"moved_cm": moved}))
    for y, verdict in ((50.9, "allowed"), (51.2, "refused")):
        again = {"type": "move", "actor": "us-1", "path": [[63, 50], [63, y]]}
        assert rule("ambush", then, again, settings=GROUND).verdict == verdict


@pytest.mark.parametrize(("settings", "verb"), [(GROUND, "run"), (PLAN, "move")])
def test_who_was_seen_to_go_six_cm_up_a_step_ran(settings: dict[str, Any], verb: str) -> None:
    before = table(soldier("us-1", 60, 50, sigma_cm=0.01))
    after = table(soldier("us-1", 66, 50, sigma_cm=0.01, z_cm=4.0))
    (move,) = ambush_seen.infer_moves(before, after, AmbushSettings.model_validate(settings))
    assert move.action["type"] == verb


@pytest.mark.ci
def test_drawn_is_how_far_a_way_and_a_tape_come_over_the_hill() -> None:
    stands = soldier("us-1", 60, 50, sigma_cm=0.05), soldier("de-1", 20, 50)
    plan, ground = (reach("ambush", table(*stands), TURN, "us-1", settings) for settings in (PLAN, GROUND))
    for each, cm in zip(ground.goings, (8, 16), strict=True):
        ahead, away = (math.dist((60, 50), each.outline[k]) for k in (0, 24))
        assert (ahead, away) == (pytest.approx(cm - 4, abs=0.06), cm)
    assert [weapon.shape.form for weapon in plan.weapons] == ["disc", "disc"]
    for weapon in ground.weapons:
        ahead, away = (math.dist((60, 50), weapon.shape.points[k]) for k in (0, 36))
        assert away == pytest.approx(weapon.limit_cm)
        assert 2.4 < weapon.limit_cm - ahead < 3.3
    nowhere_near = reach("ambush", table(soldier("us-1", 10, 20)), TURN, "us-1", GROUND).weapons
    assert [weapon.shape.form for weapon in nowhere_near if weapon.verb == "grenade"] == ["disc"]


def test_a_tape_let_out_so_far_reads_so_much() -> None:
    for cm in (1.0, 3.0, 8.0, 20.0, 30.0, 45.0):
        x, y = tape_end((60, 50), 0.0, (110, 50), cm, (STEP,))
        assert y == 50.0
        (on_plan, *others) = distances("ambush", table(), (60, 50), (x, y))
        laid = others[0].measured.value if others else on_plan.measured.value
        assert laid == pytest.approx(cm, abs=0.02) or x == pytest.approx(62.0, abs=0.01)


@pytest.mark.ci
def test_a_base_on_a_hill_has_its_range_by_tape_and_its_corridor_on_the_plan() -> None:
    high, low = (
        Stand(n, n, "infantry", 72, y, 90 * k, 2.5, 2.0, z_cm=z) for n, y, k, z in (("n", 55, 1, 4), ("s", 75, 3, 0))
    )
    plan, ground = field_of_fire(high, low), field_of_fire(high, low, (STEP,))
    assert plan is not None
    assert ground is not None
    assert ground.reach.value == pytest.approx(4 + math.hypot(14, 4))
    assert (ground.plan_cm, ground.overlap.nearest_cm) == (plan.reach.value, plan.overlap.nearest_cm)
    lane = reach("yankee", Snapshot(120, 100, (high, low), (STEP,)), State(("n", "s")), "n", {"over_hills": "ground"})
    far = max(math.dist(front_middle(high), point) for point in lane.weapons[0].shape.points)
    assert 17.0 < far < 17.6


def test_a_wheel_climbs_as_its_outer_corner_does() -> None:
    base = Stand("n", "n", "infantry", 72, 36, 90, 6.0, 2.0, sigma_cm=0.03)
    flat, climbing = wheel_of([base], Wheel("left", 90.0)), wheel_of([base], Wheel("left", 90.0), (STEP,))
    assert climbing.length.value == pytest.approx(flat.length.value + 4.0)
    assert climbing.plan_cm == flat.length.value
    assert climbing.length.sigma == pytest.approx(math.hypot(flat.length.sigma, 0.05), rel=0.05)
    assert wheel_of([base], Wheel("left", 10.0), (STEP,)).length == wheel_of([base], Wheel("left", 10.0)).length


@pytest.mark.parametrize(
    ("settings", "hows"), [(PLAN, ["centre", "ground", "edge"]), (GROUND, ["ground", "centre", "edge"])]
)
def test_the_ruler_reads_both_where_they_differ(settings: dict[str, Any], hows: list[str]) -> None:
    high, low, far = soldier("us-1", 72, 50, z_cm=4.0), soldier("de-1", 102, 50), soldier("de-2", 20, 20)
    on = table(high, low, far)
    found = distances("ambush", on, high, low, settings)
    assert [it.how for it in found] == hows
    told = {it.how: it.measured.value for it in found}
    assert (told["ground"], told["centre"]) == (pytest.approx(10 + math.hypot(20, 4)), 30.0)
    assert [it.how for it in distances("ambush", on, far, (20, 40), settings)] == ["centre", "edge"]
    place, laid = distances("ambush", on, (60, 50), (72, 50), settings)
    assert (place.measured.value, laid.measured.value) == (12.0, pytest.approx(10 + math.hypot(2, 4)))
    assert ground_length(((60, 50), (72, 50)), on.pieces).value == 16.0
