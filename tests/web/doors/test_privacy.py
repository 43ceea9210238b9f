"""Who may see the camera's picture, and what is kept of it: chosen by the referee, held by every route."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

from referee.evidence.frames import FrameFolder
from referee.journal.store import Journal
from referee.observation import Observation, TableStatus
from referee.privacy import Privacy
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from vision.above import jpeg_bytes
from web.app import create_app
from web.doors.door import Door
from web.match_session import MatchSession
from web.privacy import begin_private

Come = Callable[[str], FlaskClient]
HERE, STRANGER, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"
PHOTO = (90, 20, 200)
"""A picture all of one colour that no map has."""
AUDIENCES = {"everybody": {"referee", "player", "spectator"}, "players": {"referee", "player"}, "referee": {"referee"}}


def photo() -> bytes:
    return jpeg_bytes(np.full((60, 70, 3), PHOTO, np.uint8))


@pytest.fixture
def frames(tmp_path: Path) -> FrameFolder:
    return FrameFolder(tmp_path / "frames")


@pytest.fixture
def session(tmp_path: Path, frames: FrameFolder) -> Iterator[MatchSession]:
    scene = demo_scene("ambush")
    begins = State(tuple(side.name for side in scene.sides), scene.turn)
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        table = scene.truth()
        match = match_at(table, scene.game, begins, scene.settings, journal)
        rectangle = (-7.0, -7.0, table.width_cm + 7, table.depth_cm + 7)
        observation = Observation(
            table, TableStatus("still"), picture_cm=rectangle, jpeg=photo, bare=lambda: b"\xff\xd8bare\xff\xd9"
        )
        session = MatchSession(scene, match, observation, lambda: 5, HandClock().now_s, frames)
        session.act(lambda match: match.declare("Miller", "Weber"))
        yield session
        session.close()


@pytest.fixture
def everyone(come: Come, door: Door) -> dict[str, FlaskClient]:
    player = come(OTHER)
    player.get(f"/join/{door.invitations.token('us')}")
    return {"referee": come(HERE), "player": player, "spectator": come(STRANGER)}


def choose(client: FlaskClient, picture: str = "everybody", surroundings: str = "masked", keep: object = "full") -> int:
    body = {"picture": picture, "surroundings": surroundings, "keep": keep}
    return client.post("/api/door/privacy", json=body).status_code


def is_a_photo(drawn: bytes) -> bool:
    picture = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return bool((np.abs(picture.astype(int) - PHOTO).max(axis=2) < 25).mean() > 0.05)


def shown_to(client: FlaskClient, number: int) -> list[bool]:
    """Return for each way to the picture whether it shows it."""
    return [
        client.get("/api/picture.jpg").status_code == 200,
        client.get("/api/view").get_json()["picture_cm"] is not None,
        client.get("/api/view").get_json()["picture_hidden"] is None,
        client.get("/api/terrain").get_json()["picture_cm"] is not None,
        client.get(f"/api/evidence/{number}").get_json()["frame"]["trouble"] is None,
        is_a_photo(client.get(f"/evidence/{number}/table.jpg").data),
        is_a_photo(client.get(f"/evidence/{number}.png").data),
        "not shown to you" not in client.get(f"/api/evidence/{number}").get_json()["frame"]["said"],
    ]


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("picture", list(AUDIENCES))
def test_every_way_to_the_picture_holds_to_who_may_see_it(
    everyone: dict[str, FlaskClient], session: MatchSession, picture: str
) -> None:
    number = session.reading().moment.ruled
    assert all(shown_to(everyone["spectator"], number)), "the demo's default: everybody"
    assert choose(everyone["referee"], picture) == 200
    for who, client in everyone.items():
        assert set(shown_to(client, number)) == {who in AUDIENCES[picture]}, who


def test_the_television_shows_what_everybody_may_see_also_at_the_referees_computer(
    everyone: dict[str, FlaskClient],
) -> None:
    choose(everyone["referee"], "players")
    for client in everyone.values():
        watched = client.get("/api/watch").get_json()
        assert (watched["picture_cm"], bool(watched["picture_hidden"])) == (None, True)


def test_only_the_referee_chooses_and_only_what_there_is_to_choose(everyone: dict[str, FlaskClient]) -> None:
    assert choose(everyone["player"], "referee") == 403
    assert choose(everyone["spectator"], "referee") == 403
    for wrong in ({"picture": "friends"}, {"surroundings": "some"}, {"keep": 0}, {"keep": "7"}, {"keep": 4000}):
        assert choose(everyone["referee"], **wrong) == 400, wrong  # type: ignore[arg-type]


@pytest.mark.ci
def test_what_is_chosen_is_kept_beside_the_match_and_is_on_the_page(
    session: MatchSession, door: Door, come: Come
) -> None:
    saved: list[Privacy] = []
    client = create_app(session, ("localhost",), door, save_privacy=saved.append).test_client()
    assert choose(client, "players", "shown", 30) == 200
    assert saved == [Privacy(picture="players", surroundings="shown", keep=30)] == [session.privacy]
    page = client.get("/join").get_data(as_text=True)
    assert all(f'value="{value}" checked' in page for value in ("players", "shown", "30"))


def test_the_surroundings_are_sent_and_kept_only_where_that_is_chosen(
    everyone: dict[str, FlaskClient], session: MatchSession, frames: FrameFolder
) -> None:
    picture = "/api/picture.jpg"
    assert everyone["referee"].get(picture).data == photo()
    choose(everyone["referee"], surroundings="shown")
    assert everyone["spectator"].get(picture).data.startswith(b"\xff\xd8bare")
    assert frames.masked is False
    choose(everyone["referee"], surroundings="masked")
    assert everyone["spectator"].get(picture).data == photo(), "at once, not with the next frame"
    assert frames.masked is True


@pytest.mark.ci
def test_pictures_older_than_chosen_are_deleted_and_their_card_says_so(
    everyone: dict[str, FlaskClient], session: MatchSession, frames: FrameFolder
) -> None:
    number = session.reading().moment.ruled
    (file,) = frames.folder.iterdir()
    two_days_ago = file.stat().st_mtime - 2 * 86_400
    os.utime(file, (two_days_ago, two_days_ago))
    body = {"picture": "everybody", "surroundings": "masked"}
    assert everyone["referee"].post("/api/door/privacy", json={**body, "keep": 7}).get_json()["deleted"] == 0
    assert everyone["referee"].post("/api/door/privacy", json={**body, "keep": 1}).get_json()["deleted"] == 1
    card = everyone["spectator"].get(f"/api/evidence/{number}").get_json()
    assert card["frame"]["said"] == "The camera's picture is no longer kept: this map is drawn from what was measured."
    assert everyone["spectator"].get(f"/evidence/{number}/table.jpg").status_code == 200


def test_for_this_match_only_leaves_nothing_when_it_stops_nor_what_a_kill_left(
    session: MatchSession, frames: FrameFolder
) -> None:
    assert len(list(frames.folder.iterdir())) == 1
    begin_private(session, Privacy(keep="match"))
    assert list(frames.folder.iterdir()) == []
    frames.put(b"one")
    session.close()
    assert list(frames.folder.iterdir()) == []


def test_a_shots_pictures_are_for_those_who_may_see_them(everyone: dict[str, FlaskClient]) -> None:
    choose(everyone["referee"], "referee")
    assert everyone["player"].get("/cannon/shots/1/before.jpg?stand=A").status_code == 403
    assert everyone["referee"].get("/cannon/shots/1/before.jpg?stand=A").status_code == 404  # nobody fired


def test_every_route_with_a_jpeg_asks_who_may_see_it(app: Flask) -> None:
    """Whoever adds one has to think of this list, and of who may see it."""
    jpegs = {r.endpoint for r in app.url_map.iter_rules() if r.rule.endswith((".jpg", ".png", ".pdf"))}
    assert jpegs == {
        "watching.picture", "cannon.picture", "evidence.poster", "evidence.table", "evidence.paper", "passport.paper",
        "unseen.spot",
    }  # fmt: skip
