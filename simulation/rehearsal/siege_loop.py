"""The loop over the demo's Montecassino: as over any table, and the film of each shot goes to whoever wants it."""

from collections.abc import Callable

from referee.cannon.ring import KeptFrame
from referee.clock import Clock
from referee.observation import Observation
from simulation.rehearsal.loop import Listener, Loop
from simulation.rehearsal.siege import Siege
from simulation.rehearsal.siege_studio import SiegeStudio


class SiegeLoop(Loop):
    """Brings observations of the board; ``film`` hears of each frame of a shot, in the order they were taken."""

    def __init__(self, world: Siege, studio: SiegeStudio, clock: Clock) -> None:
        super().__init__(world, studio, clock)
        self._siege, self._siege_studio = world, studio
        self.film: Callable[[KeptFrame], None] = lambda _: None

    def step(self, listener: Listener) -> Observation:
        """Let the world go on, take the film of a shot that was fired meanwhile, look once, and tell the listener."""
        now_s = self.clock.now_s()
        memory = listener.memory()
        self.world.pass_time(now_s, memory, listener.quiet(), listener.to_do())
        for volley in self._siege.volleys():
            # A camera takes them as they happen; drawing them takes longer than they last.
            for time_s, picture in self._siege_studio.film(self._siege, volley):
                self.film(KeptFrame(time_s, picture))
        now_s = max(self.clock.now_s(), now_s)
        self.world.pass_time(now_s, memory, listener.quiet(), listener.to_do())
        observation = self.observer.see(self.studio.picture(self.world, now_s), now_s, memory.fallen)
        listener.publish(observation)
        return observation
