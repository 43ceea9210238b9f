"""The rehearsal's camera: what it would see of the world at a moment."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simulation.rehearsal.scene import Scene
from simulation.rehearsal.world import World
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.hand import Hand
from simulation.synthetic.renderer import Renderer
from table.frame import Frame

SIZE_PX = (1920, 1080)
ARM_CM = 90.0


class Studio:
    """A synthetic camera over a scene's table; the same seed gives the same sequence of pictures.

    ``lens`` is all of it that the umpire may know. ``nudge_cm`` is how far the camera was knocked off its place.
    """

    def __init__(
        self, scene: Scene, size_px: tuple[int, int] = SIZE_PX, seed: int = 3,
        nudge_cm: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:  # fmt: skip
        self._depth_cm = scene.frame.depth_cm
        camera = default_camera(scene.frame, size_px)
        camera = replace(camera, translation=camera.translation - camera.rotation @ np.array(nudge_cm))
        self.lens = camera.lens
        laid = as_laid(scene.frame, np.random.default_rng(seed))
        self._renderer = Renderer(camera, laid, scene.roster, seed=seed)

    def picture(self, world: World, now_s: float) -> NDArray[np.uint8]:
        """Return what the camera sees: BGR, (height, width, 3)."""
        return self._renderer.render(world.truth(), self._hands(world, now_s))

    def _hands(self, world: World, now_s: float) -> list[Hand]:
        hand = world.hand(now_s)
        if hand is None or hand.reach < 0.02:
            return []
        x, y = hand.over
        edge = self._depth_cm + 16.0 if hand.from_far else -16.0
        return [Hand(x, edge + (y - edge) * hand.reach, from_deg=90.0 if hand.from_far else 270.0, arm_cm=ARM_CM)]


def as_laid(frame: Frame, hand: np.random.Generator) -> Frame:
    """Return the frame markers where a careful hand with a ruler really laid them: off by the survey's sigma."""
    off = hand.normal(0.0, frame.survey_sigma_cm or 0.0, (len(frame.markers), 2))
    laid = (replace(m, x=m.x + dx, y=m.y + dy) for m, (dx, dy) in zip(frame.markers, off, strict=True))
    return replace(frame, markers=tuple(laid))
