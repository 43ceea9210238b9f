"""The table's own fittings: its size, its frame markers, the board or banners on it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class FrameMarker:
    """A marker fixed to the table: its centre in table cm, heading of its top edge in degrees, black square's side."""

    id: int
    x: float
    y: float
    size_cm: float
    height_cm: float = 0.0
    heading_deg: float = 90.0


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A board of squares: origin is its near left corner in table cm, file A the near one."""

    origin: tuple[float, float]
    square_cm: float
    files: int
    ranks: int
    kind: Literal["squares"] = "squares"


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A board of hexes: origin is the centre of hex 0,0, size_cm from centre to corner."""

    origin: tuple[float, float]
    size_cm: float
    columns: int
    rows: int
    pointy: bool = True
    offset: Literal["odd", "even"] = "odd"
    kind: Literal["hexes"] = "hexes"


@dataclass(frozen=True, slots=True)
class Banners:
    """Montecassino's banner markers."""

    ids: tuple[int, ...]
    size_cm: float
    height_cm: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A table of width_cm x depth_cm with its frame markers; survey_sigma_cm None means: estimate it from the fit."""

    width_cm: float
    depth_cm: float
    markers: tuple[FrameMarker, ...]
    dictionary: str = "4x4_250"
    survey_sigma_cm: float | None = None
    board: SquareBoard | HexBoard | None = None
    banners: Banners | None = None
