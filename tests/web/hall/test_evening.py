"""The evening's page and acts: who may do what, what everybody sees, results as CSV and by the API."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient
from journals import TABLE, Ticking
from matches import match_at

from referee.club.evening.organising import Evenings
from referee.club.evening.settling import Settling
from referee.club.record import Club
from referee.journal.errors import NotSaved
from referee.journal.store import Journal
from referee.paper import Paper
from web.hall.news import HallNews

BEGUN = {
    "name": "Friday", "form": "swiss", "players": ["Ann", "Ben", "<b>Carla</b>"], "tables": ["Table 1"], "minutes": 90,
    "reset_minutes": 10,
}  # fmt: skip
ACTS: dict[str, dict[str, object]] = {
    "begin": BEGUN, "pair": {"round": 1}, "clock": {"act": "start"},
    "result": {"round": 1, "pairing": 1, "outcome": "draw"},
    "swap": {"round": 1, "pairing": 1}, "player": {"name": "Zoe"}, "drop": {"player": 1}, "scenario": {"scenario": ""},
}  # fmt: skip
Do = Callable[..., Any]
Come = Callable[..., FlaskClient]
HERE, OTHER = "127.0.0.1", "192.168.7.21"


@pytest.fixture
def organiser(come: Come) -> FlaskClient:
    return come(HERE)


@pytest.fixture
def do(organiser: FlaskClient) -> Do:
    """What does acts of the organiser's, one after the other."""

    def act(*acts: str) -> None:
        for name in acts:
            answer = organiser.post(f"/api/evening/{name}", json=ACTS[name], base_url="http://localhost/")
            assert (answer.status_code, answer.json) == (200, {"done": True})

    return act


