"""The journal's page: its list, any moment of it, the check of its seals, its export."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from kept_session import client_of, kept_session, shoot

from referee.journal.entry import Entry
from referee.journal.payloads import Note, draft
from web.errors import handle_failures
from web.journal_list import FAR, PAGE
from web.journal_page import Checker, SealsView, journal_blueprint
from web.match_session import MatchSession
from web.roles import REFEREE, SPECTATOR, Role, keep_roles
from web.work import Work


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        yield session


@pytest.fixture
def client(session: MatchSession) -> FlaskClient:
    return client_of(session)


def many(session: MatchSession, count: int) -> None:
    """Write many entries that change nothing."""
    assert session.journal is not None
    session.journal.append(*[draft(Note(about="word", text=str(number))) for number in range(count)])


def test_the_list_is_paged_by_number(session: MatchSession, client: FlaskClient) -> None:
    many(session, 2 * PAGE + 3)  # and the opening
    first = client.get("/api/journal").get_json()
    assert [entry["sequence"] for entry in first["entries"]] == list(range(54, 54 - PAGE, -1))
    assert (first["head"], first["older"], first["newer"]) == (54, 29, None)
    second = client.get(f"/api/journal?last={first['older']}").get_json()
    assert (second["entries"][0]["sequence"], second["older"], second["newer"]) == (29, 4, 54)
    third = client.get(f"/api/journal?last={second['older']}").get_json()
    assert [entry["sequence"] for entry in third["entries"]] == [4, 3, 2, 1]
    assert (third["older"], third["newer"]) == (None, 29)
    assert third["entries"][-1]["text"] == "Ambush: Ambush at the farm."


def test_an_entry_of_the_list(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    head = session.journal.head if session.journal else None
    assert head is not None
    newest = client.get("/api/journal?lang=it").get_json()["entries"][0]
    assert newest["sequence"] == head.sequence
    assert newest["seal"] == head.seal[:8]
    assert newest["text"].startswith("Miller: tirare su Weber. Colpito ed eliminato: Weber.")
    assert newest["evidence"] == f"/evidence/{head.sequence}"
    assert client.get("/api/journal").get_json()["entries"][-1]["evidence"] is None


def test_rulings_are_how_each_action_ended(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)  # 2 to 5: declared, two dice, happened
    shoot(session, "Harris", "Krause")  # 6: measured, nothing came of it
    shoot(session, "Rossi", "Lehmann")  # 7
    rulings = client.get("/api/journal?which=rulings").get_json()
    assert [entry["sequence"] for entry in rulings["entries"]] == [7, 6, 5]
    up_to_six = client.get("/api/journal?which=rulings&last=4").get_json()
    assert up_to_six["entries"] == []  # what was declared in 2 happened in 5: a page further up has it


@pytest.mark.ci
def test_a_page_of_rulings_looks_through_so_many_entries_and_no_more(
    session: MatchSession, client: FlaskClient
) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    many(session, FAR)
    first = client.get("/api/journal?which=rulings").get_json()
    assert first["entries"] == []
    assert first["older"] == 5
    second = client.get("/api/journal?which=rulings&last=5").get_json()
    assert [entry["sequence"] for entry in second["entries"]] == [5]


@pytest.mark.parametrize("last", ["-1", "x", "1.5", "9" * 30, "½"])
def test_a_number_that_is_none_is_said_to_be_so(client: FlaskClient, last: str) -> None:
    answer = client.get("/api/journal", query_string={"last": last})
    assert answer.status_code == 400
    assert "no number of an entry" in answer.get_json()["error"]


@pytest.mark.ci
def test_any_moment(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    session.act(lambda match: match.end_turn())
    before, after = client.get("/api/journal/4").get_json(), client.get("/api/journal/5").get_json()
    assert [s["fallen"] for s in before["stands"] if s["name"] == "Weber"] == [False]
    assert [s["fallen"] for s in after["stands"] if s["name"] == "Weber"] == [True]
    assert (before["ruling"]["confirmed"], after["ruling"]["confirmed"]) == (False, True)
    assert after["ruling"]["outcome"] == "Weber is hit and removed."
    assert (before["later"], after["later"]) == (5, 6)
    assert after["turn"]["side"] == "us"
    end = client.get("/api/journal/6").get_json()
    assert end["turn"]["side"] == "de"
    assert end["ruling"] is None
    assert end["entry"]["text"] == "End of the turn."
    assert {piece["name"] for piece in end["pieces"]} >= {"long hedge", "farmhouse"}


@pytest.mark.parametrize("number", ["0", "2", "999", "9" * 30])
def test_a_moment_that_never_was(client: FlaskClient, number: str) -> None:
    answer = client.get(f"/api/journal/{number}")
    assert answer.status_code == 404
    assert "no entry" in answer.get_json()["error"]


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "Check the seals"), ("it", "Controlla i sigilli"), ("es", "Comprobar los sellos")]
)
def test_the_page_in_every_language(client: FlaskClient, lang: str, word: str) -> None:
    assert word in client.get(f"/journal?lang={lang}").get_data(as_text=True)


class Waiting:
    """Begins work when it is told to."""

    def __init__(self) -> None:
        self.work: list[Callable[[], None]] = []

    def __call__(self, work: Callable[[], None]) -> None:
        self.work.append(work)


@pytest.mark.ci
def test_one_check_at_a_time(session: MatchSession) -> None:
    waiting = Waiting()
    checker = Checker(Work(waiting))
    assert session.journal is not None
    many(session, 1500)
    checker.start(session.journal, None)
    checker.start(session.journal, None)  # joins the one under way
    assert len(waiting.work) == 1
    assert checker.view("en") == SealsView(running=True, checked=0, entries=1501, whole=None, said="", faults=())
    waiting.work[0]()
    done = checker.view("en")
    assert (done.running, done.checked, done.whole) == (False, 1501, True)
    assert done.said.startswith("All 1501 entries are whole")


@pytest.mark.ci
def test_a_check_tells_how_far_it_is(session: MatchSession) -> None:
    journal = session.journal
    assert journal is not None
    many(session, 2500)
    checker = Checker(Work(lambda work: work()))
    seen: set[int] = set()

    def watched() -> Iterator[Entry]:
        for entry in journal.entries():
            seen.add(checker.view("en").checked)
            yield entry

    checker.start(Mock(wraps=journal, entries=watched, length=journal.length), None)
    assert seen == {0, 1000, 2000}
    assert checker.view("en").checked == journal.length


def app_of(session: MatchSession, role: Callable[[], Role] = lambda: REFEREE) -> FlaskClient:
    """Return what asks the journal's page alone, whose checks are done before the answer."""
    app = Flask("web")
    handle_failures(app)
    keep_roles(app, role)
    app.register_blueprint(journal_blueprint(session, Checker(Work(lambda work: work()))))
    return app.test_client()


