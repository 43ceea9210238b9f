"""Where a cannon aims, said on the passport's page before the shot."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, kept_session
from lucky import shot

from referee.shots.record import ShotKey
from referee.shots.shot_journal import shot_entry, shots_in
from table.frame import SquareBoard
from web.match_session import MatchSession
from web.passport import _muzzle

BOARD = SquareBoard((4.0, 7.0), 4.5, 8, 18)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        session.publish(replace(session.observation, table=replace(session.observation.table, board=BOARD)))
        yield session


@pytest.fixture
def client(session: MatchSession) -> FlaskClient:
    return client_of(session)


def test_an_aim_is_kept_and_shown(session: MatchSession, client: FlaskClient) -> None:
    answer = client.post("/api/aim", json={"side": "us", "square": "g-44", "column": 3})
    assert answer.get_json() == {
        "aims": [
            {"side": "us", "title": "Americans", "square": "G-44"}, {"side": "de", "title": "Germans", "square": ""},
        ]
    }  # fmt: skip
    assert session.journal is not None
    session.journal.append(shot_entry(shot(1)))
    # G-44 is in the far field's sixth line, its owner's fourth column: the fifth from the left, the thirteenth rank.
    assert shots_in(session.journal)[ShotKey("rig-a", 1)].aim == (4.0 + 4.5 * 4.5, 7.0 + 4.5 * 12.5)
    assert "Aims at G-44" in client.get("/passport").get_data(as_text=True)
    client.post("/api/aim", json={"side": "us"})
    assert "Aims at" not in client.get("/passport").get_data(as_text=True).split("</head>")[1]


def test_the_muzzle_is_behind_the_first_line() -> None:
    assert _muzzle(BOARD, "A", 1) == (6.25, 4.75)
    assert _muzzle(BOARD, "G", 1) == (4.0 + 7.5 * 4.5, 7.0 + 18.5 * 4.5)  # from its owner's left
    assert _muzzle(BOARD, "us", 1) is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"side": "us", "square": "G-73"}, 400),
        ({"side": "us", "square": "<b>"}, 400),
        ({"side": "us", "square": "2G-44"}, 400),
        ({"side": "fr", "square": "G-44"}, 404),
        ({"side": "us", "square": "G-44", "column": 9}, 400),
        ({"square": "G-44"}, 400),
    ],
)
def test_what_cannot_be_aimed_at(client: FlaskClient, body: dict[str, Any], status: int) -> None:
    answer = client.post("/api/aim", json=body)
    assert answer.status_code == status
    assert answer.get_json()["error"]


def test_a_game_without_squares_has_none(tmp_path: Path) -> None:
    with kept_session(tmp_path / "farm.sqlite") as session:
        farm = client_of(session)
        assert farm.post("/api/aim", json={"side": "us", "square": "G-44"}).status_code == 409
        assert "pass-aim" not in farm.get("/passport").get_data(as_text=True)
