"""What spectators see: the score, the last ruling, the news, the way to their phones."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, kept_session, shoot

import web.spectators
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.match_session import MatchSession
from web.score import WinnerView, score_of


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        yield session


@pytest.fixture
def client(session: MatchSession) -> FlaskClient:
    return client_of(session)


def watched(client: FlaskClient, lang: str = "en") -> dict[str, object]:
    view: dict[str, object] = client.get(f"/api/watch?lang={lang}").get_json()
    return view


def test_the_score_counts_what_is_left_and_lost(session: MatchSession, client: FlaskClient) -> None:
    before = watched(client)["score"]
    shoot(session, "Miller", "Weber", 5, 6)
    after = watched(client)["score"]
    assert [(side["left"], side["lost"]) for side in before["sides"]] == [(8, 0), (9, 0)]  # type: ignore[index]
    assert [(side["left"], side["lost"]) for side in after["sides"]] == [(8, 0), (8, 1)]  # type: ignore[index]
    assert after["sides"][1]["lost_names"] == ["Weber"]  # type: ignore[index]
    assert after["winner"] is None  # type: ignore[index]


def test_the_score_is_of_the_version_it_comes_with(
    session: MatchSession, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that has a version does not ask for it again, so nothing in it may be older."""
    reading, shots = session.reading, [("Miller", "Weber", 5, 6)]

    def and_then_somebody_falls() -> object:
        now = reading()
        while shots:
            shoot(session, *shots.pop())
        return now

    monkeypatch.setattr(session, "reading", and_then_somebody_falls)
    first = watched(client)
    assert first["versions"] != session.versions._asdict()
    assert first["score"]["sides"][1]["lost"] == 0  # type: ignore[index]
    assert watched(client)["score"]["sides"][1]["lost"] == 1  # type: ignore[index]


def test_the_score_says_what_the_rules_say() -> None:
    scene = demo_scene("ambush")
    state = State(("us", "de"), known={"de": {"surrendered": True}})
    score = score_of(scene.truth(), state, scene, "it")
    assert score.sides[1].said == ("si è arreso",)
    assert score.winner == WinnerView("us", "Americani: vittoria!")


def test_the_score_adds_up_fatigue() -> None:
    scene = demo_scene("yankee")
    table = State(("union", "confederate")).over(scene.truth())
    table = table.with_stand(replace(table.stand("Fry"), state={"fatigue": 2}))
    said = {side.name: side.said for side in score_of(table, State(("union", "confederate")), scene).sides}
    assert said == {"union": (), "confederate": ("fatigue 3",)}  # Fry's two, and Garnett's one


def test_the_last_ruling_stays_when_the_card_is_put_away(session: MatchSession, client: FlaskClient) -> None:
    assert watched(client)["last"] is None
    shoot(session, "Miller", "Weber", 5, 6)
    assert watched(client)["last"] is None  # it is on the card
    session.act(lambda match: match.withdraw())
    last = watched(client)["last"]
    assert (last["actor"], last["target"], last["outcome"]) == ("Miller", "Weber", "Weber is hit and removed.")  # type: ignore[index]
    assert last["number_of_entry"] == 5  # type: ignore[index]


@pytest.mark.ci
def test_a_ruling_that_was_taken_back_is_not_the_last(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    session.act(lambda match: match.withdraw())
    shoot(session, "Harris", "Lehmann", 1)
    assert session.reading().moment.confirmed
    session.act(lambda match: match.undo())
    session.act(lambda match: match.withdraw())
    assert watched(client)["last"]["actor"] == "Miller"  # type: ignore[index]


@pytest.mark.ci
def test_the_news_are_the_last_five_that_matter(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    session.act(lambda match: match.undo())
    session.act(lambda match: match.redo())
    for _ in range(2):
        session.act(lambda match: match.end_turn())
    assert [entry["text"] for entry in watched(client)["news"]] == [  # type: ignore[attr-defined]
        "End of the turn.", "End of the turn.", "Done again: the throw (as after entry 5).",
        "Taken back: the throw (as after entry 3).", "Miller: shoot at Weber. Weber is hit and removed.",
    ]  # fmt: skip


def test_nothing_that_only_players_need_is_told(session: MatchSession, client: FlaskClient) -> None:
    view = watched(client)
    assert view["suggestions"] == []
    assert view["undo"] is None
    assert not {"fair_dice", "redo", "invitation"} & set(view)


def test_declared_first_nothing_is_measured_for_them_either(session: MatchSession, client: FlaskClient) -> None:
    session.act(lambda match: match.choose_mode("reveal"))
    view = watched(client)
    assert (view["ruling"], view["last"]) == (None, None)
    assert view["mode"] == "reveal"


def test_the_view_is_made_once_for_all_who_watch(
    session: MatchSession, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = web.spectators.watch_view

    def counted(session: MatchSession, language: str = "en") -> object:
        made.append(language)
        return real(session, language)

    monkeypatch.setattr(web.spectators, "watch_view", counted)
    for lang in ("en", "en", "it", "en"):
        watched(client, lang)
    assert made == ["en", "it"]
    shoot(session, "Miller", "Weber")
    assert watched(client)["ruling"] is not None
    assert made == ["en", "it", "en"]


def test_phones_are_invited_where_they_can_come(session: MatchSession) -> None:
    alone = client_of(session)
    assert alone.get("/watch/qr.svg").status_code == 404
    assert "watch-qr" not in alone.get("/watch").get_data(as_text=True)
    invited = client_of(session, "http://192.168.1.20:8470/")
    assert 'alt="http://192.168.1.20:8470/watch"' in invited.get("/watch").get_data(as_text=True)
    answer = invited.get("/watch/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert b"<svg" in answer.data[:200]
    assert b"style=" not in answer.data


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "Full screen"), ("it", "Schermo intero"), ("es", "Pantalla completa")]
)
def test_the_page_in_every_language(client: FlaskClient, lang: str, word: str) -> None:
    assert word in client.get(f"/watch?lang={lang}").get_data(as_text=True)
