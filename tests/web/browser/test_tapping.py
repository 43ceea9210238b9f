"""Fingers on a crowded table: the middle of a stand is that stand, whoever is drawn over it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hand_clock import HandClock
from matches import match_at
from plan_page import at
from playwright.sync_api import Page, expect

from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.match_session import MatchSession
from web.serve import Server, open_port

pytestmark = pytest.mark.browser
SCENE = demo_scene("yankee")
CROWDED = ("69 Penn.", "12 N.Jersey", "Garnett I", "Armistead II", "Marshall")


@pytest.fixture
def brigades(table: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yankee's battle as it truly stands, in place of the demo that the camera looks at."""
    truth = SCENE.truth()
    picture = cv2.imencode(".jpg", np.full((9, 12, 3), 90, np.uint8))[1].tobytes()
    stands = tuple(replace(stand, sigma_cm=0.015) for stand in truth.stands)
    observation = Observation(replace(truth, stands=stands), TableStatus("still"), jpeg=lambda: picture)
    memory = State(tuple(side.name for side in SCENE.sides), SCENE.turn)
    match = match_at(observation.table, SCENE.game, memory, SCENE.settings)
    session = MatchSession(SCENE, match, observation, lambda: 5, HandClock().now_s)
    server = Server(create_app(session), open_port("127.0.0.1", 0), session.close)
    server.start()
    monkeypatch.setattr(table, "server", server)
    yield
    server.close()


@pytest.mark.ci
@pytest.mark.usefixtures("brigades")
def test_the_middle_of_a_stand_in_a_line_picks_it_on_a_phone(
    open_page: Callable[..., Page], phone: dict[str, Any]
) -> None:
    page = open_page(**phone)
    for name in CROWDED:
        stand = SCENE.truth().stand(name)
        page.touchscreen.tap(*at(page, stand.x, stand.y))
        expect(page.locator("vd-card .card-title")).to_have_text(name)
        page.keyboard.press("Escape")
        expect(page.locator(".stand[aria-pressed=true]")).to_have_count(0)
