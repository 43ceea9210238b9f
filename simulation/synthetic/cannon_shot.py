"""One shot by chance: where the shell flies, whom it knocks over, whom they take along, what is only pushed."""

import math
from dataclasses import dataclass, replace

import numpy as np
import shapely
import shapely.ops

from simulation.synthetic.cannon_fall import Drag, Fall, ground_shape
from simulation.synthetic.cannon_figure import Figure
from simulation.synthetic.cannon_rest import Leg, rest_of
from simulation.synthetic.cannon_scene import MOST_DRAG_CM, ShotScene
from simulation.synthetic.cannon_stage import CannonStyle
from simulation.synthetic.cannon_table import BASE_RADIUS_CM, DEPTH_CM, MARKER_HEIGHT_CM, WIDTH_CM

Dice = np.random.Generator
Point = tuple[float, float, float]
SPEED_CM_S = 900.0
LEAST_MOVE_CM = 0.2
_HIT_SPEED = 0.35  # what is left of the shell's speed after it struck


@dataclass(frozen=True)
class Shot:
    """What one shot does, from the lever at 0 s; ``strike_cm`` is where the shell first struck, ``struck`` whom.

    ``rest_cm`` is where it comes to rest (None: far away).
    """

    falls: tuple[Fall, ...]
    drags: tuple[Drag, ...]
    legs: tuple[Leg, ...]
    strike_cm: tuple[float, float, float]
    strike_s: float
    struck: str | None
    rest_cm: tuple[float, float] | None

    @property
    def end_s(self) -> float:
        """When everything lies still."""
        ends = [fall.end_s for fall in self.falls] + [drag.start_s + 0.3 for drag in self.drags]
        return max([*ends, *(leg.end_s for leg in self.legs)])

    def figures(self, start: tuple[Figure, ...], time_s: float) -> tuple[Figure, ...]:
        """Return the soldiers at a time; who has left the table is missing."""
        falls, drags = {f.name: f for f in self.falls}, {d.name: d for d in self.drags}
        now = []
        for figure in start:
            drag, fall = drags.get(figure.name), falls.get(figure.name)
            moved: Figure | None = drag.at(figure, time_s) if drag is not None else figure
            if fall is not None and moved is not None:
                moved = fall.at(moved, time_s)
            if moved is not None:
                now.append(moved)
        return tuple(now)


def draw_shot(
    start: tuple[Figure, ...], style: CannonStyle, size_cm: float, dice: Dice, muzzle_cm: tuple[float, float],
    wanted: int, drags: int, radius_cm: float = 0.325, target: str | None = None,
) -> Shot:  # fmt: skip
    """Return a shot that knocks over about ``wanted`` figures and pushes about ``drags`` more.

    ``target`` is whom it hits first (None: anybody); with ``wanted`` 0 it hits the board.
    """
    scene = ShotScene({figure.name: figure for figure in start}, style, size_cm, dice)
    victim = None
    if wanted:
        victim = scene.start[target] if target is not None else start[int(dice.integers(len(start)))]
    legs = [_flight((*muzzle_cm, 1.3), victim, start, radius_cm, dice)]
    strike, strike_s = legs[0].end_cm, legs[0].end_s
    heading = math.atan2(strike[1] - muzzle_cm[1], strike[0] - muzzle_cm[0])
    place, leaves = strike, heading + dice.normal(0, 0.7)
    if victim is not None:
        slide = float(dice.choice([dice.uniform(0, 1.5), dice.uniform(1.5, 5), dice.uniform(5, 14)], p=[0.5, 0.4, 0.1]))
        turn, push = math.degrees(heading) + dice.normal(0, 22), float(dice.uniform(1.3, 2.2))
        scene.knock(victim.name, strike_s, turn, slide, "direct", push)
        place, leaves = _knock_more(scene, victim.name, legs, leaves, wanted)
    for name in list(scene.falls):
        if dice.random() < 0.08:
            scene.lean(name)
    for name, fall in list(scene.falls.items()):
        if fall.cause != "dragged" and dice.random() < 0.05:
            far, turn = dice.uniform(30, 60), math.radians(fall.towards_deg)
            scene.falls[name] = replace(fall, slide_cm=(far * math.cos(turn), far * math.sin(turn)), gone=True)
    scene.settle()
    _graze(scene, drags, place, strike_s, dice)
    rolls, rest = rest_of(scene, place, leaves, legs[-1].end_s, radius_cm, dice)
    pushed = tuple(drag for drag in scene.drags.values() if drag.name not in scene.falls)
    struck = victim.name if victim is not None else None
    return Shot(tuple(scene.falls.values()), pushed, (*legs, *rolls), strike, strike_s, struck, rest)


