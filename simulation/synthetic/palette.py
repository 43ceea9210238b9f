"""Colours of the synthetic table, as linear light (blue, green, red) from 0 to 1."""

import zlib

Colour = tuple[float, float, float]
GAMMA = 2.2  # the paint's own coding; what the camera makes of it is the look's gamma


def paint(code: str) -> Colour:
    """Return the linear light of a colour written as on the web, ``#rrggbb``."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (blue**GAMMA, green**GAMMA, red**GAMMA)


def shaded(colour: Colour, factor: float) -> Colour:
    """Return the colour under that much of the light."""
    return (colour[0] * factor, colour[1] * factor, colour[2] * factor)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that lies that share of the way from one to the other."""
    blue, green, red = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return (blue, green, red)


PAPER = (0.83, 0.83, 0.83)
INK = (0.03, 0.03, 0.03)
SKIN = paint("#d9a382")
STEEL = paint("#3b3d3f")
TIMBER = paint("#7c5c3d")

SIDES = {
    "blue": paint("#456396"),
    "red": paint("#9c4038"),
    "green": paint("#4d7c3f"),
    "yellow": paint("#c8a032"),
    "us": paint("#7d7a4a"),
    "uk": paint("#8a7a50"),
    "de": paint("#6a7276"),
    "su": paint("#8c7d4e"),
    "it": paint("#6f7a62"),
    "jp": paint("#9a8350"),
    "allies": paint("#7d7a4a"),
    "axis": paint("#6a7276"),
    "union": paint("#34508c"),
    "north": paint("#34508c"),
    "confederate": paint("#9c8f7c"),
    "csa": paint("#9c8f7c"),
    "south": paint("#9c8f7c"),
    "rome": paint("#a8352d"),
    "romans": paint("#a8352d"),
    "carthage": paint("#d0b070"),
}
_OTHERS = [paint(code) for code in ("#3d5f9f", "#a63a32", "#b07a28", "#5d4a86", "#2f7f7a", "#8c3f6a")]


def side_colour(side: str) -> Colour:
    """Return a side's colour: its army's where the name is known, else always the same one for that name."""
    known = SIDES.get(side.strip().lower())
    return known if known is not None else _OTHERS[zlib.crc32(side.encode()) % len(_OTHERS)]
