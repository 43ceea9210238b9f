"""A shot being thought out: who falls where, and what is pushed out of the way."""

import math
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
import shapely.ops
from shapely.geometry.base import BaseGeometry

from simulation.synthetic.cannon_fall import Drag, Fall, ground_shape, leaning_tilt_deg, lies, taken_by
from simulation.synthetic.cannon_figure import Figure, Uniform, card_radius
from simulation.synthetic.cannon_stage import CannonStyle
from simulation.synthetic.cannon_table import BASE_RADIUS_CM, DEPTH_CM, MARKER_HEIGHT_CM, WIDTH_CM

Dice = np.random.Generator
MOST_DRAG_CM = 2.5


@dataclass
class ShotScene:
    """A shot being thought out."""

    start: dict[str, Figure]
    style: CannonStyle
    size_cm: float
    dice: Dice
    falls: dict[str, Fall] = field(default_factory=dict)
    drags: dict[str, Drag] = field(default_factory=dict)
    led: set[str] = field(default_factory=set)  # who has taken somebody along

    def uniform(self, name: str) -> Uniform:
        """Return what a soldier wears."""
        return self.style.uniform(name[0])

    def end(self, name: str) -> Figure | None:
        """Return a soldier when everything lies still; None when he has left the table."""
        figure: Figure | None = self.start[name]
        if name in self.drags and figure is not None:
            figure = self.drags[name].at(figure, 1e6)
        if name in self.falls and figure is not None:
            figure = self.falls[name].at(figure, 1e6)
        return figure

    def standing(self) -> list[Figure]:
        """Return who still stands in the end, and where."""
        return [f for name in self.start if name not in self.falls and (f := self.end(name)) is not None]

    def near(self, figure: Figure, within_cm: float) -> list[Figure]:
        """Return who stands within a distance, the nearest first."""
        some = [(math.dist((f.x, f.y), (figure.x, figure.y)), f) for f in self.standing() if f.name != figure.name]
        return [f for away, f in sorted(some, key=lambda pair: pair[0]) if away < within_cm]

    def knock(self, name: str, at_s: float, towards_deg: float, slide_cm: float, cause: str, push: float) -> Fall:
        """Let one fall, lying where nothing standing is in its way after a push."""
        dice, figure = self.dice, self.start[name]
        uniform = self.uniform(name)
        turn = math.radians(towards_deg + dice.normal(0, 12))
        slide = (slide_cm * math.cos(turn), slide_cm * math.sin(turn))
        tilt = lies(figure, uniform, self.size_cm, towards_deg).tilt_deg
        spin, roll = float(dice.normal(0, 15)), float(dice.uniform(-180, 180))
        if uniform.disc is None:  # a square card comes to rest on an edge
            edge = figure.heading_deg - towards_deg
            roll = 90.0 * round((edge + roll) / 90.0) - edge + float(dice.normal(0, 2)) - spin
        fall = Fall(name, at_s, towards_deg, tilt, slide, spin, roll, 0.0, push, cause)
        self.falls[name] = fall
        return fall

    def lean(self, name: str) -> bool:
        """Let a fallen one slide to whoever stands nearest and rest against him, if anyone is near."""
        fall, figure = self.falls[name], self.start[name]
        near = self.near(figure, 6.5)
        away = float(self.dice.uniform(3.2, 3.75))
        tilt = leaning_tilt_deg(away, self.size_cm, self.uniform(name))
        if not near or tilt is None:
            return False
        other = near[0]
        turn = math.atan2(other.y - figure.y, other.x - figure.x)
        slide = math.dist((other.x, other.y), (figure.x, figure.y)) - away
        way = (slide * math.cos(turn), slide * math.sin(turn))
        self.falls[name] = replace(
            fall,
            towards_deg=math.degrees(turn),
            spin_deg=0.0,
            tilt_deg=tilt,
            roll_deg=fall.roll_deg * 0.1,
            slide_cm=way,
        )
        return True

    def settle(self) -> None:
        """Push what stands where something lies, or knock it over; lay what lies on something on top of it."""
        for _ in range(8):
            self._settle_once()
            blocked = self._blocked()
            if blocked is None:
                return
            by, other = blocked
            fall = self.falls[by]
            gap_cm = math.dist((other.x, other.y), (self.start[by].x, self.start[by].y)) - BASE_RADIUS_CM
            when = fall.reaches_s(gap_cm, MARKER_HEIGHT_CM, self.reach(by))
            away = math.degrees(math.atan2(other.y - self.start[by].y, other.x - self.start[by].x))
            self.drags.pop(other.name, None)
            self.knock(other.name, when, away, float(self.dice.uniform(0.5, 2.5)), "dragged", 1.2)

    def _blocked(self) -> tuple[str, Figure] | None:
        """Return one that lies where somebody stands, and who stands there."""
        for name, fall in self.falls.items():
            there = self.end(name)
            if there is None or fall.tilt_deg < 80:
                continue
            for other in self.standing():
                if self._room(there, other).buffer(-0.1).contains(shapely.Point(other.x, other.y)):
                    return name, other
        return None

    def _settle_once(self) -> None:
        lying: list[BaseGeometry] = []
        for name in sorted(self.falls, key=lambda n: self.falls[n].start_s):
            fall = self.falls[name] = replace(self.falls[name], lift_cm=0.0)
            there = self.end(name)
            if there is None:
                continue
            shape = ground_shape(there, self.uniform(name), self.size_cm)
            if any(shape.intersection(other).area > 0.12 for other in lying):
                self.falls[name] = replace(fall, lift_cm=float(self.dice.uniform(0.35, 0.6)))
            elif fall.tilt_deg > 80:
                for other in self.standing():
                    self._push(other, fall)
            lying.append(shape)

    def _room(self, there: Figure, other: Figure) -> BaseGeometry:
        return taken_by(there, self.uniform(there.name), self.size_cm, self.reach(other.name))

    def _push(self, other: Figure, fall: Fall) -> None:
        there, foot = self.end(fall.name), shapely.Point(other.x, other.y)
        room = self._room(there, other) if there is not None else shapely.Point()
        if not room.contains(foot):
            return
        edge = shapely.ops.nearest_points(room.boundary, foot)[0]
        shift = np.array([edge.x - other.x, edge.y - other.y])
        shift *= 1 + 0.02 / (float(np.hypot(*shift)) or 1e-9)
        earlier, home = self.drags.get(other.name), self.start[other.name]
        x, y = (shift + (earlier.shift_cm if earlier is not None else (0.0, 0.0))).tolist()
        if math.hypot(x, y) > MOST_DRAG_CM or not self.free(other.name, home.x + x, home.y + y):
            # Too far to push: the fallen one comes to rest short of it instead.
            self.falls[fall.name] = replace(fall, slide_cm=(fall.slide_cm[0] - shift[0], fall.slide_cm[1] - shift[1]))
            return
        fell = self.start[fall.name]
        gap_cm = math.dist((other.x, other.y), (fell.x, fell.y)) - BASE_RADIUS_CM
        when = fall.reaches_s(gap_cm, MARKER_HEIGHT_CM, self.reach(fall.name))
        start_s = min(when, earlier.start_s) if earlier is not None else when
        self.drags[other.name] = Drag(other.name, start_s, (x, y), float(self.dice.normal(0, 8)))

    def reach(self, name: str) -> float:
        """Return how far a soldier's card reaches from his axis."""
        return card_radius(self.size_cm, self.uniform(name))

    def free(self, name: str, x: float, y: float) -> bool:
        """Whether a figure could stand there, on the table and beside all that stand."""
        if not (BASE_RADIUS_CM < x < WIDTH_CM - BASE_RADIUS_CM and BASE_RADIUS_CM < y < DEPTH_CM - BASE_RADIUS_CM):
            return False
        return all(math.dist((x, y), (f.x, f.y)) > 2 * BASE_RADIUS_CM for f in self.standing() if f.name != name)
