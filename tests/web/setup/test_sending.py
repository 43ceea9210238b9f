"""A match that is set up on the page is sent on to the club from its beginning to its end."""

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from referee.club.call_desk import CallNow
from referee.club.http_hall import REVOKED, TurnedAway
from referee.club.outbox import Sent
from referee.club.record import Club
from referee.club.relay import OutboxRelay
from referee.journal.errors import Overtaken
from referee.setup.folder import SetUp
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from table.errors import VedetteError
from vision.table_view import TableView
from web.doors.door import Door
from web.network import LOCAL_HOSTS
from web.setup.session import SetupSession
from web.site import Site


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "club.sqlite")


@pytest.fixture
def site(where: str) -> Site:
    return Site(
        LOCAL_HOSTS, Door({}, time.monotonic), die=lambda _: lambda: 6,
        sending=lambda journal: OutboxRelay(journal, where, "Table 3"),
    )  # fmt: skip


@pytest.fixture
def client(setup_session: SetupSession, done: tuple[str, SetUp], browse: Callable[..., FlaskClient]) -> FlaskClient:
    known_id, setup = done
    assert setup.frame is not None
    setup.table, setup.roster = TableView(default_camera(setup.frame), setup.frame), demo_scene("ambush").roster
    setup_session.setup(known_id)
    setup_session.play(setup)
    return browse()


@pytest.mark.usefixtures("client")
def test_what_was_played_is_in_the_club_when_the_program_ends(
    setup_session: SetupSession, site: Site, where: str
) -> None:
    session = setup_session.session
    assert session is not None
    session.act(lambda match: match.end_turn())
    length = session.journal.length
    site.close()
    with Club(where) as club:
        (match,) = club.matches()
        assert (match.place, match.title, match.length) == ("Table 3", "At the farm", length)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (Sent(3), None),
        (Sent(3, 2, VedetteError("postgresql://umpire@hall: no route")), "il club non si raggiunge: la partita"),
        (Sent(3, 2, Overtaken("this match is at another table now: {place}", place="Table 7"), refused=True),
         "questa partita ora è a un altro tavolo: Table 7"),
        (Sent(3, 2, TurnedAway(REVOKED)), "il link di questo tavolo non fa entrare in sala, o non più"),
    ],
)  # fmt: skip
def test_the_referee_is_told_what_keeps_a_match_from_its_club(
    client: FlaskClient, setup_session: SetupSession, sent: Sent, said: str | None
) -> None:
    session = setup_session.session
    assert session is not None
    session.relay = SimpleNamespace(sent=sent, desk=SimpleNamespace(now=CallNow()))  # type: ignore[assignment]
    trouble = client.get("/api/view?lang=it").get_json()["journal"]["trouble"]
    assert (trouble or "")[: len(said or "")] == (said or "")
    assert "umpire" not in str(trouble)
