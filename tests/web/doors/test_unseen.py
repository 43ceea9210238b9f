"""Why is it not seen?, at a match: who may ask, who gets the picture, and one look at a time."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from flask.testing import FlaskClient

from referee.privacy import Privacy
from referee.unseen import Look, SeenTwice, Spot, Unseen
from vision.search.refusals import Reason
from web.doors.door import Door
from web.match_session import MatchSession
from web.unseen import UnseenLooks

Come = Callable[[str], FlaskClient]
HERE, STRANGER, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"
SPOT = Spot(b"whole", b"masked", seen=True)
SLANTWISE = Reason("seen slantwise: hold the camera more from above, or lay the marker flat")
POOR = Reason("fits poorly: by {fit:.2f} of 1: more even light, a cleaner or larger print", {"fit": 0.854})
FOUND = Look(
    (Unseen(3, "Harris", SLANTWISE, None), Unseen(0, "Miller", POOR, SPOT), Unseen(240, None, SLANTWISE, None)),
    (SeenTwice(4, "Jensen", ((30.4, 20.0), (80.0, 5.6)), replace(SPOT, seen=False)),),
    frozenset({"Doyle", "Novak"}),
)
PICTURE = np.zeros((6, 8), np.uint8)


@pytest.fixture
def under_way(session: MatchSession, monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """The looks that were begun: a test ends each when it wants."""
    begun: list[Callable[[], None]] = []
    session.unseen = UnseenLooks(begun.append)
    session.observer = lambda: SimpleNamespace(tracker=SimpleNamespace(view="view"), roster="roster")  # type: ignore[assignment, return-value]
    session.publish(replace(session.observation, picture=PICTURE, unseen=frozenset({"Doyle", "Miller"})))
    monkeypatch.setattr("web.unseen.look_for_unseen", lambda *asked: FOUND if asked[0] is PICTURE else None)
    return begun


def look(client: FlaskClient, under_way: list[Callable[[], None]]) -> None:
    assert client.post("/api/unseen/look", json={}).get_json()["running"]
    under_way.pop()()


@pytest.fixture
def everyone(come: Come, door: Door) -> dict[str, FlaskClient]:
    player = come(OTHER)
    player.get(f"/join/{door.invitations.token('us')}")
    return {"referee": come(HERE), "player": player, "spectator": come(STRANGER)}


def test_a_look_tells_each_marker_what_is_nowhere_together_and_at_the_end(page: FlaskClient, under_way) -> None:
    assert page.get("/api/unseen").get_json() == {
        "look": 0, "running": False, "markers": [], "found": None, "error": None,
    }  # fmt: skip
    look(page, under_way)
    told = page.get("/api/unseen").get_json()
    assert (told["look"], told["running"], told["error"]) == (1, False, None)
    assert [(it["name"], it["spot"], it["there"]) for it in told["markers"]] == [
        ("Miller (marker 0)", 1, True), ("Jensen (marker 4)", 3, False),
        ("Harris (marker 3), Card 240", None, False),
    ]  # fmt: skip
    assert [it["why"] for it in told["markers"]] == [
        "fits poorly: by 0.85 of 1: more even light, a cleaner or larger print",
        "there more than once: at 30, 20 cm, which counts, and at 80, 6 cm: take the others away, or print them with "
        "their own ids",
        SLANTWISE.template,
    ]
    assert told["found"].startswith("Found in this picture: Doyle. "), "Novak is seen, and Miller not found"
    in_italian = page.get("/api/unseen?lang=it").get_json()["markers"]
    assert in_italian[0]["why"].startswith("corrisponde male: 0,85 su 1")
    assert in_italian[2]["name"] == "Harris (marcatore 3), Cartoncino 240"


def test_one_look_at_a_time(page: FlaskClient, under_way) -> None:
    assert page.post("/api/unseen/look", json={}).status_code == 200
    again = page.post("/api/unseen/look", json={})
    assert (again.status_code, again.get_json()["error"]) == (409, "Vedette is still at work: wait a moment")
    (end,) = under_way
    end()
    assert page.post("/api/unseen/look", json={}).get_json()["look"] == 2


def test_without_a_picture_there_is_nothing_to_look_at(page: FlaskClient, session: MatchSession, under_way) -> None:
    session.publish(replace(session.observation, picture=None, time_s=9.0, unseen=frozenset()))
    answer = page.post("/api/unseen/look", json={})
    assert (answer.status_code, answer.get_json()["error"]) == (404, "there is no picture of the table yet")
    assert under_way == []


def test_the_picture_is_that_of_the_newest_look(page: FlaskClient, under_way) -> None:
    assert page.get("/api/unseen/spot.jpg?look=0&spot=1").status_code == 409
    look(page, under_way)
    assert page.get("/api/unseen/spot.jpg?look=1&spot=1").mimetype == "image/jpeg"
    for query in ("look=2&spot=1", "look=1&spot=0", "look=1&spot=4", "look=1&spot=-1", "look=1&spot=a", "spot=1", ""):
        assert page.get(f"/api/unseen/spot.jpg?{query}").status_code == 409, query


def test_what_lies_round_the_table_is_shown_as_the_referee_chose(
    page: FlaskClient, session: MatchSession, under_way
) -> None:
    look(page, under_way)
    assert page.get("/api/unseen/spot.jpg?look=1&spot=1").data == b"masked"
    session.keep_private(Privacy(surroundings="shown"))
    assert page.get("/api/unseen/spot.jpg?look=1&spot=1").data == b"whole"


def test_players_may_ask_and_spectators_hear_nothing(everyone: dict[str, FlaskClient], under_way) -> None:
    look(everyone["player"], under_way)
    statuses = {
        who: [client.get(f"/api/unseen{path}").status_code for path in ("", "/spot.jpg?look=1&spot=1")]
        for who, client in everyone.items()
    }
    assert statuses == {"referee": [200, 200], "player": [200, 200], "spectator": [403, 403]}
    assert everyone["spectator"].post("/api/unseen/look", json={}).status_code == 403


def test_who_may_not_see_the_picture_gets_only_words(
    everyone: dict[str, FlaskClient], session: MatchSession, under_way
) -> None:
    look(everyone["referee"], under_way)
    session.keep_private(Privacy(picture="referee"))
    told = {who: everyone[who].get("/api/unseen").get_json()["markers"] for who in ("referee", "player")}
    spots = {who: [it["spot"] for it in markers] for who, markers in told.items()}
    assert spots == {"referee": [1, 3, None], "player": [None, None, None]}
    assert everyone["player"].get("/api/unseen/spot.jpg?look=1&spot=1").status_code == 403
