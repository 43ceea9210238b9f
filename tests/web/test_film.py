"""The film on the result page: begun by anybody, made beside the match, kept while nothing happens."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, kept_session, shoot
from PIL import Image

import web.film
from web.film import Filming, Moment
from web.match_session import MatchSession
from web.work import Work

OUTSIDE = {"REMOTE_ADDR": "192.168.1.30"}
Client = Callable[[], FlaskClient]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        shoot(session, "Miller", "Weber", 5, 6)
        yield session


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """The work that was begun, done when a test wants it; what it draws is one picture."""
    begun: list[Callable[[], None]] = []
    monkeypatch.setattr(web.film, "Filming", lambda session: Filming(session, Work[Moment](begun.append)))
    monkeypatch.setattr(web.film, "endings", lambda: (".gif",))
    monkeypatch.setattr(web.film, "pictures_of", lambda *_: iter([(Image.new("RGB", (960, 960)), 114)]))
    return begun


def told(client: FlaskClient, method: str = "POST") -> tuple[int, bool, bool]:
    """Return the status of an answer, whether a film is being made, and whether it may be fetched."""
    answer = client.open("/api/film", method=method, json={} if method == "POST" else None)
    view = answer.get_json()
    return answer.status_code, view.get("running", False), view.get("ready", False)


@pytest.mark.ci
def test_it_is_made_once_and_kept_while_nothing_happens(session: MatchSession, begun: list[Callable[[], None]]) -> None:
    client = client_of(session)
    assert told(client, "GET") == (200, False, False)
    assert client.get("/film").status_code == 404
    assert told(client) == told(client) == (200, True, False)
    begun.pop()()
    assert begun == []
    assert told(client) == told(client, "GET") == (200, False, True)
    answer = client.get("/film")
    assert (answer.mimetype, answer.data[:6]) == ("image/gif", b"GIF89a")
    assert "vedette-evening.gif" in answer.headers["Content-Disposition"]
    assert client.get("/film", headers={"Range": "bytes=0-5"}).data == b"GIF89a"
    client.post("/api/match/end-turn", json={})
    assert told(client, "GET") == (200, False, False)
    assert told(client) == (200, True, False)
    assert client.get("/film").status_code == 200  # the one before, till it is done


@pytest.mark.ci
def test_spectators_begin_the_first_only(session: MatchSession, begun: list[Callable[[], None]]) -> None:
    client = client_of(session, "http://192.168.1.20:8470/")
    client.environ_base["REMOTE_ADDR"] = OUTSIDE["REMOTE_ADDR"]
    assert told(client) == (200, True, False)
    begun.pop()()
    assert client.get("/film").status_code == 200
    session.act(lambda match: match.end_turn())
    assert told(client) == (200, False, False)
    assert begun == []


@pytest.mark.ci
def test_while_distances_are_hidden_nobody_else_films(session: MatchSession, begun: list[Callable[[], None]]) -> None:
    client = client_of(session, "http://192.168.1.20:8470/")

    def fetched(address: str) -> int:
        return client.get("/film", environ_overrides={"REMOTE_ADDR": address}).status_code

    session.act(lambda match: match.choose_mode("reveal"))
    outside = client.post("/api/film", json={}, environ_overrides=OUTSIDE)
    assert (outside.status_code, told(client)) == (403, (200, True, False))
    begun.pop()()
    assert [fetched(address) for address in ("127.0.0.1", OUTSIDE["REMOTE_ADDR"])] == [200, 403]
    client.post("/api/match/end", json={"result": "draw"})
    assert fetched(OUTSIDE["REMOTE_ADDR"]) == 200


def test_what_cannot_be_filmed_is_said(session: MatchSession, begun: list[Callable[[], None]]) -> None:
    client = client_of(session)
    session.act(lambda match: match.choose_mode("reveal"))
    session.act(lambda match: match.declare("Harris", "Krause"))
    assert told(client) == (200, True, False)
    begun.pop()()
    view = client.get("/api/film?lang=it").get_json()
    assert view["said"].startswith("qualcosa è dichiarato")


@pytest.mark.ci
@pytest.mark.parametrize("page", ["/result", "/journal"])
def test_it_is_offered_on_the_pages(session: MatchSession, page: str) -> None:
    text = client_of(session).get(f"{page}?lang=it").get_data(as_text=True)
    assert "Fai un film della serata" in text
    assert ("Turno 3." in text) == (page == "/result")  # no word of the page's own is lost
