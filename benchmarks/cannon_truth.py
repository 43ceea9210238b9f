"""What one shot truly did: who fell, who was pushed, where the shell lies and how much of it is to be seen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from simulation.synthetic.cannon_figure import Figure
from simulation.synthetic.cannon_pieces import Shell, outline_of
from simulation.synthetic.cannon_shot import Shot
from simulation.synthetic.cannon_table import (
    DEPTH_CM,
    FIELD_RANKS,
    FILES,
    ORIGIN_CM,
    RANKS,
    SQUARE_CM,
    WIDTH_CM,
    BoardPlace,
)
from simulation.synthetic.things import Face, Stage, Thing
from vision.camera import Camera

Manner = Literal["lying", "leaning", "gone"]
SEEN_SHARE, HIDDEN_SHARE = 0.5, 0.05


@dataclass(frozen=True, slots=True)
class Fallen:
    """One that fell: the square and place (table cm) where he stood before, why, and how he is now."""

    name: str
    square: str | None
    x: float
    y: float
    cause: str
    manner: Manner


@dataclass(frozen=True, slots=True)
class Moved:
    """One that stands, but elsewhere: from and to in table cm. A push of the whole board is in it."""

    name: str
    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def cm(self) -> float:
        """How far."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ShellAtRest:
    """The shell after the shot: its middle in table cm at the height of its radius, where the camera sees it.

    ``seen`` is the share of it that nothing hides, ``contrast`` by how many grey levels of the strongest colour it
    differs from what it covers; ``on_board`` whether it lies on the printed board.
    """

    x: float
    y: float
    radius_cm: float
    at_px: tuple[float, float]
    seen: float
    contrast: float
    on_board: bool
    colour: str

    @property
    def why(self) -> str:
        """In a word: visible, partly hidden, hidden, faint, or beside the board."""
        if self.seen < HIDDEN_SHARE:
            return "hidden"
        if not self.on_board:
            return "beside the board"
        if self.seen < SEEN_SHARE:
            return "partly hidden"
        return "visible" if self.contrast >= 25 else "faint"


@dataclass(frozen=True)
class ShotTruth:
    """Everything about one shot; ``shell`` is None where it left the picture.

    ``under_hand`` are those whose markers a hand hides in the after picture, wholly or in part. ``zone`` are the
    banners before the shot. ``board`` is how the board was pushed.
    """

    fallen: tuple[Fallen, ...]
    moved: tuple[Moved, ...]
    shell: ShellAtRest | None
    zone: tuple[tuple[float, float], ...]
    standing: frozenset[str]
    under_hand: frozenset[str]
    board: BoardPlace
    order: tuple[tuple[float, str], ...]
    strike_cm: tuple[float, float, float]
    strike_s: float
    struck: str | None


def fallen_of(before: Figure, after: Figure | None, cause: str) -> Fallen:
    """Return what is to be said of one that fell."""
    manner: Manner = "gone" if after is None else "lying" if after.tilt_deg > 75 else "leaning"
    return Fallen(before.name, square_under(before.x, before.y), before.x, before.y, cause, manner)


def square_under(x: float, y: float) -> str | None:
    """Return the square that a point of the table is on; None beside the squares."""
    file, rank = math.floor((x - ORIGIN_CM[0]) / SQUARE_CM), math.floor((y - ORIGIN_CM[1]) / SQUARE_CM)
    if not (0 <= file < FILES and 0 <= rank < RANKS):
        return None
    if rank < FIELD_RANKS:
        return f"A-{rank * FILES + file + 1}"
    return f"G-{(RANKS - 1 - rank) * FILES + FILES - file}"


def first_moves(shot: Shot) -> tuple[tuple[float, str], ...]:
    """Return when each figure that moves first does, in order."""
    return tuple(sorted((moved.start_s, moved.name) for moved in (*shot.falls, *shot.drags)))


def on_table(x: float, y: float) -> bool:
    """Whether a point is on the printed board."""
    return 0 <= x <= WIDTH_CM and 0 <= y <= DEPTH_CM


def seen_share(shell: Shell, things: Sequence[Thing], stage: Stage, camera: Camera) -> float:
    """Return what share of a shell in the picture nothing drawn after it hides."""
    whole = shapely.Polygon(camera.project(outline_of(shell, stage.eye_cm))).buffer(0)
    width, height = camera.lens.size_px
    left = whole.intersection(shapely.box(0, 0, width - 1, height - 1))

    def turn(thing: Thing) -> tuple[int, float]:
        return thing.tier, -math.dist(thing.at, stage.eye_cm[:2])

    own = next(thing for thing in things if thing.key == shell)
    for thing in things:
        if thing is own or turn(thing) <= turn(own):
            continue
        for face in thing.faces:
            left = left.difference(_seen(camera, face))
        if thing.plate is not None:
            left = left.difference(shapely.Polygon(camera.project(thing.plate.card_cm())).buffer(0))
    return float(left.area / whole.area)


def under(hands: Sequence[Thing], markers: dict[str, np.ndarray], camera: Camera) -> frozenset[str]:
    """Return whose markers (corners (4, 3) cm by name) a hand hides, if only a little."""
    if not hands:
        return frozenset()
    cover = shapely.union_all([_seen(camera, face) for hand in hands for face in hand.faces])
    shapes = {name: shapely.Polygon(camera.project(corners)).buffer(2.0) for name, corners in markers.items()}
    return frozenset(name for name, shape in shapes.items() if cover.intersects(shape))


def _seen(camera: Camera, face: Face) -> BaseGeometry:
    points = camera.project(face.points_cm)
    return shapely.MultiPoint(points).convex_hull if face.hull else shapely.Polygon(points).buffer(0)
