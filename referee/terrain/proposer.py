"""An outline proposed for the piece at a point of the page's picture."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from referee.observation import Observation
from rules.registry import game_named, games
from table.footprint import part_corners
from table.stand import Stand
from table.vectors import unit
from vision.terrain.corners import Point
from vision.terrain.outline import Hints, Missing, Proposal, TerrainPicture

USUAL_HEIGHT_CM: Mapping[str, float] = MappingProxyType(
    {
        "house": 6.0, "village": 4.0, "ruins": 3.0, "wood": 6.0, "bush": 1.2, "hedge": 1.6, "wall": 1.2, "fence": 1.2,
        "vehicle": 3.0, "wreck": 2.4, "cliff": 4.0,
    }
)  # fmt: skip
"""How high a piece of that kind is when nobody has measured it; what is not here lies flat."""
LOOSE_CM: Mapping[str, float] = MappingProxyType({"wood": 5.0, "bush": 2.0, "village": 4.0, "fence": 2.5})
"""How far the parts of one piece may lie apart."""
CROWNS = frozenset({"wood", "bush"})
"""Kinds whose top hides their foot."""


def kinds_of(game: str, settings: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return the kinds of terrain that a game's rules know, with the players' own of ``settings``, in their order."""
    book = tuple(game_named(game).terrain_kinds() if game else ()) or [
        kind for each in games() for kind in each.terrain_kinds()
    ]
    own = (settings or {}).get("terrain", {})
    known = [*book, *(own if isinstance(own, Mapping) else ())]
    return tuple(dict.fromkeys(known))


def usual_height_cm(kind: str) -> float:
    """Return how high a piece of that kind usually is; 0 where it lies flat, or nobody knows."""
    return USUAL_HEIGHT_CM.get(kind, 0.0)


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
