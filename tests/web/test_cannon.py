"""The cannons over HTTP: the taps, the proposal with its pictures, amend and confirm, and who may do what."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from cannon_range import PICTURE, SETTINGS, Range, falls
from flask.testing import FlaskClient
from hand_clock import HandClock

from referee.cannon.pictures import WorkerReport
from referee.cannon.service import ShotService
from referee.evidence.frames import FrameFolder
from referee.journal.payloads import Frame
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.observation import Observation, TableStatus
from referee.shots.cannon import Cannon
from rules.game import Side
from web.app import create_app
from web.match_session import MatchSession


class Table:
    """A session with two cannons, whose camera and worker the test is."""

    def __init__(self, folder: Path, journal: Journal, **settings: Any) -> None:
        self.range = Range(journal, HandClock(100.0), {**SETTINGS, **settings})
        sides = (Side("A", "Allies", "Allied"), Side("G", "Germans", "German"))
        info = MatchInfo(
            game="montecassino", title="A test", verb="move", sides=sides, settings=self.range.settings
        )  # fmt: skip
        self.frames = FrameFolder(folder)
        observation = Observation(
            self.range.table, TableStatus("still"), jpeg=lambda: b"\xff\xd8\xff\xd9", picture=PICTURE
        )
        clock = self.range.clock.now_s
        self.session = MatchSession(info, self.range.match, observation, lambda: 6, clock, self.frames)
        cannons = [Cannon(side="A", ammunition=5), Cannon(side="G", ammunition=5)]
        self.range.shots = self.session.plug_in(
            lambda match: ShotService(match, cannons, clock, self.range.jobs.append)
        )

    def look(self, seconds: float, key: str = "still") -> None:
        """Let the camera look for so long."""
        for _ in range(round(seconds * 10)):
            self.range.clock.advance(0.1)
            self.session.publish(
                Observation(self.range.table, TableStatus(key), picture=PICTURE, time_s=self.range.clock.now_s())  # type: ignore[arg-type]
            )

    def picture(self, grey: int) -> Frame:
        """Keep a picture of the whole table in one grey."""
        jpeg = cv2.imencode(".jpg", np.full((109 * 4, 58 * 4, 3), grey, np.uint8))[1].tobytes()
        return Frame(sha256=self.frames.put(jpeg), picture_cm=(-7.0, -7.0, 51.0, 102.0))

    def find(self, *names: str) -> None:
        """Let the worker say that these fell."""
        report = WorkerReport(self.range.jobs.pop(0), falls(*names), "", self.picture(60), self.picture(200))
        self.session.hear(lambda: self.range.shots.reported(report))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(str(tmp_path / "journal.db"), write=True)
    yield Table(tmp_path / "frames", journal)
    journal.close()


@pytest.fixture
def page(table: Table) -> Iterator[FlaskClient]:
    with create_app(table.session).test_client() as client:
        client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
        yield client


def post(page: FlaskClient, path: str, **body: Any) -> dict[str, Any]:
    answer = page.post(f"/api/cannon/{path}", json=body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json["cannon"]  # type: ignore[index]
    return told


def fired(table: Table, page: FlaskClient, *names: str) -> dict[str, Any]:
    """Fire by the referee's taps, let these fall, and return the proposal."""
    table.look(1.0)
    post(page, "cock", side="A")
    table.look(1.0, "hands")
    post(page, "fired", side="A")
    table.look(1.5)
    table.find(*names)
    proposal: dict[str, Any] = page.get("/api/view").json["cannon"]["proposal"]  # type: ignore[index]
    return proposal


def test_a_cocked_cannon_shows_the_books_lines_and_since_when(table: Table, page: FlaskClient) -> None:
    table.look(1.0)
    told = post(page, "cock", side="A")
    [allied, german] = told["cannons"]
    assert (allied["state"], german["cocked"]) == ("cocked", False)
    assert allied["since_s"] == pytest.approx(101.0)
    assert len(told["safety"]) == 3
    table.look(61.0, "hands")
    told = page.get("/api/view").json["cannon"]  # type: ignore[index]
    assert told["cannons"][0]["state"] == "too_long"
    assert page.get("/api/cannon/clock").json == {"now_s": pytest.approx(162.0)}


def test_from_the_tap_to_the_casualty(table: Table, page: FlaskClient) -> None:
    proposal = fired(table, page, "G2")
    assert proposal["word"] == "1 FELL"
    assert proposal["casualties"][0]["square"] == "G-43"
    assert proposal["casualties"][0]["leaves"]
    answer = page.post("/api/cannon/confirm", json={"number": proposal["number"]})
    view = answer.json
    assert view is not None
    assert view["cannon"]["proposal"] is None
    assert [stand["name"] for stand in view["stands"] if stand["fallen"]] == ["G2"]
    assert view["ruling"]["headline"] == "G-43 fallen - 1 loss"
    card = page.get(f"/api{view['ruling']['evidence']}").json
    assert card["banner"]["word"] == view["ruling"]["banner"]["word"] == "G-43 fallen - 1 loss"
    assert view["cannon"]["cannons"][0]["left"] == 4


def test_each_figure_has_its_pictures_before_and_after(table: Table, page: FlaskClient) -> None:
    [casualty] = fired(table, page, "G2")["casualties"]
    means = []
    for when in ("before", "after"):
        answer = page.get(casualty[when])
        assert answer.mimetype == "image/jpeg"
        means.append(float(cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_GRAYSCALE).mean()))
    assert means == [pytest.approx(60, abs=3), pytest.approx(200, abs=3)]


