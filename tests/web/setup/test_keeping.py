"""Save and Restore on the page: a match under way is downloaded, sent to another Vedette, and goes on there."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.sheets.frame import frame_of
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from referee.setup.folder import SetUp
from referee.setup.scenario import scenario_of
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from vision.table_view import TableView
from web.setup.session import SetupSession

FRAME = frame_of(120.0, 100.0, range(240, 248))
Browse = Callable[..., FlaskClient]
PART = 40_000


def sent(client: FlaskClient, data: bytes, name: str = "friday.vedette") -> TestResponse:
    answer: Any = None
    for at in range(0, max(len(data), 1), PART):
        part = b64encode(data[at : at + PART]).decode()
        answer = client.post("/api/setup/restore", json={"name": name, "size": len(data), "at": at, "part": part})
        if answer.status_code != 200:
            break
    return answer


@pytest.mark.ci
def test_a_match_under_way_is_saved_and_goes_on_as_another_table(
    setup_session: SetupSession, browse: Browse, done: tuple[str, SetUp]
) -> None:
    known_id, setup = done
    scene = demo_scene("ambush")
    frame = setup.frame
    assert frame is not None
    setup.table, setup.roster = TableView(default_camera(frame), frame), scene.roster
    setup.terrain = scene.pieces
    assert setup.match is not None
    setup.match = replace(setup.match, title="Friday, at Ana's", settings=scene.settings)
    setup_session.setup(known_id)
    session = setup_session.play(setup)
    client = browse()
    assert client.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"}).status_code == 200
    page = client.get("/").get_data(as_text=True)
    assert 'href="/match.vedette"' in page

    answer = client.get("/match.vedette")
    assert answer.status_code == 200
    assert "Friday at Ana s.vedette" in answer.headers["Content-Disposition"]
    assert client.get(f"/setup/{known_id}/keep.vedette").data[:2] == b"PK"
    assert client.post("/api/match/withdraw", json={}).status_code == 200, "the running match is none the worse"

    setup_session.session = None  # as in another Vedette
    told = sent(client, answer.data)
    assert told.status_code == 200, told.json
    again_id = told.json["href"].rpartition("/")[2]
    again = setup_session.shelf.get(again_id)
    assert again_id != known_id
    assert {known.title for known in setup_session.shelf.all()} == {"Friday, at Ana's"}
    assert (again.match, again.roster, again.terrain) == (setup.match, setup.roster, setup.terrain)
    with Journal(again.journal) as kept:
        assert check_journal(kept.entries()).faults == ()
        ours = list(session.journal.entries())
        assert list(kept.entries()) == ours[: kept.length]
        assert 2 <= kept.length < len(ours), "what was done after it was saved is not in it"
        assert point_at(kept) == point_at(session.journal, kept.length)


@pytest.mark.ci
def test_the_shelf_restores_first_and_saves_what_has_a_match(
    setup_session: SetupSession, browse: Browse, done: tuple[str, SetUp]
) -> None:
    client, (known_id, _) = browse(), done
    page = client.get("/setup").get_data(as_text=True)
    assert page.index('id="restore"') < page.index("/api/setup/new")
    assert f"/setup/{known_id}/keep.vedette" in page
    assert "/match.vedette" not in page, "nothing is played yet"
    told = sent(client, client.get(f"/setup/{known_id}/keep.vedette").data)
    assert told.status_code == 200
    assert client.get(told.json["href"]).status_code == 302
    empty, _ = setup_session.shelf.new()
    assert client.get(f"/setup/{empty}/keep.vedette").status_code == 400
    assert client.get("/setup/0000000000/keep.vedette").status_code == 400


def test_a_file_that_is_damaged_or_none_is_said_and_leaves_no_table(
    setup_session: SetupSession, browse: Browse, done: tuple[str, SetUp], tmp_path: Path
) -> None:
    client, (known_id, _) = browse(), done
    data = client.get(f"/setup/{known_id}/keep.vedette").data
    for spoilt in (b"", b"a picture", data[: len(data) // 2], data[:-40]):
        told = sent(client, spoilt)
        assert told.status_code == 400
        assert told.json["error"].startswith("friday.vedette: this is no table that Vedette has kept")
    told = client.post(
        "/api/setup/restore", json={"name": "x", "size": 10**9, "at": 0, "part": ""}, headers={"Accept-Language": "it"}
    )
    assert told.status_code == 400
    assert len(setup_session.shelf.all()) == 1
    assert len(list((tmp_path / "shelf").iterdir())) == 2, "the list, and the table that was there"


@pytest.mark.ci
def test_a_scenario_is_opened_given_away_and_laid_out_by_ghosts(
    setup_session: SetupSession, browse: Browse, done: tuple[str, SetUp]
) -> None:
    client, (known_id, setup) = browse(), done
    assert "The crossroads" in client.get("/setup").get_data(as_text=True)
    body = {"game": "ambush", "name": "1-the-crossroads.toml"}
    told = client.post("/api/setup/scenario", json=body)
    assert told.status_code == 200, told.json
    opened = setup_session.shelf.get(told.json["href"].rpartition("/")[2])
    assert opened.roster is not None
    assert len(opened.roster.entries) == 13
    assert client.post("/api/setup/scenario", json={**body, "name": "../match.toml"}).status_code == 400
    assert sent(client, b"\xff\xfe", "x.toml").status_code == 400

    # Saved on a table that is played, sent back, and laid out there after somebody has walked.
    setup.table, setup.roster = TableView(default_camera(FRAME), FRAME), demo_scene("ambush").roster
    setup.terrain = demo_scene("ambush").pieces
    assert setup.match is not None
    setup.match = replace(setup.match, settings=demo_scene("ambush").settings)
    setup_session.setup(known_id)
    setup_session.play(setup)
    client = browse()
    given = client.get("/scenario.toml")
    assert given.status_code == 200, given.json
    setup_session.session = None  # as in another Vedette
    again = setup_session.shelf.get(sent(client, given.data, "farm.toml").json["href"].rpartition("/")[2])
    roster = setup.roster
    assert again.roster is not None
    assert roster is not None
    assert {e.name for e in again.roster.entries} == {e.name for e in roster.entries}
    assert client.get("/api/putting-back/moments").json["start"] is None


@pytest.mark.ci
def test_a_match_of_a_scenario_is_laid_out_by_ghosts(
    setup_session: SetupSession, browse: Browse, done: tuple[str, SetUp]
) -> None:
    known_id, setup = done
    scene = demo_scene("ambush")
    setup.table, setup.roster, setup.terrain = TableView(default_camera(FRAME), FRAME), scene.roster, scene.pieces
    assert setup.match is not None
    setup.match, truth = replace(setup.match, settings=scene.settings), scene.truth()
    jensen = truth.stand("Jensen")
    elsewhere = truth.with_stand(jensen.moved_to(jensen.x, jensen.y + 9.0, jensen.heading_deg))
    setup.write("scenario.toml", scenario_of(setup, elsewhere).text)
    setup_session.setup(known_id)
    setup_session.play(setup)
    client = browse()
    assert client.get("/api/putting-back/moments").json["start"] == 1
    view = client.post("/api/putting-back/begin", json={"start": True}).json
    assert view["put_back"]["under_way"]
    (told,) = view["put_back"]["told"]
    assert (told["name"], told["state"]) == ("Jensen", "off")
    assert abs(told["ghost"]["y"] - jensen.y - 9.0) < 0.05
    assert client.post("/api/putting-back/begin", json={"start": True}).status_code == 409


def test_only_the_referee_saves_and_restores(browse: Browse, done: tuple[str, SetUp]) -> None:
    stranger, (known_id, _) = browse("192.168.7.20"), done
    assert stranger.get(f"/setup/{known_id}/keep.vedette").status_code == 403
    assert sent(stranger, b"x").status_code == 403
