"""Putting back over the web: what the page is told, what it may do, and the sleeve that only a rehearsal has."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.journal.entry import GENESIS, payload_text, sealed
from referee.journal.payloads import Ammunition
from referee.observation import Observation, TableStatus, Whereabouts
from referee.ruling_view import capital
from referee.words.translation import say
from table.stand import Stand
from web.match_session import MatchSession

SHOVED = {"Jensen": (1.2, -0.4, 8.0), "Huber": (-2.0, 1.0, 0.0)}


def table_with(
    session: MatchSession, offs: dict[str, tuple[float, float, float]], status: str = "still", held: str = ""
) -> Observation:
    observation = session.observation
    stands = tuple(
        pushed(stand, *offs[stand.name]) if stand.name in offs else stand for stand in observation.table.stands
    )
    live = tuple(Whereabouts(s.name, "held" if s.name == held else "seen", s) for s in stands)
    table = replace(observation.table, stands=stands) if status == "still" else observation.table
    return replace(observation, table=table, status=TableStatus(status), live=live)  # type: ignore[arg-type]


def pushed(stand: Stand, dx: float, dy: float, turn: float) -> Stand:
    return stand.moved_to(stand.x + dx, stand.y + dy, stand.heading_deg + turn)


def back(**offs: tuple[float, float, float]) -> dict[str, tuple[float, float, float]]:
    """Return what undoes the shoving, but for what is left."""
    undone = {name: (-dx, -dy, -turn) for name, (dx, dy, turn) in SHOVED.items()}
    return {name: (undone[name][0] + more[0], undone[name][1] + more[1], undone[name][2]) for name, more in
            ({name: offs.get(name, (0.0, 0.0, 0.0)) for name in SHOVED}).items()}  # fmt: skip


def seen(page: FlaskClient, language: str = "en") -> dict[str, Any]:
    told: dict[str, Any] = page.get(f"/api/view?lang={language}").get_json()["put_back"]
    return told


def post(page: FlaskClient, where: str, **body: Any) -> Any:
    return page.post(f"/api/{where}", json=body)


def test_a_calm_table_has_nothing_to_put_back(page: FlaskClient) -> None:
    assert seen(page) == {
        "proposal": None, "under_way": False, "told": [], "last": None, "ended": None, "rehearsal": False,
    }  # fmt: skip
    assert page.get("/api/putting-back/moments").get_json() == {"last": None, "start": None, "entries": []}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("language", "edge", "way"),
    [
        ("en", "near", ["1.2 cm left", "0.4 cm away from you", "turn 8° clockwise"]),
        ("en", "far", ["1.2 cm right", "0.4 cm towards you", "turn 8° clockwise"]),
        ("it", "near", ["1,2 cm a sinistra", "0,4 cm lontano da te", "gira di 8° in senso orario"]),
        ("es", "right", ["0,4 cm a la derecha", "1,2 cm alejándola de ti", "gira 8° en sentido horario"]),
    ],
)
def test_the_way_home_in_words(
    page: FlaskClient, session: MatchSession, language: str, edge: str, way: list[str]
) -> None:
    session.publish(table_with(session, SHOVED))
    assert seen(page)["proposal"]["text"] == "2 stands moved together. Put them back?"
    assert seen(page)["proposal"]["stands"] == ["Huber 2.2 cm", "Jensen 1.3 cm"]
    assert post(page, "putting-back/begin").status_code == 200
    told = {one["name"]: one for one in seen(page, language)["told"]}
    assert told["Jensen"]["way"][edge] == way
    assert told["Jensen"]["ghost"]["x"] == pytest.approx(told["Jensen"]["now"]["x"] - 1.2)


def test_from_the_bump_to_the_end(page: FlaskClient, session: MatchSession) -> None:
    session.publish(table_with(session, SHOVED))
    view = post(page, "putting-back/begin").get_json()
    assert view["put_back"]["under_way"]
    assert view["put_back"]["proposal"] is None
    refused = post(page, "match/declare", actor="Miller", target="Weber")
    assert refused.status_code == 409
    assert refused.get_json()["error"] == "stands are being put back: wait until all are, or leave the rest"
    # What the page itself says to a tap: told twice in one wording, the voice says it once.
    for language in ("en", "it", "es"):
        told = page.post(f"/api/match/end-turn?lang={language}", json={}).get_json()["error"]
        assert capital(told) == say("put_back.put_meanwhile", language)
    assert not session.quiet(), "no patrol walks meanwhile"

    version = view["versions"]["table"]
    session.publish(table_with(session, back(), "hands", held="Huber"))
    told = seen(page)
    assert {one["name"]: one["state"] for one in told["told"]} == {"Jensen": "back", "Huber": "there"}
    assert page.get("/api/view").get_json()["versions"]["table"] > version, "pages hear of it at once"
    session.publish(table_with(session, back(Huber=(0.1, 0.0, 0.0))))
    ended = seen(page)
    assert not ended["under_way"]
    assert ended["ended"] == {"number": 1, "text": "All 2 back, at most 0.10 cm off."}
    assert post(page, "match/declare", actor="Miller", target="Weber").status_code == 200


def test_pages_are_left_in_peace_while_nothing_changes(page: FlaskClient, session: MatchSession) -> None:
    session.publish(table_with(session, SHOVED))
    post(page, "putting-back/begin")
    observation = session.observation
    before = session.reading().versions
    for k in range(5):
        jitter = tuple(
            replace(w, stand=pushed(w.stand, 1e-4 * k, 0.0, 0.01)) for w in observation.whereabouts if w.stand
        )
        session.publish(replace(observation, live=jitter))
    assert session.reading().versions == before


def test_it_was_a_move_and_leave_the_rest(page: FlaskClient, session: MatchSession) -> None:
    assert post(page, "putting-back/decline").status_code == 409
    assert post(page, "putting-back/end").status_code == 409
    session.publish(table_with(session, SHOVED))
    assert post(page, "putting-back/decline").get_json()["put_back"]["proposal"] is None
    assert page.get("/api/putting-back/moments").get_json()["last"] == ["Huber 2.2 cm", "Jensen 1.3 cm"]
    assert post(page, "putting-back/begin").get_json()["put_back"]["under_way"]
    ended = post(page, "putting-back/end").get_json()["put_back"]
    assert ended["ended"]["text"] == "0 back; left where they stand: Huber, Jensen."


@pytest.mark.ci
@pytest.mark.parametrize(
    ("body", "status"),
    [({"entry": 0}, 400), ({"entry": "1"}, 400), ({"entry": 1.5}, 400), ({"entry": 2**60}, 400), ({"x": 1}, 400),
     ({"entry": 4}, 400), ({"tolerance_cm": 0.6}, 400), ({"tolerance_deg": 0.0}, 400), ({"tolerance_cm": "1"}, 400)],
)  # fmt: skip
def test_bad_moments_are_refused_in_a_sentence(page: FlaskClient, body: dict[str, Any], status: int) -> None:
    answer = post(page, "putting-back/begin", **body)
    assert answer.status_code == status
    assert answer.get_json()["error"]


def test_how_exactly_the_referee_says(page: FlaskClient, session: MatchSession) -> None:
    session.publish(table_with(session, SHOVED))
    post(page, "putting-back/begin", tolerance_cm=0.1, tolerance_deg=2.0)
    session.publish(table_with(session, back(Huber=(0.15, 0.0, 0.0))))
    assert {one["name"]: one["state"] for one in seen(page)["told"]} == {"Jensen": "back", "Huber": "off"}
    session.publish(table_with(session, {"Huber": (-0.1, 0.0, 0.0)}))
    assert not seen(page)["under_way"]


def test_two_phones_press_at_once(page: FlaskClient, session: MatchSession) -> None:
    session.publish(table_with(session, SHOVED))
    acts = page.get("/api/view").get_json()["acts"]
    assert post(page, "putting-back/begin", seen=acts).status_code == 200
    assert post(page, "putting-back/decline", seen=acts).status_code == 409
    assert seen(page)["under_way"]


def test_a_real_table_is_not_bumped_from_the_page(page: FlaskClient, session: MatchSession) -> None:
    assert post(page, "rehearsal/bump").status_code == 409
    bumps: list[int] = []
    session.bump = lambda: bumps.append(1)
    assert post(page, "rehearsal/bump").get_json()["put_back"]["rehearsal"]
    assert bumps == [1]


@pytest.mark.ci
def test_what_is_put_back_the_referee_says(page: FlaskClient) -> None:
    paths = page.get("/api/openapi.json").get_json()["paths"]
    acts = {
        path: told["post"]["x-least-role"] for path, told in paths.items() if "putting-back" in path and "post" in told
    }
    assert acts == dict.fromkeys([f"/api/putting-back/{act}" for act in ("begin", "decline", "end")], "referee")
    assert paths["/api/rehearsal/bump"]["post"]["x-least-role"] == "referee"


def test_moments_call_the_sides_as_the_match_does(
    session: MatchSession, page: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = payload_text(Ammunition(side="us", left=3).model_dump(mode="json"))
    told = sealed(1, "2026-11-21T12:00:00Z", "ammunition", 1, text, GENESIS)
    monkeypatch.setattr(session, "moments", lambda: (None, None, [(told, 1)]))
    sides = tuple(replace(side, title=f"{side.title} of the left bank") for side in session.info.sides)
    monkeypatch.setattr(session, "info", replace(session.info, sides=sides))
    (moment,) = page.get("/api/putting-back/moments").get_json()["entries"]
    assert "Americans of the left bank" in moment["what"]


def test_moments_come_from_the_journal(session: MatchSession) -> None:
    assert session.moments()[::2] == (None, []), "a match that nobody writes down has none"
