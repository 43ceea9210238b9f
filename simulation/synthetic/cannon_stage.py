"""The synthetic camera over Montecassino's table: any state of it, standing or falling, as a picture."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from simulation.synthetic.cannon_figure import Figure, Uniform, figure_things
from simulation.synthetic.cannon_pieces import Cannon, Shell, banner_things, cannon_things, shell_things
from simulation.synthetic.cannon_print import BoardPrint, paint_board
from simulation.synthetic.cannon_table import BANNER_IDS, DEPTH_CM, WIDTH_CM, BoardPlace
from simulation.synthetic.compositor import Compositor
from simulation.synthetic.ground import GroundLight, ground_of
from simulation.synthetic.hand import Hand, hand_thing
from simulation.synthetic.look import Look
from simulation.synthetic.noise import Noise
from simulation.synthetic.palette import paint
from simulation.synthetic.plate import frame_plates
from simulation.synthetic.raster import Raster
from simulation.synthetic.sensor import Readout
from simulation.synthetic.things import ON_GROUND, Stage, Thing
from table.frame import Frame
from table.roster import Roster
from vision.arrays import Picture
from vision.camera import Camera

BANNERS_HOME = ((2.0, 20.0), (2.0, 75.0), (42.0, 75.0), (42.0, 20.0))
CANNONS_HOME = (Cannon(22.0, 3.2, 90.0), Cannon(22.0, DEPTH_CM - 3.2, -90.0))


@dataclass(frozen=True)
class CannonStyle:
    """What a set of the game looks like: the board's print and each side's uniform."""

    board: BoardPrint = field(default_factory=BoardPrint)
    uniforms: tuple[tuple[str, Uniform], ...] = (
        ("A", Uniform(paint("#7d7a4a"), paint("#4d5a34"))),
        ("G", Uniform(paint("#6a7276"), paint("#3f444a"))),
    )

    def uniform(self, side: str) -> Uniform:
        """Return a side's uniform."""
        return dict(self.uniforms).get(side, Uniform())


@dataclass(frozen=True)
class CannonState:
    """What is on the table at one moment; who is not in ``figures`` is not there.

    ``banners`` are their places in order of their ids, on the board's own cm as if it had not been pushed.
    """

    figures: tuple[Figure, ...]
    shells: tuple[Shell, ...] = ()
    cannons: tuple[Cannon, ...] = CANNONS_HOME
    banners: tuple[tuple[float, float], ...] = BANNERS_HOME
    hands: tuple[Hand, ...] = ()


class CannonStage:
    """Draws states of one table through one camera; what did not change since the last picture is not drawn again.

    The same seed gives the same sequence of pictures. ``board`` is where the board lies under the frame markers;
    ``like`` is the stage before something was pushed, whose sensor it shares, and its ground if nothing else differs.
    """

    def __init__(
        self,
        camera: Camera,
        frame: Frame,
        roster: Roster,
        look: Look | None = None,
        style: CannonStyle | None = None,
        seed: int | np.random.Generator = 0,
        board: BoardPlace | None = None,
        like: "CannonStage | None" = None,
    ) -> None:
        self.camera, self.frame, self.roster = camera, frame, roster
        self.look = look if look is not None else Look(ground="sand", outline=False)
        self.style = style if style is not None else CannonStyle()
        self.board = board if board is not None else BoardPlace()
        texture, sensor = np.random.default_rng(seed).spawn(2)
        eye = camera.position_cm
        self.stage = Stage((float(eye[0]), float(eye[1]), float(eye[2])), self.look.lamp_deg)
        if like is not None and like.camera is camera and like.look == self.look:
            self._ground: GroundLight = like._ground
        else:
            self._ground = ground_of(camera, replace(frame, board=None), self.look, texture)
        light = self._ground.light.copy()
        paint_board(light, self._ground.lamp, camera, self.style.board, self.board, px_per_cm(camera))
        raster = Raster(camera, self._ground.lamp, self._ground.grain, self.look.blur_px)
        self._compositor = Compositor(raster, light, replace(self.look, sensor=None), self.stage)
        self._noise: Noise = like._noise if like is not None else Noise(raster.picture, self.look, sensor)
        self._readout: Readout | None = None
        if self.look.sensor is not None:
            self._readout = like._readout if like is not None else Readout(self.look.sensor, sensor)
        self._fixed = [Thing(plate, (plate.x, plate.y), (), plate, ON_GROUND) for plate in frame_plates(frame)]
        self._entries = {entry.name: entry for entry in roster.entries}

    def render(self, state: CannonState) -> Picture:
        """Return the picture (H, W, 3) uint8 BGR of that state; its noise is new each time."""
        return self.look.jpeg(self.noisy(self.clean(state)))

    def clean(self, state: CannonState) -> Picture:
        """Return the picture before sensor noise and JPEG; it is overwritten by the next."""
        self._compositor.show(self.things(state))
        return self._compositor.picture

    def noisy(self, picture: Picture) -> Picture:
        """Return a picture with this camera's noise, before JPEG; with a sensor, the picture that this makes of it."""
        if self._readout is not None:
            return self._readout.of_picture(picture, self.look.gamma)
        return self._noise.add_to(picture)

    def things(self, state: CannonState) -> list[Thing]:
        """Return everything on the table."""
        words = self.frame.dictionary
        things = list(self._fixed)
        for marker, (x, y) in zip(BANNER_IDS, state.banners, strict=False):
            things += banner_things(words, marker, *self.board.moved(x, y), 90.0 + self.board.turn_deg, self.stage)
        for cannon in state.cannons:
            things += cannon_things(cannon, self.stage)
        for figure in state.figures:
            entry = self._entries[figure.name]
            uniform = self.style.uniform(entry.side)
            mount = entry.mount
            things += figure_things(figure, uniform, words, entry.marker, mount.height_cm, mount.size_cm, self.stage)
        for shell in state.shells:
            things += shell_things(shell, self.stage)
        return things + [hand_thing(hand, self.stage) for hand in state.hands]


def px_per_cm(camera: Camera) -> int:
    """Return how finely the board is to be printed for a camera: no coarser than it sees it."""
    x, y = WIDTH_CM / 2, DEPTH_CM / 2
    seen = camera.project([(x - 0.5, y, 0.0), (x + 0.5, y, 0.0)])
    return max(6, math.ceil(float(np.hypot(*(seen[1] - seen[0])))))
