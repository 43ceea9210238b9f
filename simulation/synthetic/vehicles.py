"""Model vehicles: tanks, trucks and wrecks, as large as their footprint, their roof as high as their marker lies."""

from simulation.synthetic.palette import STEEL, Colour, mixed, paint, shaded
from simulation.synthetic.things import Face, Place, Stage, body, flat, prism

_SOFT = ("truck", "opel", "jeep", "kubel", "schwimm", "gmc", "dodge", "bedford", "willys", "zis", "gaz", "lorry", "car")
CANVAS = paint("#8f8763")
BURNT = paint("#2b2724")
GLASS = paint("#4d6068")


def is_soft(name: str) -> bool:
    """Whether a list name is a truck's or a car's rather than a tank's."""
    words = name.lower()
    return any(word in words for word in _SOFT)


def tank(place: Place, depth: float, width: float, roof_cm: float, colour: Colour, stage: Stage) -> list[Face]:
    """Return tracks, hull, turret and gun; the turret's roof is level at roof_cm."""
    p = place
    deck = roof_cm * 0.58
    tread = shaded(STEEL, 0.7)
    faces = []
    for side in (-1, 1):
        track = p.rectangle(depth * 0.97, width * 0.2, 0, side * width * 0.4)
        faces += prism(track, 0.05, deck * 0.72, tread, shaded(STEEL, 0.9), stage)
        faces.append(
            flat(p.rectangle(depth * 0.9, width * 0.15, 0, side * width * 0.41), shaded(colour, 0.8), deck * 0.75)
        )
    low, high = p.rectangle(depth * 0.98, width * 0.68), p.rectangle(depth * 0.84, width * 0.62, -depth * 0.02)
    faces += body(low, 0.3, high, deck, shaded(colour, 0.9))
    faces.append(flat(p.rectangle(depth * 0.2, width * 0.5, -depth * 0.31), shaded(colour, 0.6), deck))
    faces.append(flat(p.rectangle(depth * 0.06, width * 0.2, depth * 0.34, width * 0.12), shaded(STEEL, 0.8), deck))
    barrel = p.rectangle(depth * 0.5, 0.26, depth * 0.42)
    faces += body(barrel, deck + 0.15, barrel, deck + 0.4, shaded(colour, 0.7))
    faces += body(
        p.rectangle(0.5, 0.36, depth * 0.66), deck + 0.1, p.rectangle(0.5, 0.36, depth * 0.66), deck + 0.45, STEEL
    )
    turret = p.ellipse(depth * 0.46, width * 0.78, 0.0, 0.0, 12)
    faces += body(
        p.ellipse(depth * 0.5, width * 0.84, 0.0, 0.0, 12), deck, turret, roof_cm, mixed(colour, (0.5, 0.5, 0.5), 0.1)
    )
    return faces


def truck(place: Place, depth: float, width: float, roof_cm: float, colour: Colour, stage: Stage) -> list[Face]:
    """Return bonnet, cab and a load under canvas; the canvas is level at roof_cm."""
    p = place
    faces = []
    for along in (-0.3, 0.32):
        for side in (-1, 1):
            wheel = p.rectangle(depth * 0.15, width * 0.14, depth * along, side * width * 0.43)
            faces += body(wheel, 0.05, wheel, 0.9, shaded(STEEL, 0.7))
    bonnet = p.rectangle(depth * 0.24, width * 0.62, depth * 0.37)
    faces += prism(bonnet, 0.4, roof_cm * 0.52, colour, colour, stage)
    cab = p.rectangle(depth * 0.18, width * 0.84, depth * 0.17)
    faces += prism(cab, 0.4, roof_cm * 0.8, colour, shaded(colour, 0.95), stage)
    faces.append(flat(p.rectangle(depth * 0.035, width * 0.7, depth * 0.27), GLASS, roof_cm * 0.7))
    load = p.rectangle(depth * 0.56, width * 0.96, -depth * 0.21)
    faces += prism(load, 0.5, roof_cm, CANVAS, CANVAS, stage)
    return faces


def wreck(place: Place, depth: float, width: float, roof_cm: float, stage: Stage) -> list[Face]:
    """Return a burnt-out hull."""
    p = place
    soot = [
        flat(p.ellipse(depth * (0.95 + spread), width * (1.1 + spread), -0.4, 0.3, 14), BURNT, 0.0, 0.35, 0.16)
        for spread in (0.0, 0.1, 0.2, 0.3, 0.4)
    ]
    faces = tank(place, depth, width, roof_cm * 0.8, BURNT, stage)
    return soot + faces + [flat(p.ellipse(depth * 0.18, width * 0.34, 0.1, 0.1, 8), paint("#171412"), roof_cm * 0.8)]
