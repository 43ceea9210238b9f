"""Where a cannon aims, said on the passport's page before the shot."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from board_session import OCCASION, Hands
from flask.testing import FlaskClient
from kept_session import client_of, kept_session
from lucky import shot

from referee.cannon.aim import SHELL_CM, muzzle_behind, shot_way
from referee.shots.record import ShotKey
from referee.shots.shot_journal import shot_entry, shots_in
from table.frame import SquareBoard
from web.match_session import MatchSession

NOWHERE: dict[str, list[object]] = {"line": [], "strip": [], "spread": []}
BOARD = SquareBoard((4.0, 7.0), 4.5, 8, 18)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        session.publish(replace(session.observation, table=replace(session.observation.table, board=BOARD)))
        yield session


@pytest.fixture
def client(session: MatchSession) -> FlaskClient:
    return client_of(session)


@pytest.mark.ci
def test_an_aim_is_kept_and_shown(session: MatchSession, client: FlaskClient) -> None:
    answer = client.post("/api/aim", json={"side": "us", "square": "g-44", "column": 3})
    assert answer.get_json() == {
        "aims": [
            {"side": "us", "title": "Americans", "square": "G-44", **NOWHERE},
            {"side": "de", "title": "Germans", "square": "", **NOWHERE},
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
    assert muzzle_behind("montecassino", BOARD, "A", 1) == (6.25, 4.75)
    assert muzzle_behind("montecassino", BOARD, "germans", 1) == (
        4.0 + 7.5 * 4.5,
        7.0 + 18.5 * 4.5,
    )  # from its owner's left


SOLDIERS = {"a01": "A-44", "a02": "A-45", "g01": "G-44", "g02": "G-05", "g03": "G-45"}


def test_an_aim_says_who_stands_in_its_line_and_what_would_come_of_a_hit() -> None:
    """Straight ahead at G-44, the fifth column from the left, over one of its own on A-45."""
    answer = client_of(Hands(SOLDIERS).session).post("/api/aim", json={"side": "allies", "square": "G-44"})
    line = answer.get_json()["aims"][0]["line"]
    assert [(each["name"], each["square"], each["clause"]) for each in line] == [
        ("a02", "A-45", "M5.5"),
        ("g01", "G-44", "M5.5"),
    ]
    assert line[1]["sentence"] == "g01 leaves the board for good"


def test_who_aims_from_another_column_has_others_in_his_line() -> None:
    """In the standard zone alone losses count: his own man and the one in his base would stand up again."""
    session = Hands(SOLDIERS, replace(OCCASION, settings={"zone": "standard"})).session
    answer = client_of(session).post("/api/aim", json={"side": "allies", "square": "G-45", "column": 4})
    line = answer.get_json()["aims"][0]["line"]
    assert [(each["name"], each["clause"]) for each in line] == [("a01", "M5.3"), ("g03", "M5.5"), ("g02", "M5.3")]


def test_from_the_corner_the_line_is_aslant() -> None:
    body = {"side": "allies", "square": "G-45", "column": 8}
    answer = client_of(Hands(SOLDIERS).session).post("/api/aim", json=body)
    assert [each["name"] for each in answer.get_json()["aims"][0]["line"]] == ["g03"]


def test_before_a_declaration_nothing_is_told_of_a_line() -> None:
    session = Hands(SOLDIERS).session
    session.act(lambda match: match.choose_mode("reveal"))
    answer = client_of(session).post("/api/aim", json={"side": "allies", "square": "G-44"})
    assert answer.get_json()["aims"][0] == {"side": "allies", "title": "Allies", "square": "G-44", **NOWHERE}


def test_where_a_shot_may_go_is_told_to_be_drawn() -> None:
    """From the muzzle to the far end of the board, as wide as the shell: whoever is touched by it is in the line."""
    session = Hands(SOLDIERS).session
    aim = client_of(session).post("/api/aim", json={"side": "allies", "square": "G-44"}).get_json()["aims"][0]
    board = session.observation.table.board
    assert isinstance(board, SquareBoard)
    x, y = board.origin[0] + 4.5 * board.square_cm, board.origin[1]
    assert {round(abs(at - x), 3) for at, _ in aim["strip"]} == {SHELL_CM}
    ends = sorted({at for _, at in aim["strip"]})
    assert ends == pytest.approx([y - board.square_cm / 2, y + board.ranks * board.square_cm])
    assert aim["spread"] == []  # no shot tells yet


def test_where_such_shots_came_down_is_told_about_the_aim() -> None:
    """Five shots of the side about another aim, 2 cm over and 1 to the left: the next one lies about there."""
    shots = [
        replace(shot(k, side="germans"), aim=(20.0, 30.0), impact=(21.0 + dx, 28.0 + dy))
        for k, (dx, dy) in enumerate(((0.0, 0.0), (1.0, 0.5), (-1.0, -0.5), (0.5, -1.0), (-0.5, 1.0)), 1)
    ]
    muzzle = muzzle_behind("montecassino", BOARD, "germans", 3)
    spread = shot_way("montecassino", BOARD, "germans", muzzle, (muzzle[0], 40.0), shots).spread
    middle = [sum(values) / len(spread) for values in zip(*spread, strict=True)]
    assert middle == pytest.approx([muzzle[0] + 1.0, 38.0], abs=0.01)
    assert shot_way("montecassino", BOARD, "allies", muzzle, (muzzle[0], 40.0), shots).spread == ()
    assert shot_way("montecassino", BOARD, "germans", muzzle, muzzle, shots).strip == ()


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


@pytest.mark.ci
def test_a_game_without_squares_has_none(tmp_path: Path) -> None:
    with kept_session(tmp_path / "farm.sqlite") as session:
        farm = client_of(session)
        assert farm.post("/api/aim", json={"side": "us", "square": "G-44"}).status_code == 409
        assert "pass-aim" not in farm.get("/passport").get_data(as_text=True)
