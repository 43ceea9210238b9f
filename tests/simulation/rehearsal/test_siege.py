"""The gunner of Montecassino's demo, on computers of any speed."""

import pytest

from rules.state import State
from simulation.rehearsal.cannon_scene import CannonScene
from simulation.rehearsal.demos import demo_scene
from simulation.rehearsal.siege import Siege


class Rod:
    """A rig that writes down what the gunner's hand does."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def cock(self) -> None:
        self.done.append("cock")

    def fire(self, speed_m_s: float) -> float:
        assert speed_m_s > 0
        self.done.append("fire")
        return 0.0


@pytest.mark.parametrize("step_s", [0.25, 1.0, 3.0, 10.0])
def test_whatever_the_step_the_shot_falls_once(step_s: float) -> None:
    scene, rod = demo_scene("montecassino"), Rod()
    assert isinstance(scene, CannonScene)
    siege = Siege(scene, {"A": rod})
    memory = State(tuple(side.name for side in scene.sides), states=scene.states)
    siege.order("A")
    siege.held = lambda: "fire" in rod.done  # nobody touches what fell
    fell = 0
    for step in range(round(12.0 / step_s) + 6):
        siege.pass_time(step * step_s, memory, quiet=True)
        fell += len(siege.volleys())
    assert (rod.done, fell, siege.busy) == (["cock", "fire"], 1, False)


def test_nobody_touches_what_fell_before_the_shot_was_heard_of() -> None:
    """A rig's word takes its time: a hand stood a figure up before it came, and one of two was said to have fallen."""
    scene, rod, told, heard = demo_scene("montecassino"), Rod(), [], []
    assert isinstance(scene, CannonScene)
    siege = Siege(scene, {"A": rod})
    memory = State(tuple(side.name for side in scene.sides), states=scene.states)
    siege.order("A")
    siege.held = lambda: bool(told) and not heard

    def goes_by(first: int, last: int) -> list[int]:
        hands = []
        for step in range(first, last):
            siege.pass_time(step / 2, memory, quiet=True)
            hands += [step] if siege.hand(step / 2) is not None else []
        return hands

    goes_by(0, 20)
    assert "fire" in rod.done
    lying = sum(not figure.stands for figure in siege.state(10.0).figures)
    assert (lying, goes_by(20, 60)) == (2, [])
    told.append("shot")
    assert goes_by(60, 70) == []
    heard.append("answer")
    assert goes_by(70, 80), "then a hand comes"
