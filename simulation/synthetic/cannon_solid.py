"""Rounded bodies in any attitude: what the camera sees of them, in which light, and the shadow they throw."""

import math
from dataclasses import dataclass

import numpy as np

from simulation.synthetic.palette import Colour, shaded
from simulation.synthetic.things import Face, Stage, convex_hull
from vision.arrays import Floats


@dataclass(frozen=True, eq=False)
class Attitude:
    """Where something with an upright axis of its own is: own (N, 3) cm to table cm by ``turn`` (3, 3) and ``at`` (3,).

    ``axis`` is where its top looks.
    """

    at: Floats
    turn: Floats

    @classmethod
    def tipped(
        cls,
        x: float,
        y: float,
        heading_deg: float,
        tilt_deg: float,
        towards_deg: float,
        pivot_cm: float,
        lift_cm: float,
    ) -> "Attitude":
        """Return that of a figure at x, y that has tipped over its base's edge, ``pivot_cm`` away ``towards_deg``."""
        yaw, tilt, towards = (math.radians(a) for a in (heading_deg, tilt_deg, towards_deg))
        c, s = math.cos(yaw), math.sin(yaw)
        upright = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        ahead = np.array([math.cos(towards), math.sin(towards), 0.0])
        turn = tipping(tilt, towards)
        pivot = np.array([x, y, lift_cm]) + pivot_cm * ahead
        return cls(pivot - turn @ (pivot_cm * ahead), turn @ upright)

    @property
    def axis(self) -> Floats:
        """The unit vector towards its top (3,)."""
        return np.asarray(self.turn[:, 2])

    def points(self, own: Floats) -> Floats:
        """Return own (N, 3) cm in table cm."""
        return np.asarray(own @ self.turn.T + self.at)


def tipping(tilt: float, towards: float) -> Floats:
    """Return the rotation (3, 3) that tips what is upright by ``tilt`` radians over ``towards`` (radians)."""
    kx, ky = -math.sin(towards), math.cos(towards)
    cross = np.array([[0.0, 0.0, ky], [0.0, 0.0, -kx], [-ky, kx, 0.0]])
    return np.asarray(np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross)


def ring(radii: tuple[float, float], height_cm: float, n: int = 14) -> Floats:
    """Return an ellipse (n, 3) in own cm round the axis at a height."""
    turns = np.arange(n) * (2 * math.pi / n)
    return np.column_stack([radii[0] * np.cos(turns), radii[1] * np.sin(turns), np.full(n, height_cm)])


def slab(depth: float, width: float, height_cm: float, along: float = 0.0, across: float = 0.0) -> Floats:
    """Return a rectangle (4, 3) in own cm round an own point at a height."""
    a, b = depth / 2, width / 2
    corners = [(a, b), (-a, b), (-a, -b), (a, -b)]
    return np.array([(along + p, across + q, height_cm) for p, q in corners])


@dataclass(frozen=True, eq=False)
class Solid:
    """A convex body between two outlines (N, 3) of own cm; ``cap`` is the top's own colour."""

    low: Floats
    high: Floats
    colour: Colour
    cap: Colour | None = None

    @property
    def both(self) -> Floats:
        """All its points."""
        return np.concatenate([self.low, self.high])

    def faces(self, attitude: Attitude, stage: Stage) -> list[Face]:
        """Return its flank, and of its two ends the one that the camera sees, each in its own light."""
        low, high = attitude.points(self.low), attitude.points(self.high)
        axis, eye = attitude.axis, np.array(stage.eye_cm)
        middle = (low.mean(axis=0) + high.mean(axis=0)) / 2
        sight = (eye - middle) / float(np.linalg.norm(eye - middle))
        across = sight - axis * float(sight @ axis)
        flank = shaded(stage.lit(self.colour, across), 0.62 + 0.3 * float(np.linalg.norm(across)))
        faces = [Face(np.concatenate([low, high]), flank, hull=True)]
        top = self.cap if self.cap is not None else self.colour
        if float((eye - high.mean(axis=0)) @ axis) > 0:
            faces.append(Face(high, stage.lit(top, axis)))
        elif float((low.mean(axis=0) - eye) @ axis) > 0:
            faces.append(Face(low, stage.lit(self.colour, -axis)))
        return faces

    def shadow(self, attitude: Attitude, stage: Stage) -> Floats:
        """Return the outline (N, 2) on the ground of the light it takes."""
        points = attitude.points(self.both)
        reach = np.array(stage.lamp[:2]) / stage.lamp[2]
        return convex_hull(points[:, :2] - np.maximum(points[:, 2:], 0.0) * reach)


def in_order(solids: list[Solid], attitude: Attitude, stage: Stage) -> list[Solid]:
    """Return bodies stacked along the axis from the furthest from the camera to the nearest."""
    middle = attitude.points(np.concatenate([s.both for s in solids])).mean(axis=0)
    upward = float((np.array(stage.eye_cm) - middle) @ attitude.axis) > 0
    return sorted(solids, key=lambda s: float(s.both[:, 2].mean()), reverse=not upward)
