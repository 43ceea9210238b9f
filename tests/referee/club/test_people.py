"""Players of a club, and who played which side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from journals import played

from referee.club.people import People, Player, Seat
from referee.club.record import Club
from referee.journal.store import Journal
from table.errors import BadInput


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


@pytest.fixture
def people(club: Club) -> People:
    return People(club)


@pytest.fixture
def match(club: Club, tmp_path: Path) -> str:
    with Journal(played(tmp_path)) as journal:
        return club.take("table 1", list(journal.entries())).match


def test_players_are_added_renamed_and_listed_by_their_names(people: People) -> None:
    assert people.players() == []
    people.add("bruno")
    people.add("  Anna   Rossi ")
    assert people.players() == [Player(2, "Anna Rossi"), Player(1, "bruno")]
    assert people.rename("BRUNO", "Bruno") == Player(1, "Bruno")
    assert people.named("bruno ") == Player(1, "Bruno")


@pytest.mark.parametrize("name", ["anna", " ANNA ", "", "  ", "x" * 81, "#3"])
def test_a_name_that_is_none_or_anothers_is_refused(people: People, name: str) -> None:
    people.add("Anna")
    people.add("Bruno")
    with pytest.raises(BadInput, match=r"already|has 1 to 80 letters"):
        people.add(name)
    with pytest.raises(BadInput, match=r"already|has 1 to 80 letters"):
        people.rename("Bruno", name)
    with pytest.raises(BadInput, match="no player of this club"):
        people.named("Carla")


def test_who_played_which_side_is_said_and_said_again(people: People, match: str) -> None:
    anna, bruno = people.add("Anna"), people.add("Bruno")
    people.seat(match[:8], "de", bruno)
    people.seat(match, "us", anna, " 2nd Rangers ")
    people.seat(match, "de", anna)
    people.seat(match, "de", bruno, "Panzer Lehr")
    people.rename("Anna", "Anna R.")
    assert people.seats() == people.seats([match]) == [
        Seat(match, "de", 2, "Bruno", "Panzer Lehr"), Seat(match, "us", 1, "Anna R.", "2nd Rangers"),
    ]  # fmt: skip
    assert people.seats([]) == []


def test_a_seat_that_there_is_not_is_refused(people: People, match: str) -> None:
    anna = people.add("Anna")
    with pytest.raises(BadInput, match="it has us, de"):
        people.seat(match, "romans", anna)
    with pytest.raises(BadInput, match="no match of this club"):
        people.seat("0000", "us", anna)
    with pytest.raises(BadInput, match="at most 80 letters"):
        people.seat(match, "us", anna, "x" * 81)
    assert people.seats() == []
