"""Whatever fails between a table and its club, nothing confirmed is lost or doubled, and the table never waits."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from journals import SIDES, begin
from killing import Writers
from postgres import Cluster
from sqlalchemy import select

from referee.club.calls import call_note
from referee.club.guests import GuestList, guest_link
from referee.club.http_hall import is_link
from referee.club.outbox import Hall, Outbox
from referee.club.record import Club
from referee.club.relay import hall_of
from referee.club.schema import CALL
from referee.journal.entry import Entry
from referee.journal.errors import NotSaved, Unread
from referee.journal.history import opened
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from rules.state import State
from web.hall.serving import serve_hall

SHORT, LONG = 5, 100
LONGEST_S = 0.6


@pytest.fixture(params=["database", "hall"])
def way(request: pytest.FixtureRequest, where: str | Path) -> Iterator[str]:
    """What a table sends to: the club's database itself, or its hall by the table's link."""
    if request.param == "database":
        yield str(where)
        return
    with serve_hall(str(where), None) as address, Club(where) as club:
        yield guest_link(address, GuestList(club).invite("table", "Table 1"))


def named(where: str | Path, way: str) -> str:
    return ("SQLite" if isinstance(where, Path) else "PostgreSQL") + (" behind the hall" if is_link(way) else "")


def in_club(where: str | Path) -> list[Entry]:
    """Return the entries of the only match of a club, which are whole; none where there is no match."""
    with Club(where) as club:
        matches = club.matches()
        found = [entry for match in matches for entry in club.journal(match.match).entries()]
    assert len(matches) <= 1
    assert check_journal(found).faults == ()
    return found


@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not on Windows")
@pytest.mark.timeout(3000)
def test_a_table_that_is_killed_again_and_again_loses_and_doubles_nothing(
    where: str | Path, way: str, rounds: int, tell: Callable[[str], None], tmp_path: Path
) -> None:
    own, dice, told, ahead = tmp_path / "own.sqlite", Random(7), [], 0
    with Journal(own, write=True) as journal:
        journal.append(opened("ambush", "killed again and again", {}, State(SIDES), "test"))
    writers = Writers(own, way, "Table 1")
    for _ in range(rounds):
        told += writers.killed(dice, LONGEST_S)
        with Journal(own) as journal:
            written = list(journal.entries())
        there = in_club(where)
        assert there == written[: len(there)]
        ahead += len(there) < len(written)
    writers.close()
    with Journal(own) as journal:
        hall = hall_of(way)
        assert Outbox(journal, hall, "Table 1").send()
        hall.close()
        written = list(journal.entries())
    assert in_club(where) == written
    assert set(told) <= {entry.seal for entry in written}
    assert told
    if rounds == LONG:
        assert ahead > 0  # some were killed before all was sent
        tell(
            f"{named(where, way)}: {rounds} kills, {ahead} of them before all was "
            f"sent; {len(told)} confirmed entries of {len(written)} were told, all in the club, once, every seal right"
        )


class CutError(NotSaved):
    """The network was cut."""


class Cut:
    """A hall whose network is cut in mid-act as dice have it: before it heard, or before anybody heard from it."""

    def __init__(self, hall: Hall, dice: Random) -> None:
        self.hall, self.dice, self.cuts = hall, dice, 0

    def length(self, match: str) -> int:
        self._maybe()
        return self.hall.length(match)

    def send(self, place: str, match: str, entries: Sequence[Entry]) -> int:
        self._maybe()
        there = self.hall.send(place, match, entries)
        if self.dice.random() < 0.3:
            self.hall.send(place, match, entries)  # the same act, sent twice
        self._maybe()
        return there

    def close(self) -> None:
        self.hall.close()

    def _maybe(self) -> None:
        if self.dice.random() < 0.35:
            self.cuts += 1
            raise CutError("no network")


@pytest.mark.ci
@pytest.mark.timeout(3000)
def test_a_network_that_is_cut_in_mid_act_loses_and_doubles_nothing(
    where: str | Path, way: str, rounds: int, tell: Callable[[str], None], tmp_path: Path
) -> None:
    journal, match = begin(tmp_path / "own.sqlite")
    cut = Cut(hall_of(way), Random(3))
    outbox = Outbox(journal, cut, "Table 1")
    called = []
    while cut.cuts < rounds:
        match.end_turn()
        if journal.length % 3 == 0:
            called.append(match.note(call_note(f"call {len(called)}", None)))
        outbox.send()
        there = [] if outbox.sent.there == 0 else in_club(where)
        assert there == list(journal.entries())[: len(there)]
    while not outbox.send():
        pass
    assert in_club(where) == list(journal.entries())
    with Club(where) as club, club.reading() as connection:
        calls = connection.execute(select(CALL.c.number, CALL.c.about, CALL.c.open).order_by(CALL.c.number)).all()
    assert calls == [(number, f"call {k}", number == called[-1]) for k, number in enumerate(called)]
    if rounds == LONG:
        tell(
            f"{named(where, way)}: {cut.cuts} cuts, {journal.length} entries and {len(called)} calls of a referee, "
            f"each in the club once"
        )
    cut.close()
    journal.close()


@pytest.mark.ci
@pytest.mark.parametrize("over", ["database", "hall"])
def test_a_database_that_stops_is_waited_for(postgres: Cluster, tmp_path: Path, over: str) -> None:
    where = postgres.new()
    journal, match = begin(tmp_path / "own.sqlite")
    with serve_hall(where, None) as address, Club(where) as club:
        link = guest_link(address, GuestList(club).invite("table", "Table 1"))
        hall = hall_of(where if over == "database" else link)
        outbox = Outbox(journal, hall, "Table 1")
        assert outbox.send()
        postgres.stop()
        try:
            for _ in range(5):
                match.end_turn()
                assert not outbox.send()
                assert isinstance(outbox.sent.trouble, NotSaved | Unread)
        finally:
            postgres.start()
        assert outbox.send()
        assert in_club(where) == list(journal.entries())
        hall.close()
    journal.close()


@pytest.mark.ci
def test_a_hall_that_stops_is_waited_for(tmp_path: Path) -> None:
    where, (journal, match) = tmp_path / "club.sqlite", begin(tmp_path / "own.sqlite")
    with serve_hall(str(where), None) as address, Club(where) as club:
        link = guest_link(address, GuestList(club).invite("table", "Table 1"))
        outbox = Outbox(journal, hall_of(link), "")
        assert outbox.send()
    match.end_turn()
    assert not outbox.send()
    assert isinstance(outbox.sent.trouble, NotSaved)
    with serve_hall(str(where), urlsplit(link).port):
        assert outbox.send()
    assert in_club(where) == list(journal.entries())
    journal.close()
