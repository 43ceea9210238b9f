"""The rehearsal's camera: what it would see of the world at a moment, of a table or of a board of hexes."""

from dataclasses import dataclass, replace

import numpy as np

from simulation.rehearsal.hex_renderer import HexRenderer
from simulation.rehearsal.hex_scene import HexScene
from simulation.rehearsal.scene import Scene
from simulation.rehearsal.world import World
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.hand import Hand
from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import Frame
from vision.arrays import Picture
from vision.camera import Camera, Lens
from vision.markers import find_markers
from vision.picture import in_grey
from vision.pose import fit_pose
from vision.square import frame_corners
from vision.table_view import FrameSeen, TableView

SIZE_PX = (1920, 1080)


@dataclass(frozen=True, slots=True)
class Reach:
    """How hands reach over a table: how long their arm is, from how far beyond the edge they come, and how high."""

    arm_cm: float
    edge_cm: float
    high_cm: float

    def hands(self, world: World, now_s: float, depth_cm: float) -> tuple[Hand, ...]:
        """Return the hand that is over a world's table at a moment, if one is."""
        hand = world.hand(now_s)
        if hand is None or hand.reach < 0.02:
            return ()
        x, y = hand.over
        edge = depth_cm + self.edge_cm if hand.from_far else -self.edge_cm
        turn = 90.0 if hand.from_far else 270.0
        return (Hand(x, edge + (y - edge) * hand.reach, self.high_cm, turn, self.arm_cm),)


class Studio:
    """A synthetic camera over a scene's table; the same seed gives the same sequence of pictures.

    ``lens`` is all of it that the umpire may know.
    """

    reach = Reach(90.0, 16.0, 12.0)

    def __init__(self, scene: Scene, seed: int = 3) -> None:
        self._depth_cm = scene.frame.depth_cm
        camera = default_camera(scene.frame, SIZE_PX)
        self.lens = camera.lens
        self._renderer = self._renderer_of(scene, camera, as_laid(scene.frame, np.random.default_rng(seed)), seed)

    def picture(self, world: World, now_s: float) -> Picture:
        """Return what the camera sees: BGR, (height, width, 3)."""
        return self._renderer.render(world.truth(), self.reach.hands(world, now_s, self._depth_cm))

    def _renderer_of(self, scene: Scene, camera: Camera, laid: Frame, seed: int) -> Renderer:
        return Renderer(camera, laid, scene.roster, seed=seed)


class HexStudio(Studio):
    """A synthetic camera over a board of hexes; hands reach less far over it, and lower."""

    reach = Reach(70.0, 14.0, 9.0)

    def _renderer_of(self, scene: Scene, camera: Camera, laid: Frame, seed: int) -> Renderer:
        assert isinstance(scene, HexScene)
        return HexRenderer(
            camera, laid, scene.roster, seed, blocks=scene.blocks, tints=scene.tints, roads=scene.roads, sand=scene.sand
        )


def as_laid(frame: Frame, hand: np.random.Generator) -> Frame:
    """Return the frame markers where a careful hand with a ruler really laid them: off by the survey's sigma."""
    off = hand.normal(0.0, frame.survey_sigma_cm or 0.0, (len(frame.markers), 2))
    laid = (replace(m, x=m.x + dx, y=m.y + dy) for m, (dx, dy) in zip(frame.markers, off, strict=True))
    return replace(frame, markers=tuple(laid))


def calibrated(lens: Lens, frame: Frame, picture: Picture) -> TableView:
    """Return the view of a table found in one picture (H, W) grey or (H, W, 3) BGR by its frame markers.

    ``lens`` is what a calibration of the camera would have found; ``frame`` says where the markers were meant to lie,
    ``survey_sigma_cm`` in it how well they do. Raises BadInput for a picture with fewer than three of them.
    """
    survey_sigma_cm = frame.survey_sigma_cm or 0.0
    known = {marker.id: marker for marker in frame.markers}
    found = [m for m in find_markers(in_grey(picture), frame.dictionary, known) if m.id in known]
    if len(found) < 3:
        raise BadInput("I see {count} of {all} cards; at least 3 are needed to find the table",
                       count=len(found), all=len(known))  # fmt: skip
    fit = fit_pose(
        lens,
        np.array([frame_corners(known[marker.id]) for marker in found]),
        np.array([marker.corners_px for marker in found]),
        np.array([marker.covariance_px for marker in found]),
        survey_sigma_cm,
    )
    seen = tuple(FrameSeen(marker.id, marker.corners_px) for marker in found)
    return TableView(fit.camera, frame, fit.covariance, seen, survey_sigma_cm, fit.rms_px)
