"""A table sends its journal on: all of it, once, in order, whenever the hall is there; the match never waits."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from journals import begin, play

from referee.club.outbox import Outbox, keep_sending
from referee.club.record import Club
from referee.club.relay import DatabaseHall, OutboxRelay
from referee.journal.entry import Entry
from referee.journal.store import Journal
from referee.match.match import Match
from table.errors import BadInput, VedetteError

Table = tuple[Journal, Match]


class AwayError(VedetteError):
    """The network is away."""


class Network:
    """A hall behind a network that fails as told: ``before`` the entries are there, or ``after``, so that no word of
    it comes back."""

    def __init__(self, hall: DatabaseHall) -> None:
        self.hall, self.fails = hall, ""

    def length(self, match: str) -> int:
        if self.fails:
            raise AwayError("no network")
        return self.hall.length(match)

    def send(self, place: str, match: str, entries: Sequence[Entry]) -> int:
        if self.fails == "before":
            raise AwayError("no network")
        there = self.hall.send(place, match, entries)
        if self.fails == "after":
            raise AwayError("no network")
        return there

    def close(self) -> None:
        self.hall.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal, match = begin(tmp_path / "own.sqlite")
    yield journal, match
    journal.close()


@pytest.fixture
def hall(where: str | Path) -> Iterator[DatabaseHall]:
    opened = DatabaseHall(str(where))
    yield opened
    opened.close()


def in_club(where: str | Path) -> list[Entry]:
    with Club(where) as club:
        (match,) = club.matches()
        return list(club.journal(match.match).entries())


def test_what_is_played_is_sent(where: str | Path, hall: DatabaseHall, table: Table) -> None:
    journal, match = table
    outbox = Outbox(journal, hall, "table 1")
    assert outbox.send()
    play(match)
    assert outbox.send()
    assert in_club(where) == list(journal.entries())
    assert (outbox.sent.there, outbox.sent.trouble) == (journal.length, None)


@pytest.mark.parametrize("fails", ["before", "after"])
def test_what_was_played_without_the_network_arrives_once(
    where: str | Path, hall: DatabaseHall, table: Table, fails: str
) -> None:
    journal, match = table
    network = Network(hall)
    outbox = Outbox(journal, network, "table 1")
    assert outbox.send()
    network.fails = fails
    play(match)
    assert not outbox.send()
    assert str(outbox.sent.trouble) == "no network"
    assert outbox.sent.waiting == journal.length - outbox.sent.there > 0
    network.fails = ""
    assert outbox.send()
    assert in_club(where) == list(journal.entries())
    assert outbox.sent.waiting == 0


def test_the_terminal_says_when_the_hall_is_away_and_when_it_is_back(
    hall: DatabaseHall, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    journal, match = table
    network = Network(hall)
    outbox = Outbox(journal, network, "Table 1")
    assert outbox.send()
    network.fails = "before"
    match.declare("Miller", "Weber")
    assert [outbox.send(), outbox.send()] == [False, False]
    network.fails = ""
    assert [outbox.send(), outbox.send()] == [True, True]
    told = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert told == ["the hall is not told of this match", "the hall is told of this match again"]


def test_a_program_that_begins_again_sends_what_is_left(where: str | Path, hall: DatabaseHall, table: Table) -> None:
    journal, match = table
    Outbox(journal, hall, "table 1").send()
    play(match)
    again = Outbox(journal, hall, "table 1")
    assert again.send()
    assert in_club(where) == list(journal.entries())


def test_who_was_taken_up_elsewhere_is_told_and_stops(where: str | Path, hall: DatabaseHall, table: Table) -> None:
    journal, match = table
    outbox = Outbox(journal, hall, "table 1")
    outbox.send()
    with Club(where) as club:
        club.take_up(club.matches()[0].match, "table 9")
    play(match)
    assert not outbox.send()
    assert outbox.sent.refused
    assert "table 9" in str(outbox.sent.trouble)
    assert not outbox.send()  # and is not asked again
    assert len(in_club(where)) == 1


def test_a_hall_that_is_away_is_asked_less_and_less_often(where: str | Path, hall: DatabaseHall, table: Table) -> None:
    journal, _ = table
    network = Network(hall)
    network.fails = "before"
    waits: list[float] = []

    class Clock(threading.Event):
        """Waits for nothing, and writes down how long it would have."""

        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0)
            network.fails = "" if len(waits) == 9 else network.fails
            return len(waits) > 10

    keep_sending(Outbox(journal, network, "table 1"), lambda: journal.length, Clock())
    assert waits == [0.1, 1, 2, 4, 5, 5, 5, 5, 5, 0.1, 0.1]
    assert len(in_club(where)) == 1


def test_the_relay_sends_while_it_is_played_and_what_is_left_at_the_end(where: str | Path, table: Table) -> None:
    journal, match = table
    relay = OutboxRelay(journal, str(where), "table 1")
    relay.start()
    play(match)
    relay.close()
    assert in_club(where) == list(journal.entries())


def test_a_database_that_is_no_club_stops_no_match(tmp_path: Path, table: Table) -> None:
    journal, _ = table
    (tmp_path / "club.sqlite").write_text("this is no database, and long enough to be taken for one " * 9)
    outbox = Outbox(journal, DatabaseHall(str(tmp_path / "club.sqlite")), "table 1")
    assert not outbox.send()
    assert "club.sqlite" in str(outbox.sent.trouble)
    assert not outbox.sent.refused


def test_another_kind_of_database_is_no_hall() -> None:
    with pytest.raises(BadInput, match="postgresql://"):
        Club("mysql://somewhere/else")
