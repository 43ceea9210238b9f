"""Whether the table is at rest, on the rehearsal's own pictures."""

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.memory import Memory
from referee.rehearsal.ambush import ambush_scene
from referee.rehearsal.stillness import Stillness
from referee.rehearsal.studio import Studio
from referee.rehearsal.world import HAND_S, World

Pictures = list[NDArray[np.uint8]]


@pytest.fixture(scope="module")
def lifting() -> Pictures:
    """Frames at 4 a second: at rest, a hand in and out with a figure, at rest."""
    world = World(ambush_scene())
    studio = Studio(ambush_scene(), (960, 540))
    fallen = Memory(("us", "de"), fallen={"Weber": ambush_scene().truth().stand("Weber")})
    pictures = []
    for step in range(22):
        now_s = step * 0.25
        world.pass_time(now_s, fallen if now_s >= 1.0 else Memory(("us", "de")), False)
        pictures.append(studio.picture(world, now_s))
    return pictures


def test_a_hand_is_noticed_and_its_leaving_too(lifting: Pictures) -> None:
    watch = Stillness()
    told = [watch.rest(picture) for picture in lifting]
    assert told[:4] == ["still"] * 4
    gone = round((1.0 + HAND_S) / 0.25)
    assert "hands" in told[4:7]
    first = told.index("hands")
    assert set(told[first : gone - 1]) == {"hands"}
    assert told[-1] == "still"
    assert "settling" in told[gone:]


def test_a_hand_that_lies_still_is_a_hand(lifting: Pictures) -> None:
    watch = Stillness()
    watch.rest(lifting[0])
    over = lifting[4 + round(HAND_S / 2 / 0.25)]
    assert [watch.rest(over) for _ in range(6)] == ["hands"] * 6


def test_a_change_that_stays_for_good_is_the_new_table(lifting: Pictures) -> None:
    watch = Stillness()
    watch.rest(lifting[0])
    told = [watch.rest(lifting[9]) for _ in range(60)]
    assert told[-1] == "still"


def test_noise_is_not_movement() -> None:
    noise = np.random.default_rng(5)
    watch = Stillness()
    for _ in range(8):
        grey = np.clip(noise.normal(120, 4, (540, 960)), 0, 255).astype(np.uint8)
        assert watch.rest(grey) == "still"
