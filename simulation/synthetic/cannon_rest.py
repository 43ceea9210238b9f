"""The shell's way, leg by leg, and where it comes to rest: on the board, under a figure, beside it, off the table."""

import math
from dataclasses import dataclass, replace

import numpy as np
import shapely

from simulation.synthetic.cannon_fall import ground_shape
from simulation.synthetic.cannon_pieces import Shell
from simulation.synthetic.cannon_scene import ShotScene
from simulation.synthetic.cannon_table import BASE_RADIUS_CM, DEPTH_CM, WIDTH_CM

Dice = np.random.Generator
_STILL_CM = 0.15  # a shorter way while the picture is exposed is no streak
_MAT_CM = 8.0  # the mat round the board, on which a shell may come to lie


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the shell's way: straight from one place (x, y, z) to another; ``slows``: rolling to rest."""

    start_s: float
    end_s: float
    start_cm: tuple[float, float, float]
    end_cm: tuple[float, float, float]
    slows: bool = False

    def at(self, time_s: float) -> tuple[float, float, float]:
        """Return the shell's middle at a time."""
        share = min(max((time_s - self.start_s) / max(self.end_s - self.start_s, 1e-9), 0.0), 1.0)
        if self.slows:
            share = 1 - (1 - share) ** 2
        x, y, z = (a + share * (b - a) for a, b in zip(self.start_cm, self.end_cm, strict=True))
        return (x, y, z)


def shell_at(legs: tuple[Leg, ...], shell: Shell, time_s: float, exposure_s: float) -> Shell | None:
    """Return the shell on its way; None before it left the muzzle and after it left the room."""
    begin, end = time_s - exposure_s / 2, time_s + exposure_s / 2
    leg = next((leg for leg in reversed(legs) if leg.start_s <= time_s), None)
    if leg is None and end > legs[0].start_s:
        leg = legs[0]
    if leg is None or (leg is legs[-1] and time_s > leg.end_s and not leg.slows):
        return None
    first, last = leg.at(max(begin, leg.start_s)), leg.at(min(end, leg.end_s))
    x, y, z = ((a + b) / 2 for a, b in zip(first, last, strict=True))
    streak = (last[0] - first[0], last[1] - first[1])
    return replace(shell, x=x, y=y, z_cm=z, streak_cm=streak if math.hypot(*streak) > _STILL_CM else (0.0, 0.0))


def rest_of(
    scene: ShotScene, place: tuple[float, float, float], leaves: float, at_s: float, radius_cm: float, dice: Dice
) -> tuple[list[Leg], tuple[float, float] | None]:
    """Return the shell's last legs from where it struck last, and where it lies then (None: out of the room)."""
    end = _draw_rest(scene, place, leaves, radius_cm, dice)
    if end is None:
        far = (place[0] + 150 * math.cos(leaves), place[1] + 150 * math.sin(leaves), 10.0)
        return [Leg(at_s, at_s + 150 / 300, place, far)], None
    way = math.dist(place[:2], end)
    down = (place[0] + 0.4 * (end[0] - place[0]), place[1] + 0.4 * (end[1] - place[1]), radius_cm)
    bounce_s = max(0.4 * way / 250, 0.02)
    roll_s = max(0.6 * way / 40, 0.05)
    stop = (*end, radius_cm)
    return [
        Leg(at_s, at_s + bounce_s, place, down),
        Leg(at_s + bounce_s, at_s + bounce_s + roll_s, down, stop, True),
    ], end


def _draw_rest(
    scene: ShotScene, place: tuple[float, float, float], leaves: float, radius_cm: float, dice: Dice
) -> tuple[float, float] | None:
    kind = dice.random()
    if kind < 0.08:
        return None
    ends = [(name, end) for name in scene.falls if (end := scene.end(name)) is not None]
    if kind < 0.15 and ends:  # under one that fell
        name, figure = ends[int(dice.integers(len(ends)))]
        shape = ground_shape(figure, scene.uniform(name), scene.size_cm)
        x, y = shape.centroid.x + dice.normal(0, 0.25), shape.centroid.y + dice.normal(0, 0.25)
        return (float(x), float(y))
    if kind < 0.23 and scene.standing():  # against one that stands
        standing = scene.standing()
        figure, turn = standing[int(dice.integers(len(standing)))], float(dice.uniform(0, 2 * math.pi))
        away = math.sqrt((BASE_RADIUS_CM + radius_cm) ** 2 - (radius_cm - 0.22) ** 2) + 0.01
        return (figure.x + away * math.cos(turn), figure.y + away * math.sin(turn))
    blocked = shapely.union_all([ground_shape(f, scene.uniform(n), scene.size_cm) for n, f in ends])
    low, high = (-_MAT_CM, _MAT_CM) if kind < 0.31 else (0.5, -0.5)
    for attempt in range(400):
        if attempt < 200:
            way, turn = abs(float(dice.normal(0, 14))) + 1.0, leaves + float(dice.normal(0, 0.6))
            x, y = place[0] + way * math.cos(turn), place[1] + way * math.sin(turn)
        else:
            x, y = float(dice.uniform(1, WIDTH_CM - 1)), float(dice.uniform(1, DEPTH_CM - 1))
        if not (low < x < WIDTH_CM + high and low < y < DEPTH_CM + high):
            continue
        if kind < 0.31 and 0 < x < WIDTH_CM and 0 < y < DEPTH_CM and attempt < 200:
            continue  # beside the board, if it can
        if blocked.distance(shapely.Point(x, y)) < radius_cm * 0.9:
            continue
        if all(math.dist((x, y), (f.x, f.y)) > BASE_RADIUS_CM + radius_cm * 0.8 for f in scene.standing()):
            return (x, y)
    return None
