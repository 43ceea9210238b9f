"""What stands or lies on the synthetic table, as coloured faces in space; and the simple bodies it is made of."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from simulation.synthetic.palette import Colour, shaded
from simulation.synthetic.plate import Plate
from vision.arrays import Floats

LAMP_HEIGHT_DEG = 58.0
IN_GROUND, ON_GROUND, STANDING, HELD = TIERS = range(4)


@dataclass(frozen=True, eq=False)
class Face:
    """One area of one colour: (N, 3) table cm. ``hull`` fills the convex hull of what is seen; ``grain`` roughens."""

    points_cm: Floats
    colour: Colour
    hull: bool = False
    grain: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Thing:
    """Faces drawn in order, then the marker on top; ``key`` is equal exactly when the picture is.

    Tier by tier: what lies in the ground, what lies on it (bases, cards), what stands, what is held over the table.
    The shadows of a tier fall on the tiers below it; they are polygons (N, 2) on the ground, which is ``ground_cm``
    above the table there. Within a tier the furthest from the camera's foot is drawn first: things lean away from it,
    so the nearer covers the further.
    """

    key: Hashable
    at: tuple[float, float]
    faces: tuple[Face, ...] = ()
    plate: Plate | None = None
    tier: int = STANDING
    shadows: tuple[Floats, ...] = ()
    softness_cm: float = 0.1
    ground_cm: float = 0.0

    def lifted(self, cm: float) -> "Thing":
        """Return the same thing standing so much higher."""
        if not cm:
            return self
        up = np.array([0.0, 0.0, cm])
        faces = tuple(replace(face, points_cm=face.points_cm + up) for face in self.faces)
        plate = self.plate and replace(self.plate, height_cm=self.plate.height_cm + cm)
        return replace(self, key=(self.key, cm), faces=faces, plate=plate, ground_cm=self.ground_cm + cm)


@dataclass(frozen=True)
class Stage:
    """Where the camera is (table cm) and where the light comes from: what faces are seen and how bright they are."""

    eye_cm: tuple[float, float, float]
    lamp_deg: float

    @property
    def lamp(self) -> tuple[float, float, float]:
        """The unit vector towards the lamp."""
        turn, rise = math.radians(self.lamp_deg), math.radians(LAMP_HEIGHT_DEG)
        return (math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), math.sin(rise))

    def lit(self, colour: Colour, normal: Sequence[float] | Floats) -> Colour:
        """Return the colour of a face of that normal; a level one keeps its own."""
        length = math.sqrt(sum(float(n) ** 2 for n in normal)) or 1.0
        facing = sum(float(n) * lamp for n, lamp in zip(normal, self.lamp, strict=True)) / length
        return shaded(colour, 0.4 + 0.6 * max(facing, 0.0) / self.lamp[2])

    def cast(self, outline: ArrayLike, height_cm: float, from_cm: float = 0.0) -> Floats:
        """Return the shadow on the ground of an upright body from one height to another over that outline."""
        points = np.asarray(outline, dtype=np.float64)
        reach = -np.array(self.lamp[:2]) / self.lamp[2]
        return convex_hull(np.concatenate([points + reach * from_cm, points + reach * height_cm]))


def convex_hull(points: Floats) -> Floats:
    """Return the corners of the convex hull of (N, 2) points, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return np.array(ordered)

    def chain(path: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        out: list[tuple[float, float]] = []
        for p in path:
            while len(out) > 1 and _turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@dataclass(frozen=True)
class Place:
    """Axes of something that stands somewhere with a heading: (along, across left +) to table cm."""

    x: float
    y: float
    heading_deg: float

    def points(self, along_across: ArrayLike) -> Floats:
        """Return (N, 2) table cm of (N, 2) own cm."""
        own = np.asarray(along_across, dtype=np.float64)
        turn = math.radians(self.heading_deg)
        c, s = math.cos(turn), math.sin(turn)
        return np.column_stack([self.x + own[:, 0] * c - own[:, 1] * s, self.y + own[:, 0] * s + own[:, 1] * c])

    def rectangle(self, depth: float, width: float, along: float = 0.0, across: float = 0.0) -> Floats:
        """Return the corners of a rectangle round an own point."""
        a, b = depth / 2, width / 2
        return self.points(
            [(along + a, across + b), (along - a, across + b), (along - a, across - b), (along + a, across - b)]
        )

    def ellipse(self, depth: float, width: float, along: float = 0.0, across: float = 0.0, corners: int = 10) -> Floats:
        """Return a polygon round an own point with these diameters."""
        turns = np.arange(corners) * (2 * math.pi / corners)
        return self.points(
            np.column_stack([along + depth / 2 * np.cos(turns), across + width / 2 * np.sin(turns)])
        )  # fmt: skip


def at_height(outline: ArrayLike, height_cm: float) -> Floats:
    """Lift (N, 2) points to a height."""
    points = np.asarray(outline, dtype=np.float64)
    return np.column_stack([points, np.full(len(points), height_cm)])


def flat(outline: ArrayLike, colour: Colour, height_cm: float = 0.0, grain: float = 0.0, opacity: float = 1.0) -> Face:
    """Return a level face."""
    return Face(at_height(outline, height_cm), colour, grain=grain, opacity=opacity)


def body(low: ArrayLike, low_cm: float, high: ArrayLike, high_cm: float, colour: Colour) -> list[Face]:
    """Return a rounded body between two outlines: its flank in shade, its top in the light."""
    both = np.concatenate([at_height(low, low_cm), at_height(high, high_cm)])
    return [Face(both, shaded(colour, 0.6), hull=True), flat(high, colour, high_cm)]


def prism(
    outline: ArrayLike,
    low_cm: float,
    high_cm: float,
    side: Colour,
    top: Colour | None,
    stage: Stage,
    grain: float = 0.0,
) -> list[Face]:
    """Return the walls that the camera sees of an upright body, each in its own light, and its top (None: open)."""
    points = np.asarray(outline, dtype=np.float64)
    following = np.roll(points, -1, axis=0)
    twice_area = float(np.sum(points[:, 0] * following[:, 1] - points[:, 1] * following[:, 0]))
    if twice_area < 0:
        points, following = points[::-1], np.roll(points[::-1], -1, axis=0)
    run = following - points
    normals = np.column_stack([run[:, 1], -run[:, 0], np.zeros(len(run))])
    eye = np.array(stage.eye_cm[:2])
    away = np.hypot(*((points + following) / 2 - eye).T)
    faces = []
    for i in np.argsort(-away):
        if normals[i, :2] @ (eye - points[i]) > 0:
            wall = np.array(
                [(*points[i], low_cm), (*following[i], low_cm), (*following[i], high_cm), (*points[i], high_cm)]
            )
            faces.append(Face(wall, stage.lit(side, normals[i]), grain=grain))
    if top is not None:
        faces.append(flat(points, top, high_cm, grain))
    return faces
