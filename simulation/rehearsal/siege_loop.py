"""The loop and the camera over the demo's Montecassino: what is seen at a moment, and the film of each shot."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from referee.cannon.ring import KeptFrame
from referee.clock import Clock
from referee.observation import Observation
from simulation.rehearsal.cannon_scene import CannonScene
from simulation.rehearsal.loop import Listener, Loop
from simulation.rehearsal.siege import Siege, Volley
from simulation.rehearsal.studio import SIZE_PX, Reach, as_laid
from simulation.synthetic.cannon_stage import CannonStage
from simulation.synthetic.cannon_table import DEPTH_CM
from simulation.synthetic.fittings import club_lens, over_table
from simulation.synthetic.look import Look
from vision.arrays import Picture

REACH = Reach(60.0, 14.0, 9.0)
RATE_HZ = 30.0
FILM_S = 0.8
TILT_DEG, FROM_DEG, ROLL_DEG = 3.0, 200.0, 90.0


class SiegeStudio:
    """A synthetic camera over the board; the same seed gives the same sequence of pictures.

    ``lens`` is all of it that the umpire may know. It takes ``RATE_HZ`` pictures a second while a shot falls.
    """

    def __init__(self, scene: CannonScene, world: Siege, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.lens = club_lens(SIZE_PX, dice)
        camera = over_table(self.lens, scene.frame, TILT_DEG, FROM_DEG, ROLL_DEG)
        look = Look(ground="grass", outline=False, noise=1.5, jpeg_quality=92)
        self._stage = CannonStage(camera, as_laid(scene.frame, dice), scene.roster, look, world.style, seed)

    def picture(self, world: Siege, now_s: float) -> Picture:
        """Return what the camera sees: BGR, (height, width, 3)."""
        return self._stage.render(replace(world.state(now_s, flying=True), hands=REACH.hands(world, now_s, DEPTH_CM)))

    def film(self, world: Siege, volley: Volley) -> Iterator[tuple[float, Picture]]:
        """Take the film of a shot: times and pictures, from just before the lever until everything lies still."""
        end_s = min(volley.shot.end_s + 0.1, FILM_S)
        for k in range(round((end_s + 0.1) * RATE_HZ)):
            time_s = volley.fired_s - 0.1 + k / RATE_HZ
            state = world.film_state(volley, time_s)
            yield time_s, self._stage.render(replace(state, hands=REACH.hands(world, time_s, DEPTH_CM)))


class SiegeLoop(Loop):
    """Brings observations of the board; ``film`` hears of each frame of a shot, in the order they were taken."""

    def __init__(self, world: Siege, studio: SiegeStudio, clock: Clock) -> None:
        super().__init__(world, studio, clock)
        self._siege, self._siege_studio = world, studio
        self.film: Callable[[KeptFrame], None] = lambda _: None

    def step(self, listener: Listener) -> Observation:
        """Let the world go on, take the film of a shot that was fired meanwhile, look once, and tell the listener."""
        self._go_on(listener)
        for volley in self._siege.volleys():
            # A camera takes them as they happen; drawing them takes longer than they last.
            for time_s, picture in self._siege_studio.film(self._siege, volley):
                self.film(KeptFrame(time_s, picture))
        return super().step(listener)
