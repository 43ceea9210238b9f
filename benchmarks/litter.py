"""What else lies on a club's table: printed black squares and newspaper, dice, tufts of grass, a finger, an arm."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.palette import INK, PAPER, SKIN, paint, shaded
from simulation.synthetic.plate import predefined
from simulation.synthetic.things import HELD, ON_GROUND, Face, Place, Stage, Thing, convex_hull, flat, prism

Floats = NDArray[np.float64]
Dice = np.random.Generator

_CARD_CM = 0.02
_LEAST_APART = 3  # bits: a made-up pattern of four modules is no marker of the dictionary, nor nearly one


def black_squares(place: Place, size_cm: float, dice: Dice) -> Thing:
    """Return a card with one to four plain black squares on white."""
    count = int(dice.integers(1, 5))
    faces = [flat(place.rectangle(size_cm * 1.35, size_cm * (1.35 * count)), PAPER, _CARD_CM)]
    for k in range(count):
        square = place.rectangle(size_cm, size_cm, 0.0, size_cm * 1.35 * (k - (count - 1) / 2))
        faces.append(flat(square, INK, _CARD_CM))
    return _card("squares", place, size_cm, faces, dice)


def marker_like(place: Place, size_cm: float, dice: Dice, dictionary: str = "4x4_250") -> Thing:
    """Return a printed pattern that looks like a marker and is none of the dictionary, whole or torn off."""
    modules = int(dice.choice([4, 4, 5, 6]))
    black = np.ones((modules + 2, modules + 2), dtype=bool)
    while True:
        black[1:-1, 1:-1] = dice.random((modules, modules)) < 0.5
        if modules != 4 or _nearest(~black[1:-1, 1:-1], dictionary) >= _LEAST_APART:
            break
    torn = int(dice.random() < 0.35)  # its border on one side: what tells it from others is whole
    module = size_cm / len(black)
    length = size_cm + 2 * module - torn * module
    faces = [flat(place.rectangle(size_cm + 2 * module, length, 0.0, -torn * module / 2), PAPER, _CARD_CM)]
    for row, column in zip(*np.nonzero(black[:, torn:]), strict=True):
        along, across = size_cm / 2 - (row + 0.5) * module, size_cm / 2 - (column + torn + 0.5) * module
        faces.append(flat(place.rectangle(module, module, along, across), INK, _CARD_CM))
    return _card("marker-like", place, size_cm, faces, dice)


def newspaper(place: Place, size_cm: float, dice: Dice) -> Thing:
    """Return a torn page: headlines, columns of grey lines, a dark picture."""
    depth, width = size_cm * 1.3, size_cm
    faces = [flat(place.rectangle(depth, width), shaded(PAPER, 0.82), _CARD_CM)]
    columns, lines = 3, max(6, round(depth / 0.35))
    for column in range(columns):
        across = width * ((column + 0.5) / columns - 0.5)
        line = 0
        while line < lines:
            along = depth * (0.47 - 0.94 * (line + 0.5) / lines)
            if dice.random() < 0.08:
                tall = min(int(dice.integers(3, 6)), lines - line)
                high = depth * 0.94 / lines * tall
                at = along - high / 2 + depth * 0.47 / lines
                faces.append(flat(place.rectangle(high * 0.9, width / columns * 0.9, at, across), INK, _CARD_CM))
                line += tall
                continue
            heavy = 0.75 if dice.random() < 0.12 else 0.4
            row = place.rectangle(depth / lines * heavy, width / columns * dice.uniform(0.6, 0.92), along, across)
            faces.append(flat(row, shaded(INK, 2.0), _CARD_CM, opacity=0.85))
            line += 1
    return _card("newspaper", place, size_cm, faces, dice)


def chequers(place: Place, size_cm: float, dice: Dice) -> Thing:
    """Return a corner of a chequered board or cloth."""
    count = int(dice.integers(3, 6))
    side = size_cm / count
    faces = [flat(place.rectangle(size_cm * 1.1, size_cm * 1.1), PAPER, _CARD_CM)]
    for row in range(count):
        for column in range(row % 2, count, 2):
            at = ((row + 0.5) * side - size_cm / 2, (column + 0.5) * side - size_cm / 2)
            faces.append(flat(place.rectangle(side, side, *at), INK, _CARD_CM))
    return _card("chequers", place, size_cm, faces, dice)


CLUTTER: tuple[Callable[[Place, float, Dice], Thing], ...] = (black_squares, marker_like, newspaper, chequers)


def die(place: Place, height_cm: float, stage: Stage, dice: Dice) -> Thing:
    """Return a die with its pips, standing at a height."""
    side = float(dice.uniform(1.0, 1.6))
    colour = [paint(code) for code in ("#d8d4c8", "#a6332b", "#2c3f73", "#1f1f1f")][int(dice.integers(4))]
    outline = place.rectangle(side, side)
    faces = prism(outline, height_cm, height_cm + side, colour, colour, stage)
    pip = INK if colour[0] > 0.3 else PAPER
    pips = [(0.27 * side * a, 0.27 * side * b) for a, b in ((-1, -1), (0, 0), (1, 1))]
    faces += [flat(place.ellipse(0.2 * side, 0.2 * side, *at), pip, height_cm + side) for at in pips]
    return _over("die", place, faces, (stage.cast(outline, height_cm + side, height_cm),), dice)


def tuft(place: Place, height_cm: float, stage: Stage, dice: Dice) -> Thing:
    """Return a tuft of grass leaning over a card."""
    faces = []
    for _ in range(int(dice.integers(8, 16))):
        lean = Place(
            place.x + dice.normal(0, 0.12), place.y + dice.normal(0, 0.12), place.heading_deg + dice.normal(0, 40)
        )
        reach, rise = float(dice.uniform(0.4, 1.0)), height_cm + float(dice.uniform(0.4, 1.2))
        foot, tip = lean.points([(0, 0.05), (0, -0.05)]), lean.points([(reach, 0.0)])
        blade = np.column_stack([np.concatenate([foot, tip]), [height_cm, height_cm, rise]])
        faces.append(Face(blade, shaded(paint("#6f8a3a"), float(dice.uniform(0.5, 1.3)))))
    return _over("tuft", place, faces, (stage.cast(place.ellipse(0.6, 0.6), height_cm + 0.8, height_cm),), dice)


def finger(place: Place, height_cm: float, stage: Stage, dice: Dice) -> Thing:
    """Return a fingertip pointing along the place's heading, its tip there, the rest of it behind."""
    width = float(dice.uniform(1.3, 1.8))
    ends = [place.ellipse(width, width, along, 0.0, 14) for along in (-width / 2, -9.0)]
    outline = convex_hull(np.concatenate(ends))
    nail = place.ellipse(width * 0.55, width * 0.5, -width * 0.35, 0.0, 10)
    high = height_cm + 1.0
    faces = [flat(outline, shaded(SKIN, 0.8), high), flat(nail, shaded(SKIN, 1.15), high + 0.1)]
    return _over("finger", place, faces, (stage.cast(outline, high, high * 0.97),), dice)


