"""The table of the set-up's journeys: its cards, the camera above it, and pictures of the board for its lens."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from charuco_print import PrintedBoard, board_picture, held

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from vision.arrays import Picture

FRAME = frame_of(120.0, 100.0, range(240, 248))
SIZE_PX = (1920, 1080)
CAMERA = default_camera(FRAME, SIZE_PX)
LEARNED = CameraProfile(CAMERA.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
BOARDS = 9


@cache
def farm_picture() -> Picture:
    """Return what the camera sees of the demo's farm; nobody may change it."""
    scene = demo_scene("ambush")
    picture = Renderer(CAMERA, FRAME, scene.roster, seed=4).render(scene.truth())
    picture.flags.writeable = False
    return picture


def board_pictures(folder: Path) -> None:
    """Write pictures of the board, held into every corner."""
    dice, board = np.random.default_rng(5), PrintedBoard()
    for k, camera in enumerate(held(board, CAMERA.lens, dice, BOARDS)):
        assert cv2.imwrite(str(folder / f"board-{k}.png"), board_picture(board, camera, Look(), dice))
