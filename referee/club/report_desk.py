"""What tells the hall how a table is: what is new at once, its picture less often, and that it is still there."""

from collections.abc import Callable
from dataclasses import replace

from referee.club.outbox import Hall
from referee.club.report import FRESH_S, TableReport
from table.errors import VedetteError

LOOK_S, PICTURE_S = 0.4, 10.0
"""A report is made so often at most, and its picture."""
AGAIN_S, AWAY_S = FRESH_S / 3, 5.0


class ReportDesk:
    """``look`` is for the one thread that sends; ``make`` gives the report of now, if asked with number and picture."""

    def __init__(self, hall: Hall, place: str, now_s: Callable[[], float]) -> None:
        self._hall, self._place, self._now_s = hall, place, now_s
        self._told: TableReport | None = None
        self._told_s = self._looked_s = self._picture_s = self._away_s = float("-inf")
        self.make: Callable[[bool], TableReport] | None = None

    def look(self, match: str) -> VedetteError | None:
        """Tell the hall what is new, and return why it was not told; one that is away is told later."""
        now_s = self._now_s()
        if self.make is None or now_s - self._looked_s < LOOK_S or now_s - self._away_s < AWAY_S:
            return None
        self._looked_s = now_s
        told, pictured = self._told, now_s - self._picture_s >= PICTURE_S
        report = self.make(pictured)
        if pictured:
            self._picture_s = now_s
        elif told is not None:
            report = replace(report, picture=told.picture)
        if report == told and now_s - self._told_s < AGAIN_S:
            return None
        try:
            self._hall.report(self._place, match, report)
        except VedetteError as error:
            self._away_s, self._picture_s = now_s, float("-inf")
            return error
        self._told, self._told_s = report, now_s
        return None
