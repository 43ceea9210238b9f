"""Who may talk to the page."""

import pytest
from flask.testing import FlaskClient

from table.errors import BadInput
from web import network
from web.app import create_app
from web.doors.door import Door
from web.guard import read_origin
from web.match_session import MatchSession
from web.network import OwnNames

UNDO = "/api/match/undo"


@pytest.mark.ci
@pytest.mark.parametrize("host", ["127.0.0.1:8470", "localhost", "LOCALHOST:1", "[::1]:8470"])
def test_known_hosts_are_answered(page: FlaskClient, host: str) -> None:
    assert page.get("/api/view", headers={"Host": host}).status_code == 200


@pytest.mark.ci
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.", "127.0.0.1@evil", "[", "a b"]
)
def test_other_names_for_this_machine_are_not(page: FlaskClient, host: str) -> None:
    answer = page.get("/api/view", headers={"Host": host})
    assert answer.status_code in (400, 403)
    assert "stands" not in answer.get_data(as_text=True)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 409),  # allowed through: there is nothing to undo
        ({"Origin": "http://127.0.0.1:8470"}, 409),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),  # no address at all
        ({"Sec-Fetch-Site": "same-origin"}, 409),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_other_sites_may_not_act(page: FlaskClient, headers: dict[str, str], status: int) -> None:
    answer = page.post(UNDO, json={}, headers={"Host": "127.0.0.1:8470", **headers})
    assert answer.status_code == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_cannot_act(page: FlaskClient, kind: str) -> None:
    assert page.post(UNDO, data="{}", content_type=kind).status_code == 415


def test_a_long_body_is_turned_away(page: FlaskClient) -> None:
    answer = page.post(UNDO, data='{"x": "' + "x" * 20_000 + '"}', content_type="application/json")
    assert answer.status_code in (400, 413)


@pytest.mark.ci
@pytest.mark.parametrize("path", ["/", "/api/view", "/static/page.js", "/nowhere"])
def test_every_answer_is_closed_to_foreign_scripts(page: FlaskClient, path: str) -> None:
    with page.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("embed", [(), ("https://club.example", "http://127.0.0.1:3000")])
def test_only_overlays_stand_on_pages_of_sites_that_are_named(session: MatchSession, embed: tuple[str, ...]) -> None:
    door = Door({}, lambda: 0.0, embed=tuple(map(read_origin, embed)))
    page = create_app(session, door=door).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    for part in ("ruling", "score", "turn", "table"):
        answer = page.get(f"/overlay/{part}")
        assert answer.status_code == 200
        told = answer.headers["Content-Security-Policy"]
        assert f"frame-ancestors {' '.join(embed) or chr(39) + 'none' + chr(39)}" in told
        assert "script-src 'self';" in told
    assert page.get("/overlay/journal").status_code == 404
    for path in ("/", "/watch", "/api/watch"):
        told = page.get(path).headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in told
        assert "unsafe" not in told


@pytest.mark.parametrize(
    "text", ["club.example", "https://club.example/a", "*", "https://a b", "javascript:x", "https://x;"]
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="--embed"):
        read_origin(text)


def test_the_page_has_no_inline_script_or_style(page: FlaskClient) -> None:
    text = page.get("/").get_data(as_text=True)
    assert "<style" not in text
    assert "style=" not in text
    assert "onclick" not in text
    modules, data = text.count('<script type="module" src='), text.count('<script type="application/json"')
    assert text.count("<script") == modules + data


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/api/nothing"])
def test_only_what_is_meant_to_be_served_is(page: FlaskClient, path: str) -> None:
    answer = page.get(path, follow_redirects=True)
    assert answer.status_code == 404
    assert "error" in answer.get_json()


def test_wrong_methods_are_said(page: FlaskClient) -> None:
    answer = page.get(UNDO)
    assert answer.status_code == 405
    assert "GET is not possible" in answer.get_json()["error"]


def test_an_address_that_comes_or_changes_while_the_page_is_up_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    now: list[str | None] = [None]
    monkeypatch.setattr(network, "lan_address", lambda: now[0])
    names, alone = OwnNames("localhost", "Club.Example", lan=True), OwnNames("localhost", lan=False)
    assert "192.168.1.7" not in names
    now[0] = "192.168.1.7"
    assert {name in names for name in ("192.168.1.7", "vedette.local", "localhost", "club.example")} == {True}
    assert {name in alone for name in ("192.168.1.7", "vedette.local")} == {False}
    now[0] = "192.168.1.8"
    assert "192.168.1.7" not in names
    assert "evil.example" not in names
