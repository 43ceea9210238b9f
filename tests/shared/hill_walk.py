"""A small table with one foam hill, its camera held in four places, and the pictures that it takes there."""

from pathlib import Path

import cv2
import numpy as np
import shapely
from hill_tables import bare_table, drawn, with_hill

from simulation.synthetic.fittings import default_frame, over_table
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from vision.camera import Camera, Lens

FRAME = default_frame(58, 44)
LENS = Lens((960, 540), np.array([[680.0, 0, 479.5], [0, 680, 269.5], [0, 0, 1]]), np.zeros(5))
HILL = shapely.box(20, 14, 38, 30)
HIGH_CM = 3.0


def camera(k: int) -> Camera:
    """Return the camera at its own place (0), or held elsewhere."""
    return over_table(LENS, FRAME, 4.0 if k == 0 else 17.0, 90.0 * k)


def spoilt_pictures(folder: Path) -> None:
    """Write a picture in which no card is seen, and a smaller one."""
    assert cv2.imwrite(str(folder / "dark.png"), np.full((540, 960, 3), 40, np.uint8))
    assert cv2.imwrite(str(folder / "small.png"), np.full((270, 480, 3), 40, np.uint8))


def walk_pictures(folder: Path, count: int = 4) -> None:
    """Write pictures of the hill, walk-0.png and so on, from as many places."""
    dice = np.random.default_rng(3)
    bare = bare_table((58.0, 44.0), dice, 12.0)
    brown = np.array([90.0, 130.0, 160.0]) + (bare.colours - bare.colours.mean(axis=(0, 1)))[::-1]
    table = with_hill(bare, HILL, HIGH_CM, brown.astype(np.float32))
    for k in range(count):
        flat = Renderer(camera(k), FRAME, None, Look(ground="sand"), 3).render(Snapshot(58, 44))
        seen = drawn(table, camera(k), dice, under=flat, layer_cm=0.25)
        assert cv2.imwrite(str(folder / f"walk-{k}.png"), seen)
