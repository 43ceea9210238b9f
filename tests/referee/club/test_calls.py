"""Calls of a referee: written into a table's journal they arrive once, whatever is cut; the first referee takes one."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from journals import TABLE, begin, play
from matches import match_at

from referee.club.call_desk import ASKED_EVERY, CallDesk, CallNow
from referee.club.calls import CALL_CLOSED, Call, call_note, close_call, newest_call, open_calls, take_call
from referee.club.outbox import CallAnswer, Outbox
from referee.club.record import Club
from referee.club.relay import DatabaseHall
from referee.evidence.appeal import appeal
from referee.evidence.card_lookup import card_at, numbers_of_cards
from referee.journal.entry import payload_text, sealed
from referee.journal.errors import NotSaved, Overtaken
from referee.journal.payloads import Note
from referee.journal.store import Journal
from referee.match.match import Match

Table = tuple[Journal, Match]
ADDRESS = "http://192.168.7.30:8470/"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal, match = begin(tmp_path / "own.sqlite")
    yield journal, match
    journal.close()


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


def sent(club: Club, journal: Journal) -> tuple[Call, ...]:
    club.take("Table 1", list(journal.entries()))
    with club.reading() as connection:
        return open_calls(connection)


def taken(club: Club, call: Call, name: str) -> None:
    with club.writing() as connection:
        take_call(connection, call.match, call.number, name)


def test_a_call_arrives_with_the_entries_and_once(club: Club, table: Table) -> None:
    journal, match = table
    match.note(call_note("may he see the tank?", ADDRESS))
    for _ in range(2):
        (call,) = sent(club, journal)
    assert call == Call(
        match=next(journal.entries()).seal, number=journal.length, place="Table 1",
        time=journal.at(journal.length).time, about="may he see the tank?", appeal=None, wanted="", address=ADDRESS,
        taken="", open=True,
    )  # fmt: skip


def test_the_first_who_takes_it_comes_and_others_see_who(club: Club, table: Table) -> None:
    journal, match = table
    match.note(call_note("", None))
    (call,) = sent(club, journal)
    taken(club, call, "Anna")
    taken(club, call, "Anna")  # a second tap of hers harms nothing
    with pytest.raises(Overtaken, match="Anna has taken this call"):
        taken(club, call, "Bob")
    (call,) = sent(club, journal)
    assert call.taken == "Anna"
    with club.writing() as connection:
        close_call(connection, call.match, call.number)
    with pytest.raises(Overtaken, match="not open any more"):
        taken(club, call, "Bob")
    assert sent(club, journal) == ()


def test_of_many_who_take_a_call_at_once_one_comes(where: str | Path, club: Club, table: Table) -> None:
    journal, match = table
    match.note(call_note("", None))
    (call,) = sent(club, journal)
    names = [f"Referee {k}" for k in range(6)]
    ready, late = threading.Barrier(len(names)), list[str]()

    def take(name: str) -> None:
        with Club(where) as own:
            ready.wait(30)
            try:
                taken(own, call, name)
            except Overtaken:
                late.append(name)

    threads = [threading.Thread(target=take, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    (call,) = sent(club, journal)
    assert sorted([*late, call.taken]) == names


def test_the_table_closes_its_call_and_a_new_one_takes_its_place(club: Club, table: Table) -> None:
    journal, match = table
    match.note(call_note("one", None))
    match.note(call_note("two", None))
    assert [call.about for call in sent(club, journal)] == ["two"]
    match.note(Note(about=CALL_CLOSED))
    assert sent(club, journal) == ()


def test_a_call_ends_with_its_match(club: Club, table: Table) -> None:
    journal, match = table
    match.note(call_note("may he see the tank?", None))
    assert len(sent(club, journal)) == 1
    match.end("draw", None)
    assert sent(club, journal) == ()
    assert CallDesk(journal, Network(None)).read().state == "none"  # type: ignore[arg-type]  # nobody asks the hall
    match.note(call_note("was that the end?", None))
    assert [call.about for call in sent(club, journal)] == ["was that the end?"]


def test_a_call_ends_with_the_next_match_at_its_table(club: Club, table: Table, tmp_path: Path) -> None:
    journal, match = table
    match.note(call_note("may he see the tank?", None))
    (call,) = sent(club, journal)

    def another(day: int, place: str) -> None:
        file = tmp_path / f"{place} {day}.sqlite"
        with Journal(file, write=True, now=lambda: f"2026-11-{day}T12:00:00.000+00:00") as other:
            match_at(TABLE, journal=other)
            club.take(place, list(other.entries()))

    another(23, "Table 2")
    another(20, "Table 1")  # an old match of that table, taken in later
    assert sent(club, journal) == (call,)
    another(22, "Table 1")
    assert sent(club, journal) == ()


def test_an_appeal_goes_by_name_to_who_came_before(club: Club, table: Table) -> None:
    journal, match = table
    play(match)
    card = card_at(journal, next(numbers_of_cards(journal)))
    match.note(call_note("the wall", ADDRESS))
    taken(club, sent(club, journal)[0], "Anna")
    match.note(appeal(journal, card, {"doubt": 0.3}))
    (call,) = sent(club, journal)
    assert (call.appeal, call.wanted, call.taken, call.address) == (card.number, "Anna", "", ADDRESS)


@pytest.mark.parametrize(
    "payload",
    [{"about": "referee_called", "text": "x" * 5000}, {"about": "referee_called", "data": {"address": "javascript:1"}},
     {"about": "referee_called", "text": "a\0b\u202ec\n\td"}, {"about": "referee_called", "data": {"address": [1]}},
     {"about": ["referee_called"]}, {"about": "referee_called", "text": 7}],
)  # fmt: skip
def test_an_odd_call_harms_nothing(club: Club, table: Table, payload: dict[str, object]) -> None:
    journal, _ = table
    entries = list(journal.entries())
    bad = sealed(len(entries) + 1, entries[-1].time, "note", 1, payload_text(payload), entries[-1].seal)
    club.take("Table 1", [*entries, bad])
    with club.reading() as connection:
        for call in open_calls(connection):
            assert len(call.about) <= 200
            assert call.address == ""
            assert call.about.isprintable()


class Network:
    """A hall that is away as told."""

    def __init__(self, hall: DatabaseHall) -> None:
        self.hall, self.away, self.asked = hall, False, 0

    def call(self, match: str) -> CallAnswer | None:
        self.asked += 1
        if self.away:
            raise NotSaved("no network")
        return self.hall.call(match)


def test_the_table_is_told_who_comes(where: str | Path, club: Club, table: Table) -> None:
    journal, match = table
    hall = DatabaseHall(str(where))
    network, told = Network(hall), list[CallNow]()
    desk = CallDesk(journal, network)  # type: ignore[arg-type]
    desk.at_news = lambda: told.append(desk.now)
    outbox = Outbox(journal, hall, "Table 1")

    def looks(many: int = ASKED_EVERY) -> CallNow:
        for _ in range(many):
            desk.look(outbox.sent.there)
        return desk.now

    assert looks() == CallNow()
    assert network.asked == 0  # nobody asks while nobody calls
    match.note(call_note("the wall", None))
    assert looks() == CallNow("unsent", about="the wall")
    outbox.send()
    network.away = True
    assert looks().state == "unsent"
    network.away = False
    assert looks().state == "waits"
    taken(club, sent(club, journal)[0], "Anna")
    assert looks() == CallNow("coming", "Anna", "the wall")
    again = CallDesk(journal, hall)  # the table's program begins again
    again.look(journal.length)
    assert again.now == CallNow("coming", "Anna", "the wall")
    (call,) = sent(club, journal)
    with club.writing() as connection:
        close_call(connection, call.match, call.number)
    assert looks() == CallNow()
    match.note(call_note("", None))
    match.note(Note(about=CALL_CLOSED))
    assert looks() == CallNow()
    assert [one.state for one in told] == ["unsent", "waits", "coming", "none"]
    with club.reading() as connection:
        newest = newest_call(connection, call.match)
    assert newest is not None
    hall.close()
