"""The camera over the demo's Montecassino: what it would see at a moment, and the film of a shot."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simulation.rehearsal.cannon_scene import CannonScene
from simulation.rehearsal.siege import Siege, Volley
from simulation.synthetic.cannon_stage import CannonStage
from simulation.synthetic.cannon_table import DEPTH_CM
from simulation.synthetic.club import club_lens, over_table
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from table.frame import Frame

SIZE_PX = (1920, 1080)
RATE_HZ = 30.0
FILM_S = 0.8
ARM_CM = 60.0
TILT_DEG, FROM_DEG, ROLL_DEG = 3.0, 200.0, 90.0


class SiegeStudio:
    """A synthetic camera over the board; the same seed gives the same sequence of pictures.

    ``lens`` is all of it that the umpire may know. It takes ``RATE_HZ`` pictures a second while a shot falls.
    """

    def __init__(self, scene: CannonScene, world: Siege, size_px: tuple[int, int] = SIZE_PX, seed: int = 3) -> None:
        dice = np.random.default_rng(seed)
        self.lens = club_lens(size_px, dice)
        camera = over_table(self.lens, scene.frame, TILT_DEG, FROM_DEG, ROLL_DEG)
        look = Look(ground="grass", outline=False, noise=1.5, jpeg_quality=92)
        self._stage = CannonStage(camera, _as_laid(scene.frame, dice), scene.roster, look, world.style, seed)

    def picture(self, world: Siege, now_s: float) -> NDArray[np.uint8]:
        """Return what the camera sees: BGR, (height, width, 3)."""
        return self._stage.render(replace(world.state(now_s, flying=True), hands=self._hands(world, now_s)))

    def film(self, world: Siege, volley: Volley) -> Iterator[tuple[float, NDArray[np.uint8]]]:
        """Take the film of a shot: times and pictures, from just before the lever until everything lies still."""
        end_s = min(volley.shot.end_s + 0.1, FILM_S)
        for k in range(round((end_s + 0.1) * RATE_HZ)):
            time_s = volley.fired_s - 0.1 + k / RATE_HZ
            state = world.film_state(volley, time_s)
            yield time_s, self._stage.render(replace(state, hands=self._hands(world, time_s)))

    def _hands(self, world: Siege, now_s: float) -> tuple[Hand, ...]:
        hand = world.hand(now_s)
        if hand is None or hand.reach < 0.02:
            return ()
        x, y = hand.over
        edge = DEPTH_CM + 14.0 if hand.from_far else -14.0
        turn = 90.0 if hand.from_far else 270.0
        return (Hand(x, edge + (y - edge) * hand.reach, 9.0, turn, ARM_CM),)


def _as_laid(frame: Frame, dice: np.random.Generator) -> Frame:
    """Return the frame markers where a careful hand with a ruler really laid them."""
    off = dice.normal(0.0, frame.survey_sigma_cm or 0.0, (len(frame.markers), 2))
    laid = (replace(m, x=m.x + dx, y=m.y + dy) for m, (dx, dy) in zip(frame.markers, off, strict=True))
    return replace(frame, markers=tuple(laid))
