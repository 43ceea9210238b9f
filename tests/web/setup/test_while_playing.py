"""While a match is played no other table is set up: that is said before anything is taken in, and on a page."""

from base64 import b64encode
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from referee.setup.folder import SetUp
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from vision.table_view import TableView
from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def client(setup_session: SetupSession, done: tuple[str, SetUp], browse: Browse) -> FlaskClient:
    known_id, setup = done
    frame = setup.frame
    assert frame is not None
    setup.table, setup.roster = TableView(default_camera(frame), frame), demo_scene("ambush").roster
    setup_session.setup(known_id)
    setup_session.play(setup)
    return browse()


def test_nothing_is_put_on_the_shelf(client: FlaskClient, setup_session: SetupSession) -> None:
    part = {"name": "a.vedette", "size": 100_000, "at": 0, "part": b64encode(b"x" * 40_000).decode()}
    bodies = {"restore": part, "scenario": {"game": "ambush", "name": "x"}, "new": {"game": "ambush"}}
    for which, body in bodies.items():
        answer = client.post(f"/api/setup/{which}", json=body)
        assert answer.status_code == 409, (which, answer.json)
        assert "a match is being played" in answer.get_json()["error"]
    assert len(setup_session.shelf.all()) == 1


def test_a_browser_is_shown_a_page(client: FlaskClient, setup_session: SetupSession) -> None:
    other, _ = setup_session.shelf.new()
    refused = client.get(f"/setup/{other}/match", headers=HTML)
    assert (refused.status_code, refused.mimetype) == (409, "text/html")
    assert "A match is being played" in refused.text
    assert 'href="/"' in refused.text
    assert "Si sta giocando una partita" in client.get(f"/setup/{other}/match?lang=it", headers=HTML).text
    for path in ("/setup/zzz/match", f"/setup/{other}/nope", "/nowhere"):
        answer = client.get(path, headers=HTML)
        assert answer.status_code in (400, 404)
        assert answer.mimetype == "text/html"
    assert client.get("/setup/zzz/match").mimetype == "application/json"
    assert client.get("/api/setup/zzz/state", headers=HTML).mimetype == "application/json"
