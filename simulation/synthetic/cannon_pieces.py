"""Montecassino's other pieces: shells, the two cannons on their platforms, the banners that mark the zone."""

import math
from dataclasses import dataclass

import numpy as np

from simulation.synthetic.cannon_table import BANNER_HEIGHT_CM, BANNER_SIZE_CM
from simulation.synthetic.figures import BASE_CM as WHEELS_CM
from simulation.synthetic.palette import TIMBER, Colour, mixed, paint, shaded
from simulation.synthetic.plate import Plate
from simulation.synthetic.things import (
    HELD,
    ON_GROUND,
    STANDING,
    Face,
    Place,
    Stage,
    Thing,
    body,
    convex_hull,
    flat,
    prism,
)
from vision.arrays import Floats

BRONZE, SCARLET, CARD = paint("#9a6a2c"), paint("#e0401c"), paint("#8d8468")
_AROUND = np.arange(20) * (2 * math.pi / 20)


@dataclass(frozen=True, slots=True)
class Shell:
    """A ball lying on the table, or flying at ``z_cm`` (its middle's height; None: it lies).

    ``streak_cm`` is how far (x, y) it flies while the picture is exposed: what is seen of it is that much fainter.
    """

    x: float
    y: float
    radius_cm: float = 0.325
    colour: Colour = SCARLET
    z_cm: float | None = None
    streak_cm: tuple[float, float] = (0.0, 0.0)

    @property
    def middle_cm(self) -> tuple[float, float, float]:
        """Its middle in table cm."""
        return (self.x, self.y, self.radius_cm if self.z_cm is None else self.z_cm)


def outline_of(shell: Shell, eye_cm: tuple[float, float, float]) -> Floats:
    """Return the circle (20, 3) of the ball's surface that is its border as seen from a point."""
    middle, eye = np.array(shell.middle_cm), np.array(eye_cm)
    away = float(np.linalg.norm(eye - middle))
    sight = (eye - middle) / away
    return _circle(
        middle + sight * shell.radius_cm**2 / away,
        sight,
        shell.radius_cm * math.sqrt(1 - (shell.radius_cm / away) ** 2),
    )


def shell_things(shell: Shell, stage: Stage) -> list[Thing]:
    """Return the ball, lit from the lamp's side, and its small shadow; flying, its streak."""
    if any(shell.streak_cm):
        return [_streak(shell, stage)]
    middle, eye, r = np.array(shell.middle_cm), np.array(stage.eye_cm), shell.radius_cm
    sight = (eye - middle) / float(np.linalg.norm(eye - middle))
    shine = np.array(stage.lamp) + sight
    shine /= float(np.linalg.norm(shine))
    faces = [Face(outline_of(shell, stage.eye_cm), shaded(shell.colour, 0.62))]
    for share, light, more in ((0.25, 0.85, 0.0), (0.42, 1.0, 0.0), (0.68, 1.0, 0.12), (0.93, 1.0, 0.45)):
        cap = _circle(middle + shine * r * share, shine, r * math.sqrt(1 - share**2) * 0.98)
        faces.append(Face(cap, mixed(shaded(shell.colour, light), (0.9, 0.9, 0.9), more), hull=True))
    reach = np.array(stage.lamp[:2]) / stage.lamp[2]
    foot = np.column_stack([shell.x + r * np.cos(_AROUND), shell.y + r * np.sin(_AROUND)])
    z = shell.middle_cm[2]
    shadows = [
        convex_hull(
            np.concatenate(
                [foot - reach * (z - 0.4 * r), foot * 0.3 + np.array([shell.x, shell.y]) * 0.7 - reach * (z + r * 0.8)]
            )
        )
    ]
    if z < 1.5 * r:
        shadows.append((foot - (shell.x, shell.y)) * 0.7 + (shell.x, shell.y))
    tier = ON_GROUND if z < 1.5 else STANDING
    return [Thing(shell, (shell.x, shell.y), tuple(faces), None, tier, tuple(shadows), 0.06)]


