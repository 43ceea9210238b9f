"""A session on a network: some sit at its computer, others come from addresses of their own."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app
from web.doors.door import Door
from web.match_session import MatchSession

HOST = "192.168.7.5"
Come = Callable[[str], FlaskClient]


@pytest.fixture
def door() -> Door:
    return Door({"us": "Americans", "de": "Germans"}, lambda: 0.0, lambda: f"http://{HOST}:8470/")


@pytest.fixture
def app(session: MatchSession, door: Door) -> Flask:
    return create_app(session, ("localhost", HOST), door)


@pytest.fixture
def come(app: Flask) -> Come:
    """Return what opens a browser of its own at an address."""

    def browser(address: str) -> FlaskClient:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    return browser
