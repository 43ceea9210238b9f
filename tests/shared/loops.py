"""A demo's table under its camera, calibrated and looked at once; building it takes longer than most tests."""

import copy
import copyreg
from functools import cache
from types import MappingProxyType

from hand_clock import HandClock

from simulation.rehearsal.demos import demo_scene, loop_of
from simulation.rehearsal.loop import Loop

# A stand's state is a read-only view of a dict, which copy leaves to its owner.
copyreg.pickle(MappingProxyType, lambda state: (MappingProxyType, (dict(state),)))


def loop_at(game: str, clock: HandClock) -> Loop:
    """Return a game's demo as it begins, at this time; nothing that happens to it is seen by the next that is asked."""
    loop = copy.copy(_loop(game, clock.now_s()))
    loop.world, loop.clock = type(loop.world)(loop.world.scene), clock
    loop.observer = copy.copy(loop.observer)
    loop.observer.tracker = copy.deepcopy(loop.observer.tracker)
    return loop


@cache
def _loop(game: str, since_s: float) -> Loop:
    return loop_of(demo_scene(game), HandClock(since_s))
