"""The loop of the rehearsal: the world goes on, the camera looks, the umpire measures, the page hears of it."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.clock import Clock
from referee.observation import Observation
from referee.putting_back.hints import Hint
from referee.table_observer import TableObserver
from rules.state import State
from simulation.rehearsal.studio import calibrated
from simulation.rehearsal.world import World
from vision.arrays import Picture
from vision.camera import Lens

log = logging.getLogger(__name__)

FRAME_S = 0.25
SEARCH_S = 2.0
"""Within what time the whole picture is searched for markers nobody expects: in a demo there are none."""
FIRST_LOOKS = 10


@dataclass(frozen=True)
class Listener:
    """Who hears of every observation, and what the players must know.

    What rulings told them, whether nobody is measuring, and which stands they are to put back.
    """

    publish: Callable[[Observation], None]
    memory: Callable[[], State]
    quiet: Callable[[], bool]
    to_do: Callable[[], Sequence[Hint]] = tuple


class Camera(Protocol):
    """What looks at the rehearsal's table; of its lens the umpire may know all."""

    lens: Lens

    def picture(self, world: Any, now_s: float) -> Picture:
        """Return what it sees: BGR, (height, width, 3)."""
        ...


class Loop:
    """Brings observations of the rehearsal's table, one a ``step``; ``run`` steps by the clock until told to stop."""

    def __init__(self, world: World, studio: Camera, clock: Clock) -> None:
        self.world, self.studio, self.clock = world, studio, clock
        scene = world.scene
        view = calibrated(studio.lens, scene.frame, studio.picture(world, clock.now_s()))
        self.observer = TableObserver(view, scene.roster, scene.pieces, search_s=SEARCH_S)
        # The camera has been running for a while when the page opens: on a table that is measured already.
        for k in reversed(range(FIRST_LOOKS)):
            then_s = clock.now_s() - (k + 1) * FRAME_S
            self.observer.see(studio.picture(world, then_s), then_s)

    @property
    def observation(self) -> Observation:
        """What was last seen of the table."""
        return self.observer.observation

    def step(self, listener: Listener) -> Observation:
        """Let the world go on, look once, and tell the listener."""
        now_s, memory = self._go_on(listener)
        observation = self.observer.see(self.studio.picture(self.world, now_s), now_s, memory.fallen)
        listener.publish(observation)
        return observation

    def _go_on(self, listener: Listener) -> tuple[float, State]:
        """Let the world go on; return until when, and what the players know."""
        now_s, memory = self.clock.now_s(), listener.memory()
        self.world.pass_time(now_s, memory, listener.quiet(), listener.to_do())
        return now_s, memory

    def run(self, listener: Listener, stop: threading.Event) -> None:
        """Step until told to stop; a step that fails is logged and tried again."""
        while not self.clock.wait(stop, FRAME_S):
            try:
                self.step(listener)
            except Exception:
                log.exception("the loop stumbled")
