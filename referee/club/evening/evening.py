"""An evening as the club's database has it: its players, its rounds with their clocks, pairings and results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, Table, select

from referee.club.evening.clock import RoundClock
from referee.club.evening.game import Entrant, Form, Game, Outcome, Rounds
from referee.club.evening.standings import Standing, standings
from referee.club.schema import ENTRANT, EVENING, OUTCOME, PAIRING, PLAYER, ROUND


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; ``typed_by`` is who typed it, None where the table's match told it."""

    outcome: Outcome
    typed_by: str | None
    at: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a round, the match that is played for it, and every result there was, the newest last."""

    number: int
    game: Game
    match: str | None = None
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class EveningRound:
    """A round: its clock, its scenario (GAME/FILE), its pairings; ``grown`` is how far all matches were before it."""

    number: int
    clock: RoundClock
    scenario: str
    grown: int
    pairings: tuple[Pairing, ...]

    def pairing(self, number: int) -> Pairing | None:
        """Return one of its pairings."""
        return next((pairing for pairing in self.pairings if pairing.number == number), None)


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of a club; ``names`` are those of its players, ``changed`` is another number after every change."""

    evening: int
    name: str
    form: Form
    minutes: int
    reset_minutes: int
    tables: tuple[str, ...]
    opened: str
    changed: int
    entrants: tuple[Entrant, ...]
    names: Mapping[int, str]
    rounds: tuple[EveningRound, ...]

    @property
    def played(self) -> Rounds:
        """The games of its rounds."""
        return tuple(tuple(pairing.game for pairing in each.pairings) for each in self.rounds)

    @property
    def now(self) -> EveningRound | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None

    def standings(self) -> list[Standing]:
        """Return the standings; a demo's rota has none."""
        return [] if self.form == "rota" else standings(self.entrants, self.played)


def newest_evening(connection: Connection, number: int | None = None, *, hold: bool = False) -> Evening | None:
    """Return the newest evening, or that of a number; None where there is none.

    With ``hold`` nobody else changes it until the connection's changes are kept.
    """
    asked: Select[Any] = select(EVENING).order_by(EVENING.c.evening.desc()).limit(1)
    asked = asked if number is None else asked.where(EVENING.c.evening == number)
    found = connection.execute(asked.with_for_update() if hold else asked).mappings().first()
    if found is None:
        return None
    told = {key: value for key, value in found.items() if key != "tables"}
    of = connection.execute(
        select(ENTRANT, PLAYER.c.name).join(PLAYER, PLAYER.c.player == ENTRANT.c.player)
        .where(ENTRANT.c.evening == found["evening"]).order_by(ENTRANT.c.seed)
    ).mappings().all()  # fmt: skip
    return Evening(
        **told, tables=tuple(found["tables"].split("\n")),
        entrants=tuple(Entrant(row["player"], row["seed"], row["since"], row["left"]) for row in of),
        names={row["player"]: row["name"] for row in of}, rounds=tuple(_rounds(connection, found["evening"])),
    )  # fmt: skip


def _rounds(connection: Connection, evening: int) -> Iterator[EveningRound]:
    pairings = _by_round(connection, PAIRING, evening)
    results: dict[tuple[int, int], list[Result]] = {}
    for row in connection.execute(_of(OUTCOME, evening).order_by(OUTCOME.c.version)).mappings():
        results.setdefault((row["round"], row["number"]), []).append(Result(row["outcome"], row["typed_by"], row["at"]))
    for row in connection.execute(_of(ROUND, evening).order_by(ROUND.c.round)).mappings():
        clock = RoundClock(row["length_s"], row["ran_s"], _read_time(row["since"]), _read_time(row["over"]))
        number = row["round"]
        found = tuple(_pairing(each, results.get((number, each["number"]), [])) for each in pairings.get(number, []))
        yield EveningRound(number, clock, row["scenario"], row["grown"], found)


def _of(table: Table, evening: int) -> Select[Any]:
    return select(table).where(table.c.evening == evening)


def _by_round(connection: Connection, table: Table, evening: int) -> dict[int, list[RowMapping]]:
    found: dict[int, list[RowMapping]] = {}
    for row in connection.execute(_of(table, evening).order_by(table.c.number)).mappings():
        found.setdefault(row["round"], []).append(row)
    return found


def _pairing(row: RowMapping, results: list[Result]) -> Pairing:
    game = Game(row["first"], row["second"], row["place"])
    if results:
        game = replace(game, outcome=results[-1].outcome)
    return Pairing(row["number"], game, row["match"], tuple(results))


def _read_time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
