"""A session without camera whose match is written down."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

from referee.journal.store import Journal
from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.doors.door import Door
from web.match_session import MatchSession


@contextmanager
def kept_session(file: Path) -> Iterator[MatchSession]:
    """Lend the session of the farm's battle, written down in this file."""
    with Journal(file, write=True) as journal:
        yield session_of(journal)


def session_of(journal: Journal) -> MatchSession:
    """Return the session of the farm's battle, written down in this journal."""
    scene = demo_scene("ambush")
    state = State(tuple(side.name for side in scene.sides), scene.turn)
    table = replace(scene.truth(), stands=tuple(replace(s, sigma_cm=0.015) for s in scene.truth().stands))
    match = match_at(table, scene.game, state, scene.settings, journal, title=scene.title)
    return MatchSession(scene, match, Observation(table, TableStatus("still")), lambda: 6, HandClock().now_s)


def client_of(session: MatchSession, place: str | None = None) -> FlaskClient:
    """Return what asks the session's page; ``place`` is where others find it."""
    door = Door({side.name: side.title for side in session.info.sides}, HandClock().now_s, lambda: place)
    client = create_app(session, ("127.0.0.1", "localhost"), door).test_client()
    client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return client


def shoot(session: MatchSession, actor: str, target: str, *dice: int) -> None:
    """Declare a shot and throw its dice."""
    session.act(lambda match: match.declare(actor, target))
    for die in dice:
        session.act(lambda match, die=die: match.throw([die], confirm=True))
