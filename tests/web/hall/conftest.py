"""A hall with its door, and browsers that come to it from addresses of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from journals import played

from referee.club.guests import GuestList, GuestRole
from referee.club.record import Club
from referee.journal.entry import Entry
from referee.journal.store import Journal
from web.hall.app import create_hall_app
from web.hall.door import HallDoor
from web.hall.news import HallNews

HOST = "192.168.7.5"
HALL = f"http://{HOST}:8470/"
HERE, STRANGER, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"
Come = Callable[..., FlaskClient]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.sqlite") as opened:
        yield opened


@pytest.fixture
def door(club: Club) -> HallDoor:
    return HallDoor(GuestList(club), lambda: 0.0, lambda: HALL)


@pytest.fixture
def news(club: Club) -> HallNews:
    return HallNews(club)


@pytest.fixture
def app(club: Club, door: HallDoor, news: HallNews) -> Flask:
    return create_hall_app(club, news, ("localhost", HOST), door)


@pytest.fixture
def come(app: Flask, door: HallDoor) -> Come:
    """Return what opens a browser at an address, as a guest of that role and name or as nobody."""

    def browser(address: str = STRANGER, role: GuestRole | None = None, name: str = "Anna") -> FlaskClient:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        if role is not None:
            assert client.get(f"/in/{door.guests.invite(role, name)}").status_code == 302
        return client

    return browser


@pytest.fixture
def table(app: Flask, door: HallDoor) -> Come:
    """Return what is a table's computer, with the key of its place."""

    def client(place: str, address: str = OTHER) -> FlaskClient:
        found = app.test_client()
        found.environ_base["REMOTE_ADDR"] = address
        found.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {door.guests.invite('table', place)}"
        return found

    return client


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    with Journal(played(tmp_path)) as journal:
        return list(journal.entries())
