"""What happens to a filmed table's camera and light: bumps, creeping, lamps switched, flicker, focus that breathes."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.look import Look
from vision.camera import Camera
from vision.spread import camera_moved

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Push:
    """The camera turned by ``turn_deg`` (about its own x, y, z) and pushed by ``shift_cm`` of the table's axes.

    A bump: shaking for ``seconds``, then at rest. In ``steps`` > 1: creeping there evenly, in so many steps.
    """

    start_s: float
    turn_deg: tuple[float, float, float]
    shift_cm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    seconds: float = 0.3
    steps: int = 1

    @property
    def end_s(self) -> float:
        """When the camera is at rest again."""
        return self.start_s + self.seconds

    def share(self, time_s: float) -> float:
        """Return how much of it has happened: beyond 1 where a shaken camera swings."""
        part = (time_s - self.start_s) / self.seconds
        if part <= 0 or part >= 1:
            return float(part >= 1)
        if self.steps > 1:
            return math.floor(part * self.steps) / self.steps
        return 1.0 - (1 - part) ** 2 * math.cos(3 * math.pi * part)

    def shakes(self, time_s: float) -> bool:
        """Whether the camera swings just then: nothing can be measured."""
        return self.steps == 1 and self.start_s < time_s < self.end_s

    def moved(self, camera: Camera, share: float) -> Camera:
        """Return the camera, pushed by a share of it."""
        turned = camera_moved(camera, np.radians([*self.turn_deg, 0.0, 0.0, 0.0]) * share)
        place = camera.position_cm + np.array(self.shift_cm) * share
        return Camera(camera.lens, turned.rotation, -turned.rotation @ place)


@dataclass(frozen=True)
class Lamp:
    """From then on the light is ``factor`` of the ordinary, comes from ``lamp_deg`` and falls off by ``gradient``."""

    start_s: float
    factor: float = 0.6
    lamp_deg: float = 300.0
    gradient: float = 0.3

    def on(self, look: Look) -> Look:
        """Return the look under this lamp."""
        light = look.light * self.factor
        return replace(look, light=light, lamp_deg=self.lamp_deg, light_gradient=self.gradient)


@dataclass(frozen=True)
class Breath:
    """The focus goes away and comes back: blurred by up to ``blur_px`` more, half way through."""

    start_s: float
    seconds: float = 2.0
    blur_px: float = 0.9

    def blur_at(self, time_s: float) -> float:
        """Return how much more blur there is, in px."""
        part = (time_s - self.start_s) / self.seconds
        return self.blur_px * math.sin(math.pi * part) ** 2 if 0 < part < 1 else 0.0


@dataclass(frozen=True)
class Conditions:
    """All of it; ``flicker`` is the lamp's swing as a share of its light, ``hz`` its beat with the camera's frames."""

    pushes: tuple[Push, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    breaths: tuple[Breath, ...] = ()
    flicker: float = 0.012
    hz: float = 1.7

    def shares(self, time_s: float) -> tuple[float, ...]:
        """Return how much of each push has happened."""
        return tuple(push.share(time_s) for push in self.pushes)

    def camera(self, camera: Camera, time_s: float) -> Camera:
        """Return where the camera is."""
        for push, share in zip(self.pushes, self.shares(time_s), strict=True):
            if share:
                camera = push.moved(camera, share)
        return camera

    def shaking(self, time_s: float) -> bool:
        """Whether the camera swings."""
        return any(push.shakes(time_s) for push in self.pushes)

    def lamp(self, time_s: float) -> Lamp | None:
        """Return the lamp that is on; None for the ordinary one."""
        return next((lamp for lamp in reversed(self.lamps) if lamp.start_s <= time_s), None)

    def blur_px(self, time_s: float) -> float:
        """Return how much the focus is off."""
        return max((breath.blur_at(time_s) for breath in self.breaths), default=0.0)

    def light(self, time_s: float, rows: int) -> Floats:
        """Return the flicker's factor on the light of each row of a picture that is read out row by row."""
        return 1 + self.flicker * np.sin(2 * math.pi * self.hz * time_s + np.linspace(0, 2.5, rows))
