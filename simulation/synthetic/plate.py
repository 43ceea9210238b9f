"""A printed marker lying on a plane, as exact shapes in the picture."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from simulation.synthetic.coverage import Edges
from table.errors import BadInput
from table.frame import Frame
from table.mount import Pose, marker_from_stand
from table.roster import Roster
from table.snapshot import Snapshot
from vision.arrays import Bools, Floats, Indices
from vision.camera import Camera

MARGIN_MODULES = 1  # the white card reaches one module past the black square, as the printed sheets do


@dataclass(frozen=True, slots=True)
class Plate:
    """A marker of a dictionary lying level: its centre in table cm, heading, height and black square's side.

    ``bright`` is how much of the light on a level card it has: less where it looks away from the lamp.
    """

    dictionary: str
    id: int
    x: float
    y: float
    heading_deg: float
    height_cm: float
    size_cm: float
    bright: float = 1.0

    def points_cm(self, right: Floats, down: Floats) -> Floats:
        """Return (N, 3) table cm of points on the card: in sides of the black square from its top left corner."""
        heading = math.radians(self.heading_deg)
        up_x, up_y = math.cos(heading), math.sin(heading)
        across, along = (right - 0.5) * self.size_cm, (0.5 - down) * self.size_cm
        x, y = self.x + along * up_x + across * up_y, self.y + along * up_y - across * up_x
        return np.column_stack([x, y, np.full(len(x), self.height_cm)])

    def corners_cm(self) -> Floats:
        """Return the black square's corners (4, 3) in ArUco's order."""
        return self.points_cm(np.array([0.0, 1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0, 1.0]))

    def card_cm(self) -> Floats:
        """Return the white card's corners (4, 3)."""
        edge = MARGIN_MODULES / len(modules(self.dictionary, self.id))
        low, high = -edge, 1 + edge
        return self.points_cm(np.array([low, high, high, low]), np.array([low, low, high, high]))

    def black_edges(self, camera: Camera) -> Edges:
        """Return where the camera sees the borders between black and white, each module's edge straight."""
        starts, ends = _border_steps(self.dictionary, self.id)
        count = len(modules(self.dictionary, self.id))
        down, right = np.divmod(np.arange((count + 1) ** 2), count + 1)
        nodes = camera.project(self.points_cm(right / count, down / count))
        return Edges(nodes[starts], nodes[ends])


@lru_cache(maxsize=8)
def predefined(name: str) -> cv2.aruco.Dictionary:
    """Return one of OpenCV's dictionaries by name; raises BadInput for another."""
    constant = f"DICT_{name.upper().removeprefix('DICT_')}"
    number = getattr(cv2.aruco, constant, None)
    if not isinstance(number, int):
        raise BadInput("no marker dictionary is called {name}; try 4x4_250", name=repr(name))
    return cv2.aruco.getPredefinedDictionary(number)


@lru_cache(maxsize=2048)
def modules(dictionary: str, marker: int) -> Bools:
    """Return the marker's square of modules, its black border included, True where black; raises BadInput."""
    words = predefined(dictionary)
    known = len(words.bytesList)
    if not 0 <= marker < known:
        raise BadInput("dictionary {dictionary} has markers 0 to {most}, not {marker}",
                       dictionary=dictionary, most=known - 1, marker=marker)  # fmt: skip
    side = words.markerSize + 2
    return np.asarray(words.generateImageMarker(marker, side, borderBits=1) < 128)


@lru_cache(maxsize=2048)
def _border_steps(dictionary: str, marker: int) -> tuple[Indices, Indices]:
    """Return start and end node of each module edge with black on one side, black always on the right of its way."""
    black = np.pad(modules(dictionary, marker).astype(int), 1)
    nodes = len(black) - 1
    # Along the rows: an edge below white and above black runs right, the other way round left; columns likewise.
    change = black[1:, 1:-1] - black[:-1, 1:-1]
    down, right = np.nonzero(change)
    left_node = down * nodes + right
    forward = change[down, right] > 0
    starts, ends = [np.where(forward, left_node, left_node + 1)], [np.where(forward, left_node + 1, left_node)]
    change = black[1:-1, 1:] - black[1:-1, :-1]
    down, right = np.nonzero(change)
    top_node = down * nodes + right
    upward = change[down, right] > 0
    starts.append(np.where(upward, top_node + nodes, top_node))
    ends.append(np.where(upward, top_node, top_node + nodes))
    return np.concatenate(starts), np.concatenate(ends)


def frame_plates(frame: Frame) -> list[Plate]:
    """Return the markers fixed to the table."""
    return [
        Plate(frame.dictionary, m.id, m.x, m.y, m.heading_deg, m.height_cm, m.size_cm) for m in frame.markers
    ]  # fmt: skip


def stand_plates(frame: Frame, roster: Roster, snapshot: Snapshot) -> dict[str, Plate]:
    """Return the markers of the snapshot's stands by name, each where its mount holds it."""
    entries = {entry.name: entry for entry in roster.entries}
    plates = {}
    for stand in snapshot.stands:
        entry = entries.get(stand.name)
        if entry is not None:
            at = marker_from_stand(Pose(stand.x, stand.y, stand.heading_deg), entry.mount)
            mount = entry.mount
            plates[stand.name] = Plate(
                frame.dictionary, entry.marker, at.x, at.y, at.heading_deg, mount.height_cm, mount.size_cm
            )
    return plates
