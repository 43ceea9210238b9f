"""A player's hand over the table."""

from dataclasses import dataclass

import numpy as np

from simulation.synthetic.palette import SKIN, Colour, paint, shaded
from simulation.synthetic.things import HELD, Face, Place, Stage, Thing, at_height, convex_hull

SLEEVE = paint("#4a5568")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose palm is over a point in table cm, its arm coming in from ``from_deg`` (270 is the near side)."""

    x: float
    y: float
    height_cm: float = 12.0
    from_deg: float = 270.0
    arm_cm: float = 90.0


def hand_thing(hand: Hand, stage: Stage) -> Thing:
    """Return palm, fingers, forearm and sleeve, over everything else, and their soft shadow on the table."""
    place, high = Place(hand.x, hand.y, hand.from_deg + 180.0), min(hand.height_cm, stage.eye_cm[2] * 0.6)
    arm = place.points([(-6.5, 2.7), (-6.5, -2.7), (-hand.arm_cm, -5.0), (-hand.arm_cm, 5.0)])
    wrist = place.points([(-2.5, 2.6), (-2.5, -2.6), (-8.5, -2.4), (-8.5, 2.4)])
    palm = place.ellipse(9.0, 7.6, 0.0, 0.0, 16)
    fingers = [
        _limb(place, start, end, width)
        for start, end, width in (
            ((2.0, 2.6), (7.4, 3.5), 1.7), ((3.0, 0.9), (9.0, 1.2), 1.8), ((3.0, -0.9), (8.7, -1.1), 1.8),
            ((2.0, -2.6), (7.2, -3.1), 1.6), ((-1.5, 3.2), (3.2, 6.0), 1.9),
        )
    ]  # fmt: skip
    faces = [_face(shape, high, shaded(SKIN, 0.85)) for shape in (wrist, palm)]
    faces += [_face(finger, high - 1.5, SKIN) for finger in fingers]
    inner = place.ellipse(6.5, 5.4, 0.3, 0.2, 14)
    faces += [_face(inner, high + 0.5, SKIN), _face(arm, high + 1.0, SLEEVE)]
    faces.append(
        _face(place.points([(-6.4, 2.8), (-6.4, -2.8), (-7.4, -2.9), (-7.4, 2.9)]), high + 1.1, shaded(SLEEVE, 0.7))
    )
    shadows = tuple(stage.cast(shape, high, high * 0.97) for shape in (arm, wrist, palm, *fingers))
    return Thing(hand, (hand.x, hand.y), tuple(faces), shadows=shadows, softness_cm=0.12 * high, tier=HELD)


def _limb(place: Place, start: tuple[float, float], end: tuple[float, float], width: float) -> np.ndarray:
    caps = [place.ellipse(width, width, *point, 10) for point in (start, end)]
    return convex_hull(np.concatenate(caps))


def _face(outline: np.ndarray, height_cm: float, colour: Colour) -> Face:
    return Face(at_height(outline, height_cm), colour)
