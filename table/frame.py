"""The table's own fittings: its size, its frame markers, the board or banners on it."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from table.errors import BadGeometry
from table.hex_warp import Warp
from table.vectors import checked


@dataclass(frozen=True, slots=True)
class FrameMarker:
    """A marker fixed to the table: its centre in table cm, heading of its top edge in degrees, black square's side.

    Raises BadGeometry for numbers that are not finite or a marker without size.
    """

    id: int
    x: float
    y: float
    size_cm: float
    height_cm: float = 0.0
    heading_deg: float = 90.0

    def __post_init__(self) -> None:
        numbers = ("x", "y", "size_cm", "height_cm", "heading_deg")
        checked([(f"card {self.id}: {key}", getattr(self, key)) for key in numbers])
        if self.size_cm <= 0:
            raise BadGeometry(f"card {self.id}: size_cm must be more than 0, got {self.size_cm}")


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
    """A board of hexes: origin is the centre of the hex in column 0, row 0, size_cm from centre to corner.

    ``first`` are the column and row of its near left hex, where it does not begin at 0; ``warp`` is how a printed map
    differs from the even lattice, as ``vedette board fit`` found it, and ``unsure_cm`` one sigma of how far the lines
    lie off that, for each hex, row by row from the near left one: more at a seam than elsewhere; empty: nowhere. One
    that is not ``lettered`` nobody has printed: its hexes are called by their numbers, 3,-2. Raises BadGeometry for a
    board without hexes, or other than so many sigmas.
    """

    origin: tuple[float, float]
    size_cm: float
    columns: int
    rows: int
    pointy: bool = True
    offset: Literal["odd", "even"] = "odd"
    kind: Literal["hexes"] = "hexes"
    first: tuple[int, int] = (0, 0)
    warp: Warp | None = None
    unsure_cm: tuple[float, ...] = ()
    lettered: bool = True

    def __post_init__(self) -> None:
        checked([("a hex board's origin", value) for value in self.origin])
        checked([("a hex board's size_cm", self.size_cm)])
        if self.size_cm <= 0 or self.columns < 1 or self.rows < 1:
            raise BadGeometry(
                f"a hex board must have hexes of some size, got {self.columns} x {self.rows} of {self.size_cm} cm"
            )
        checked([("a hex board's unsure_cm", value) for value in self.unsure_cm], least=0.0)
        if self.unsure_cm and len(self.unsure_cm) != self.columns * self.rows:
            raise BadGeometry(
                f"a hex board's unsure_cm must be one for each of {self.columns} x {self.rows} hexes, got "
                f"{len(self.unsure_cm)}"
            )


@dataclass(frozen=True, slots=True)
class Banners:
    """The markers of the banners that bound a zone of a board."""

    ids: tuple[int, ...]
    size_cm: float
    height_cm: float = 0.0


@dataclass(frozen=True, slots=True)
class Tape:
    """A length measured by hand from the centre of one frame marker to that of another, and its sigma.

    Raises BadGeometry for no length, or one and the same marker.
    """

    length_cm: float
    between: tuple[int, int]
    sigma_cm: float = 0.05

    def __post_init__(self) -> None:
        checked([("a tape's length_cm", self.length_cm)])
        checked([("a tape's sigma_cm", self.sigma_cm)], least=0.0)
        if self.length_cm <= 0 or self.between[0] == self.between[1]:
            raise BadGeometry(f"a tape lies between two markers, got {self.length_cm} cm between {self.between}")


@dataclass(frozen=True, slots=True)
class Frame:
    """A table of width_cm x depth_cm with its frame markers.

    ``survey_sigma_cm``, how well each lies where it is said to, apart from the others, is estimated from the fit where
    it is None. ``laid_sigma_cm`` is how far all of a side may lie off together, which no fit shows (None: not said;
    calibration/laid.py), and ``tape`` the length that says how long the frame really is. Raises BadGeometry for a table
    without size, a sigma below 0, a marker id that is there twice, or a tape to a marker that is not there.
    """

    width_cm: float
    depth_cm: float
    markers: tuple[FrameMarker, ...]
    dictionary: str = "4x4_250"
    survey_sigma_cm: float | None = None
    board: SquareBoard | HexBoard | None = None
    banners: Banners | None = None
    laid_sigma_cm: float | None = None
    tape: Tape | None = None

    def __post_init__(self) -> None:
        checked([("a table's width_cm", self.width_cm), ("a table's depth_cm", self.depth_cm)])
        if self.width_cm <= 0 or self.depth_cm <= 0:
            raise BadGeometry(f"a table must have a size in cm, got {self.width_cm} x {self.depth_cm}")
        if self.survey_sigma_cm is not None:
            checked([("survey_sigma_cm", self.survey_sigma_cm)], least=0.0)
        if self.laid_sigma_cm is not None:
            checked([("laid_sigma_cm", self.laid_sigma_cm)], least=0.0)
        twice = [marker_id for marker_id, count in Counter(m.id for m in self.markers).items() if count > 1]
        if twice:
            raise BadGeometry(f"card {twice[0]} is there twice")
        strange = set(self.tape.between) - {marker.id for marker in self.markers} if self.tape is not None else ()
        if strange:
            raise BadGeometry(f"the tape goes to {min(strange)}, which is no card")
