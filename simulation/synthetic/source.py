"""The synthetic camera as a source of pictures of a table, rendered on demand."""

import time
from collections.abc import Callable

from simulation.synthetic.fittings import (
    default_camera,
    default_frame,
    default_roster,
    default_size_cm,
    with_footprints,
)
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from vision.sources.frames import CameraFrame, Closing


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
