"""How far one stand went in a turn, by all that was seen of it: ways from rest to rest, and tables in between."""

import math
from dataclasses import dataclass, field

from referee.match.course import Course
from rules.seen_move import MOVED_CM
from table.measurement import Measurement
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import apart, is_off
from vision.tracking.trail import GAP_SHARE


@dataclass
class Track:
    """The legs that a stand went of its own; ``at`` is where it was last known to rest.

    Jitter adds no length: a stand has gone only where it rests farther off than a nudge, and than both places err. Such
    a leg was seen by nobody, and counts straight; ways that were followed count as long as they were seen to be.
    """

    at: Stand | None
    points: list[Point] = field(default_factory=list)
    unseen: list[int] = field(default_factory=list)
    cm: float = 0.0
    variance: float = 0.0
    moves: int = 0
    pushed: bool = False

    @property
    def length(self) -> Measurement:
        """How far it went, in cm."""
        return Measurement(self.cm, math.sqrt(self.variance))

    def rests(self, stand: Stand) -> None:
        """Take in where the stand rests in a table."""
        if self.at is None:
            self.at = stand
            return
        way = apart(self.at, stand)
        if is_off(way, MOVED_CM) and self.pushed:
            self.at, self.pushed = stand, False
        elif is_off(way, MOVED_CM):
            self._leg((self.at.centre, stand.centre), (0,))
            self._count(way.value, math.hypot(way.sigma, GAP_SHARE * way.value))
            self.at = stand

    def walks(self, cm: float, course: Course | None, sigma_cm: float, *, told: bool = False) -> None:
        """Take in a way that was followed; of old journals only how long it was, and no course.

        One that a ruling ``told`` it to go is no move of its own where the last such was a push.
        """
        if told and self.pushed:
            self.pushed = False
            self.at = None if course is None or self.at is None else self.at.moved_to(*course.points[-1])
            return
        if course is None or len(course.points) < 2:
            self._count(cm, sigma_cm)
            self.at = None
            return
        if self.at is not None:
            self.rests(self.at.moved_to(*course.points[0]))
        self._leg(course.points, course.unseen)
        self._count(cm, course.sigma_cm)
        if self.at is not None:
            self.at = self.at.moved_to(*course.points[-1])

    def sent(self) -> None:
        """Know that a ruling sends the stand elsewhere: how it gets there is no move of its own."""
        self.pushed = True

    def _leg(self, points: tuple[Point, ...], unseen: tuple[int, ...]) -> None:
        joined = bool(self.points) and math.dist(self.points[-1], points[0]) < MOVED_CM
        first = max(len(self.points) - 1, 0) if joined else len(self.points)
        self.points += points[1:] if joined else points
        self.unseen += [first + leg for leg in unseen]

    def _count(self, cm: float, sigma_cm: float) -> None:
        self.cm += cm
        self.variance += sigma_cm**2
        self.moves += 1
