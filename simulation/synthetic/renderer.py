"""The synthetic camera: snapshots in, pictures out, by themselves or as a source of pictures of a table."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from simulation.synthetic.compositor import Compositor
from simulation.synthetic.fittings import (
    default_camera,
    default_frame,
    default_roster,
    default_size_cm,
    with_footprints,
)
from simulation.synthetic.ground import ground_of
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from simulation.synthetic.noise import Noise
from simulation.synthetic.plate import frame_plates
from simulation.synthetic.raster import Raster
from simulation.synthetic.scene import RenderedScene
from simulation.synthetic.sensor import Readout
from simulation.synthetic.sheet import LaidSheet
from simulation.synthetic.things import ON_GROUND, Stage, Thing
from table.errors import BadInput
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from vision.arrays import Picture
from vision.camera import Camera
from vision.sources.frames import CameraFrame, Closing


class Renderer:
    """Draws snapshots of one table through one camera; what did not change since the last picture is not drawn again.

    The same seed gives the same sequence of pictures. Markers are exact: each pixel holds the mean light over its
    square, in linear light, before lens blur and tone curve. Stands not on the roster are drawn without a marker.
    ``sheet`` is a printed map lying on the table, in place of the plain lines of the frame's board.
    Raises BadInput for a camera that does not look down at the table, or a marker the dictionary does not have.
    """

    def __init__(
        self,
        camera: Camera,
        frame: Frame,
        roster: Roster | None = None,
        look: Look | None = None,
        seed: int | np.random.Generator = 0,
        sheet: LaidSheet | None = None,
    ) -> None:
        self.camera, self.frame = camera, frame
        self.roster = roster if roster is not None else Roster()
        self.look = look if look is not None else Look()
        eye = camera.position_cm
        if eye[2] < 5 or camera.rotation[2, 2] > -0.05:
            raise BadInput("a synthetic camera must be above the table and look down at it")
        texture, sensor = np.random.default_rng(seed).spawn(2)
        stage = Stage((float(eye[0]), float(eye[1]), float(eye[2])), self.look.lamp_deg)
        ground = ground_of(camera, frame, self.look, texture, sheet)
        raster = Raster(camera, ground.lamp, ground.grain, self.look.blur_px)
        self._fixed = [Thing(plate, (plate.x, plate.y), (), plate, ON_GROUND) for plate in frame_plates(frame)]
        self._scene = RenderedScene(frame, self.roster, stage)
        self._compositor = Compositor(raster, ground.light, self.look, stage)
        self._readout = None if self.look.sensor is None else Readout(self.look.sensor, sensor)
        self._noise = Noise(raster.picture, self.look, sensor)

    def render(self, snapshot: Snapshot, hands: Sequence[Hand] = (), litter: Sequence[Thing] = ()) -> Picture:
        """Return the picture (H, W, 3) uint8 BGR of that table, with hands and litter; its noise is new each time."""
        self._compositor.show(self._fixed + self._scene.things(snapshot, hands) + list(litter))
        if self._readout is not None and self._compositor.light is not None:
            return self._readout.frame(self._compositor.light)
        return self.look.jpeg(self._noise.add_to(self._compositor.picture))


class SyntheticSource(Closing):
    """Renders a table whenever a picture is asked for; it never ends."""

    live = True

    def __init__(
        self,
        renderer: Renderer,
        table: Snapshot,
        clock: Callable[[], float] = time.monotonic,
        name: str = "sim:",
    ) -> None:
        self.renderer, self.table, self.name = renderer, table, name
        self._clock = clock
        self._index = 0

    def read(self) -> CameraFrame:
        """Return the picture of this moment."""
        now_s = self._clock()
        index, self._index = self._index, self._index + 1
        return CameraFrame(self.renderer.render(self.table), now_s, index, f"{self.name}#{index}")


def source_of(
    snapshot: Snapshot,
    size_px: tuple[int, int] = (1920, 1080),
    clock: Callable[[], float] = time.monotonic,
    seed: int = 0,
    name: str = "sim:",
    look: Look | None = None,
) -> SyntheticSource:
    """Return a still table with default fittings as a source; raises BadInput for more stands than markers."""
    table = with_footprints(snapshot)
    frame = default_frame(table.width_cm, table.depth_cm)
    roster = default_roster(table, default_size_cm(size_px))
    renderer = Renderer(default_camera(frame, size_px), frame, roster, look, seed)
    return SyntheticSource(renderer, table, clock, name)