def arm(place: Place, height_cm: float, stage: Stage, dice: Dice) -> Thing:
    """Return a figure's arm or rifle, thin and dark, reaching over a card from behind the place."""
    length, width = float(dice.uniform(0.8, 1.6)), float(dice.uniform(0.12, 0.25))
    outline = place.rectangle(length, width, -length / 2)
    high = height_cm + 1.2
    colour = shaded(paint("#5a5040"), float(dice.uniform(0.4, 1.1)))
    return _over("arm", place, [flat(outline, colour, high)], (stage.cast(outline, high, high * 0.95),), dice)


OCCLUDERS: tuple[Callable[[Place, float, Stage, Dice], Thing], ...] = (die, tuft, finger, arm)


def _card(what: str, place: Place, size_cm: float, faces: list[Face], dice: Dice) -> Thing:
    key = (what, place, size_cm, int(dice.integers(2**62)))
    return Thing(key, (place.x, place.y), tuple(faces), tier=ON_GROUND)


def _over(what: str, place: Place, faces: list[Face], shadows: tuple[Floats, ...], dice: Dice) -> Thing:
    # Over everything that stands: what lies on a vehicle's card would else hide below its roof.
    key = (what, place, int(dice.integers(2**62)))
    return Thing(key, (place.x, place.y), tuple(faces), None, HELD, shadows, 0.15)


def _nearest(white: NDArray[np.bool_], dictionary: str) -> int:
    """Return in how many bits a pattern differs at least from any marker, whichever way up."""
    # OpenCV's lists hold the four turns one after the other, though their shape says otherwise.
    code = np.asarray(cv2.aruco.Dictionary.getByteListFromBits(white.astype(np.uint8)), dtype=np.uint8).reshape(4, -1)
    known = np.asarray(predefined(dictionary).bytesList, dtype=np.uint8)
    differ = known.reshape(len(known), 4, -1) ^ code[0]
    return int(np.unpackbits(differ, axis=2).sum(axis=2).min())
