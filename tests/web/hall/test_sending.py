"""Tables send to the hall under their own keys: all of it, once, and none can act for another, whatever it sends."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from journals import TABLE, Ticking, begin, play
from matches import match_at

from referee.club.guests import GuestList, guest_link
from referee.club.http_hall import REVOKED, HttpHall, TurnedAway
from referee.club.outbox import Outbox
from referee.club.record import Club
from referee.club.relay import OutboxRelay
from referee.club.report import TableReport
from referee.journal.entry import GENESIS, Entry, payload_text, sealed
from referee.journal.errors import NotSaved, Overtaken
from referee.journal.store import Journal
from table.errors import BadInput
from web.hall.door import HallDoor
from web.hall.serving import serve_hall

Come = Callable[..., FlaskClient]


def send(table: FlaskClient, entries: Sequence[Entry], match: str | None = None, **more: object) -> tuple[int, object]:
    body = {"match": match or entries[0].seal, "entries": [asdict(entry) for entry in entries], **more}
    answer = table.post("/api/table/entries", json=body)
    return answer.status_code, answer.get_json()


def said(answer: tuple[int, object]) -> str:
    assert isinstance(answer[1], dict)
    return str(answer[1]["error"])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    where = tmp_path / "club.sqlite"
    with serve_hall(str(where), None) as address:
        yield where, address


def link_of(served: tuple[Path, str], place: str) -> str:
    where, address = served
    with Club(where) as club:
        return guest_link(address, GuestList(club).invite("table", place))


def in_club(where: Path) -> list[Entry]:
    with Club(where) as club:
        (match,) = club.matches()
        return list(club.journal(match.match).entries())


def test_what_is_played_is_sent_under_the_tables_place(served: tuple[Path, str], tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "own.sqlite")
    outbox = Outbox(journal, HttpHall(link_of(served, "Table 3")), "")
    assert outbox.send()
    play(match)
    assert outbox.send()
    assert in_club(served[0]) == list(journal.entries())
    with Club(served[0]) as club:
        assert club.matches()[0].place == "Table 3"
    journal.close()


def test_the_relay_sends_over_the_network_too(served: tuple[Path, str], tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "own.sqlite")
    relay = OutboxRelay(journal, link_of(served, "Table 3"), "")
    relay.start()
    play(match)
    relay.close()
    assert in_club(served[0]) == list(journal.entries())
    journal.close()


def test_a_hall_that_is_away_is_waited_for(served: tuple[Path, str], tmp_path: Path) -> None:
    journal, _ = begin(tmp_path / "own.sqlite")
    key = link_of(served, "Table 3").rpartition("/")[2]
    outbox = Outbox(journal, HttpHall(f"http://127.0.0.1:9/in/{key}"), "")  # nobody listens at this port
    assert not outbox.send()
    assert isinstance(outbox.sent.trouble, NotSaved)
    assert (outbox.sent.waiting, outbox.sent.refused) == (1, False)
    journal.close()


def test_a_revoked_key_is_told_and_a_match_taken_up_elsewhere_is_given_up(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    journal, match = begin(tmp_path / "own.sqlite")
    outbox = Outbox(journal, HttpHall(link_of(served, "Table 3")), "")
    assert outbox.send()
    with Club(served[0]) as club:
        GuestList(club).revoke("table", "Table 3")
        match.end_turn()
        assert not outbox.send()
        assert isinstance(outbox.sent.trouble, TurnedAway)
        assert outbox.sent.trouble.template == REVOKED
        club.take_up(club.matches()[0].match, "Table 9")
    again = Outbox(journal, HttpHall(link_of(served, "Table 3")), "")
    assert not again.send()
    assert again.sent.refused
    assert "Table 9" in str(again.sent.trouble)
    journal.close()


@pytest.mark.parametrize(("end", "wrong"), [("taken up", Overtaken), ("revoked", TurnedAway)])
def test_a_table_hears_that_it_is_refused_before_anything_is_played(
    served: tuple[Path, str], tmp_path: Path, end: str, wrong: type[Exception]
) -> None:
    journal, _ = begin(tmp_path / "own.sqlite")
    relay = OutboxRelay(journal, link_of(served, "Table 3"), "")
    assert relay.outbox.send()
    with Club(served[0]) as club:
        if end == "revoked":
            GuestList(club).revoke("table", "Table 3")
        else:
            club.take_up(club.matches()[0].match, "Table 9")
    heard, hear = threading.Event(), relay.outbox.hear
    relay.reports.make = lambda _: TableReport(still=True, said={}, good_to={}, agrees=True)
    relay.outbox.hear = lambda error: (hear(error), heard.set())  # type: ignore[method-assign,func-returns-value]
    relay.start()
    assert heard.wait(20)
    relay.close()
    assert isinstance(relay.sent.trouble, wrong)
    journal.close()


def test_many_long_entries_come_in_parts(served: tuple[Path, str], tmp_path: Path) -> None:
    journal, _ = begin(tmp_path / "own.sqlite")
    for k in range(6):
        journal.append(("note", 1, {"about": "x", "text": f"{k}" * 400_000, "data": {}}))
    assert Outbox(journal, HttpHall(link_of(served, "Table 3")), "").send()
    assert in_club(served[0]) == list(journal.entries())
    journal.append(("note", 1, {"about": "x", "text": "x" * 2_200_000, "data": {}}))
    outbox = Outbox(journal, HttpHall(link_of(served, "Table 3")), "")
    assert not outbox.send()
    assert isinstance(outbox.sent.trouble, TurnedAway | NotSaved)
    assert outbox.sent.waiting == 1
    journal.close()


@pytest.mark.parametrize(
    "link",
    ["http://hall", "http://hall:8470/", "ftp://hall/in/" + "x" * 22, "http://hall/in/short", "http:///in/" + "x" * 22],
)
def test_what_is_no_link_is_said(link: str) -> None:
    with pytest.raises(BadInput, match="whole link"):
        HttpHall(link)


def test_a_table_sends_for_its_own_place_only(table: Come, club: Club, entries: list[Entry]) -> None:
    first, other = table("Table 1"), table("Table 2")
    assert send(first, entries[:4]) == (200, {"there": 4})
    refused = send(other, entries[4:], entries[0].seal)
    assert refused[0] == 409
    assert "another table now: Table 1" in said(refused)
    assert send(other, entries[4:], entries[0].seal, place="Table 1")[0] == 400
    assert club.length(entries[0].seal) == 4
    assert club.named(entries[0].seal).place == "Table 1"


def test_what_is_sent_again_is_passed_over(table: Come, club: Club, entries: list[Entry]) -> None:
    client = table("Table 1")
    for _ in range(2):
        assert send(client, entries) == (200, {"there": len(entries)})
    assert send(client, entries[3:6], entries[0].seal) == (200, {"there": len(entries)})
    assert list(club.journal(entries[0].seal).entries()) == entries


def test_altered_missing_and_foreign_entries_are_refused_in_words(
    table: Come, club: Club, entries: list[Entry]
) -> None:
    client = table("Table 1")
    assert send(client, entries[:3])[0] == 200
    for wrong, status, word in (
        ([*entries[:3], replace(entries[3], text="{}")], 400, "altered"),
        ([replace(entries[3], seal="f" * 64)], 400, "altered"),
        (entries[5:], 409, "missing before 6"),
        ([entries[3], entries[5]], 400, "does not follow"),
        ([sealed(4, entries[3].time, "note", 1, "{}", "e" * 64)], 409, "went on otherwise"),
        (entries[::-1], 400, "altered"),
    ):
        answer = send(client, wrong, entries[0].seal)
        assert answer[0] == status, word
        assert word in said(answer)
    assert send(client, entries, "f" * 64)[0] == 400  # another match's number
    assert list(club.journal(entries[0].seal).entries()) == entries[:3]


ODD = [
    [], "x", 7, {}, {"match": "x", "entries": []}, {"match": "f" * 64, "entries": []},
    {"match": "f" * 64, "entries": [None]}, {"match": "f" * 64, "entries": {"0": 1}},
    {"match": ["f" * 64], "entries": [1]},
]  # fmt: skip


def test_odd_json_is_refused_in_words(table: Come) -> None:
    client = table("Table 1")
    for body in ODD:
        answer = client.post("/api/table/entries", json=body)
        assert answer.status_code == 400, body
        assert answer.get_json()["error"]


ODD_FIELDS: list[tuple[str, object]] = [
    ("sequence", 0), ("sequence", True), ("sequence", 2**31), ("sequence", 1.0), ("sequence", "1"), ("version", -1),
    ("kind", ""), ("kind", "x" * 41), ("kind", "Opened\n"), ("time", "<script>"), ("time", "x" * 41), ("text", 7),
    ("text", "a\0b"), ("text", "\ud800"), ("previous", "0" * 63), ("previous", "G" * 64), ("seal", "0" * 64 + "\n"),
    ("seal", None), ("more", 1),
]  # fmt: skip


def test_an_odd_entry_is_refused_in_words(table: Come, club: Club, entries: list[Entry]) -> None:
    client = table("Table 1")
    for field, value in ODD_FIELDS:
        body = {"match": entries[0].seal, "entries": [{**asdict(entries[0]), field: value}]}
        answer = client.post("/api/table/entries", json=body)
        assert answer.status_code == 400, (field, value)
        assert answer.get_json()["error"]
    assert club.matches() == []


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "not json", "\xff\xfe", ""])
def test_what_is_no_json_is_refused_in_words(table: Come, text: str) -> None:
    answer = table("Table 1").post("/api/table/entries", data=text.encode("latin-1"), content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["error"]


def test_a_huge_body_is_refused(table: Come, entries: list[Entry]) -> None:
    long = [replace(entries[0], text="x" * 3_000_000)]
    assert send(table("Table 1"), long)[0] == 413
    many = [asdict(entries[0])] * 101
    answer = table("Table 1").post("/api/table/entries", json={"match": entries[0].seal, "entries": many})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("confirmed", {}), ("declared", {"x": 1}), ("nonsense", {}), ("turn_ended", {"side": 7}), ("undone", {"to": -5}),
     ("undone", {"to": 10**9}), ("match_ended", {"result": "x"}), ("walked", {"stand": "x", "cm": "far"}),
     ("note", {"about": "terrain", "data": {"x": []}}), ("note", {"about": "by_hand", "data": {"placings": 7}}),
     ("opened", {})],
)  # fmt: skip
@pytest.mark.parametrize("place", [2, 12])
@pytest.mark.ci
def test_rubbish_with_right_seals_harms_only_the_table_that_sent_it(
    table: Come, come: Come, entries: list[Entry], tmp_path: Path, kind: str, payload: dict[str, object], place: int
) -> None:
    before = entries[: place - 1]
    bad = sealed(len(before) + 1, before[-1].time, kind, 1, payload_text(payload), before[-1].seal)
    assert send(table("Table 1"), [*before, bad])[0] in (200, 400)
    with Journal(tmp_path / "other.sqlite", write=True, now=Ticking(900)) as other:
        match_at(TABLE, journal=other)
        assert send(table("Table 2"), list(other.entries()))[0] == 200
    for path in ("/", "/api/hall"):
        answer = come().get(path)
        assert answer.status_code == 200
        assert "Table 2" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "payload",
    [{}, {"game": "nosuch"}, {"game": "x" * 41}, {"game": "ambush", "title": "<script>alert(1)</script>"},
     {"game": ["ambush"]}, {"game": "ambush", "title": "x" * 100_000}],
)  # fmt: skip
def test_an_odd_beginning_harms_nobody(table: Come, come: Come, payload: dict[str, object]) -> None:
    first = sealed(1, "2026-11-21T12:00:00Z", "opened", 1, payload_text(payload), GENESIS)
    assert send(table("Table 1"), [first])[0] in (200, 400, 409)
    page = come().get("/")
    assert page.status_code == 200
    assert "<script>alert" not in page.get_data(as_text=True)


@pytest.mark.parametrize("key", ["", "x", "guess" * 8, "\xe9", "a" * 10_000, "' OR 1=1 --"])
def test_nobody_sends_without_a_good_key(table: Come, club: Club, entries: list[Entry], key: str) -> None:
    client = table("Table 1")
    for address in ("127.0.0.1", "192.168.7.30"):  # not even at the hall's own computer
        client.environ_base.update(HTTP_AUTHORIZATION=f"Bearer {key}", REMOTE_ADDR=address)
        assert send(client, entries)[0] == 403
        assert client.get(f"/api/table/length?match={entries[0].seal}").status_code == 403
    assert club.matches() == []


def test_a_guest_is_no_table_and_a_table_no_guest(
    table: Come, come: Come, door: HallDoor, entries: list[Entry]
) -> None:
    for kind in ("organiser", "referee", "player", "spectator"):
        assert send(come("192.168.7.31", kind), entries)[0] == 403
        client = table("Table 1")
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {door.guests.invite(kind, 'Eve')}"
        assert send(client, entries)[0] == 403
        assert client.get("/api/door").get_json()["role"] == "spectator"
    client = table("Table 1")
    assert client.get("/api/door").get_json() == {"role": "table", "name": "Table 1"}
    for path in ("invite", "revoke", "hall-pin"):
        assert client.post(f"/api/door/{path}", json={}).status_code == 403


def test_a_revoked_key_sends_nothing_more(table: Come, door: HallDoor, club: Club, entries: list[Entry]) -> None:
    client = table("Table 1")
    assert send(client, entries[:2])[0] == 200
    door.guests.revoke("table", "Table 1")
    assert send(client, entries) == (403, {"error": REVOKED})
    assert club.length(entries[0].seal) == 2