def seen(client: FlaskClient, path: str = "/api/evening") -> Any:
    answer = client.get(path, base_url="http://localhost/", headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.json if answer.is_json else answer.get_data(as_text=True)


def test_an_organiser_begins_pairs_and_runs_and_everybody_sees_it(do: Do, come: Come) -> None:
    do("begin", "pair", "clock", "result")
    view = seen(come())
    assert (view["name"], view["form"], view["round"], view["free"]) == ("Friday", "swiss", 1, ["<b>Carla</b>"])
    assert [(game["table"], game["first"], game["second"], game["outcome"], game["typed_by"])
            for game in view["pairings"]] == [("Table 1", "Ann", "Ben", "draw", "organiser")]  # fmt: skip
    assert (view["clock"]["runs"], view["clock"]["length_s"], view["clock"]["left_s"]) == (True, 5400, None)
    assert view["clock"]["until"] < view["clock"]["reset_until"]
    assert [(line["place"], line["name"], line["points"]) for line in view["standings"]] == [
        (1, "<b>Carla</b>", 2), (2, "Ann", 1), (2, "Ben", 1),
    ]  # fmt: skip
    page = seen(come(), "/evening")
    assert "Ann – Ben" in page
    assert "a draw" in page
    assert "&lt;b&gt;Carla" in page
    assert "<b>Carla" not in page
    assert "data-act" not in page
    assert "data-act" in seen(come(HERE), "/evening")
    assert re.findall(r'<a href="(/[a-z]*)"', page)[:2] == ["/", "/evening"]  # the list of pages


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", [None, "player", "referee"])
def test_nobody_else_acts(come: Come, do: Do, act: str, role: str | None) -> None:
    do("begin", "pair")
    client = come(OTHER, role)
    answer = client.post(f"/api/evening/{act}", json=ACTS[act], base_url="http://localhost/")
    assert (answer.status_code, "organiser" in answer.json["error"]) == (403, True)


@pytest.mark.parametrize(
    ("act", "body", "status"),
    [("begin", {**BEGUN, "players": ["Ann"]}, 400), ("begin", {**BEGUN, "tables": [" "]}, 400),
     ("begin", {**BEGUN, "form": "chess"}, 400), ("begin", {**BEGUN, "minutes": 0}, 400),
     ("pair", {"round": 3}, 409), ("pair", {"round": 2}, 409), ("pair", {"round": 2, "scenario": "../x"}, 400),
     ("clock", {"act": "stop"}, 400), ("clock", {"act": "longer", "minutes": -5}, 400),
     ("clock", {"act": "longer", "minutes": 0}, 400), ("result", {"round": 1, "pairing": 2, "outcome": "draw"}, 400),
     ("result", {"round": 9, "pairing": 1, "outcome": "draw"}, 400), ("swap", {"round": 1, "pairing": 7}, 400),
     ("swap", {"round": 1, "pairing": 2}, 400),
     ("drop", {"player": 99}, 400), ("scenario", {"scenario": "ambush/none.toml"}, 400), ("player", {"name": ""}, 400)],
)  # fmt: skip
def test_what_cannot_be_done_is_said(
    organiser: FlaskClient, do: Do, act: str, body: dict[str, object], status: int
) -> None:
    do("begin", "pair")
    before = seen(organiser)
    answer = organiser.post(f"/api/evening/{act}", json=body, base_url="http://localhost/")
    assert (answer.status_code, bool(answer.json["error"])) == (status, True)
    assert seen(organiser) == before


@pytest.mark.parametrize(
    ("act", "body", "said"),
    [("player", {"name": "x" * 81}, "un nome ha da 1 a 80 lettere"),
     ("begin", {**BEGUN, "players": ["Ann", "x" * 81]}, "un nome ha da 1 a 80 lettere"),
     ("begin", {**BEGUN, "minutes": 0}, "minutes: ci si aspetta almeno 1; trovato: 0"),
     ("clock", {"act": "longer", "minutes": -5}, "minutes: ci si aspetta almeno 1; trovato: -5")],
)  # fmt: skip
def test_what_is_wrong_with_what_was_typed_is_said_in_ones_language(
    organiser: FlaskClient, act: str, body: dict[str, object], said: str
) -> None:
    answer = organiser.post(
        f"/api/evening/{act}", json=body, base_url="http://localhost/", headers={"Accept-Language": "it"}
    )
    assert (answer.status_code, answer.json) == (400, {"error": said})


def test_where_results_are_typed_it_is_said_that_the_season_counts_none(do: Do, come: Come) -> None:
    do("begin", "pair", "result")
    said = '<p class="hint">What is typed counts for this evening only'
    assert said in seen(come(HERE), "/evening")
    assert said not in seen(come(), "/evening"), "it is for who types"


@pytest.mark.parametrize("act", [act for act in ACTS if act != "begin"])
def test_before_the_first_evening_nothing_is_done(organiser: FlaskClient, act: str) -> None:
    answer = organiser.post(f"/api/evening/{act}", json=ACTS[act], base_url="http://localhost/")
    assert answer.status_code == 409
    for path in ("/api/evening", "/evening/results.csv", "/evening/scenario.toml"):
        assert organiser.get(path, base_url="http://localhost/").status_code == 404
    assert "No evening has begun yet" in seen(organiser, "/evening")
    assert seen(organiser, "/api/evening/results") == {"evening": "", "results": []}


def test_results_are_rows_that_tournament_tools_read(do: Do, come: Come) -> None:
    do("begin", "pair", "result")
    answer = come().get("/evening/results.csv", base_url="http://localhost/")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.get_data(as_text=True)
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = ("round", "table", "player", "opponent", "result", "points")
    assert [tuple(row[key] for key in keys) for row in rows] == [
        ("1", "Table 1", "Ann", "Ben", "draw", "1"), ("1", "Table 1", "Ben", "Ann", "draw", "1"),
        ("1", "", "<b>Carla</b>", "", "bye", "2"),
    ]  # fmt: skip
    told = seen(come(), "/api/evening/results")
    assert [{key: str(value) for key, value in row.items()} for row in told["results"]] == rows


def test_a_name_that_a_spreadsheet_would_compute_is_text(organiser: FlaskClient, come: Come) -> None:
    body = {**BEGUN, "players": ["=1+1", "Ben"]}
    organiser.post("/api/evening/begin", json=body, base_url="http://localhost/")
    organiser.post("/api/evening/pair", json={"round": 1}, base_url="http://localhost/")
    assert "=1+1" not in [row["player"] for row in csv.DictReader(io.StringIO(seen(come(), "/evening/results.csv")))]


def test_a_scenario_is_chosen_for_all_tables_and_given_to_each(organiser: FlaskClient, do: Do, come: Come) -> None:
    do("begin", "pair")
    chosen = {"scenario": "ambush/1-the-crossroads.toml"}
    assert organiser.post("/api/evening/scenario", json=chosen, base_url="http://localhost/").status_code == 200
    assert seen(come())["scenario_title"] == "Ambush: The crossroads"
    answer = come().get("/evening/scenario.toml", base_url="http://localhost/")
    assert 'game = "ambush"' in answer.get_data(as_text=True)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="1-the-crossroads.toml"'


def test_a_rounds_sheets_lead_to_each_tables_place_in_the_hall(
    do: Do, come: Come, sent: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert come().get("/evening/sheets.pdf", base_url="http://localhost/").status_code == 404
    do("begin", "pair")
    linked: list[str] = []
    monkeypatch.setattr(Paper, "code", lambda _, url, *place: linked.append(url))
    answer = come().get("/evening/sheets.pdf", base_url="http://localhost/")
    assert (answer.status_code, answer.mimetype, answer.data[:5]) == (200, "application/pdf", b"%PDF-")
    assert linked == ["http://192.168.7.5:8470/#Table-1"]
    sent()
    assert 'id="Table-1"' in seen(come(), "/")


@pytest.fixture
def sent(club: Club, tmp_path: Any) -> Iterator[Callable[[], None]]:
    """What sends a match from Table 1 that its first side won."""
    journal = Journal(tmp_path / "own.sqlite", write=True, now=Ticking())
    match = match_at(TABLE, journal=journal)

    def send() -> None:
        match.end("won", "us")
        club.take("Table 1", list(journal.entries()))

    yield send
    journal.close()


def test_whoever_looks_for_news_takes_results_over(do: Do, come: Come, club: Club, sent: Callable[[], None]) -> None:
    do("begin", "pair")
    sent()
    HallNews(club).look()
    (game,) = seen(come())["pairings"]
    assert (game["outcome"], game["first_side"], game["second_side"], game["typed_by"]) == (
        "first", "Americans", "Germans", None,
    )  # fmt: skip
    assert len(game["match"]) == 8


@pytest.mark.parametrize(("language", "said"), [("en", "Round 1"), ("it", "Turno 1"), ("es", "Ronda 1")])
def test_the_page_is_in_the_readers_language(do: Do, come: Come, language: str, said: str) -> None:
    do("begin", "pair")
    answer = come().get("/evening", base_url="http://localhost/", headers={"Accept-Language": language})
    assert said in answer.get_data(as_text=True)


def test_programs_find_the_evening_in_the_document(do: Do, come: Come) -> None:
    do("begin", "pair")
    document = seen(come(), "/api/openapi.json")
    assert document["paths"]["/api/evening"]["get"]["x-least-role"] == "spectator"
    assert {document["paths"][f"/api/evening/{act}"]["post"]["x-least-role"] for act in ACTS} == {"organiser"}
    required = document["components"]["schemas"]["ResultRow"]["required"]
    assert set(required) == set(seen(come(), "/api/evening/results")["results"][0])


def test_while_results_cannot_be_taken_over_everybody_sees_what_came_in_and_they_are_taken_later(
    do: Do, club: Club, sent: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    do("begin", "pair")
    news, evenings = HallNews(club), Evenings(club)

    def outcome() -> str:
        evening = evenings.newest()
        return "" if evening is None else evening.played[0][0].outcome

    news.look()
    before = news.versions
    sent()
    with monkeypatch.context() as away:

        def refuse(_: object) -> None:
            raise NotSaved("the club's database does not answer now", "gone")

        away.setattr(Settling, "settle", refuse)
        for _ in range(3):
            news.look()
    assert news.versions.table == before.table + 1
    assert outcome() == "open"
    news.look()
    assert outcome() == "first"
    assert news.versions.table == before.table + 2


def test_a_match_that_comes_in_while_results_are_taken_over_is_not_passed_over(
    do: Do, club: Club, sent: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    do("begin", "pair")
    settle, times = Settling.settle, count()

    def slow(settling: Settling) -> None:
        settle(settling)
        if next(times) == 0:
            sent()

    monkeypatch.setattr(Settling, "settle", slow)
    HallNews(club).look()
    evening = Evenings(club).newest()
    assert evening is not None
    assert evening.played[0][0].outcome == "first"
