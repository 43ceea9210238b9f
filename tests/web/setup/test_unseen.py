"""Why is it not seen?, in the set-up's check step: asked of the camera's picture, told to the referee."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from referee.setup.folder import SetUp
from simulation.rehearsal.demos import demo_scene
from table.roster import Roster
from web.setup.session import SetupSession


@pytest.mark.ci
def test_the_check_step_tells_what_is_not_in_the_picture(
    setup_session: SetupSession, browse: Callable[..., FlaskClient], done: tuple[str, SetUp]
) -> None:
    known_id, setup = done
    client, address = browse(), f"/api/setup/{known_id}/unseen"
    setup_session.setup(known_id)
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    early = client.post(f"{address}/look", json={})
    assert (early.status_code, early.json) == (409, {"error": "find the table first"})
    assert client.post(f"/api/setup/{known_id}/table/find", json={}).status_code == 200
    entries = demo_scene("ambush").roster.entries
    setup.roster = Roster((*entries, replace(entries[0], marker=99, name="Nobody")))
    assert client.post(f"{address}/look", json={}).status_code == 200
    told = client.get(address).json
    assert [(it["name"], it["spot"]) for it in told["markers"]] == [("Nobody (marker 99)", None)]  # type: ignore[index]
    assert (told["look"], told["running"], told["found"]) == (1, False, None)  # type: ignore[index]
    assert 'at="setup/' in client.get(f"/setup/{known_id}/check").text
    other, _ = setup_session.shelf.new()
    assert client.get(f"/api/setup/{other}/unseen").json["look"] == 0, "another table's"  # type: ignore[index]
