"""A stand and its marker as things: base, carrier, figures or vehicle, in its side's colour."""

import math
import re
from dataclasses import dataclass
from typing import Literal

from simulation.synthetic.figures import BASE_CM, colours_flying, gun, musketeer, rider, rounded, soldier
from simulation.synthetic.palette import TIMBER, Colour, mixed, paint, shaded, side_colour
from simulation.synthetic.plate import Plate
from simulation.synthetic.things import ON_GROUND, STANDING, Face, Place, Stage, Thing, body, flat, prism
from simulation.synthetic.vehicles import is_soft, tank, truck, wreck
from table.mount import Mount
from table.stand import Base, Stand
from vision.arrays import Floats

Shape = Literal["soldier", "infantry", "cavalry", "artillery", "general", "vehicle", "wreck", "block"]

# A word in a kind's name to what it looks like; the first that fits counts.
_SHAPES: tuple[tuple[Shape, tuple[str, ...]], ...] = (
    ("wreck", ("wreck",)),
    ("general", ("general", "commander", "leader")),
    ("cavalry", ("cavalry", "dragoon", "chariot", "elephant", "mounted")),
    (
        "vehicle",
        ("vehicle", "tank", "truck", "car", "sherman", "panzer", "stug", "sdkfz", "jeep", "half"),
    ),
    ("artillery", ("artillery", "battery", "gun", "cannon", "mortar", "howitzer")),
    ("infantry", ("infantry", "militia", "auxilia", "warrior", "brigade", "regiment", "unit", "skirmish")),
    ("soldier", ("soldier", "figure", "rifle", "officer", "medic", "sniper", "crew", "man", "monk", "para")),
)
_SIZES: dict[Shape, tuple[float, float]] = {
    "soldier": (2.0, 1.6), "infantry": (2.5, 2.0), "cavalry": (2.5, 2.8), "artillery": (2.5, 3.8),
    "general": (2.0, 2.0), "vehicle": (3.2, 7.0), "wreck": (3.2, 7.0), "block": (2.0, 2.0),
}  # fmt: skip
_HEIGHTS: dict[Shape, float] = {
    "soldier": 2.3, "infantry": 1.5, "cavalry": 2.2, "artillery": 1.1, "general": 2.6, "vehicle": 3.0, "wreck": 2.4,
    "block": 1.4,
}  # fmt: skip
FLOCK = paint("#66703d")
LOW_CM = 0.6  # a marker no higher lies on the base or its tail, with the base
CARD_CM = 0.01


def shape_of(kind: str, unit: str | None = None, depth_cm: float = 0.0) -> Shape:
    """Return what a stand of that kind looks like; an unknown kind is a vehicle if it has a list name, else a block."""
    words = re.findall("[a-z]+", kind.lower())
    for shape, parts in _SHAPES:
        if any(word.startswith(part) for word in words for part in parts):
            return shape
    return "vehicle" if unit is not None or depth_cm > 5 else "block"


def default_footprint(kind: str, unit: str | None = None) -> tuple[float, float]:
    """Return width across and depth along the heading in cm for a stand that was given none."""
    return _SIZES[shape_of(kind, unit)]


@dataclass(frozen=True)
class _Part:
    """One base of a stand: where, how large."""

    place: Place
    depth: float
    width: float


def _parts(stand: Stand) -> list[_Part]:
    width, depth = stand.width_cm, stand.depth_cm
    if not (width and depth):
        default_width, default_depth = default_footprint(stand.kind, stand.unit)
        width, depth = width or default_width, depth or default_depth
    whole = Place(stand.x, stand.y, stand.heading_deg)
    bases = stand.bases or (Base(0.0, 0.0, width, depth),)
    parts = []
    for base in bases:
        ((x, y),) = whole.points([(base.along_cm, base.across_cm)])
        parts.append(_Part(Place(x, y, stand.heading_deg + base.turn_deg), base.depth_cm, base.width_cm))
    return parts


