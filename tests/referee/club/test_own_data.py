"""A person takes his data with him, and is forgotten: his name is nowhere in the database, and every seal holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from seasons import finished, seated
from sqlalchemy import MetaData, insert, select

from referee.club.guests import GuestList
from referee.club.own_data import data_of, forget
from referee.club.people import People
from referee.club.record import Club
from referee.club.report import TableReport, keep_report, reports
from referee.club.results import Results
from referee.club.schema import CALL
from referee.club.season import Seasons
from referee.journal.integrity import check_journal


@pytest.fixture
def club(where: str | Path, tmp_path: Path) -> Iterator[Club]:
    with Club(where) as opened:
        for number in range(3):
            seated(opened, finished(opened, tmp_path, number, (5, 6)), "Anna", "Bruno")
        match = finished(opened, tmp_path, 9, (1,), title="The night of others")
        People(opened).seat(match, "us", People(opened).named("Anna"), "anna's Rangers")
        GuestList(opened).invite("referee", "Anna")
        GuestList(opened).invite("table", "Annapurna")
        called = {"match": match, "number": 1, "time": "", "about": "", "address": "", "open": False}
        with opened.writing() as connection:
            connection.execute(insert(CALL).values(**called, wanted="Anna", taken="ANNA"))
        Results(opened).refresh()
        yield opened


def everything(club: Club) -> str:
    """Return all that stands in a club's database."""
    found = MetaData()
    with club.reading() as connection:
        found.reflect(connection)
        return "\n".join(str(tuple(row)) for table in found.sorted_tables for row in connection.execute(select(table)))


def test_all_that_there_is_of_a_player(club: Club) -> None:
    own = data_of(club, People(club).named("Anna"))
    assert (own.player, own.name, own.invited_as) == (1, "Anna", ("referee",))
    assert [(match.side, match.army, match.won) for match in own.matches] == [
        ("us", "us-army", True), ("us", "us-army", True), ("us", "us-army", True), ("us", "anna's Rangers", True),
    ]  # fmt: skip
    assert [match.dice for match in own.matches[:2]] == [{"table": {"5": 1}, "vedette": {}}] * 2


def test_no_entry_has_a_name_and_a_name_that_is_forgotten_is_nowhere(club: Club) -> None:
    seasons = Seasons(club)
    before = seasons.of()
    with club.writing() as connection:
        called = TableReport(still=True, said={}, good_to={}, agrees=True, titles={"us": "Anna"})
        keep_report(connection, club.matches()[0].match, called)
    assert "Anna" in everything(club)
    left = forget(club, People(club).named("Anna"))
    assert (left.name, left.sealed) == ("#1", 0)
    assert "anna" not in everything(club).replace("Annapurna", "").lower()
    assert "Annapurna" in everything(club)
    for match in club.matches():
        assert check_journal(club.journal(match.match).entries(), match.head).faults == ()
    assert seasons.of().names == {1: "#1", 2: "Bruno"}
    assert seasons.of().ranking is not None
    assert before.ranking is not None
    assert seasons.of().ranking.better(1, 2) == pytest.approx(before.ranking.better(1, 2))
    with club.reading() as connection:
        (told,) = reports(connection, [match.match for match in club.matches()]).values()
    assert told.report.titles == {"us": "#1"}
    assert People(club).add("Anna").player == 3


def test_a_name_in_a_sealed_title_is_told(club: Club, tmp_path: Path) -> None:
    finished(club, tmp_path, 20, (1,), title="Bruno against all")
    left = forget(club, People(club).named("bruno"))
    assert left.sealed == 1
    assert club.matches()[0].title == "#2 against all"
