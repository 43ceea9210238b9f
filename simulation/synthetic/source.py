"""The synthetic camera as a source of pictures: a world that changes with time, rendered on demand."""

import time
from collections.abc import Callable, Sequence

from simulation.synthetic.fittings import (
    default_camera,
    default_frame,
    default_roster,
    default_size_cm,
    with_footprints,
)
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from vision.sources.frames import CameraFrame, Closing

World = Callable[[float], Snapshot]
Hands = Callable[[float], Sequence[Hand]]


class SyntheticSource(Closing):
    """Renders ``world(seconds since the first read)`` whenever a picture is asked for; it never ends.

    ``renderer`` holds camera, frame and roster, the truth that tests compare with.
    """

    live = True

    def __init__(
        self,
        renderer: Renderer,
        world: World,
        clock: Callable[[], float] = time.monotonic,
        hands: Hands | None = None,
        name: str = "sim:",
    ) -> None:
        self.renderer, self.world, self.name = renderer, world, name
        self._clock, self._hands = clock, hands
        self._start_s: float | None = None
        self._index = 0

    def read(self) -> CameraFrame:
        """Return the picture of this moment."""
        now_s = self._clock()
        if self._start_s is None:
            self._start_s = now_s
        passed_s = now_s - self._start_s
        hands = self._hands(passed_s) if self._hands is not None else ()
        image = self.renderer.render(self.world(passed_s), hands)
        index, self._index = self._index, self._index + 1
        return CameraFrame(image, now_s, index, f"{self.name}#{index}")


def source_of(
    snapshot: Snapshot,
    size_px: tuple[int, int] = (1920, 1080),
    clock: Callable[[], float] = time.monotonic,
    look: Look | None = None,
    seed: int = 0,
    name: str = "sim:",
) -> SyntheticSource:
    """Return a still table with default fittings as a source; raises BadInput for more stands than markers."""
    table = with_footprints(snapshot)
    frame = default_frame(table.width_cm, table.depth_cm)
    roster = default_roster(table, default_size_cm(size_px))
    renderer = Renderer(default_camera(frame, size_px), frame, roster, look, seed)
    return SyntheticSource(renderer, lambda _: table, clock, name=name)