def stand_things(stand: Stand, mount: Mount | None, plate: Plate | None, stage: Stage) -> list[Thing]:
    """Return the stand's base (on the ground, with a low marker) and what stands on it (with a high one)."""
    shape = shape_of(stand.kind, stand.unit, stand.depth_cm)
    colour = side_colour(stand.side)
    is_low = plate is not None and mount is not None and plate.height_cm <= LOW_CM
    lying: list[Face] = []
    standing: list[Face] = []
    flat_shadows: list[Floats] = []
    shadows: list[Floats] = []
    for part in _parts(stand):
        roof = _HEIGHTS[shape]
        if shape in ("vehicle", "wreck"):
            if plate is not None and not is_low:
                roof = max(plate.height_cm - CARD_CM, 0.8)
            standing += _vehicle(part, shape, roof, colour, stand.unit or stand.kind, stage)
            shadows.append(stage.cast(part.place.rectangle(part.depth * 0.95, part.width * 0.9), roof * 0.7))
        else:
            lying += _base(part, colour, stage)
            standing += _miniatures(part, shape, colour, stage)
            size = min(part.depth, part.width) * 0.42
            across = size if shape == "soldier" else part.width * 0.8
            flat_shadows.append(stage.cast(part.place.rectangle(part.depth, part.width), BASE_CM))
            shadows.append(stage.cast(part.place.ellipse(size, across), roof, BASE_CM))
    if plate is not None and is_low:
        lying = _tail(stand, plate, stage) + lying
        flat_shadows.append(stage.cast(plate.card_cm()[:, :2], plate.height_cm))
    elif plate is not None and shape not in ("vehicle", "wreck"):
        post = Place(plate.x, plate.y, plate.heading_deg).rectangle(0.3, 0.3)
        standing += body(post, 0.0, post, plate.height_cm - CARD_CM, TIMBER)
        shadows.append(stage.cast(plate.card_cm()[:, :2], plate.height_cm, plate.height_cm * 0.9))
    at = (stand.x, stand.y)
    place = (*at, stand.heading_deg, stand.width_cm, stand.depth_cm, stand.bases)
    key = (stand.name, place, shape, stand.side, stand.unit, plate)
    low = Thing((*key, "low"), at, tuple(lying), plate if is_low else None, ON_GROUND, tuple(flat_shadows), 0.08)
    high = Thing((*key, "high"), at, tuple(standing), None if is_low else plate, STANDING, tuple(shadows), 0.16)
    return [low, high] if lying else [high]


def _base(part: _Part, colour: Colour, stage: Stage) -> list[Face]:
    edge = shaded(colour, 0.75)
    outline = rounded(part.place, part.depth, part.width, 0.12)
    inner = rounded(part.place, part.depth - 0.26, part.width - 0.26, 0.1)
    return [*prism(outline, 0.0, BASE_CM, shaded(edge, 0.8), edge, stage), flat(inner, FLOCK, BASE_CM, grain=0.25)]


def _tail(stand: Stand, plate: Plate, stage: Stage) -> list[Face]:
    """Return the card's carrier, and the strip that ties it to the base."""
    turn = math.degrees(math.atan2(plate.y - stand.y, plate.x - stand.x))
    reach = math.dist((stand.x, stand.y), (plate.x, plate.y))
    strip = Place(stand.x, stand.y, turn).rectangle(reach, 1.0, reach / 2)
    wood = shaded(TIMBER, 0.7)
    return [
        flat(strip, wood, min(0.1, plate.height_cm)),
        *prism(plate.card_cm()[:, :2], 0.0, max(plate.height_cm - CARD_CM, 0.0), wood, None, stage),
    ]


def _vehicle(part: _Part, shape: Shape, roof: float, colour: Colour, name: str, stage: Stage) -> list[Face]:
    if shape == "wreck":
        return wreck(part.place, part.depth, part.width, roof, stage)
    if is_soft(name):
        return truck(part.place, part.depth, part.width, roof, colour, stage)
    return tank(part.place, part.depth, part.width, roof, colour, stage)


def _miniatures(part: _Part, shape: Shape, colour: Colour, stage: Stage) -> list[Face]:
    place, depth, width = part.place, part.depth, part.width
    if shape == "soldier":
        return soldier(place, colour, -depth * 0.05)
    if shape == "block":
        return _block(part, colour, stage)
    if shape == "general":
        return [*rider(place, colour, -0.1, -width * 0.12), *colours_flying(place, colour, depth * 0.1, width * 0.15)]
    faces: list[Face] = []
    if shape == "infantry":
        files = max(1, min(8, round(width / 0.6)))
        for along in (depth * 0.22, -depth * 0.22) if depth > 1.2 else (0.0,):
            for i in range(files):
                faces += musketeer(place, colour, along, width * ((i + 0.5) / files - 0.5) * 0.94)
    elif shape == "cavalry":
        for i in range(max(1, min(6, round(width / 0.95)))):
            count = max(1, min(6, round(width / 0.95)))
            faces += rider(place, colour, -depth * 0.06, width * ((i + 0.5) / count - 0.5) * 0.94)
    else:
        faces += gun(place, depth * 0.1, 0.0, min(depth * 0.55, 3.0))
        for along, across in ((-0.25, 0.36), (-0.3, -0.36), (0.12, 0.4)):
            faces += musketeer(place, colour, depth * along, width * across)
    return faces


def _block(part: _Part, colour: Colour, stage: Stage) -> list[Face]:
    place, depth, width = part.place, part.depth * 0.8, part.width * 0.8
    outline = rounded(place, depth, width, 0.15)
    a, b = depth * 0.32, width * 0.25
    arrow = place.points([(a, 0), (-a * 0.6, b), (-a * 0.2, 0), (-a * 0.6, -b)])
    pale = mixed(colour, (0.8, 0.8, 0.8), 0.6)
    return [*prism(outline, BASE_CM, 1.4, colour, colour, stage), flat(arrow, pale, 1.4)]
