"""A desk without camera whose match is written down."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from flask.testing import FlaskClient
from hand_clock import HandClock

from referee.journal.keeping import JournalKeeper, opened, resumed
from referee.journal.store import Journal
from referee.match import Match
from referee.observation import Observation, TableStatus
from rules.registry import rule
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.desk import Desk
from web.doors.door import Door


@contextmanager
def kept_desk(file: Path) -> Iterator[Desk]:
    """Lend the desk of the farm's battle, written down in this file."""
    with Journal(file, write=True) as journal:
        yield desk_of(journal)


def bare_desk() -> Desk:
    """Return the desk of the farm's battle that nobody writes down."""
    return desk_of(None)


def desk_of(journal: Journal | None) -> Desk:
    """Return the desk of the farm's battle, written down in this journal where there is one."""
    scene = demo_scene("ambush")
    state, keeper = State(tuple(side.name for side in scene.sides), scene.turn), None
    if journal is not None:
        state = resumed(journal, opened(scene.game, scene.title, scene.settings, state, "test"))
        keeper = JournalKeeper(journal)
    table = replace(scene.truth(), stands=tuple(replace(s, sigma_cm=0.015) for s in scene.truth().stands))
    match = Match(scene.game, state, table, rule, scene.settings, keeper)
    return Desk(scene, match, Observation(table, TableStatus("still")), lambda: 6, HandClock().now_s)


def client_of(desk: Desk, place: str | None = None) -> FlaskClient:
    """Return what asks the desk's page; ``place`` is where others find it."""
    door = Door({side.name: side.title for side in desk.info.sides}, HandClock().now_s, place)
    client = create_app(desk, ("127.0.0.1", "localhost"), door).test_client()
    client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return client


def shoot(desk: Desk, actor: str, target: str, *dice: int) -> None:
    """Declare a shot and throw its dice."""
    desk.act(lambda match: match.declare(actor, target))
    for die in dice:
        desk.act(lambda match, die=die: match.throw([die], confirm=True))
