"""How a figure falls: an inverted pendulum over its base's edge, a slide, and what it pushes on its way."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from simulation.synthetic.cannon_figure import Figure, Uniform, card_radius, lying_tilt_deg, solids
from simulation.synthetic.cannon_table import BASE_RADIUS_CM, MARKER_HEIGHT_CM
from vision.arrays import Floats

LEAST_LEAN_DEG = 50.0  # less, and the card would meet the other's card rather than his body
_STEP_S = 0.001
_CENTRE_CM = 1.0  # of gravity, above the table: plastic figures stand on heavy bases
_PENDULUM = 530.0  # 1/s^2: g times the arm over the square of the radius of gyration about the base's edge
_FRICTION_CM_S2 = 294.0  # 0.3 g
_CLEAR_CM = 0.15
_LOW_CM = 1.1  # what of a lying figure is lower pushes others


@dataclass(frozen=True, slots=True)
class Fall:
    """A figure's fall: when it begins, which way, how far it slides, spins and tilts; ``gone``: off into the room."""

    name: str
    start_s: float
    towards_deg: float
    tilt_deg: float
    slide_cm: tuple[float, float] = (0.0, 0.0)
    spin_deg: float = 0.0
    roll_deg: float = 0.0
    lift_cm: float = 0.0
    push: float = 1.3
    cause: str = "direct"
    gone: bool = False

    def at(self, figure: Figure, time_s: float) -> Figure | None:
        """Return the figure at a time; None when it has left the table."""
        passed = time_s - self.start_s
        if passed <= 0:
            return figure
        tilts = _tilts(self.push)
        tilt = min(float(tilts[min(int(passed / _STEP_S), len(tilts) - 1)]), self.tilt_deg)
        share, tilted = slid(math.hypot(*self.slide_cm), passed), tilt / self.tilt_deg
        if self.gone and share >= 1:
            return None
        return replace(
            figure,
            x=figure.x + share * self.slide_cm[0],
            y=figure.y + share * self.slide_cm[1],
            heading_deg=figure.heading_deg + tilted * self.roll_deg,
            tilt_deg=tilt,
            towards_deg=self.towards_deg + tilted * self.spin_deg,
            lift_cm=self.lift_cm * tilted**4,
        )

    @property
    def end_s(self) -> float:
        """When it lies still."""
        tilts = _tilts(self.push)
        lies = int(np.searchsorted(tilts, self.tilt_deg)) * _STEP_S
        return self.start_s + max(lies, slide_s(math.hypot(*self.slide_cm)))

    def reaches_s(self, distance_cm: float, height_cm: float, reach_cm: float) -> float:
        """Return when its card is that far from where the figure stood; when it lies, if it never is."""
        tilts = np.radians(np.minimum(_tilts(self.push), self.tilt_deg))
        times = np.arange(len(tilts)) * _STEP_S
        slide = math.hypot(*self.slide_cm)
        ahead = BASE_RADIUS_CM + height_cm * np.sin(tilts) + (reach_cm - BASE_RADIUS_CM) * np.cos(tilts)
        ahead += np.array([slid(slide, t) for t in times]) * slide
        there = np.flatnonzero(ahead >= distance_cm)
        return self.start_s + (float(times[there[0]]) if len(there) else self.end_s - self.start_s)


@dataclass(frozen=True, slots=True)
class Drag:
    """A standing figure pushed along the table."""

    name: str
    start_s: float
    shift_cm: tuple[float, float]
    turn_deg: float = 0.0
    cause: str = "dragged"

    def at(self, figure: Figure, time_s: float) -> Figure:
        """Return the figure at a time."""
        share = slid(math.hypot(*self.shift_cm), time_s - self.start_s)
        moved = figure.pushed(share * self.shift_cm[0], share * self.shift_cm[1])
        return replace(moved, heading_deg=figure.heading_deg + share * self.turn_deg)


def slide_s(way_cm: float) -> float:
    """Return how long a slide over that way lasts."""
    return math.sqrt(2 * way_cm / _FRICTION_CM_S2)


def slid(way_cm: float, passed_s: float) -> float:
    """Return what share of a slide over that way is done."""
    if passed_s <= 0:
        return 0.0
    if way_cm < 1e-6:
        return 1.0
    return 1 - max(0.0, 1 - passed_s / slide_s(way_cm)) ** 2


@lru_cache(maxsize=64)
def _tilts(push: float) -> Floats:
    """Return the tilt in degrees every ms; ``push`` 1 is just enough to bring it over its edge."""
    over = math.atan2(BASE_RADIUS_CM, _CENTRE_CM)
    tilt, speed = 0.0, push * math.sqrt(2 * _PENDULUM * (1 - math.cos(over)))
    tilts = [0.0]
    while tilt < math.radians(100) and len(tilts) < 2000:
        speed += _PENDULUM * math.sin(tilt - over) * _STEP_S
        speed = max(speed, 0.3)
        tilt += speed * _STEP_S
        tilts.append(math.degrees(tilt))
    return np.array(tilts)


def ground_shape(figure: Figure, uniform: Uniform, size_cm: float) -> BaseGeometry:
    """Return what of the ground a figure takes: seen from straight above, only its low parts."""
    if figure.stands:
        return shapely.Point(figure.x, figure.y).buffer(BASE_RADIUS_CM)
    attitude = figure.attitude()
    base, body = solids(MARKER_HEIGHT_CM, size_cm, uniform)
    shapes = []
    for solid in (*base, *body):
        points = attitude.points(solid.both)
        if float(points[:, 2].min()) < _LOW_CM:
            shapes.append(shapely.MultiPoint(points[:, :2]).convex_hull)
    return shapely.union_all(shapes)


def taken_by(figure: Figure, uniform: Uniform, size_cm: float, other_cm: float) -> BaseGeometry:
    """Return where nobody can stand whose card reaches ``other_cm``: base against low parts, card against high ones."""
    room = ground_shape(figure, uniform, size_cm).buffer(BASE_RADIUS_CM)
    _, body = solids(MARKER_HEIGHT_CM, size_cm, uniform)
    points = figure.attitude().points(body[-1].both)
    high = points[points[:, 2] > MARKER_HEIGHT_CM - _CLEAR_CM]
    return room.union(shapely.MultiPoint(high[:, :2]).convex_hull.buffer(other_cm)) if len(high) else room


def leaning_tilt_deg(distance_cm: float, size_cm: float, uniform: Uniform) -> float | None:
    """Return the tilt at which a card rests against a figure standing so far away; None if it passes or falls short."""
    reach, body_cm = card_radius(size_cm, uniform), 0.4
    for tilt_deg in range(20, 76):
        tilt = math.radians(tilt_deg)
        ahead = BASE_RADIUS_CM + MARKER_HEIGHT_CM * math.sin(tilt) + (reach - BASE_RADIUS_CM) * math.cos(tilt)
        if ahead >= distance_cm - body_cm:
            return float(tilt_deg) if tilt_deg >= LEAST_LEAN_DEG else None
    return None


def lies(figure: Figure, uniform: Uniform, size_cm: float, towards_deg: float) -> Figure:
    """Return a figure lying on the ground, its head that way."""
    return replace(figure, tilt_deg=lying_tilt_deg(MARKER_HEIGHT_CM, size_cm, uniform), towards_deg=towards_deg)
