"""Those who mean ill in a hall: what a table, a guest, or two at once may try, and that nobody else is harmed."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from journals import TABLE, Ticking
from matches import match_at

from referee.club.evening.organising import Evenings
from referee.club.guests import GuestList
from referee.club.record import Club
from referee.club.results import Results
from referee.journal.entry import GENESIS, Entry, payload_text, sealed
from referee.journal.store import Journal
from table.errors import VedetteError
from web.event_streams import TAKE_STREAM, EventStream
from web.hall.door import HallDoor
from web.hall.events_out.event import ClubEvent
from web.hall.events_out.publisher import Publisher
from web.hall.news import HallNews
from web.hall.serving import serve_hall

Come = Callable[..., FlaskClient]
HERE, STRANGER, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"


def send(client: FlaskClient, entries: list[Entry]) -> int:
    body = {"match": entries[0].seal, "entries": [asdict(entry) for entry in entries]}
    return client.post("/api/table/entries", json=body).status_code


@pytest.fixture
def honest(table: Come, tmp_path: Path) -> list[Entry]:
    """A match that Table 2 has sent."""
    with Journal(tmp_path / "honest.sqlite", write=True, now=Ticking(900)) as journal:
        match_at(TABLE, journal=journal)
        found = list(journal.entries())
    assert send(table("Table 2", "192.168.7.40"), found) == 200
    return found


def need_honest_table_seen(come: Come) -> None:
    for path in ("/", "/api/hall", "/evening", "/metrics"):
        answer = come().get(path)
        assert answer.status_code == 200, path
        assert path == "/evening" or "Table 2" in answer.get_data(as_text=True), path


DEEP = 50_000
TEXTS = {
    "deep list": "[" * DEEP + "]" * DEEP,
    "deep object": '{"a":' * DEEP + "1" + "}" * DEEP,
    "long number": '{"turn": ' + "9" * 5000 + "}",
    "no number": '{"turn": NaN}',
    "no end": '{"turn": 1e999999}',
    "half a letter": '{"side": "\\ud800"}',
    "no JSON": "nothing",
}
KINDS = ("opened", "declared", "confirmed", "turn_ended", "undone", "match_ended", "note", "appealed", "walked", "x")


@pytest.mark.parametrize("text", TEXTS)
def test_entries_that_cannot_be_read_harm_nobody_else(
    club: Club, table: Come, come: Come, honest: list[Entry], entries: list[Entry], text: str
) -> None:
    for kind in KINDS:
        odd = sealed(2, entries[0].time, kind, 1, TEXTS[text], entries[0].seal)
        assert send(table("Table 1"), [entries[0], odd]) == 400
        other = sealed(1, f"2026-11-21T12:00:{KINDS.index(kind):02}Z", "opened", 1, entries[0].text, GENESIS)
        odd = sealed(2, entries[0].time, kind, 1, TEXTS[text], other.seal)
        with suppress(VedetteError):
            club.take(f"Table {kind}", [other, odd])  # from an older hall's database, say
    assert send(table("Table 1"), [sealed(1, entries[0].time, "opened", 1, TEXTS[text], GENESIS)]) == 400
    need_honest_table_seen(come)


@pytest.mark.parametrize("time", ["T", "----", "2026-13-01T00:00:00Z", "2026-11-21T12:00:00", "0001"])
def test_a_time_that_is_none_is_refused(
    table: Come, come: Come, honest: list[Entry], entries: list[Entry], time: str
) -> None:
    assert send(table("Table 1"), [sealed(1, time, "opened", 1, entries[0].text, GENESIS)]) == 400
    need_honest_table_seen(come)


def test_a_table_that_begins_match_after_match_drives_no_other_from_the_page(
    club: Club, come: Come, honest: list[Entry], entries: list[Entry]
) -> None:
    for k in range(250):
        first = sealed(1, f"2026-11-21T13:{k // 60:02}:{k % 60:02}Z", "opened", 1, entries[0].text, GENESIS)
        club.take("Table 1", [first])
    need_honest_table_seen(come)


@pytest.mark.parametrize(
    "title", ["\u202eTable 2", "x" * 100_000, "{name} {0.__class__} %s", "'; DROP TABLE club_match; --", "a\x00b"]
)
def test_odd_titles_are_text_of_their_own_table(
    table: Come, come: Come, honest: list[Entry], entries: list[Entry], title: str
) -> None:
    text = payload_text({"game": "ambush", "title": title, "settings": {}})
    assert send(table("Table 1"), [sealed(1, entries[0].time, "opened", 1, text, GENESIS)]) in (200, 400, 409)
    need_honest_table_seen(come)


ODD_STATES = [
    {"sides": True}, {"states": 7}, {"states": {"Miller": 7}}, {"places": {"Miller": "x"}}, {"known": [1]},
    {"turn": []},
]  # fmt: skip
STANDS = {"stands": [7]}


def odd_matches(entries: list[Entry]) -> Iterator[list[Entry]]:
    """Yield matches with true seals in which one entry is not as any table writes it."""
    for odd in ODD_STATES:
        yield resealed(entries, 0, {"state": {**entries[0].payload["state"], **odd}})
    yield resealed(entries, 4, {"effects": [{"type": "remove", "stand": ["x"]}], "table": STANDS})
    yield resealed(entries, 10, {"table": STANDS})
    yield resealed(entries, 8, {}, version=0)


def resealed(entries: list[Entry], which: int, more: dict[str, object], version: int | None = None) -> list[Entry]:
    previous, made = GENESIS, []
    for k, entry in enumerate(entries):
        payload = {**entry.payload, **(more if k == which else {})}
        if k == 0:
            payload["title"] = f"odd {which}"  # or they would be one match
        number = entry.version if version is None or k != which else version
        made.append(sealed(entry.sequence, entry.time, entry.kind, number, payload_text(payload), previous))
        previous = made[-1].seal
    return made


def test_the_halls_page_and_threads_go_on_past_matches_that_cannot_be_read(
    club: Club, come: Come, table: Come, honest: list[Entry], entries: list[Entry]
) -> None:
    heard: list[ClubEvent] = []

    class Heard:
        name = "a receiver"

        def send(self, event: ClubEvent) -> None:
            heard.append(event)

        def close(self) -> None:
            pass

    telling = Publisher(club, Heard())
    assert telling.send()  # from now on
    matches = list(odd_matches(entries))
    tables = [f"Table 1{k}" for k in range(len(matches))]
    players = [f"Player {k}" for k in range(2 * len(tables))]
    Evenings(club).begin("Friday", "swiss", players, tables, minutes=90, reset_minutes=0)
    Evenings(club).pair(1)
    for place, match in zip(tables, matches, strict=True):
        assert send(table(place), match) == 200
    need_honest_table_seen(come)
    for place in tables:
        assert come().get("/season/table", query_string={"name": place}).status_code == 200
    HallNews(club).look()
    Results(club).refresh()
    assert telling.send()
    assert [event.number for event in heard] == list(range(1, 12)) * len(matches)


def test_one_link_in_two_browsers_is_one_guest_and_both_are_out_at_once(come: Come, door: HallDoor) -> None:
    link = f"/in/{door.guests.invite('referee', 'Anna')}"
    phones = [come(STRANGER), come(OTHER)]
    assert [phone.get(link).status_code for phone in phones] == [302, 302]
    told = {"role": "referee", "name": "Anna"}
    assert [phone.get("/api/door").json for phone in phones] == [told, told]
    assert come(HERE).post("/api/door/revoke", json=told).status_code == 200
    assert [phone.get("/api/calls").status_code for phone in phones] == [403, 403]
    assert [phone.post("/api/calls/take", json={}).status_code for phone in phones] == [403, 403]


ODD_NAMES = [
    "<img src=x onerror=alert(1)>",
    "\"'--",
    "{name} {0.__class__}",
    "%s%n",
    "../../etc",
    "𝔄" * 80,
    "=1+1",
    "ß/#?",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_a_name_everywhere(come: Come, table: Come, entries: list[Entry], name: str) -> None:
    organiser = come(HERE)
    for role in ("referee", "table"):
        assert organiser.post("/api/door/invite", json={"role": role, "name": name}).status_code == 200
    assert send(table(name), entries) == 200
    for path in ("/", "/join", "/api/hall"):
        answer = organiser.get(path)
        assert answer.status_code == 200
        assert "<img src=x" not in answer.get_data(as_text=True) or answer.is_json
    assert organiser.get("/api/hall").json["tables"][0]["place"] == name
    assert organiser.get("/season/table", query_string={"name": name}).status_code == 200
    for role in ("referee", "table"):
        assert organiser.post("/api/door/revoke", json={"role": role, "name": name}).status_code == 200


@pytest.mark.parametrize("path", ["/season/table?name=%00", "/season/army?name=%ED%A0%80", "/season?year=" + "9" * 40,
                                  "/api/season/player/" + "9" * 40, "/pictures/0-" + "9" * 40 + ".jpg",
                                  "/evenings/" + "9" * 40])  # fmt: skip
def test_odd_questions_are_answered(come: Come, path: str) -> None:
    assert come().get(path).status_code in (200, 400, 404)


def test_a_result_sent_twice_corrects_nothing(come: Come) -> None:
    organiser = come(HERE)
    begun = {"name": "Friday", "form": "swiss", "players": ["Ann", "Ben"], "tables": ["Table 1"]}
    organiser.post("/api/evening/begin", json={**begun, "minutes": 90, "reset_minutes": 0})
    organiser.post("/api/evening/pair", json={"round": 1})
    result = {"round": 1, "pairing": 1, "outcome": "first"}
    for corrected in (False, False):
        assert organiser.post("/api/evening/result", json=result).status_code == 200
        (game,) = come().get("/api/evening").json["pairings"]
        assert (game["outcome"], game["corrected"]) == ("first", corrected)
    assert [line["points"] for line in come().get("/api/evening").json["standings"]] == [2, 0]
    organiser.post("/api/evening/result", json={**result, "outcome": "draw"})
    assert come().get("/api/evening").json["pairings"][0]["corrected"]


def event_stream(client: FlaskClient) -> EventStream:
    taken: list[EventStream] = []
    assert client.get("/api/events", environ_overrides={TAKE_STREAM: taken.append}).status_code == 200
    return taken[0]


@pytest.mark.parametrize("by", ["revoked", "invited again"])
def test_an_open_stream_ends_when_its_link_counts_no_more(come: Come, news: HallNews, by: str) -> None:
    news.look()
    organiser, bob, watching = come(HERE), come(OTHER, "referee", "Bob"), come("192.168.7.22")
    news.look()
    anna = come(STRANGER, "referee", "Anna")
    news.look()
    streams = [event_stream(one) for one in (anna, bob, watching, organiser)]
    assert [stream.may() for stream in streams] == [True] * 4
    act = "revoke" if by == "revoked" else "invite"
    assert organiser.post(f"/api/door/{act}", json={"role": "referee", "name": "Anna"}).status_code == 200
    assert [stream.may() for stream in streams] == [False, True, True, True]
    assert event_stream(anna).may()  # as everybody's, from now on


def test_an_open_stream_ends_for_who_has_not_typed_the_new_pin(come: Come) -> None:
    organiser, watching, guest = come(HERE), come(STRANGER), come(OTHER, "spectator", "Zoe")
    streams = [event_stream(one) for one in (watching, guest, organiser)]
    pin = organiser.post("/api/door/hall-pin", json={"wanted": True}).json["pin"]
    assert [stream.may() for stream in streams] == [False, True, True]
    assert watching.post("/api/door/pin", json={"pin": pin}).status_code == 200
    stream = event_stream(watching)
    organiser.post("/api/door/hall-pin", json={"wanted": False})
    assert stream.may()


def test_the_server_ends_a_stream_that_may_not_go_on(tmp_path: Path) -> None:
    with serve_hall(str(tmp_path / "club.sqlite"), 0) as address, Club(tmp_path / "club.sqlite") as club:
        guests, asked = GuestList(club), HTTPConnection(address.split("/")[2], timeout=20)
        asked.request("GET", "/api/events", headers={"Cookie": f"vedette={guests.invite('referee', 'Anna')}"})
        answer = asked.getresponse()
        assert answer.readline().startswith(b"data: ")
        Evenings(club).begin("Friday", "swiss", ["Ann", "Ben"], ["Table 1"], minutes=90, reset_minutes=0)
        assert any(line.startswith(b"data: ") for line in iter(answer.readline, b""))  # it has looked who is invited
        guests.revoke("referee", "Anna")
        assert len(list(islice(iter(answer.readline, b""), 6))) < 6, "after three signs of life it goes on"
        asked.close()
