"""Results that come by themselves: a match that a table sends is bound to the pairing there, and its end is told.

A pairing's match is the newest at its table that grew after the round was paired, and is no other pairing's; it stays
its match when the next round is paired. Who typed a result has the last word: the match says no more to it.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy import Connection, select, update

from referee.club.evening.evening import Evening, EveningRound, Pairing, newest_evening
from referee.club.evening.game import Outcome
from referee.club.evening.organising import add_result, changed
from referee.club.people import People, Player
from referee.club.record import Club, ClubMatch, reading_match
from referee.club.schema import PAIRING
from referee.journal.history import point_at
from referee.journal.match_end import MatchEnd, end_in
from table.errors import VedetteError


class Settling:
    """Binds matches to the newest evening's pairings, and takes their ends over as results."""

    def __init__(self, club: Club, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._club, self._now, self._people = club, now, People(club)
        self._ends: dict[str, tuple[int, MatchEnd | None]] = {}

    def settle(self) -> None:
        """Look at the matches once; call it whenever something has come in. Raises Unread, NotSaved."""
        with self._club.reading() as connection:
            evening = newest_evening(connection)
            if evening is None or evening.now is None or evening.form == "rota":
                return
            bound = set(connection.execute(select(PAIRING.c.match).where(PAIRING.c.match.is_not(None))).scalars())
        matches = self._club.matches()
        self._bind(evening, evening.now, [match for match in matches if match.match not in bound], matches)
        self._take_results({match.match: match for match in matches})

    def _bind(
        self, evening: Evening, now: EveningRound, free: Iterable[ClubMatch], matches: Iterable[ClubMatch]
    ) -> None:
        known = {match.match: match for match in matches}
        for pairing in now.pairings:
            game = pairing.game
            if game.second is None or game.outcome != "open":
                continue
            grew = (match for match in free if match.place == game.table and match.grown > now.grown)
            found = max(grew, key=lambda match: match.opened, default=None)
            before = known.get(pairing.match or "")
            if found is None or (before is not None and found.opened <= before.opened):
                continue
            # One that cannot be read is nobody's, and its neighbours are as they are.
            with suppress(VedetteError), reading_match(found.match):
                self._seat(found, game.first, game.second, evening)
                with self._club.writing() as connection:
                    of = (PAIRING.c.evening == evening.evening, PAIRING.c.round == now.number)
                    connection.execute(
                        update(PAIRING).where(*of, PAIRING.c.number == pairing.number).values(match=found.match)
                    )
                    changed(self._club, connection, _again(connection, evening))

    def _seat(self, match: ClubMatch, first: int, second: int, evening: Evening) -> None:
        """Seat the first at the side that begins, unless both have taken their seats already."""
        if {seat.player for seat in self._people.seats([match.match])} == {first, second}:
            return
        sides = point_at(self._club.journal(match.match), 1).state.sides
        for side, player in zip(sides, (first, second), strict=False):
            self._people.seat(match.match, side, Player(player, evening.names[player]))

    def _take_results(self, known: dict[str, ClubMatch]) -> None:
        with self._club.reading() as connection:
            evening = newest_evening(connection)
        told = []
        for each in () if evening is None else evening.rounds:
            for pairing in each.pairings:
                match = known.get(pairing.match or "")
                if match is None or (pairing.results and pairing.results[-1].typed_by is not None):
                    continue
                with suppress(VedetteError), reading_match(match.match):
                    outcome = self._outcome(pairing, match)
                    if outcome != pairing.game.outcome:
                        told.append((each.number, pairing.number, outcome))
        if not told:
            return
        with self._club.writing() as connection:
            held = newest_evening(connection, hold=True)
            if held is None or evening is None or held.evening != evening.evening:
                return
            for number, of, outcome in told:
                now = held.rounds[number - 1].pairing(of)
                typed = now is not None and bool(now.results) and now.results[-1].typed_by is not None
                if now is not None and not typed and now.game.outcome != outcome:
                    add_result(connection, held, number, now, outcome, None, self._now())
            changed(self._club, connection, held)

    def _outcome(self, pairing: Pairing, match: ClubMatch) -> Outcome:
        """Return how the match ended for the pairing; open while it goes on, and where it was broken off."""
        length, end = self._ends.get(match.match, (0, None))
        if length != match.length:
            end = end_in(self._club.journal(match.match))
            self._ends[match.match] = (match.length, end)
        if end is None or end.ended.ending.result == "broken_off":
            return "open"
        if end.ended.ending.result == "draw":
            return "draw"
        seats = {seat.side: seat.player for seat in self._people.seats([match.match])}
        winner = seats.get(end.ended.ending.winner or "")
        return "first" if winner == pairing.game.first else "second" if winner == pairing.game.second else "open"


def _again(connection: Connection, evening: Evening) -> Evening:
    return newest_evening(connection, evening.evening, hold=True) or evening
