"""An outline proposed for the piece at a point of the page's picture."""

import threading
from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np

from referee.observation import Observation
from referee.terrain.kinds import CROWNS, LOOSE_CM
from table.footprint import part_corners
from table.stand import Stand
from table.vectors import unit
from vision.terrain.corners import Point
from vision.terrain.outline import Hints, Missing, Proposal, TerrainPicture

TAIL_CM = 3.6
"""How far behind a base its marker's card may reach."""
AROUND_CM = 0.4


def hints_of(kind: str | None, height_cm: float, camera_cm: tuple[float, float, float] | None = None) -> Hints:
    """Return what a piece's kind and height tell of its outline."""
    return Hints(height_cm, camera_cm, LOOSE_CM.get(kind or "", 0.0), (kind or "") in CROWNS)


def hiding(stands: Iterable[Stand]) -> tuple[Sequence[Point], ...]:
    """Return the outlines, in cm, of what stands hide of a table: bases with some room, and markers' cards behind."""
    hidden: list[Sequence[Point]] = []
    for stand in stands:
        ahead_x, ahead_y = unit(stand.heading_deg)
        across = max(stand.width_cm, 2.8) / 2 + AROUND_CM
        front, back = stand.depth_cm / 2 + AROUND_CM, -stand.depth_cm / 2 - TAIL_CM
        if stand.depth_cm > 5:  # a vehicle has its marker on the roof
            back = -stand.depth_cm / 2 - AROUND_CM
        own = ((front, across), (back, across), (back, -across), (front, -across))
        hidden.append([(stand.x + a * ahead_x - b * ahead_y, stand.y + a * ahead_y + b * ahead_x) for a, b in own])
        hidden += part_corners(stand)
    return tuple(hidden)


class Proposer:
    """Proposes outlines on the newest observation; the ground of a picture is learned only once."""

    def __init__(self, newest: Callable[[], Observation]) -> None:
        self._newest = newest
        self._lock = threading.Lock()
        self._known: tuple[Callable[[], bytes], TerrainPicture] | None = None

    def outline_at(self, x: float, y: float, kind: str | None = None, height_cm: float = 0.0) -> Proposal | Missing:
        """Return the outline of the piece at a point in table cm, or why there is none; "no_ground" with no picture."""
        observation = self._newest()
        if observation.jpeg is None:
            return "no_ground"
        with self._lock:  # learning a ground takes a fifth of a second: not twice at once
            if self._known is None or self._known[0] is not observation.jpeg:
                data = np.frombuffer(observation.jpeg(), np.uint8)
                picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
                table, (left, near, right, far) = observation.table, observation.picture_cm
                if picture is None or right <= left or far <= near:
                    return "no_ground"
                ready = TerrainPicture(
                    np.asarray(picture, np.uint8), observation.picture_cm, (table.width_cm, table.depth_cm),
                    hiding(table.stands),
                )  # fmt: skip
                self._known = (observation.jpeg, ready)
            return self._known[1].outline_at(x, y, hints_of(kind, height_cm, observation.camera_cm))
