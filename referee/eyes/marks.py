"""What a drawing is made of, for the pens of the page and of paper: areas, rings, crosses and names."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.eyes.faces import Colour, Point


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon in px; ``hatch`` is the colour of slanting lines over it."""

    outline: Sequence[Point]
    fill: Colour | None = None
    alpha: float = 1.0
    edge: Colour | None = None
    edge_px: float = 0.7
    dashes: tuple[float, float] | None = None
    hatch: Colour | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle."""

    at: Point
    radius: float
    edge: Colour
    edge_px: float
    fill: Colour | None = None
    dashes: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A name on a dark label with a coloured edge; ``at`` is its middle."""

    at: Point
    text: str
    size: float
    edge: Colour


@dataclass(frozen=True, slots=True)
class Caption:
    """A line or two on a dark band along the picture's lower edge."""

    text: str
    size: float


Mark = Area | Ring | Name | Caption


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks to draw one after the other on a picture of so many px."""

    width: int
    height: int
    marks: tuple[Mark, ...]
