"""Lines of sight against outlines: whether one is free, what blocks it and where.

A line passes freely along an edge or over a corner; it is blocked as soon as some of it runs inside an outline, also
where it enters through a corner. A line that cuts no deeper than 1e-6 cm touches (docs/conventions.md). This is the
bare geometry: which pieces block whom is the game's matter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from table.clearance import Outline, clearance, inside_spans
from table.measurement import Measurement
from table.sight_matrix import sight_matrix
from table.terrain import Point
from table.vectors import checked_point
from table.verdict import DOUBT, SLACK, Judgement, judge

__all__ = ["Crossing", "Outline", "Sight", "clearance", "line_of_sight", "sight_matrix"]


@dataclass(frozen=True, slots=True)
class Crossing:
    """An outline that blocks a line: its name, where the line first enters and last leaves it, how deep it cuts."""

    piece: str
    enters: Point
    leaves: Point
    clearance: Measurement


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight: whether it is free, and what blocks it, nearest to the start first.

    ``clearances`` holds every outline's name and clearance in the order given, also of those the line passes.
    """

    start: Point
    end: Point
    free: bool
    crossings: tuple[Crossing, ...]
    clearances: tuple[tuple[str, Measurement], ...]

    @property
    def tightest(self) -> tuple[str, Measurement] | None:
        """The outline with the least clearance; None where there is none."""
        return min(self.clearances, key=lambda named: named[1].value, default=None)

    def judged(self, doubt: float = DOUBT) -> Judgement:
        """Judge whether the line is free, by the outline that most probably blocks it."""
        judgements = [judge(m, 0.0, at_most=False, doubt=doubt) for _, m in self.clearances]
        return min(judgements, key=lambda j: j.probability_in, default=judge(0.0, 0.0, doubt=doubt))


def line_of_sight(
    start: Point,
    end: Point,
    pieces: Sequence[tuple[str, Outline]],
    sigma_start_cm: float = 0.0,
    sigma_end_cm: float = 0.0,
) -> Sight:
    """Return whether the line between two points (table cm) is free of the named outlines, and what blocks it where.

    Raises BadGeometry for points or sigmas that are not finite.
    """
    start, end = checked_point(start, "a line's start"), checked_point(end, "a line's end")
    clearances, crossings = [], []
    for name, polygon in pieces:
        measured = clearance(start, end, polygon, sigma_start_cm, sigma_end_cm)
        clearances.append((name, measured))
        if measured.value < -SLACK:
            crossings.append(Crossing(name, *_entry_and_exit(start, end, polygon), measured))
    crossings.sort(key=lambda crossing: math.dist(start, crossing.enters))
    return Sight(start, end, not crossings, tuple(crossings), tuple(clearances))


def _entry_and_exit(start: Point, end: Point, polygon: Outline) -> tuple[Point, Point]:
    length = math.dist(start, end)
    spans = inside_spans(start, end, polygon) if length > 0 else []
    if not spans:
        return start, end
    enters, leaves = spans[0][0] / length, spans[-1][1] / length
    (x0, y0), (x1, y1) = start, end
    return (x0 + enters * (x1 - x0), y0 + enters * (y1 - y0)), (x0 + leaves * (x1 - x0), y0 + leaves * (y1 - y0))
