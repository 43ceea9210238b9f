"""The camera over a rehearsal's hex board."""

import numpy as np
from numpy.typing import NDArray

from simulation.rehearsal.counters import Counters
from simulation.rehearsal.hex_renderer import HexRenderer
from simulation.rehearsal.hex_scene import HexScene
from simulation.rehearsal.studio import as_laid
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.hand import Hand

SIZE_PX = (1920, 1080)
ARM_CM, EDGE_CM, HIGH_CM = 70.0, 14.0, 9.0


class HexStudio:
    """A synthetic camera over a hex board; the same seed gives the same sequence of pictures.

    ``lens`` is all of it that the umpire may know.
    """

    def __init__(self, scene: HexScene, size_px: tuple[int, int] = SIZE_PX, seed: int = 3) -> None:
        camera = default_camera(scene.frame, size_px)
        self.lens, self._depth_cm = camera.lens, scene.frame.depth_cm
        laid = as_laid(scene.frame, np.random.default_rng(seed))
        self._renderer = HexRenderer(
            camera, laid, scene.roster, seed, blocks=scene.blocks, tints=scene.tints, roads=scene.roads, sand=scene.sand
        )

    def picture(self, world: Counters, now_s: float) -> NDArray[np.uint8]:
        """Return what the camera sees: BGR, (height, width, 3)."""
        return self._renderer.render(world.truth(), self._hands(world, now_s))

    def _hands(self, world: Counters, now_s: float) -> list[Hand]:
        hand = world.hand(now_s)
        if hand is None or hand.reach < 0.02:
            return []
        x, y = hand.over
        edge = self._depth_cm + EDGE_CM if hand.from_far else -EDGE_CM
        return [Hand(x, edge + (y - edge) * hand.reach, HIGH_CM, 90.0 if hand.from_far else 270.0, ARM_CM)]