def _flight(muzzle: Point, victim: Figure | None, start: tuple[Figure, ...], radius_cm: float, dice: Dice) -> Leg:
    """Return the way from the muzzle to whom it strikes, or to the board where nobody is."""
    if victim is not None:
        turn = math.atan2(victim.y - muzzle[1], victim.x - muzzle[0])
        end = (victim.x - 0.5 * math.cos(turn), victim.y - 0.5 * math.sin(turn), float(dice.uniform(0.5, 2.4)))
    else:
        end = (float(dice.uniform(2, WIDTH_CM - 2)), float(dice.uniform(10, DEPTH_CM - 10)), radius_cm)
        near = [f for f in start if math.dist((f.x, f.y), end[:2]) < BASE_RADIUS_CM + radius_cm + 0.1]
        if near:
            end = (near[0].x + 1.6, near[0].y + 1.6, radius_cm)
    begin_s = float(dice.uniform(0.004, 0.012))
    return Leg(begin_s, begin_s + math.dist(muzzle, end) / SPEED_CM_S, muzzle, end)


def _knock_more(scene: ShotScene, victim: str, legs: list[Leg], leaves: float, wanted: int) -> tuple[Point, float]:
    """Let the shell hit others and the fallen take others along; return where it struck last and where it leaves to."""
    front, dice, place = [victim], scene.dice, legs[-1].end_cm
    for _ in range(20):
        if len(scene.falls) >= wanted:
            break
        hit = _ricochet(scene, place, leaves, dice) if dice.random() < 0.35 else None
        if hit is None:
            _domino(scene, front, dice)
            continue
        end = (hit.x, hit.y, float(dice.uniform(0.4, 2.0)))
        begin_s = legs[-1].end_s
        legs.append(Leg(begin_s, begin_s + math.dist(place, end) / (SPEED_CM_S * _HIT_SPEED), place, end))
        heading = math.degrees(math.atan2(end[1] - place[1], end[0] - place[0]))
        slide, push = float(dice.uniform(0, 1.5)), float(dice.uniform(1.1, 1.7))
        scene.knock(hit.name, legs[-1].end_s, heading + dice.normal(0, 25), slide, "ricochet", push)
        place, leaves = end, math.radians(heading) + dice.normal(0, 0.9)
        front.append(hit.name)
    return place, leaves


def _ricochet(scene: ShotScene, place: tuple[float, float, float], leaves: float, dice: Dice) -> Figure | None:
    """Return whom the shell may hit next on its way."""
    some = []
    for figure in scene.standing():
        away = math.dist((figure.x, figure.y), place[:2])
        turn = math.atan2(figure.y - place[1], figure.x - place[0]) - leaves
        if 1.0 < away < 22 and abs(math.remainder(turn, 2 * math.pi)) < 0.7:
            some.append(figure)
    return some[int(dice.integers(len(some)))] if some else None


def _domino(scene: ShotScene, front: list[str], dice: Dice) -> None:
    """Let one of those that fell take a neighbour along, if it has not done so."""
    name = next((n for n in reversed(front) if n not in scene.led), front[-1])
    scene.led.add(name)
    parent, figure = scene.falls[name], scene.start[name]
    near = scene.near(figure, 8.0)
    if not near:
        return
    child = near[0] if dice.random() < 0.7 else near[int(dice.integers(len(near)))]
    away = math.dist((child.x, child.y), (figure.x, figure.y))
    turn = math.atan2(child.y - figure.y, child.x - figure.x)
    needed = away - 2 * BASE_RADIUS_CM - MARKER_HEIGHT_CM + float(dice.uniform(0.05, 0.5))
    slide = max(0.0, needed, min(math.hypot(*parent.slide_cm), 2.0))
    parent = replace(
        parent, towards_deg=math.degrees(turn), slide_cm=(slide * math.cos(turn), slide * math.sin(turn)), spin_deg=0.0
    )
    scene.falls[name] = parent
    when = parent.reaches_s(away - BASE_RADIUS_CM, MARKER_HEIGHT_CM, scene.reach(name))
    way = float(dice.uniform(max(0.0, slide - 0.5), slide + 1.0))
    scene.knock(
        child.name, when, math.degrees(turn) + dice.normal(0, 20), way, "dragged", float(dice.uniform(1.05, 1.4))
    )
    front.append(child.name)


def _graze(scene: ShotScene, count: int, place: tuple[float, float, float], when_s: float, dice: Dice) -> None:
    """Push some that stand, most of them near where things happened."""
    standing = [f for f in scene.standing() if f.name not in scene.drags]
    standing = [standing[k] for k in dice.permutation(len(standing))]
    if dice.random() < 0.7:
        standing.sort(key=lambda f: math.dist((f.x, f.y), place[:2]))
    for figure in standing[: 4 * count]:
        if sum(d.cause == "grazed" for d in scene.drags.values()) >= count:
            break
        way, turn = float(dice.uniform(LEAST_MOVE_CM, MOST_DRAG_CM)), float(dice.uniform(0, 2 * math.pi))
        x, y = figure.x + way * math.cos(turn), figure.y + way * math.sin(turn)
        lying = [
            ground_shape(end, scene.uniform(n), scene.size_cm) for n in scene.falls if (end := scene.end(n)) is not None
        ]
        taken = any(shape.distance(shapely.Point(x, y)) < BASE_RADIUS_CM for shape in lying)
        if scene.free(figure.name, x, y) and not taken:
            scene.drags[figure.name] = Drag(
                figure.name,
                when_s + float(dice.uniform(0.01, 0.2)),
                (x - figure.x, y - figure.y),
                float(dice.normal(0, 12)),
                "grazed",
            )