@pytest.mark.parametrize(
    "path", ["1/during.jpg?stand=G2", "1/before.jpg?stand=nobody", "7/before.jpg?stand=G2", "1/before.jpg"]
)
def test_there_is_no_other_picture(table: Table, page: FlaskClient, path: str) -> None:
    fired(table, page, "G2")
    assert page.get(f"/cannon/shots/{path}").status_code == 404


def test_amending_changes_who_leaves(table: Table, page: FlaskClient) -> None:
    number = fired(table, page, "G2", "G3")["number"]
    told = post(page, "amend", number=number, name="G3", fell=True, cause="dragged")
    assert {c["name"]: c["leaves"] for c in told["proposal"]["casualties"]} == {"G2": True, "G3": False}
    told = post(page, "amend", number=number, name="G2", fell=False)
    assert told["proposal"]["leave"] == "Nobody leaves the board"
    told = post(page, "amend", number=number, name="A4", fell=True, cause="direct")
    assert [c["name"] for c in told["proposal"]["casualties"]] == ["G2", "G3", "A4"]


@pytest.mark.ci
@pytest.mark.parametrize(("may", "said"), [(True, "Nobody"), (False, None)])
def test_a_commander_names_one_or_nobody_where_the_players_allow_it(tmp_path: Path, may: bool, said: str) -> None:
    journal = Journal(str(tmp_path / "journal.db"), write=True)
    table = Table(tmp_path / "frames", journal, option="iii", zone="all", nobody_may_leave=may)
    with create_app(table.session).test_client() as page:
        page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
        number = fired(table, page, "G2", "G3")["number"]
        for name in ("G2", "G3"):
            told = post(page, "amend", number=number, name=name, fell=True, cause="ricochet")
        (naming,) = told["proposal"]["to_name"]
        assert (naming["nobody"], naming["nobody_chosen"]) == (said, False)
        told = post(page, "nobody", number=number, side="G")
        assert told["proposal"]["to_name"][0]["nobody_chosen"]
        assert (told["proposal"]["refused"] is None) == may
        told = post(page, "name", number=number, name="G3")
        assert told["proposal"]["refused"] is None
        assert not told["proposal"]["to_name"][0]["nobody_chosen"]
    journal.close()


def test_who_stays_is_to_be_stood_up_where_he_stood(table: Table, page: FlaskClient) -> None:
    number = fired(table, page, "G2", "G3")["number"]
    post(page, "amend", number=number, name="G3", fell=True, cause="dragged")
    lying = table.range.table.without("G2", "G3")
    table.range.table = lying
    table.look(0.2)
    view = page.post("/api/cannon/confirm", json={"number": number}).json
    assert view is not None
    assert view["put_back"]["under_way"]
    assert [(told["name"], told["state"]) for told in view["put_back"]["told"]] == [("G3", "away")]


def test_while_a_shot_is_open_the_table_is_as_before_it(table: Table, page: FlaskClient) -> None:
    fired(table, page, "G2", "G3")
    table.range.table = table.range.table.without("G2", "G3")
    table.look(1.0)
    view = page.get("/api/view").json
    assert view is not None
    assert {"G2", "G3"} <= {stand["name"] for stand in view["stands"]}
    assert view["put_back"]["proposal"] is None


@pytest.mark.ci
def test_a_misfire_or_no_shot_is_let_go(table: Table, page: FlaskClient) -> None:
    number = fired(table, page)["number"]
    told = post(page, "dismiss", number=number)
    assert told["proposal"] is None
    assert told["cannons"][0]["left"] == 5
    assert post(page, "again")["proposal"]["number"] == number


@pytest.mark.ci
@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("cock", {"side": "X"}, 409),
        ("fired", {"side": "A"}, 409),
        ("uncock", {"side": "A"}, 409),
        ("confirm", {"number": 3}, 409),
        ("dismiss", {"number": 3}, 409),
        ("again", {}, 409),
        ("look", {}, 409),
        ("amend", {"number": 1, "name": "G2", "fell": "yes"}, 400),
        ("amend", {"number": 1, "name": "G2", "fell": True, "cause": "luck"}, 400),
        ("name", {"number": 1, "name": "G2"}, 409),
        ("cock", {"side": "A", "more": 1}, 400),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(page: FlaskClient, path: str, body: dict[str, Any], status: int) -> None:
    assert page.post(f"/api/cannon/{path}", json=body).status_code == status


def test_a_real_tables_gunner_is_not_vedettes(page: FlaskClient) -> None:
    answer = page.post("/api/rehearsal/fire", json={"side": "A"})
    assert answer.status_code == 409
    assert "never does" in answer.text


def test_in_three_languages(table: Table, page: FlaskClient) -> None:
    fired(table, page, "G2")
    told = {}
    for language in ("en", "it", "es"):
        told[language] = page.get(f"/api/view?lang={language}").json["cannon"]["proposal"]  # type: ignore[index]
    assert len({proposal["word"] for proposal in told.values()}) == 3
    assert told["it"]["casualties"][0]["square"] == "T-43"
    assert told["es"]["casualties"][0]["square"] == "G-43"


def test_a_game_without_cannons_has_none(page: FlaskClient, session: MatchSession) -> None:
    with create_app(session).test_client() as other:
        other.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
        view = other.get("/api/view").json
        assert view is not None
        assert view["cannon"] is None
        assert other.post("/api/cannon/cock", json={"side": "us"}).status_code == 409
        assert other.get("/api/cannon/clock").status_code == 404
