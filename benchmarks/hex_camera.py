"""One club's camera over hex maps: the mat, the lamp and the sensor are the same from board to board."""

from collections.abc import Sequence

import numpy as np
from looks import RoomLook
from numpy.typing import NDArray

from simulation.synthetic.compositor import Compositor
from simulation.synthetic.coverage import Box
from simulation.synthetic.ground import ground_of, plane_coordinates
from simulation.synthetic.noise import Noise
from simulation.synthetic.plate import frame_plates
from simulation.synthetic.raster import Raster
from simulation.synthetic.sensor import Readout
from simulation.synthetic.sheet import LaidSheet
from simulation.synthetic.things import ON_GROUND, Stage, Thing
from table.frame import Frame
from vision.camera import Camera

Picture = NDArray[np.uint8]


class HexCamera:
    """Draws maps with what lies on them; the room's own light and noise are drawn once.

    Of a picture's own look count blur, motion, tone, glare and cast shadows; ground, lamp, noise and sharpening are the
    room's and the camera's.
    """

    def __init__(self, camera: Camera, frame: Frame, look: RoomLook, seed: int) -> None:
        texture, sensor = np.random.default_rng((seed, 9)).spawn(2)
        self._camera = camera
        self._ground = ground_of(camera, frame, look, texture)
        self._x, self._y = plane_coordinates(camera)
        self._fixed = [Thing(plate, (plate.x, plate.y), (), plate, ON_GROUND) for plate in frame_plates(frame)]
        width, height = camera.lens.size_px
        self._readout = None if look.sensor is None else Readout(look.sensor, sensor)
        self._noise = Noise(Box(0, 0, width, height), look, sensor)

    def picture(self, sheet: LaidSheet | None, look: RoomLook, things: Sequence[Thing]) -> Picture:
        """Return the picture (H, W, 3) of a map and things on it, before JPEG; its noise is new each time."""
        light = self._ground.light
        if sheet is not None:
            light = light.copy()
            sheet.lay_on(light, self._ground.lamp, self._x, self._y)
        x, y, z = self._camera.position_cm.tolist()
        raster = Raster(self._camera, self._ground.lamp, self._ground.grain, look.blur_px)
        drawn = Compositor(raster, light, look, Stage((x, y, z), look.lamp_deg))
        drawn.show([*self._fixed, *things])
        if self._readout is not None and drawn.light is not None:
            return self._readout.frame(drawn.light)
        return self._noise.add_to(drawn.picture)
