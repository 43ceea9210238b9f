"""Results that come from the tables' own matches, each bound to the pairing at its table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from journals import TABLE, Ticking
from matches import match_at

from referee.club.evening.evening import Evening, Pairing
from referee.club.evening.organising import Evenings
from referee.club.evening.settling import Settling
from referee.club.people import People
from referee.club.record import Club
from referee.journal.store import Journal

TABLES = ["Table 1", "Table 2"]


class AtATable:
    """A match that a table plays, and sends when it is told to."""

    def __init__(self, club: Club, folder: Path, place: str, minute: int) -> None:
        self._club, self.place = club, place
        self.journal = Journal(folder / f"{place}-{minute}.sqlite", write=True, now=Ticking(60 * minute))
        self.match = match_at(TABLE, journal=self.journal)
        self.send()

    def send(self) -> str:
        return self._club.take(self.place, list(self.journal.entries())).match


Plays = Callable[[str, int], AtATable]


@pytest.fixture
def plays(club: Club, tmp_path: Path) -> Iterator[Plays]:
    """What begins a match at a table, a minute of the evening."""
    begun: list[AtATable] = []

    def begin(place: str, minute: int) -> AtATable:
        begun.append(AtATable(club, tmp_path, place, minute))
        return begun[-1]

    yield begin
    for table in begun:
        table.journal.close()


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


@pytest.fixture
def evenings(club: Club) -> Evenings:
    found = Evenings(club)
    found.begin("Friday", "round-robin", ["Ann", "Ben", "Carla", "Dan"], TABLES, minutes=90, reset_minutes=10)
    found.pair(1)
    return found


def at(evenings: Evenings, place: str, number: int = 1) -> tuple[Evening, Pairing]:
    evening = evenings.newest()
    assert evening is not None
    return evening, next(each for each in evening.rounds[number - 1].pairings if each.game.table == place)


def test_the_end_of_a_tables_match_is_the_result_of_the_game_there(
    club: Club, evenings: Evenings, plays: Plays
) -> None:
    settling = Settling(club)
    table = plays("Table 2", 1)
    settling.settle()
    evening, pairing = at(evenings, "Table 2")
    assert (pairing.match, pairing.game.outcome) == (table.send(), "open")
    assert {seat.side: seat.player for seat in People(club).seats([table.send()])} == {
        "us": pairing.game.first, "de": pairing.game.second,
    }  # fmt: skip
    table.match.end("won", "de")
    table.send()
    settling.settle()
    evening, pairing = at(evenings, "Table 2")
    assert [(result.outcome, result.typed_by) for result in pairing.results] == [("second", None)]
    assert evening.standings()[0].player == pairing.game.second
    before = evenings.newest()
    settling.settle()
    assert evenings.newest() == before  # nothing is told twice
    assert at(evenings, "Table 1")[1].match is None


def test_an_end_that_is_taken_back_opens_the_game_again(club: Club, evenings: Evenings, plays: Plays) -> None:
    table = plays("Table 1", 1)
    table.match.end("draw", None)
    table.send()
    Settling(club).settle()
    assert at(evenings, "Table 1")[1].game.outcome == "draw"
    table.match.undo()
    table.send()
    Settling(club).settle()
    assert [result.outcome for result in at(evenings, "Table 1")[1].results] == ["draw", "open"]


def test_what_was_typed_stands_whatever_the_match_says(club: Club, evenings: Evenings, plays: Plays) -> None:
    table = plays("Table 1", 1)
    table.match.end("won", "us")
    table.send()
    Settling(club).settle()
    number = at(evenings, "Table 1")[1].number
    evenings.type_result(1, number, "draw", "Olga")
    table.match.undo()
    table.match.end("won", "de")
    table.send()
    Settling(club).settle()
    assert [(each.outcome, each.typed_by) for each in at(evenings, "Table 1")[1].results] == [
        ("first", None), ("draw", "Olga"),
    ]  # fmt: skip


def test_who_swaps_sides_swaps_the_result(club: Club, evenings: Evenings, plays: Plays) -> None:
    table = plays("Table 1", 1)
    table.match.end("won", "us")
    table.send()
    Settling(club).settle()
    evenings.swap(1, at(evenings, "Table 1")[1].number)
    Settling(club).settle()
    assert [each.outcome for each in at(evenings, "Table 1")[1].results] == ["first", "second"]


def test_a_match_that_was_over_before_the_round_is_none_of_it(club: Club, plays: Plays) -> None:
    plays("Table 1", 1).match.end("won", "us")
    evenings = Evenings(club)
    evenings.begin("Friday", "round-robin", ["Ann", "Ben"], TABLES, minutes=90, reset_minutes=10)
    evenings.pair(1)
    Settling(club).settle()
    assert at(evenings, "Table 1")[1].match is None


def test_a_match_stays_its_rounds_when_the_next_is_paired(club: Club, evenings: Evenings, plays: Plays) -> None:
    settling, table = Settling(club), plays("Table 1", 1)
    settling.settle()
    evenings.pair(2)
    table.match.end("won", "us")
    table.send()
    settling.settle()
    assert at(evenings, "Table 1")[1].game.outcome == "first"
    assert at(evenings, "Table 1", 2)[1].match is None
    second = plays("Table 1", 20)
    settling.settle()
    assert at(evenings, "Table 1", 2)[1].match == second.send()


def test_a_match_that_is_begun_anew_at_the_table_takes_the_first_ones_place(
    club: Club, evenings: Evenings, plays: Plays
) -> None:
    plays("Table 1", 1)
    Settling(club).settle()
    again = plays("Table 1", 5)
    Settling(club).settle()
    assert at(evenings, "Table 1")[1].match == again.send()


def test_a_match_that_cannot_be_read_leaves_the_others_as_they_are(
    club: Club, evenings: Evenings, plays: Plays
) -> None:
    from referee.journal.entry import sealed  # noqa: PLC0415

    table = plays("Table 2", 1)
    table.match.end("won", "us")
    first = next(table.journal.entries())
    odd = sealed(1, first.time, "opened", 1, first.text.replace('"ambush"', '"chess"'), first.previous)
    club.take("Table 1", [odd])
    table.send()
    Settling(club).settle()
    assert at(evenings, "Table 2")[1].game.outcome == "first"
