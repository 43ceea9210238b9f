"""What was seen of a shot: plain values, as `vedette shot` prints them and the referee is shown them."""

from dataclasses import dataclass
from typing import Any

from table.squares import Square, SquareReading
from table.terrain import Point


@dataclass(frozen=True, slots=True)
class Fallen:
    """A figure that fell: its name, where it stood before (table cm), that place on the board, and how sure it is.

    ``square`` is None where there is no board, and between two squares: ``reading`` then says between which.
    ``how`` is "gone" (its marker is not to be seen) or "leaning" (its marker is tilted).
    """

    name: str
    place: Point
    confidence: float
    how: str = "gone"
    reading: SquareReading | None = None

    @property
    def square(self) -> Square | None:
        """The square it stood on."""
        return self.reading.cell if self.reading is not None else None

    @property
    def where(self) -> str | None:
        """The square in words: "A-25", "A-25 or A-26" between two, None off the board."""
        if self.reading is None or self.reading.likeliest is None:
            return None
        return str(self.square) if self.square else " or ".join(str(s) for s, _ in self.reading.among if s is not None)


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure that still stands, but elsewhere on the board: from where to where in table cm."""

    name: str
    start: Point
    end: Point
    cm: float


@dataclass(frozen=True, slots=True)
class Impact:
    """Where the shell came to rest: its middle in table cm, at its own radius above the board.

    ``sigma_cm`` is one standard deviation an axis.
    """

    x: float
    y: float
    sigma_cm: float
    confidence: float


@dataclass(frozen=True)
class ShotSeen:
    """All that two pictures tell of a shot.

    ``zone`` is the hull of the banners in table cm, empty where fewer than three are seen. ``pushed_cm`` is how far
    the whole board was pushed. ``covered`` are figures under something that lies over the board: nobody can say
    whether they fell. ``notes`` are sentences on what kept the camera from seeing well.
    """

    fallen: tuple[Fallen, ...] = ()
    moved: tuple[Moved, ...] = ()
    impact: Impact | None = None
    zone: tuple[Point, ...] = ()
    pushed_cm: float = 0.0
    covered: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what ``vedette shot --json`` prints, with what else is known."""
        impact = self.impact
        return {
            "fallen": [
                {
                    "name": f.name, "square": f.where, "confidence": round(f.confidence, 3), "how": f.how,
                    "x": round(f.place[0], 3), "y": round(f.place[1], 3),
                }
                for f in self.fallen
            ],
            "moved": [
                {"name": m.name, "from": _rounded(m.start), "to": _rounded(m.end), "cm": round(m.cm, 3)}
                for m in self.moved
            ],
            "impact": None
            if impact is None
            else {
                "x": round(impact.x, 4), "y": round(impact.y, 4), "sigma_cm": round(impact.sigma_cm, 4),
                "confidence": round(impact.confidence, 3),
            },
            "zone": [_rounded(corner) for corner in self.zone],
            "pushed_cm": round(self.pushed_cm, 3),
            "covered": list(self.covered),
            "warnings": list(self.notes),
        }  # fmt: skip


def _rounded(place: Point) -> list[float]:
    return [round(float(place[0]), 4), round(float(place[1]), 4)]
