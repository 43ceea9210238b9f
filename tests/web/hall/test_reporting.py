"""What a table's camera says now is seen in the hall: by everybody, at once, for a minute, and of that table only."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from journals import TABLE, Ticking
from matches import match_at
from sqlalchemy import text

from referee.club.record import Club
from referee.club.report import MOST_PICTURE, TableReport, changes, keep_report, picture_of, reports
from referee.journal.entry import Entry
from referee.journal.store import Journal
from web.hall.news import HallNews
from web.match_session import MatchSession
from web.table_report import TableReporter

Come = Callable[..., FlaskClient]
JPEG = cv2.imencode(".jpg", np.zeros((20, 32, 3), np.uint8))[1].tobytes()
REPORT = TableReport(
    still=True, said={"en": "Table still", "it": "Tavolo fermo"}, good_to={"en": "good to ±0.8 mm"}, agrees=True,
    picture=JPEG,
)  # fmt: skip


def tell(table: FlaskClient, match: str, report: TableReport = REPORT, **more: object) -> int:
    body = {"match": match, **asdict(report), "picture": b64encode(report.picture).decode(), **more}
    return table.post("/api/table/report", json=body).status_code


def shown(come: Come, language: str = "en") -> dict:
    return come().get("/api/hall", headers={"Accept-Language": language}).json["tables"][0]


@pytest.fixture
def match(club: Club, entries: list[Entry]) -> str:
    return club.take("Table 3", entries).match


def test_the_hall_shows_what_a_tables_camera_says(come: Come, table: Come, match: str) -> None:
    assert tell(table("Table 3"), match) == 200
    found = shown(come)
    assert (found["status"], found["still"], found["good_to"], found["agrees"]) == (
        "Table still", True, "good to ±0.8 mm", True,
    )  # fmt: skip
    assert shown(come, "it")["status"] == "Tavolo fermo"
    picture = come().get(found["picture"])
    assert (picture.mimetype, picture.data) == ("image/jpeg", JPEG)
    page = come().get("/").get_data(as_text=True)
    assert "good to ±0.8 mm" in page
    assert found["picture"] in page


def test_sides_are_called_as_their_match_calls_them_also_later(
    club: Club, come: Come, table: Come, match: str, news: HallNews
) -> None:
    assert tell(table("Table 3"), match, replace(REPORT, titles={"us": "Easy Company"})) == 200
    for age_s in (0, 3600):
        with club.writing() as connection:
            connection.execute(text(f"UPDATE club_report SET heard_s = heard_s - {age_s}"))
        if age_s:
            news.look()  # the entries are news to it: pages are made anew
        titles = [side["title"] for side in shown(come)["score"]["sides"]]
        assert titles == ["Easy Company", "Germans"]
        assert (shown(come)["status"] == "") == bool(age_s)
    assert tell(table("Table 3"), match, replace(REPORT, titles={"us": "a\x00b"})) == 400


def test_a_table_tells_what_its_match_calls_the_sides(session: MatchSession) -> None:
    assert TableReporter(session)(whole=False).titles == {}
    first, *others = session.info.sides
    session.info = replace(session.info, sides=(replace(first, title="Easy Company"), *others))
    assert TableReporter(session)(whole=False).titles == {first.name: "Easy Company"}


def test_a_report_is_made_anew_only_when_the_camera_has_looked_again(session: MatchSession) -> None:
    report = TableReporter(session)
    first = report(whole=False)
    assert report(whole=False) is first
    moving = replace(session.observation, status=replace(session.observation.status, key="moving"))
    session.publish(moving)
    assert (first.still, report(whole=False).still) == (True, False)


def test_a_table_that_was_not_heard_of_is_shown_without(come: Come, match: str) -> None:
    assert shown(come)["status"] == shown(come)["picture"] == ""


def test_every_other_report_is_news_and_the_same_is_none(club: Club, match: str) -> None:
    def told(report: TableReport) -> int:
        with club.writing() as connection:
            keep_report(connection, match, report)
        with club.reading() as connection:
            assert reports(connection, [match])[match].report == replace(report, picture=b"")
            assert picture_of(connection, match) == report.picture
            return changes(connection)

    bumped = replace(REPORT, still=False, said={"en": "The camera was bumped"})
    assert [told(REPORT), told(REPORT), told(bumped), told(REPORT)] == [1, 1, 2, 3]


def test_hands_over_the_tables_are_news_every_five_seconds_a_ruling_at_once(
    club: Club, match: str, entries: list[Entry], tmp_path: Path
) -> None:
    clock = HandClock(0.0)
    news = HallNews(club, clock.now_s)
    news.look()

    def number_after(seconds: float, report: TableReport) -> int:
        clock.advance(seconds)
        with club.writing() as connection:
            keep_report(connection, match, report)
        news.look()
        return news.versions.table

    first = news.versions.table
    hands = replace(REPORT, still=False)
    assert [number_after(1, report) - first for report in (REPORT, hands, REPORT, hands, REPORT)] == [0, 0, 0, 0, 1]
    assert number_after(9, replace(REPORT, picture=JPEG + b"x")) == first + 1, "a new picture alone is no news"
    assert number_after(0, hands) == first + 2
    with Journal(tmp_path / "another.sqlite", write=True, now=Ticking(600)) as journal:
        match_at(TABLE, journal=journal)
        club.take("Table 4", list(journal.entries()))
    news.look()
    assert news.versions.table == first + 3


def test_a_table_of_which_nothing_is_heard_says_nothing(come: Come, table: Come, club: Club, match: str) -> None:
    tell(table("Table 3"), match)
    picture = shown(come)["picture"]
    with club.writing() as connection:
        connection.execute(text("UPDATE club_report SET heard_s = heard_s - 61"))
    with club.reading() as connection:
        assert not reports(connection, [match])[match].fresh
    assert come().get(picture).status_code == 404


def test_a_camera_that_fell_silent_is_news(club: Club, match: str) -> None:
    clock = HandClock(0.0)
    news = HallNews(club, clock.now_s)
    with club.writing() as connection:
        keep_report(connection, match, REPORT)
    news.look()
    told = news.versions.table
    with club.writing() as connection:
        connection.execute(text("UPDATE club_report SET heard_s = heard_s - 61"))
    clock.advance(9)
    news.look()
    assert news.versions.table == told + 1


def test_a_table_speaks_for_itself_only(come: Come, table: Come, match: str) -> None:
    assert tell(table("Table 4"), match) == 409
    assert tell(table("Table 3"), "0" * 64) == 409
    assert tell(come(), match) == 403
    assert shown(come)["status"] == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"picture": "no base64"},
        {"picture": b64encode(b"<script>").decode()},
        {"picture": b64encode(JPEG + b"x" * MOST_PICTURE).decode()},
        {"said": {"en": "x" * 300}},
        {"said": {"en": "two\nlines"}},
        {"said": {"../en": "x"}},
        {"said": "Table still"},
        {"still": "yes"},
        {"match": "Table 3"},
        {"more": 1},
    ],
)
def test_what_is_no_report_is_refused(come: Come, table: Come, match: str, wrong: dict[str, object]) -> None:
    assert tell(table("Table 3"), **{"match": match, **wrong}) in (400, 413)
    assert shown(come)["status"] == ""


def test_words_of_a_table_are_words_only(come: Come, table: Come, match: str) -> None:
    tell(table("Table 3"), match, replace(REPORT, said={"en": "<img src=x onerror=alert(1)>"}))
    assert "<img src=x" not in come().get("/").get_data(as_text=True)