def _streak(shell: Shell, stage: Stage) -> Thing:
    middle, r = np.array(shell.middle_cm), shell.radius_cm
    eye = np.array(stage.eye_cm)
    sight = (eye - middle) / float(np.linalg.norm(eye - middle))
    ends = [_circle(middle + np.array([*shell.streak_cm, 0.0]) * share, sight, r) for share in (-0.5, 0.5)]
    length = math.hypot(*shell.streak_cm)
    opacity = min(1.0, math.pi * r / 2 / (length + math.pi * r / 2))
    face = Face(np.concatenate(ends), shaded(shell.colour, 0.85), hull=True, opacity=opacity)
    return Thing(shell, (shell.x, shell.y), (face,), None, HELD)


def _circle(middle: Floats, normal: Floats, radius: float) -> Floats:
    side = np.cross(normal, [0.0, 0.0, 1.0] if abs(normal[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= float(np.linalg.norm(side))
    other = np.cross(normal, side)
    return np.asarray(middle + radius * (np.outer(np.cos(_AROUND), side) + np.outer(np.sin(_AROUND), other)))


@dataclass(frozen=True, slots=True)
class Cannon:
    """A spring cannon on its card platform in a strip; ``aim_deg`` is where its tube looks, lever up after the shot."""

    x: float
    y: float
    aim_deg: float
    fired: bool = False
    platform: Colour = CARD


def cannon_things(cannon: Cannon, stage: Stage) -> list[Thing]:
    """Return platform, carriage, wheels, tube and lever."""
    ahead = 90.0 if math.sin(math.radians(cannon.aim_deg)) > 0 else -90.0
    card, place = Place(cannon.x, cannon.y, ahead), Place(cannon.x, cannon.y, cannon.aim_deg)
    board = card.rectangle(5.6, 5.0)
    low = prism(board, 0.0, 0.12, shaded(cannon.platform, 0.7), cannon.platform, stage, grain=0.1)
    wheels = [
        face
        for side in (-1, 1)
        for face in body(
            place.rectangle(1.7, 0.22, -0.1, side * 0.95),
            0.12,
            place.rectangle(1.2, 0.22, -0.1, side * 0.95),
            1.7,
            TIMBER,
        )
    ]
    tube = place.points([(2.9, 0.3), (-1.8, 0.42), (-1.8, -0.42), (2.9, -0.3)])
    muzzle = place.ellipse(0.5, 0.78, 2.75)
    lever = place.rectangle(0.16, 1.1, -1.2, 0.75) if not cannon.fired else place.rectangle(0.25, 0.25, -1.2, 0.3)
    faces = [
        flat(place.rectangle(3.6, 0.5, -1.4), shaded(TIMBER, 0.8), 0.5),
        *wheels,
        *body(tube, 0.9, tube, 1.5, BRONZE),
        flat(place.rectangle(4.3, 0.18, 0.4), mixed(BRONZE, (0.8, 0.7, 0.5), 0.35), 1.55),
        *body(muzzle, 0.9, muzzle, 1.55, shaded(BRONZE, 0.9)),
        flat(lever, paint("#2b2b2b"), 1.3 if not cannon.fired else 2.3),
        flat(place.rectangle(0.9, 0.35, -2.2), shaded(BRONZE, 0.7), 1.3),
    ]
    shadows = (stage.cast(tube, 1.5, 0.6), stage.cast(place.rectangle(1.5, 2.2), 1.6, WHEELS_CM))
    at = (cannon.x, cannon.y)
    return [
        Thing((cannon, "card"), at, tuple(low), None, ON_GROUND, (stage.cast(board, 0.12),), 0.08),
        Thing((cannon, "gun"), at, tuple(faces), None, STANDING, shadows, 0.15),
    ]


def banner_things(dictionary: str, marker: int, x: float, y: float, heading_deg: float, stage: Stage) -> list[Thing]:
    """Return a banner: its marker on a low block."""
    plate = Plate(dictionary, marker, x, y, heading_deg, BANNER_HEIGHT_CM, BANNER_SIZE_CM)
    card = plate.card_cm()[:, :2]
    faces = prism(card, 0.0, BANNER_HEIGHT_CM - 0.01, paint("#8c6b3a"), None, stage)
    return [Thing(plate, (x, y), tuple(faces), plate, ON_GROUND, (stage.cast(card, BANNER_HEIGHT_CM),), 0.08)]
