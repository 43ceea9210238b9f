"""The rehearsal's world: hands lift what fell, put back what was undone, and move a patrol when all is quiet."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from referee.observation import Whereabouts
from referee.putting_back.disturbance import farthest_first
from referee.putting_back.hints import Hint, Tolerance, hints
from rules.state import State
from simulation.rehearsal.bump import SWEEP_S
from simulation.rehearsal.counters import Counters
from simulation.rehearsal.demos import demo_games, demo_scene
from simulation.rehearsal.hex_scene import HexScene
from simulation.rehearsal.world import HAND_S, PATROL_EVERY_S, World
from table.snapshot import Snapshot


def names(world: World) -> set[str]:
    return {stand.name for stand in world.truth().stands}


@cache
def memory(*fallen: str) -> State:
    truth = demo_scene("ambush").truth()
    return State(("us", "de"), fallen={name: truth.stand(name) for name in fallen})


def pass_until(world: World, start_s: float, end_s: float, fallen: set[str], quiet: bool) -> None:
    steps = round((end_s - start_s) / 0.25)
    for step in range(steps + 1):
        world.pass_time(start_s + step * 0.25, memory(*fallen), quiet)


def test_the_world_begins_as_the_scene_says() -> None:
    world = World(demo_scene("ambush"))
    assert world.truth() == demo_scene("ambush").truth()
    assert world.hand(0.0) is None


def test_a_hand_lifts_the_fallen_and_goes() -> None:
    world = World(demo_scene("ambush"))
    world.pass_time(1.0, memory("Weber"), False)
    hand = world.hand(1.0 + HAND_S / 4)
    assert hand is not None
    assert hand.over == (world.truth().stand("Weber").x, world.truth().stand("Weber").y)
    assert 0.4 < hand.reach < 0.6
    assert hand.from_far, "the Germans sit at the far side"
    assert "Weber" in names(world)
    pass_until(world, 1.0, 1.0 + HAND_S + 0.25, {"Weber"}, False)
    assert "Weber" not in names(world)
    assert world.hand(1.0 + HAND_S + 0.25) is None


@pytest.mark.ci
def test_what_is_undone_is_put_back_where_it_stood() -> None:
    scene = demo_scene("ambush")
    world = World(scene)
    pass_until(world, 0.0, 5.0, {"Weber"}, False)
    pass_until(world, 5.25, 12.0, set(), False)
    assert world.truth().stand("Weber") == scene.truth().stand("Weber")


@pytest.mark.ci
def test_the_patrol_walks_only_when_all_is_quiet() -> None:
    world = World(demo_scene("ambush"))
    start = world.truth().stand("Jensen").centre
    pass_until(world, 0.0, PATROL_EVERY_S * 2, set(), False)
    assert world.truth().stand("Jensen").centre == start
    pass_until(world, PATROL_EVERY_S * 2, PATROL_EVERY_S * 3 + HAND_S + 1, set(), True)
    moved = world.truth().stand("Jensen").centre
    assert moved != start


def test_a_patrol_walks_in_its_own_sides_turn_only() -> None:
    world = World(demo_scene("ambush"))
    before = {name: world.truth().stand(name).centre for name in ("Jensen", "Schmidt")}
    theirs = State(("us", "de"), side="de")
    for step in range(120):
        world.pass_time(step * 0.25, theirs, quiet=True)
    assert world.truth().stand("Jensen").centre == before["Jensen"]
    assert world.truth().stand("Schmidt").centre != before["Schmidt"]


@pytest.mark.ci
def test_a_patrol_makes_one_move_a_turn() -> None:
    world, places = World(demo_scene("ambush")), []
    for turn in (3, 4):
        for step in range(4 * 90):
            world.pass_time(90.0 * (turn - 3) + step * 0.25, State(("us", "de"), turn=turn), quiet=True)
            places.append(world.truth().stand("Jensen").centre)
    assert sum(here != there for here, there in pairwise(places)) == 2


def test_the_patrol_goes_to_and_fro() -> None:
    patrol = demo_scene("ambush").patrols[0]
    there_and_back = [patrol.pose(step) for step in range(2 * len(patrol.poses) - 1)]
    assert there_and_back[: len(patrol.poses)] == list(patrol.poses)
    assert there_and_back[-1] == patrol.poses[0]


@pytest.mark.ci
def test_the_same_hours_bring_the_same_world() -> None:
    one, other = World(demo_scene("ambush")), World(demo_scene("ambush"))
    for world in (one, other):
        pass_until(world, 0.0, 60.0, {"Vogel"}, True)
    assert one.truth() == other.truth()
    assert one.hand(60.0) == other.hand(60.0)


@pytest.mark.ci
def test_a_fallen_patrol_walks_no_more() -> None:
    world = World(demo_scene("ambush"))
    pass_until(world, 0.0, 90.0, {"Jensen"}, True)
    assert "Jensen" not in names(world)


def test_a_stand_told_to_go_back_is_moved_and_an_undone_one_returns() -> None:
    world = World(demo_scene("ambush"))
    home = world.truth().stand("Vogel").centre
    told = replace(memory(), places={"Vogel": (80.0, 40.0)})
    for step in range(14):
        world.pass_time(step * 0.25, told, False)
    assert world.truth().stand("Vogel").centre == (80.0, 40.0)
    pass_until(world, 4.0, 8.0, set(), False)
    assert world.truth().stand("Vogel").centre == home


def test_a_patrol_that_a_ruling_sent_back_stays_there() -> None:
    scene = demo_scene("ambush")
    name = scene.patrols[0].stand
    world, sent = World(scene), State(("us", "de"), places={name: (100.0, 90.0)})
    for second in range(120):
        world.pass_time(float(second), sent, quiet=True)
    assert world.truth().stand(name).centre == (100.0, 90.0)
    assert world.hand(120.0) is None


def told(world: World, home: Snapshot) -> tuple[Hint, ...]:
    """Return what a faultless umpire would have put back."""
    live = [Whereabouts(stand.name, "seen", stand) for stand in world.truth().stands]
    found = farthest_first(hints(home.stands, live, Tolerance()))
    return tuple(hint for hint in found if hint.state == "off")


@pytest.mark.ci
def test_nobody_bumps_the_table_by_himself() -> None:
    world = World(demo_scene("ambush"))
    for second in range(600):
        world.pass_time(float(second), memory(), quiet=False)
    assert world.truth() == demo_scene("ambush").truth()


@pytest.mark.parametrize("battle", demo_games())
@pytest.mark.parametrize("side", [0, 1])
def test_a_sleeve_shoves_three_stands_and_hands_put_them_back(battle: str, side: int) -> None:
    scene = demo_scene(battle)
    sides = tuple(s.name for s in scene.sides)
    state = State(sides, side=sides[side], states=scene.states)
    world, home = Counters(scene) if isinstance(scene, HexScene) else World(scene), scene.truth()
    world.bump()
    now_s, hands = 0.0, 0
    while now_s < SWEEP_S + 0.5:
        world.pass_time(now_s, state, quiet=False)
        hand = world.hand(now_s)
        hands += hand is not None and hand.reach > 0.9
        now_s += 0.25
    assert hands >= 4, "the arm is seen"
    shoved = told(world, home)
    assert len(shoved) == 3
    assert any(hint.ghost.side != state.side for hint in shoved), "nobody can have played that"
    assert all(1.5 < hint.off_cm < 8 for hint in shoved)
    assert all(0 < s.x < home.width_cm and 0 < s.y < home.depth_cm for s in world.truth().stands)
    tries = 0
    while (left := told(world, home)) and tries < 20:
        tries += 1
        before = {hint.name: hint.off_cm for hint in left}
        start_s = now_s
        while now_s < start_s + HAND_S + 0.5:
            world.pass_time(now_s, state, False, left if now_s == start_s else ())
            now_s += 0.25
        assert {hint.name for hint in told(world, home)} <= set(before)
    assert told(world, home) == ()
    assert 4 <= tries <= 9, "as people do it: not at once, and not for ever"
    rest = {hint.name for hint in shoved}
    assert all(stand == home.stand(stand.name) for stand in world.truth().stands if stand.name not in rest)


@pytest.mark.ci
def test_a_bump_that_was_a_move_stays() -> None:
    world = World(demo_scene("ambush"))
    world.bump()
    for step in range(40):
        world.pass_time(step * 0.25, memory(), quiet=False)
    moved = world.truth()
    for step in range(40, 80):
        world.pass_time(step * 0.25, memory(), quiet=False)
    assert world.truth() == moved
    assert moved != demo_scene("ambush").truth()