def checked(session: MatchSession, **body: object) -> dict[str, object]:
    told: dict[str, object] = app_of(session).post("/api/journal/check", json=body).get_json()
    return told


def test_a_noted_seal_is_looked_for(session: MatchSession) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    assert session.journal is not None
    seal = session.journal.at(3).seal
    assert checked(session, head=seal)["whole"] is True
    wrong = checked(session, head="0123456789abcdef")
    assert wrong["whole"] is False
    assert "was changed" in str(wrong["said"])
    assert wrong["faults"] == [
        {"sequence": 5, "text": "no entry has the seal 0123456789abcdef...: the end was cut off or rewritten"}
    ]
    assert "0-9" in str(checked(session, head="no seal")["said"])


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "The only entry is whole", "All 2 entries are whole"),
        ("it", "L'unica voce è integra", "Tutte le 2 voci sono integre"),
        ("es", "La única entrada está íntegra", "Las 2 entradas están íntegras"),
    ],
)
def test_a_journal_of_one_entry_is_told_as_one(session: MatchSession, language: str, one: str, two: str) -> None:
    for expected in (one, two):
        for head in (None, session.journal.at(1).seal):
            checker = Checker(Work(lambda work: work()))
            checker.start(session.journal, head)
            assert checker.view(language).said.startswith(expected)
        many(session, 1)


def test_an_altered_die_is_found_and_said(session: MatchSession, tmp_path: Path) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    with closing(sqlite3.connect(tmp_path / "match.sqlite")) as raw, raw:
        raw.execute("DROP TRIGGER entry_no_update")
        raw.execute("UPDATE entry SET text = replace(text, '5', '1') WHERE sequence = 3")
    raw.close()
    told = checked(session)
    assert told["whole"] is False
    assert told["faults"] == [{"sequence": 3, "text": "was altered: its seal is not the one that it makes"}]


def test_export_in_every_form(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    text = client.get("/journal/export.txt").get_data(as_text=True).splitlines()
    assert len(text) == 5
    assert "Declared. Miller: shoot at Weber" in text[1]
    lines = [json.loads(line) for line in client.get("/journal/export.jsonl").get_data(as_text=True).splitlines()]
    assert [line["kind"] for line in lines] == ["opened", "declared", "thrown", "thrown", "confirmed"]
    answer = client.get("/journal/export.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="vedette-journal.csv"'
    assert len(list(csv.reader(io.StringIO(answer.get_data(as_text=True))))) == 6
    assert client.get("/journal/export.exe").status_code == 404


@pytest.mark.ci
def test_an_export_is_streamed(session: MatchSession, client: FlaskClient) -> None:
    many(session, 5000)
    answer = client.get("/journal/export.txt", buffered=False)
    assert answer.content_length is None
    chunk = next(answer.iter_encoded())
    assert chunk.count(b"\n") == 100
    answer.close()


def test_spectators_may_look_but_neither_check_nor_export(session: MatchSession) -> None:
    role: list[Role] = [SPECTATOR]
    client = app_of(session, lambda: role[0])
    assert client.get("/api/journal").status_code == 200
    assert client.get("/api/journal/1").status_code == 200
    assert client.post("/api/journal/check", json={}).status_code == 403
    assert client.get("/journal/export.csv").status_code == 403
    role[0] = Role("player", "us")
    assert client.post("/api/journal/check", json={}).status_code == 200
    assert client.get("/journal/export.csv").status_code == 403
