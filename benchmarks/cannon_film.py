"""A shot as a camera films it: the shell's streak, figures toppling one after another, the shell rolling to rest."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from cannon_light import Exposure, exposed
from cannon_pair import CannonWorld, cannon_world
from cannon_truth import first_moves
from numpy.typing import NDArray

from simulation.synthetic.cannon_rest import shell_at
from simulation.synthetic.cannon_stage import CannonStage, CannonState

Picture = NDArray[np.uint8]
_PARTS = 3  # moments that are added up where something topples while the picture is exposed


@dataclass(frozen=True, eq=False)
class CannonFrame:
    """One picture (H, W, 3) uint8 BGR of a film; its time is the middle of its exposure, in s after the lever."""

    time_s: float
    picture: Picture


class CannonFilm:
    """A shot filmed at ``rate_hz``, from ``before_s`` before the lever until everything has lain still for a while.

    The truth: ``order`` are time and name of each figure's first movement, ``strike_cm`` and ``strike_s`` where and
    when the shell first struck, ``struck`` whom (None: the board). Light flickers a little; the camera stands still.
    """

    def __init__(
        self, world: CannonWorld, rate_hz: float, exposure_s: float = 0.008, before_s: float = 0.3, still_s: float = 0.4
    ) -> None:
        self.world, self.rate_hz = world, rate_hz
        self.exposure_s = min(exposure_s, 1 / rate_hz)
        self._stage = world.stage()
        dice = np.random.default_rng([world.seed, 60])
        begin, end = -before_s + float(dice.uniform(0, 1 / rate_hz)), world.shot.end_s + still_s
        self.times_s = tuple(begin + k / rate_hz for k in range(math.ceil((end - begin) * rate_hz)))
        self._flicker = (float(dice.uniform(0.0, 0.06)), float(dice.uniform(0.3, 2.0)) * world.size_px[1])
        self._phases = dice.uniform(0, 7, len(self.times_s))
        self.order = first_moves(world.shot)
        self.strike_cm, self.strike_s, self.struck = world.shot.strike_cm, world.shot.strike_s, world.shot.struck

    def __iter__(self) -> Iterator[CannonFrame]:
        """Take it frame by frame."""
        for time_s, phase in zip(self.times_s, self._phases, strict=True):
            light = Exposure(flicker=(*self._flicker, float(phase)))
            picture = exposed(self._sharp(time_s), light, self._stage.camera, self._stage.look.gamma)
            yield CannonFrame(time_s, self._stage.look.jpeg(self._stage.noisy(picture)))

    def _sharp(self, time_s: float) -> Picture:
        half = self.exposure_s / 2
        ends = [self.world.state_at(t).figures for t in (time_s - half, time_s + half)]
        if ends[0] == ends[1]:
            return self._stage.clean(film_state(self.world, time_s, self.exposure_s))
        return smeared_picture(self._stage, self.world, time_s, self.exposure_s)


def cannon_film(
    seed: int, rate_hz: float = 60.0, size_px: tuple[int, int] = (1920, 1080), exposure_s: float = 0.008
) -> CannonFilm:
    """Return the film of the shot that ``cannon_pair`` of this seed and size shows before and after."""
    return CannonFilm(cannon_world(seed, size_px, disturbed=False), rate_hz, exposure_s)


def film_state(world: CannonWorld, time_s: float, exposure_s: float) -> CannonState:
    """Return the table at a time with the shell wherever it is then, smeared over the exposure."""
    state = world.state_at(time_s)
    if world.shot.rest_cm is not None and time_s >= world.shot.end_s:
        return state
    shell = shell_at(world.shot.legs, world.shell, time_s, exposure_s)
    return state if shell is None else replace(state, shells=(*state.shells, shell))


def smeared_picture(stage: CannonStage, world: CannonWorld, time_s: float, exposure_s: float) -> Picture:
    """Return the mean in linear light of moments of one exposure, where they differ."""
    parts = []
    for k in range(_PARTS):
        moment = time_s + exposure_s * (k / (_PARTS - 1) - 0.5)
        state = replace(film_state(world, time_s, exposure_s), figures=world.shot.figures(world.start.figures, moment))
        parts.append(stage.clean(state).copy())
    differ = np.maximum(cv2.absdiff(parts[0], parts[1]), cv2.absdiff(parts[1], parts[-1])).max(axis=2)
    left, top, width, height = cv2.boundingRect(differ)
    mean = parts[_PARTS // 2]
    if width and height:
        window = (slice(top, top + height), slice(left, left + width))
        gamma = stage.look.gamma
        table = ((np.arange(256) / 255.0) ** gamma).astype(np.float32)
        light = np.asarray(np.mean([cv2.LUT(part[window], table) for part in parts], axis=0), np.float32)
        mean[window] = np.rint(cv2.pow(light, 1 / gamma) * 255).astype(np.uint8)
    return mean
