"""What a page reads: view, picture, word of changes."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock

from referee.observation import TableStatus
from vision.watchman.watch import Notice
from web.match_session import QUIET_S, MatchSession


def test_the_view_shows_the_table(page: FlaskClient) -> None:
    view = page.get("/api/view").get_json()
    assert view["table"] == {"width_cm": 120, "depth_cm": 100}
    assert view["status"] == {"key": "still", "text": "still", "advice": ""}
    assert view["turn"]["title"] == "Americans"
    miller = next(s for s in view["stands"] if s["name"] == "Miller")
    assert (miller["x"], miller["y"], miller["side"]) == (30.0, 24.6, "us")
    assert len(miller["rings"][0]) == 4
    assert {p["kind"] for p in view["pieces"]} >= {"hedge", "house", "wood"}
    assert view["suggestions"][0]["actor"] == "Miller"


def test_a_stand_on_a_hill_says_how_high_it_is(page: FlaskClient, session: MatchSession) -> None:
    now = session.observation
    high = replace(now.table.stand("Miller"), z_cm=4.02, sigma_z_cm=0.1)
    miller = replace(high, tilt_x_deg=3.0, tilt_y_deg=4.0, sigma_tilt_deg=0.6)
    others = tuple(stand for stand in now.table.stands if stand.name != "Miller")
    session.publish(replace(now, table=replace(now.table, stands=(miller, *others))))
    told = {stand["name"]: stand for stand in page.get("/api/view?lang=it").get_json()["stands"]}
    assert (told["Miller"]["z_cm"], told["Miller"]["tilt_deg"]) == (4.02, 5.0)
    assert "alta 4,0 cm ±0,2, inclinata di 5° ±1" in told["Miller"]["label"]
    assert all(stand["z_cm"] == 0 and "cm ±" not in stand["label"] for name, stand in told.items() if name != "Miller")


def test_a_stand_half_over_an_edge_says_so(page: FlaskClient, session: MatchSession) -> None:
    now = session.observation
    house = next(piece for piece in now.table.pieces if piece.kind == "house")
    (x, y), (to_x, to_y) = house.polygon[:2]
    at = {"x": (x + to_x) / 2, "y": (y + to_y) / 2}
    high = replace(now.table.stand("Miller"), **at, z_cm=house.height_cm, sigma_z_cm=0.1)
    others = tuple(stand for stand in now.table.stands if stand.name != "Miller")
    session.publish(replace(now, table=replace(now.table, stands=(high, *others))))
    told = {stand["name"]: stand["label"] for stand in page.get("/api/view?lang=en").get_json()["stands"]}
    assert "half over the edge of" in told.pop("Miller")
    assert not any("half over" in label for label in told.values())


def test_the_picture_is_a_jpeg(page: FlaskClient) -> None:
    answer = page.get("/api/picture.jpg?v=3")
    assert answer.mimetype == "image/jpeg"
    assert answer.data[:2] == b"\xff\xd8"


def test_no_picture_is_a_404(page: FlaskClient, session: MatchSession) -> None:
    session.publish(replace(session.observation, jpeg=None))
    answer = page.get("/api/picture.jpg")
    assert answer.status_code == 404
    assert "no picture" in answer.get_json()["error"]


def test_a_table_at_rest_sends_no_pictures(session: MatchSession) -> None:
    before = session.reading().versions
    session.publish(replace(session.observation, time_s=1.0))
    assert session.reading().versions == before
    hands = replace(session.observation, status=TableStatus("hands", Notice("hands")))
    session.publish(hands)
    session.publish(hands)
    after = session.reading().versions
    assert after.table == before.table + 1
    assert after.picture == before.picture + 2


@pytest.mark.ci
def test_the_players_wait_while_somebody_measures(session: MatchSession, clock: HandClock) -> None:
    clock.advance(QUIET_S + 1)
    assert session.quiet()
    session.act(lambda match: match.declare("Miller", "Weber"))
    clock.advance(QUIET_S + 1)
    assert not session.quiet()
    session.act(lambda match: match.withdraw())
    assert not session.quiet()
    clock.advance(QUIET_S + 1)
    assert session.quiet()
