"""Save and Restore on the page: a match under way is downloaded, sent to another Vedette, and goes on there."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from referee.setup.folder import SetUp
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from vision.table_view import TableView
from web.setup.session import SetupSession

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
        assert told.json["error"].startswith("friday.vedette: this is no match that Vedette has kept")
    told = client.post(
        "/api/setup/restore", json={"name": "x", "size": 10**9, "at": 0, "part": ""}, headers={"Accept-Language": "it"}
    )
    assert told.status_code == 400
    assert len(setup_session.shelf.all()) == 1
    assert len(list((tmp_path / "shelf").iterdir())) == 2, "the list, and the table that was there"


def test_only_the_referee_saves_and_restores(browse: Browse, done: tuple[str, SetUp]) -> None:
    stranger, (known_id, _) = browse("192.168.7.20"), done
    assert stranger.get(f"/setup/{known_id}/keep.vedette").status_code == 403
    assert sent(stranger, b"x").status_code == 403
