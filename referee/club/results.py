"""What finished matches came to, kept beside their entries: worked out once a match, and again when it is wanted."""

import json
import logging

from sqlalchemy import delete, exists, insert, select

from referee.background import Background
from referee.club.people import stamp
from referee.club.record import Club, ClubMatch, reading_match
from referee.club.schema import MATCH, RESULT
from referee.club.season import Seasons
from referee.result.luck_adjusted import SideResult, results_in
from table.errors import VedetteError

PAUSE_S = 2.0
log = logging.getLogger(__name__)


class Results:
    """Works out what each finished match came to, when it has grown since, and keeps it. For one thread."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._looked: dict[str, int] = {}
        """How long the matches were that were looked at and go on."""

    def refresh(self, *, again: bool = False) -> int:
        """Work out every match that has grown since, or all of them ``again``; return how many came to an end.

        One that cannot be read is passed over.
        """
        if again:
            self._looked.clear()
        return sum(self._keep(match) for match in self._due(again))

    def _due(self, again: bool) -> list[ClubMatch]:
        newer = ~exists().where(RESULT.c.match == MATCH.c.match, RESULT.c.length == MATCH.c.length)
        with self._club.reading() as connection:
            asked = select(MATCH).order_by(MATCH.c.grown)
            rows = connection.execute(asked if again else asked.where(newer)).mappings().all()
        return [match for row in rows if self._looked.get((match := ClubMatch(**row)).match) != match.length]

    def _keep(self, match: ClubMatch) -> bool:
        try:
            with reading_match(match.match):
                sides = results_in(self._club.journal(match.match))
        except VedetteError as error:
            log.warning("%s: what it came to is not known: %s", match.match[:8], error)
            sides = ()
        here = RESULT.c.match == match.match
        with self._club.reading() as connection:
            known = connection.execute(select(RESULT.c.side).where(here).limit(1)).first() is not None
        if known or sides:
            with self._club.writing() as connection:
                connection.execute(delete(RESULT).where(here))
                if sides:
                    connection.execute(insert(RESULT), [_row(match, side) for side in sides])
                stamp(connection)
        self._looked[match.match] = match.length
        return bool(sides)


class ResultsThread(Background):
    """A thread that works out what matches came to as they end, beside whatever else its program does."""

    def __init__(self, club: Club, seasons: Seasons) -> None:
        super().__init__("vedette-results")
        self._club, self._seasons = club, seasons

    def work(self) -> None:
        """Look for matches that have ended; the one at hand is worked out to its end."""
        results, before = Results(self._club), None
        while not self.stop.is_set():
            try:
                now = self._club.state()
                if now != before:
                    results.refresh()
                    self._seasons.of()  # so that nobody who opens it waits for it
                before = now
            except VedetteError as error:  # the database is away: tried again
                log.warning("what matches came to is not kept now: %s", error)
            self.stop.wait(PAUSE_S)


def _row(match: ClubMatch, side: SideResult) -> dict[str, object]:
    return {
        "match": match.match, "length": match.length, "side": side.side, "result": side.result, "won": side.won,
        "score": side.score, "expected": side.expected, "gained": side.gained, "throws": side.throws,
        "untried": side.untried, "dice": json.dumps(side.dice),
    }  # fmt: skip
