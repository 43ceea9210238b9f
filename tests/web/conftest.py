"""A session without camera: the battle's true table with a plausible sigma, so that these tests are about the page."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

import web.application
from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.doors.workers import Workers
from web.match_session import MatchSession
from web.serve import Server, open_port


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait, or be refused, because this machine is slow; hash a PIN at once, each application has one."""
    monkeypatch.setattr("web.doors.pin.HASHED_BY", "scrypt:256:8:1")
    ample = (100.0, 100.0)
    monkeypatch.setattr(web.application, "Workers", partial(Workers, players=ample, spectators=ample, pauses=0))


class Loaded:
    """Dice that fall as they were told."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def __call__(self) -> int:
        return self.next.pop(0)


@pytest.fixture
def dice() -> Loaded:
    return Loaded()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def session(dice: Loaded, clock: HandClock) -> MatchSession:
    scene = demo_scene("ambush")
    truth = scene.truth()
    table = replace(truth, stands=tuple(replace(stand, sigma_cm=0.015) for stand in truth.stands))
    memory = State(tuple(side.name for side in scene.sides), scene.turn)
    match = match_at(table, scene.game, memory, scene.settings)
    observation = Observation(table, TableStatus("still"), frame_markers=(8, 8), jpeg=lambda: b"\xff\xd8\xff\xd9")
    return MatchSession(scene, match, observation, dice, clock.now_s)


@pytest.fixture
def page(session: MatchSession) -> Iterator[FlaskClient]:
    with create_app(session).test_client() as client:
        client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
        yield client


@pytest.fixture
def server(session: MatchSession) -> Iterator[Server]:
    served = Server(create_app(session), open_port("127.0.0.1", 0), session.close)
    served.start()
    yield served
    served.close()
