"""A demo's table under its camera, calibrated and looked at once; building it takes longer than most tests."""

import copy
from functools import cache

from copies import deep_copy
from hand_clock import HandClock

from simulation.rehearsal.demos import demo_scene, loop_of
from simulation.rehearsal.loop import Loop


def loop_at(game: str, clock: HandClock) -> Loop:
    """Return a game's demo as it begins, at this time: a copy, so that no test sees what another did to it."""
    made = _loop(game, clock.now_s())
    loop = copy.copy(made)
    loop.world, loop.clock = type(made.world)(made.world.scene), clock
    loop.observer = copy.copy(made.observer)
    loop.studio, loop.observer.tracker = deep_copy((made.studio, made.observer.tracker))
    return loop


@cache
def _loop(game: str, since_s: float) -> Loop:
    return loop_of(demo_scene(game), HandClock(since_s))
