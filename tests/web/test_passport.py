"""The luck passport's page, its PDF and its JSON."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, kept_session, shoot
from lucky import fire, shot
from pypdf import PdfReader

from referee.journal.payloads import Thrown, draft
from referee.shots.shot_journal import shot_entry
from web import passport
from web.match_session import MatchSession


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        yield session


@pytest.fixture
def client(session: MatchSession) -> FlaskClient:
    return client_of(session)


def full(session: MatchSession) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    assert session.journal is not None
    fire(session.journal, 10)


@pytest.mark.ci
def test_the_page_has_a_picture_and_a_list_for_every_group(session: MatchSession, client: FlaskClient) -> None:
    full(session)
    page = client.get("/passport").get_data(as_text=True)
    told = client.get("/api/passport").get_json()
    assert told["head"]["seal"] in page
    assert page.count('<svg viewBox="-10 0 430 250"') == len(told["dice"])
    assert page.count('<svg viewBox="0 0 400 425"') == len(told["cannons"]) == 1
    for group in told["dice"]:
        assert group["title"] in page
        assert all(face["said"] in page for face in group["faces"])
    assert "style=" not in page
    assert all(text not in page for text in ("nan", "None", "Undefined"))
    assert "Lancio" not in client.get("/passport?lang=it").get_data(as_text=True)
    assert "Tutti i dadi: 2 dadi a sei facce" in client.get("/passport?lang=it").get_data(as_text=True)


@pytest.mark.ci
def test_sides_are_called_as_the_match_calls_them(session: MatchSession, client: FlaskClient) -> None:
    full(session)
    told = client.get("/api/passport").get_json()
    assert [group["name"] for group in told["dice"]] == ["All dice", "Thrown for Americans", "Thrown for Germans"]
    assert told["cannons"][0]["title"] == "Cannon: Americans (rig-a)"


@pytest.mark.ci
def test_the_paper(session: MatchSession, client: FlaskClient) -> None:
    full(session)
    answer = client.get("/passport.pdf?lang=es")
    assert answer.mimetype == "application/pdf"
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    assert "Pasaporte de la suerte" in text


def test_it_follows_the_match(session: MatchSession, client: FlaskClient) -> None:
    first = client.get("/api/passport").get_json()
    assert first["dice"] == []
    shoot(session, "Miller", "Weber", 2)
    session.act(lambda match: match.undo())
    second = client.get("/api/passport").get_json()
    assert (second["dice"], second["taken_back"][0]["count"]) == ([], 1)
    assert second["head"] != first["head"]


@pytest.mark.ci
def test_a_long_journal_is_not_read_again_for_the_page(
    session: MatchSession, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    full(session)
    assert session.journal is not None
    session.journal.append(draft(Thrown(dice=[3])))
    monkeypatch.setattr(passport, "MOST", 2)
    told = client.get("/api/passport").get_json()
    assert (told["dice"][0]["count"], told["dice_from"]) == (1, told["head"]["sequence"] - 1)
    assert "here are its dice from entry" in told["dice_said"][0]
    assert client.get("/api/passport").get_json()["whole"] is None
    assert "its seals were not read again" in client.get("/passport").get_data(as_text=True)


@pytest.mark.ci
def test_names_cannot_break_the_page(session: MatchSession, client: FlaskClient) -> None:
    assert session.journal is not None
    session.journal.append(shot_entry(shot(1, rig="<script>alert(1)</script>", side="<b>x")))
    page = client.get("/passport").get_data(as_text=True)
    assert "<script>alert" not in page
    assert "<b>x" not in page
    assert client.get("/passport.pdf").status_code == 200
