"""What an organiser does with an evening: begins it, pairs its rounds, runs their clocks, types results."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, Table, Update, func, insert, select, update

from referee.club.evening.clock import RoundClock
from referee.club.evening.evening import Evening, EveningRound, Pairing, newest_evening
from referee.club.evening.game import Entrant, Form, Game, Outcome
from referee.club.evening.pairings import round_robin, swiss
from referee.club.evening.seating import rota, seated
from referee.club.people import People, Player, add_player, players_of
from referee.club.record import Club
from referee.club.schema import ENTRANT, EVENING, MATCH, OUTCOME, PAIRING, ROUND
from referee.match.state import NotNow
from table.errors import BadInput

MOST_PLAYERS, MOST_TABLES, MOST_OLDER = 100, 48, 500
ClockAct = Literal["start", "pause", "end", "longer"]
AGAIN = timedelta(minutes=1)
NO_EVENING = "no evening has begun"


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening that another has followed: its number, its name, when it was begun."""

    evening: int
    name: str
    opened: str


class Evenings:
    """The evenings of a club, in its database; acts are those of the newest. ``now`` tells the time."""

    def __init__(self, club: Club, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._club, self._now, self._people = club, now, People(club)

    def newest(self) -> Evening | None:
        """Return the newest evening; None before the first."""
        with self._club.reading() as connection:
            return newest_evening(connection)

    def numbered(self, number: int) -> Evening | None:
        """Return the evening of a number; None where there is none."""
        if number >= 2**31:
            return None
        with self._club.reading() as connection:
            return newest_evening(connection, number)

    def older(self) -> list[PastEvening]:
        """Return the evenings before the newest, those first that were last."""
        asked = select(EVENING.c.evening, EVENING.c.name, EVENING.c.opened).order_by(EVENING.c.evening.desc())
        with self._club.reading() as connection:
            return [PastEvening(*row) for row in connection.execute(asked.offset(1).limit(MOST_OLDER))]

    def begin(
        self, name: str, form: Form, players: Sequence[str], tables: Sequence[str], *, minutes: int, reset_minutes: int
    ) -> Evening:
        """Begin an evening; who is no player of the club yet becomes one. Raises BadInput.

        What is told twice within a minute, by two taps or a browser that asks again, begins one.
        """
        need_all_different(tables, 1, MOST_TABLES, "an evening has {least} to {most} tables")
        least = 1 if form == "rota" else 2
        need_all_different(players, least, MOST_PLAYERS, "an evening has {least} to {most} players")
        with self._club.writing() as connection:
            self._club.one_by_one(connection, "evenings")
            last, at = newest_evening(connection), self._now()
            known = _players(connection, players)
            begun = Evening(
                1 if last is None else 1 + last.evening, name, form, minutes, reset_minutes, tuple(tables),
                at.isoformat(), 1, tuple(Entrant(player.player, seed) for seed, player in enumerate(known, start=1)),
                {player.player: player.name for player in known}, (),
            )  # fmt: skip
            if last is not None and at - datetime.fromisoformat(last.opened) < AGAIN:
                again = replace(begun, evening=last.evening, opened=last.opened, changed=last.changed)
                if again == last:
                    return last
            connection.execute(insert(EVENING).values(
                evening=begun.evening, name=name, form=form, minutes=minutes, reset_minutes=reset_minutes,
                tables="\n".join(tables), opened=begun.opened, changed=begun.changed,
            ))  # fmt: skip
            rows = [{"evening": begun.evening, **asdict(entrant)} for entrant in begun.entrants]
            connection.execute(insert(ENTRANT), rows)
            self._club.tell(connection, "evening")
            return begun

    def come(self, name: str) -> None:
        """Let a player take part from the next round on, or again; raises BadInput."""
        with self._changing() as (connection, evening):
            (player,) = _players(connection, [name])
            following = len(evening.rounds) + 1
            if player.player in evening.names:
                connection.execute(_one(ENTRANT, evening, player=player.player).values(left=None))
                return
            if len(evening.entrants) >= MOST_PLAYERS:
                raise BadInput("an evening has at most {most} players", most=MOST_PLAYERS)
            seed = 1 + max((one.seed for one in evening.entrants), default=0)
            told = {"evening": evening.evening, "player": player.player, "seed": seed, "since": following}
            connection.execute(insert(ENTRANT).values(**told))

    def drop(self, player: int) -> None:
        """Pair a player no more; the game that he plays goes on, or its result is typed. Raises BadInput."""
        with self._changing() as (connection, evening):
            if player not in evening.names:
                raise BadInput("this player does not take part in the evening")
            connection.execute(_one(ENTRANT, evening, player=player).values(left=len(evening.rounds) + 1))

    def pair(self, number: int, scenario: str | None = None) -> None:
        """Pair the round of this number, which is the next; its clock stands. Raises BadInput, NotNow."""
        with self._changing() as (connection, evening):
            before = evening.now
            if number != len(evening.rounds) + 1:
                raise NotNow("round {number} is paired already", number=len(evening.rounds))
            games = _next_games(evening)
            if before is not None:
                _keep_clock(connection, evening, before, before.clock.ended(self._now()))
            chosen = scenario if scenario is not None else ("" if before is None else before.scenario)
            grown = int(connection.execute(select(func.max(MATCH.c.grown))).scalar() or 0)
            key = {"evening": evening.evening, "round": number}
            connection.execute(
                insert(ROUND).values(**key, length_s=60 * evening.minutes, ran_s=0, scenario=chosen, grown=grown)
            )
            connection.execute(insert(PAIRING), [
                {**key, "number": k, "place": game.table, "first": game.first, "second": game.second}
                for k, game in enumerate(games, start=1)
            ])  # fmt: skip

    def run_clock(self, act: ClockAct, minutes: int = 0) -> None:
        """Start, pause or end the round's clock, or give it more minutes; raises BadInput, NotNow."""
        with self._changing() as (connection, evening):
            now, at = _need_round(evening), self._now()
            clock = {
                "start": now.clock.started(at), "pause": now.clock.paused(at), "end": now.clock.ended(at),
                "longer": now.clock.longer(60 * minutes),
            }[act]  # fmt: skip
            _keep_clock(connection, evening, now, clock)

    def choose_scenario(self, scenario: str) -> None:
        """Choose the scenario of all tables of this round, GAME/FILE, or none; raises BadInput, NotNow."""
        with self._changing() as (connection, evening):
            connection.execute(_one(ROUND, evening, round=_need_round(evening).number).values(scenario=scenario))

    def type_result(self, number: int, pairing: int, outcome: Outcome, by: str) -> None:
        """Type how a game ended, or that it is open again; what was said before is kept. Raises BadInput, NotNow."""
        with self._changing() as (connection, evening):
            found = _need_pairing(evening, number, pairing)
            last = found.results[-1] if found.results else None
            if last is not None and last.typed_by is not None and last.outcome == outcome:
                return  # sent twice: that corrects nothing
            add_result(connection, evening, number, found, outcome, by, self._now())

    def swap(self, number: int, pairing: int) -> None:
        """Swap who plays which side of a game; raises BadInput, NotNow."""
        with self._club.reading() as connection:
            found = _need_pairing(_need(newest_evening(connection)), number, pairing)
        seats = [] if found.match is None else self._people.seats([found.match])
        for seat, other in zip(seats, seats[::-1], strict=True):
            self._people.seat(seat.match, seat.side, Player(other.player, other.name), seat.army)
        with self._changing() as (connection, evening):
            if found.match is None:
                values = {"first": found.game.second, "second": found.game.first}
                connection.execute(_one(PAIRING, evening, round=number, number=pairing).values(**values))

    @contextmanager
    def _changing(self) -> Iterator[tuple[Connection, Evening]]:
        """Give the newest evening, which nobody else changes meanwhile; all is kept or nothing."""
        with self._club.writing() as connection:
            evening = _need(newest_evening(connection, hold=True))
            yield connection, evening
            changed(self._club, connection, evening)


def evening_state(connection: Connection) -> tuple[int, int]:
    """Return the newest evening's number, and another second number after each change; zeros before the first."""
    asked = select(EVENING.c.evening, EVENING.c.changed).order_by(EVENING.c.evening.desc()).limit(1)
    row = connection.execute(asked).first()
    return (0, 0) if row is None else (row.evening, row.changed)


def _players(connection: Connection, names: Sequence[str]) -> list[Player]:
    """Return the players of these names; who is none of the club yet becomes one."""
    known = {player.name.casefold(): player for player in players_of(connection)}
    return [known.get(" ".join(name.split()).casefold()) or add_player(connection, name) for name in names]


def changed(club: Club, connection: Connection, evening: Evening) -> None:
    """Say that an evening has changed, to who asks and to who listens."""
    connection.execute(_one(EVENING, evening).values(changed=evening.changed + 1))
    club.tell(connection, "evening")


def add_result(
    connection: Connection, evening: Evening, number: int, pairing: Pairing, outcome: Outcome, by: str | None,
    at: datetime,
) -> None:  # fmt: skip
    """Add how a game ended to what was said of it before."""
    connection.execute(insert(OUTCOME).values(
        evening=evening.evening, round=number, number=pairing.number, version=1 + len(pairing.results),
        outcome=outcome, typed_by=by, at=at.isoformat(),
    ))  # fmt: skip


def need_all_different(names: Sequence[str], least: int, most: int, wrong: str) -> None:
    """Raise BadInput for too few or too many names, or one that is there twice."""
    if not least <= len(names) <= most:
        raise BadInput(wrong, least=least, most=most)
    seen = [name.casefold() for name in names]
    for name in names:
        if seen.count(name.casefold()) > 1:
            raise BadInput("{name} is there twice", name=name)


def _next_games(evening: Evening) -> tuple[Game, ...]:
    if evening.form == "rota":
        games = rota(evening.entrants, evening.tables, evening.played)
    else:
        _need_results(evening)
        pairs = (swiss if evening.form == "swiss" else round_robin)(evening.entrants, evening.played)
        games = seated(pairs, evening.tables, evening.played)
    if not any(game.table for game in games):
        raise NotNow("nobody is left to be paired")
    return games


def _need_results(evening: Evening) -> None:
    """Raise NotNow where the Swiss system does not know yet who is level with whom."""
    if evening.now is None or evening.form != "swiss":
        return
    for pairing in evening.now.pairings:
        if pairing.game.second is not None and pairing.game.outcome == "open":
            raise NotNow("{table} has no result yet: type it first", table=pairing.game.table)


def _need(evening: Evening | None) -> Evening:
    if evening is None:
        raise NotNow(NO_EVENING)
    return evening


def _need_round(evening: Evening) -> EveningRound:
    if evening.now is None:
        raise NotNow("no round is paired yet")
    return evening.now


def _need_pairing(evening: Evening, number: int, pairing: int) -> Pairing:
    if not 1 <= number <= len(evening.rounds) or (found := evening.rounds[number - 1].pairing(pairing)) is None:
        raise BadInput("there is no such game in round {number}", number=number)
    if found.game.second is None:
        raise BadInput("that is a bye: nobody plays against another there")
    return found


def _keep_clock(connection: Connection, evening: Evening, of: EveningRound, clock: RoundClock) -> None:
    since, over = (None if at is None else at.isoformat() for at in (clock.since, clock.over))
    values = {"length_s": clock.length_s, "ran_s": clock.ran_s, "since": since, "over": over}
    connection.execute(_one(ROUND, evening, round=of.number).values(**values))


def _one(table: Table, evening: Evening, **key: int) -> Update:
    found = update(table).where(table.c.evening == evening.evening)
    for name, value in key.items():
        found = found.where(table.c[name] == value)
    return found
