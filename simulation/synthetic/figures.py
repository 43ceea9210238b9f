"""Miniatures on foot and on horseback, and guns: a few rounded bodies each, seen from above."""

from simulation.synthetic.palette import SKIN, STEEL, TIMBER, Colour, mixed, paint, shaded
from simulation.synthetic.things import Face, Place, body, flat
from vision.arrays import Floats

HORSE = paint("#6b4326")
BASE_CM = 0.3


def soldier(place: Place, colour: Colour, along: float = 0.0, across: float = 0.0) -> list[Face]:
    """Return a 1/72 rifleman, 2.1 cm tall above his base, his weapon forward."""
    p, a, c = place, along, across
    helmet = mixed(shaded(colour, 0.75), paint("#4a4a3a"), 0.35)
    return [
        *body(p.ellipse(0.5, 0.7, a - 0.05, c), BASE_CM, p.ellipse(0.45, 0.6, a, c), 1.0, shaded(colour, 0.6)),
        *body(p.ellipse(0.45, 0.75, a, c), 1.0, p.ellipse(0.42, 0.85, a + 0.02, c), 1.75, colour),
        flat(p.ellipse(0.42, 0.2, a + 0.25, c + 0.18, 6), SKIN, 1.6),
        flat(p.rectangle(1.35, 0.13, a + 0.55, c - 0.14), shaded(STEEL, 0.8), 1.65),
        *body(p.ellipse(0.4, 0.4, a + 0.04, c), 1.75, p.ellipse(0.5, 0.46, a + 0.04, c), 2.15, helmet),
        flat(p.ellipse(0.24, 0.22, a + 0.02, c + 0.05, 8), mixed(helmet, (0.8, 0.8, 0.8), 0.18), 2.3),
    ]


def musketeer(place: Place, colour: Colour, along: float, across: float) -> list[Face]:
    """Return one 15 mm soldier of a rank, musket on the shoulder."""
    p, a, c = place, along, across
    return [
        *body(p.ellipse(0.34, 0.42, a, c, 8), BASE_CM, p.ellipse(0.34, 0.46, a, c, 8), 1.2, colour),
        flat(p.rectangle(0.6, 0.07, a + 0.1, c - 0.15), STEEL, 1.25),
        flat(p.ellipse(0.27, 0.25, a, c, 7), shaded(colour, 0.55), 1.55),
    ]


def rider(place: Place, colour: Colour, along: float, across: float) -> list[Face]:
    """Return a horseman."""
    p, a, c = place, along, across
    return [
        *body(p.ellipse(1.5, 0.5, a, c), 0.5, p.ellipse(1.45, 0.46, a, c), 1.2, HORSE),
        *body(
            p.ellipse(0.7, 0.22, a + 0.75, c, 8), 1.1, p.ellipse(0.55, 0.24, a + 0.95, c, 8), 1.6, shaded(HORSE, 0.85)
        ),
        *body(p.ellipse(0.4, 0.55, a - 0.08, c), 1.2, p.ellipse(0.38, 0.55, a - 0.06, c), 1.9, colour),
        flat(p.ellipse(0.3, 0.3, a - 0.05, c, 8), shaded(colour, 0.55), 2.2),
    ]


def gun(place: Place, along: float, across: float, length_cm: float) -> list[Face]:
    """Return a field gun on its wheels, muzzle forward."""
    p, a, c = place, along, across
    wheels = [
        face
        for side in (-1, 1)
        for face in body(
            p.rectangle(0.85, 0.14, a, c + side * 0.5), BASE_CM, p.rectangle(0.6, 0.14, a, c + side * 0.5), 1.1, TIMBER
        )
    ]
    barrel = p.points(
        [(length_cm / 2 + a, c + 0.1), (a - 0.6, c + 0.17), (a - 0.6, c - 0.17), (length_cm / 2 + a, c - 0.1)]
    )
    return [
        flat(p.rectangle(length_cm * 0.75, 0.22, a - length_cm * 0.3, c), shaded(TIMBER, 0.8), 0.45),
        flat(p.rectangle(0.2, 1.0, a, c), shaded(TIMBER, 0.7), 0.75),
        *wheels,
        *body(barrel, 0.8, barrel, 1.0, paint("#8d7434")),
    ]


def colours_flying(place: Place, colour: Colour, along: float, across: float) -> list[Face]:
    """Return a flag on its staff."""
    p, a, c = place, along, across
    own = [(0, 0), (0.3, 0.4), (0.15, 0.8), (0.6, 0.8), (0.75, 0.4), (0.45, 0)]  # it flies ahead, off the marker
    cloth = p.points([(a + along, c + across) for along, across in own])
    return [
        *body(p.ellipse(0.1, 0.1, a, c, 5), BASE_CM, p.ellipse(0.1, 0.1, a, c, 5), 2.6, TIMBER),
        flat(cloth, mixed(colour, (0.8, 0.8, 0.8), 0.12), 2.5),
        flat(cloth[[1, 2, 3, 4]], mixed(colour, (0.8, 0.8, 0.8), 0.3), 2.52),
    ]


def rounded(place: Place, depth: float, width: float, cut: float) -> Floats:
    """Return a rectangle with its corners taken off."""
    a, b = depth / 2, width / 2
    cut = min(cut, a / 2, b / 2)
    left = [(a, b - cut), (a - cut, b), (cut - a, b), (-a, b - cut)]
    return place.points(left + [(x, -y) for x, y in reversed(left)])
