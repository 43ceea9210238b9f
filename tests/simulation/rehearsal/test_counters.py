"""The rehearsal's hex boards: every counter on its hex by the real detector, and hands that do what rulings tell."""

from collections.abc import Mapping
from dataclasses import replace
from math import dist

import pytest
from hand_clock import HandClock

from rules.board_cells import cells_of
from rules.state import State
from simulation.rehearsal.counters import Counters
from simulation.rehearsal.demos import demo_scene, loop_of
from simulation.rehearsal.hex_scene import HexScene
from simulation.rehearsal.loop import Loop
from simulation.rehearsal.world import HAND_S
from table.hex_board import centre_of, hex_at, hex_of_stand, hexes_of, label_of, parse_hex
from table.terrain import Point


@pytest.fixture(scope="module", params=["ancients", "rommel"])
def opened(request: pytest.FixtureRequest) -> Loop:
    return loop_of(demo_scene(request.param), HandClock(100.0))


@pytest.mark.first(1)
@pytest.mark.ci
def test_the_detector_finds_every_counter_in_its_hex(opened: Loop) -> None:
    scene, observation = opened.world.scene, opened.observation
    assert isinstance(scene, HexScene)
    assert observation.unseen == frozenset()
    truth = scene.truth()
    assert {stand.name: hex_of_stand(stand, scene.board).cell for stand in observation.table.stands} == {
        stand.name: hex_at(scene.board, stand.x, stand.y) for stand in truth.stands
    }
    assert max(dist(observation.table.stand(stand.name).centre, stand.centre) for stand in truth.stands) < 0.1


@pytest.mark.ci
@pytest.mark.parametrize("battle", ["ancients", "rommel"])
def test_nothing_lies_on_a_marker_and_nobody_leans_over_a_border(battle: str) -> None:
    scene = demo_scene(battle)
    assert isinstance(scene, HexScene)
    stands = scene.truth().stands
    for stand in stands:
        here = hex_at(scene.board, stand.x, stand.y)
        others = (other for other in hexes_of(scene.board) if other != here)
        nearest = min(dist(centre_of(scene.board, other), stand.centre) for other in others)
        assert nearest - dist(centre_of(scene.board, here), stand.centre) > 0.3
    apart = [(dist(a.centre, b.centre), a.name, b.name) for k, a in enumerate(stands) for b in stands[k + 1 :]]
    assert min(apart)[0] > 1.5, min(apart)


class Table:
    """A world that is told what the match remembers."""

    def __init__(self, scene: HexScene) -> None:
        self.scene, self.world, self.now_s = scene, Counters(scene), 0.0
        board = scene.board
        starts = {s.name: centre_of(board, hex_at(board, s.x, s.y)) for s in scene.truth().stands}
        self.memory = State(tuple(side.name for side in scene.sides), states=scene.states, starts=starts)

    def told(self, **changes: object) -> None:
        """Let the match remember something, and the hands do it."""
        self.memory = replace(self.memory, **changes)  # type: ignore[arg-type]
        for _ in range(round(3 * (HAND_S + 0.5) / 0.25)):
            self.now_s += 0.25
            self.world.pass_time(self.now_s, self.memory, quiet=True)

    def cells(self) -> Mapping[str, str]:
        """Return on which hex everything lies, by name."""
        board = self.scene.board
        return {s.name: label_of(board, hex_at(board, s.x, s.y)) for s in self.world.truth().stands}

    def middle(self, label: str) -> Point:
        return centre_of(self.scene.board, parse_hex(self.scene.board, label))


def test_hands_leave_alone_what_lies_on_its_hex() -> None:
    for scene in (demo_scene("rommel"), demo_scene("ancients")):
        table = Table(scene)
        table.told()
        assert table.world.truth() == scene.truth()


def test_a_counter_goes_where_a_ruling_tells_and_back_when_it_is_undone() -> None:
    table = Table(demo_scene("rommel"))
    before = table.cells()
    table.told(places={"22nd Armoured": table.middle("J5")})
    assert table.cells() == {**before, "22nd Armoured": "J5"}
    table.told(places={})
    assert table.cells() == before


def test_aircraft_lie_beside_each_other_and_the_counter_below_them() -> None:
    table = Table(demo_scene("rommel"))
    target = table.middle("G11")
    table.told(places={"Bostons": target, "Hurricanes": target})
    over = [s for s in table.world.truth().stands if table.cells()[s.name] == "G11"]
    assert {s.name for s in over} == {"Grenadiers", "Wellingtons", "Bostons", "Hurricanes"}
    apart = [max(abs(a.x - b.x), abs(a.y - b.y)) for k, a in enumerate(over) for b in over[k + 1 :]]
    assert min(apart) > 1.4, "no card covers another's marker"


def test_a_leader_lies_behind_his_unit_and_alone_in_the_middle() -> None:
    table = Table(demo_scene("ancients"))
    table.told(places={"Scipio": table.middle("H2")})
    scipio, triarii = (table.world.truth().stand(name) for name in ("Scipio", "Triarii"))
    assert table.cells()["Scipio"] == table.cells()["Triarii"] == "H2"
    assert scipio.y < triarii.y - 2.0
    table.told(places={"Scipio": table.middle("G1")})
    assert table.world.truth().stand("Scipio").centre == pytest.approx(table.middle("G1"))


def test_blocks_that_are_lost_are_taken_away_and_the_fallen_lifted() -> None:
    scene = demo_scene("ancients")
    table = Table(scene)
    table.told(states={**scene.states, "Velites I": {"damage": 3}})
    assert table.world.truth().stand("Velites I").state["damage"] == 3
    velites = scene.truth().stand("Velites I")
    table.told(fallen={"Velites I": velites})
    assert "Velites I" not in table.cells()
    table.told(fallen={}, states=scene.states)
    assert table.cells()["Velites I"] == "D4"
    assert not table.world.truth().stand("Velites I").state.get("damage")


@pytest.mark.ci
def test_what_was_shoved_waits_to_be_put_back_or_agreed_on() -> None:
    table = Table(demo_scene("rommel"))
    table.world.bump()
    table.told()
    shoved = [name for name, cell in table.cells().items() if cell != Table(demo_scene("rommel")).cells()[name]]
    after = table.world.truth()
    table.told()
    assert table.world.truth() == after, "no hand puts it right by itself"
    board = table.scene.board
    agreed = {s.name: centre_of(board, hex_at(board, s.x, s.y)) for s in after.stands}
    table.told(starts=agreed)
    assert table.world.truth() == after, "agreed on as it lies: nothing is to be done"
    assert shoved


def test_the_scenes_know_their_boards_and_what_lies_on_them() -> None:
    rommel, ancients = demo_scene("rommel"), demo_scene("ancients")
    assert (ancients.board.columns, ancients.board.rows, ancients.board.pointy) == (13, 9, True)
    assert set(rommel.tints.values()) >= {"mines", "town", "airfield", "victory"}
    assert rommel.roads
    assert all(len(cells_of(scene.board)) == scene.board.columns * scene.board.rows for scene in (rommel, ancients))
