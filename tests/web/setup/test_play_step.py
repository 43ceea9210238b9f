"""The last step: it leads to what is missing, and calls the table ready only where nothing needs another look."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from referee.setup.folder import SetUp
from simulation.rehearsal.demos import demo_scene
from table.roster import Roster
from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
LEAD = '<p class="lead">The table is ready'


@pytest.mark.ci
def test_play_says_which_step_needs_another_look_before(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse
) -> None:
    known_id, setup = done
    client = browse()
    client.get(f"/api/setup/{known_id}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    client.post(f"/api/setup/{known_id}/table/find", json={})
    everybody = demo_scene("ambush").roster
    setup.roster = Roster(tuple(entry for entry in everybody.entries if entry.side == "us"))
    page = client.get(f"/setup/{known_id}/play?lang=en").text
    assert ">Who is who</a>: nobody is on the roster of the Germans" in page
    assert LEAD not in page
    setup.roster = everybody
    assert LEAD in client.get(f"/setup/{known_id}/play?lang=en").text


@pytest.mark.ci
def test_what_comes_before_play_is_a_link_to_it(done: tuple[str, SetUp], browse: Browse) -> None:
    known_id, _ = done
    page = browse().get(f"/setup/{known_id}/play?lang=en").text
    table, roster = (
        f'<a href="/setup/{known_id}/{key}">{title}</a>'
        for key, title in (("table", "Table"), ("roster", "Who is who"))
    )
    assert f"Before this: {table}, {roster}." in page
