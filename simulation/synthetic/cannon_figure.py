"""A soldier of Montecassino in any attitude: standing, tipping over, lying; his marker on a disc above his head."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from simulation.synthetic.cannon_solid import Attitude, Solid, in_order, ring, slab
from simulation.synthetic.cannon_table import BASE_RADIUS_CM
from simulation.synthetic.palette import PAPER, SKIN, Colour, mixed, paint, shaded
from simulation.synthetic.plate import Plate
from simulation.synthetic.things import ON_GROUND, STANDING, Face, Stage, Thing, convex_hull
from vision.arrays import Floats

BASE_CM, CARD_CM = 0.22, 0.06
FLOCK, KHAKI, OLIVE = paint("#66703d"), paint("#7d7a4a"), paint("#4d5a34")
_LOW_DEG = 45.0
_CONTACT_CM = 0.45  # what is lower darkens the ground below it


@dataclass(frozen=True, slots=True)
class TippedPlate(Plate):
    """A marker in any attitude: ``right`` and ``up`` are unit vectors of its print in table axes.

    x, y and height_cm are its centre's.
    """

    right: tuple[float, float, float] = (1.0, 0.0, 0.0)
    up: tuple[float, float, float] = (0.0, 1.0, 0.0)

    def points_cm(self, right: Floats, down: Floats) -> Floats:
        """Return (N, 3) table cm of points on the card: in sides of the black square from its top left corner."""
        across, along = (right - 0.5) * self.size_cm, (0.5 - down) * self.size_cm
        middle = np.array([self.x, self.y, self.height_cm])
        return np.asarray(middle + np.outer(across, np.array(self.right)) + np.outer(along, np.array(self.up)))


def plate_on(
    attitude: Attitude, dictionary: str, marker: int, height_cm: float, size_cm: float, bright: float
) -> Plate:
    """Return the marker on top of something in that attitude; its top edge looks along the own x axis."""
    middle = attitude.points(np.array([[0.0, 0.0, height_cm]]))[0]
    up, left = attitude.turn[:, 0], attitude.turn[:, 1]
    heading = math.degrees(math.atan2(up[1], up[0]))
    x, y, z = (float(c) for c in middle)
    if attitude.axis[2] > 1 - 1e-12:
        return Plate(dictionary, marker, x, y, heading, z, size_cm, bright)
    return TippedPlate(
        dictionary, marker, x, y, heading, z, size_cm, bright,
        (float(-left[0]), float(-left[1]), float(-left[2])), (float(up[0]), float(up[1]), float(up[2])),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Uniform:
    """What a side's soldiers look like: coat, base, and whether the marker lies on a round disc or is its own card."""

    coat: Colour = KHAKI
    base: Colour = OLIVE
    disc: Colour | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A soldier: x, y is where his base's middle is, or was before he tipped ``tilt_deg`` over its edge.

    ``towards_deg`` is the way his head falls, ``lift_cm`` how high he lies on something. ``smear_cm`` is how far he
    moves on the table while the picture is exposed.
    """

    name: str
    x: float
    y: float
    heading_deg: float = 90.0
    tilt_deg: float = 0.0
    towards_deg: float = 0.0
    lift_cm: float = 0.0

    @property
    def stands(self) -> bool:
        """Whether he stands on his base."""
        return self.tilt_deg < 1e-9

    def attitude(self) -> Attitude:
        """Return where his own axes are."""
        return Attitude.tipped(
            self.x, self.y, self.heading_deg, self.tilt_deg, self.towards_deg, BASE_RADIUS_CM, self.lift_cm
        )

    def pushed(self, x: float, y: float) -> "Figure":
        """Return him moved on the table."""
        return replace(self, x=self.x + x, y=self.y + y)


def card_radius(size_cm: float, uniform: Uniform) -> float:
    """Return how far what carries the marker reaches from the axis: a disc's radius, half a card's side."""
    half = size_cm * (0.5 + 1 / 6)
    return half * math.sqrt(2) * 1.02 if uniform.disc is not None else half


def lying_tilt_deg(height_cm: float, size_cm: float, uniform: Uniform) -> float:
    """Return how far he is tilted when base and card both touch the ground."""
    return math.degrees(math.atan2(height_cm, card_radius(size_cm, uniform) - BASE_RADIUS_CM))


@lru_cache(maxsize=64)
def solids(height_cm: float, size_cm: float, uniform: Uniform) -> tuple[tuple[Solid, ...], tuple[Solid, ...]]:
    """Return his base, and the rest of him from the boots to the card."""
    coat, r = uniform.coat, BASE_RADIUS_CM
    helmet = mixed(shaded(coat, 0.7), paint("#4a4a3a"), 0.4)
    metal, top = shaded(paint("#3b3d3f"), 0.9), height_cm - CARD_CM
    high = top / 2.5
    base = (Solid(ring((r, r), 0.0, n=24), ring((r * 0.94, r * 0.94), BASE_CM, n=24), uniform.base, FLOCK),)
    body = [
        Solid(ring((0.26, 0.34), BASE_CM), ring((0.2, 0.3), 1.0 * high), shaded(coat, 0.75)),
        Solid(ring((0.2, 0.34), 1.0 * high), ring((0.24, 0.42), 1.65 * high), coat),
        Solid(slab(0.5, 0.8, 1.3 * high, 0.2), slab(0.3, 0.6, 1.5 * high, 0.25), SKIN),
        Solid(slab(1.2, 0.12, 1.42 * high, 0.35, -0.1), slab(1.2, 0.12, 1.52 * high, 0.35, -0.1), metal),
        Solid(ring((0.17, 0.15), 1.65 * high), ring((0.18, 0.17), 1.9 * high), SKIN),
        Solid(ring((0.27, 0.25), 1.88 * high), ring((0.14, 0.13), 2.15 * high), helmet),
        Solid(ring((0.08, 0.08), 2.15 * high, n=8), ring((0.08, 0.08), top, n=8), metal),
    ]
    if uniform.disc is None:
        side = size_cm * 4 / 3
        card = Solid(slab(side, side, top), slab(side, side, height_cm), shaded(PAPER, 0.8), PAPER)
    else:
        reach = card_radius(size_cm, uniform)
        round_about = (reach, reach)
        card = Solid(
            ring(round_about, top, n=28), ring(round_about, height_cm, n=28), shaded(uniform.disc, 0.9), uniform.disc
        )
    return base, (*body, card)


def figure_things(
    figure: Figure, uniform: Uniform, dictionary: str, marker: int, height_cm: float, size_cm: float, stage: Stage
) -> list[Thing]:
    """Return him as things: what is low and its contact with the ground, and what stands above it."""
    attitude = figure.attitude()
    base, body = solids(height_cm, size_cm, uniform)
    middle = attitude.points(np.array([[0.0, 0.0, height_cm / 2]]))[0]
    at = (float(middle[0]), float(middle[1]))
    looks_up = (
        float((np.array(stage.eye_cm) - attitude.points(np.array([[0.0, 0.0, height_cm]]))[0]) @ attitude.axis) > 0
    )
    bright = _brightness(attitude, stage)
    plate = plate_on(attitude, dictionary, marker, height_cm, size_cm, bright) if looks_up else None
    key = (figure, uniform, marker)
    contact = (_contact([*base, *body], attitude),)
    throw = tuple(solid.shadow(attitude, stage) for solid in body)
    if figure.stands:
        low_shadows = (*contact, base[0].shadow(attitude, stage))
        low = Thing((key, "low"), at, _faces(base, attitude, stage), None, ON_GROUND, low_shadows, 0.1)
        return [low, Thing((key, "high"), at, _faces(body, attitude, stage), plate, STANDING, throw, 0.17)]
    # One that lies or leans is below every card that stands, and over whatever else is on the ground.
    tier = ON_GROUND if figure.tilt_deg > _LOW_DEG else STANDING
    at = (stage.eye_cm[0], stage.eye_cm[1]) if tier == ON_GROUND else at
    near = Thing((key, "near"), at, (), None, ON_GROUND, contact, 0.12)
    shadows = (*throw, base[0].shadow(attitude, stage))
    return [near, Thing((key, "all"), at, _faces((*base, *body), attitude, stage), plate, tier, shadows, 0.14)]


def _faces(some: tuple[Solid, ...], attitude: Attitude, stage: Stage) -> tuple[Face, ...]:
    ordered = in_order(list(some), attitude, stage)
    return tuple(face for solid in ordered for face in solid.faces(attitude, stage))


def _brightness(attitude: Attitude, stage: Stage) -> float:
    lit = stage.lit((1.0, 1.0, 1.0), attitude.axis)[0]
    return round(float(min(lit, 1.15)), 6) if attitude.axis[2] < 1 - 1e-12 else 1.0


def _contact(some: list[Solid], attitude: Attitude) -> Floats:
    """Return the outline on the ground right below all that is near it."""
    points = np.concatenate([attitude.points(solid.both) for solid in some])
    low = points[points[:, 2] < max(_CONTACT_CM, float(points[:, 2].min()) + 0.1)][:, :2]
    outline = convex_hull(low)
    return np.asarray(outline + (outline - outline.mean(axis=0)) * 0.06)
