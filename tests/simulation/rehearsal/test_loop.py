"""The rehearsal's loop: real pictures, real measuring, the words on the status line."""

import math
import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hand_clock import HandClock
from loops import loop_at
from matches import match_at

from referee.observation import Observation
from referee.putting_back.progress import PuttingBack
from referee.table_observer import Once
from rules.state import State
from simulation.rehearsal.demos import demo_games, demo_scene, loop_of
from simulation.rehearsal.loop import FRAME_S, Listener, Loop
from simulation.rehearsal.scene import Scene
from simulation.rehearsal.studio import Studio
from simulation.synthetic.fittings import default_camera
from table.frame import Frame
from vision.camera import Camera


class Umpire:
    """Hears what the loop tells, and says what the match remembers."""

    def __init__(self, scene: Scene, loop: Loop | None = None) -> None:
        self.scene = scene
        self.clock = HandClock()
        self.loop = loop or loop_of(scene, self.clock)
        self.loop.clock = self.clock
        self.memory = State(tuple(side.name for side in scene.sides), states=scene.states)
        self.quiet = False
        self.looks: list[Observation] = []
        self.listener = Listener(self.looks.append, lambda: self.memory, lambda: self.quiet)

    def go_on(self, seconds: float) -> list[str]:
        """Step for that long; return the status keys told, each once in a row."""
        before = len(self.looks)
        for _ in range(round(seconds / FRAME_S)):
            self.clock.advance(FRAME_S)
            self.loop.step(self.listener)
        keys = [observation.status.key for observation in self.looks[before:]]
        return [key for key, last in zip(keys, [None, *keys], strict=False) if key != last]


def at_the_farm() -> Umpire:
    return Umpire(demo_scene("ambush"), loop_at("ambush", HandClock()))


@pytest.fixture(scope="module", params=demo_games())
def opened(request: pytest.FixtureRequest) -> Iterator[Umpire]:
    return at_the_farm() if request.param == "ambush" else Umpire(demo_scene(request.param))


@pytest.mark.first(2)
@pytest.mark.ci
def test_every_stand_is_seen_and_measured_within_its_sigma(opened: Umpire) -> None:
    observation = opened.loop.observation
    assert observation.status.key == "still", observation.status
    assert observation.unseen == frozenset()
    truth = opened.scene.truth()
    assert {stand.name for stand in observation.table.stands} == {stand.name for stand in truth.stands}
    off = []
    for stand in observation.table.stands:
        real = truth.stand(stand.name)
        assert 0 < stand.sigma_cm < 0.1, "the camera's own sigma, and a small one"
        off.append(math.hypot(stand.x - real.x, stand.y - real.y) / stand.sigma_cm)
        assert stand.centre != real.centre, "measured, not copied"
    assert max(off) < 4.5
    # The survey of the frame is one draw for all stands together: their errors go one way.
    assert math.sqrt(sum(ratio**2 for ratio in off) / len(off) / 2) < 2.0, "the sigma is not too small"


@pytest.mark.first(1)
@pytest.mark.ci
def test_a_table_at_rest_is_not_told_anew(opened: Umpire) -> None:
    assert opened.go_on(8.0) == ["still"]
    tables = {id(observation.table): observation.table for observation in opened.looks[-20:]}
    first, *others = tables.values()
    assert all(other == first for other in others), "two players never read two numbers off one table"


@pytest.mark.ci
def test_a_lifted_figure_is_no_longer_looked_for() -> None:
    umpire = at_the_farm()
    weber = umpire.loop.observation.table.stand("Weber")
    umpire.memory = State(("us", "de"), fallen={"Weber": weber})
    keys = umpire.go_on(5.0)
    assert keys[:2] in (["still", "hands"], ["hands", "settling"])
    assert keys[-1] == "still"
    assert umpire.loop.observation.unseen == frozenset()
    umpire.memory = State(("us", "de"))
    assert umpire.go_on(6.0)[-1] == "still"
    back = umpire.loop.observation.table.stand("Weber")
    assert math.hypot(back.x - weber.x, back.y - weber.y) < 0.1


@pytest.mark.prove
def test_the_patrol_is_measured_where_it_went() -> None:
    umpire = at_the_farm()
    umpire.quiet = True
    start = umpire.loop.observation.table.stand("Jensen")
    keys = umpire.go_on(26.0)
    assert "hands" in keys
    assert keys[-1] == "still"
    moved = umpire.loop.observation.table.stand("Jensen")
    assert math.hypot(moved.x - start.x, moved.y - start.y) == pytest.approx(6.0, abs=0.15)
    ((name, walked_cm),) = (way for observation in umpire.looks for way in observation.walked)
    assert name == "Jensen"
    assert walked_cm == pytest.approx(6.0, abs=0.15)
    assert umpire.loop.observation.table.stand("Weber") == umpire.looks[0].table.stand("Weber")


@pytest.mark.first(2)
@pytest.mark.ci
def test_pictures_come_with_every_look(opened: Umpire) -> None:
    opened.go_on(FRAME_S)
    jpeg = opened.looks[-1].jpeg
    assert jpeg is not None
    assert jpeg()[:2] == b"\xff\xd8"


def test_a_picture_is_made_once_for_all_who_ask() -> None:
    made: list[int] = []
    gate = threading.Barrier(8)
    picture = Once(lambda: bytes(len(made.append(1) or made)))

    def ask() -> None:
        gate.wait()
        picture()

    asking = [threading.Thread(target=ask) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join(timeout=30)
    assert made == [1]


def knocked(frame: Frame, size_px: tuple[int, int]) -> Camera:
    camera = default_camera(frame, size_px)
    return replace(camera, translation=camera.translation - camera.rotation @ np.array([1.2, 0.5, 0.0]))


@pytest.mark.ci
def test_a_bumped_camera_is_no_bumped_table(monkeypatch) -> None:
    umpire = at_the_farm()
    putting = PuttingBack(match_at(umpire.loop.observation.table, state=umpire.memory), umpire.loop.observation)
    monkeypatch.setattr("simulation.rehearsal.studio.default_camera", knocked)
    umpire.loop.studio = Studio(umpire.scene)
    before = umpire.loop.observation.table
    umpire.go_on(6.0)
    said = [observation for observation in umpire.looks if observation.camera_moved]
    assert said, "the watchman has noticed"
    for observation in umpire.looks:
        putting.see(observation)
    after = umpire.loop.observation
    assert after.settled
    assert max(math.dist(s.centre, before.stand(s.name).centre) for s in after.table.stands) < 0.1
    assert putting.state.proposal is None
    assert putting.state.last is None
