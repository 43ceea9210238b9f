"""A table tells the hall what is new, its picture every ten seconds, and that it is still there."""

from dataclasses import replace

import pytest
from hand_clock import HandClock

from referee.club.report import TableReport
from referee.club.report_desk import ReportDesk
from referee.journal.errors import NotSaved

STILL = TableReport(still=True, said={"en": "Table still"}, good_to={}, agrees=True)


class Heard:
    """A hall that hears reports; while ``away`` it does not answer."""

    def __init__(self) -> None:
        self.reports: list[TableReport] = []
        self.away, self.asked = False, 0

    def report(self, place: str, match: str, report: TableReport) -> None:
        assert (place, match) == ("Table 3", "m")
        self.asked += 1
        if self.away:
            raise NotSaved("no answer")
        self.reports.append(report)


class Table:
    """A table that looks at itself ten times a second."""

    def __init__(self) -> None:
        self.clock, self.hall, self.now, self.pictures = HandClock(0.0), Heard(), STILL, 0
        self.desk = ReportDesk(self.hall, "Table 3", self.clock.now_s)
        self.desk.make = self.make

    def make(self, whole: bool) -> TableReport:
        self.pictures += whole
        return replace(self.now, picture=f"picture {self.pictures}".encode() if whole else b"")

    def go_on(self, seconds: float) -> None:
        for _ in range(round(10 * seconds)):
            self.clock.advance(0.1)
            self.desk.look("m")


@pytest.fixture
def table() -> Table:
    return Table()


def test_what_is_new_is_told_within_half_a_second(table: Table) -> None:
    table.go_on(1)
    table.now = replace(STILL, still=False, said={"en": "Hands over the table"})
    table.go_on(0.5)
    assert [report.said["en"] for report in table.hall.reports] == ["Table still", "Hands over the table"]
    assert {report.picture for report in table.hall.reports} == {b"picture 1"}


def test_a_picture_is_made_every_ten_seconds(table: Table) -> None:
    table.go_on(35)
    assert [report.picture for report in table.hall.reports] == [b"picture %d" % k for k in (1, 2, 3, 4)]


def test_a_table_without_news_is_heard_of_all_the_same(table: Table) -> None:
    table.make = lambda whole: STILL  # type: ignore[method-assign]
    table.desk.make = table.make
    table.go_on(61)
    assert table.hall.reports == [STILL] * 4


def test_a_hall_that_is_away_is_asked_seldom_and_told_the_newest(table: Table) -> None:
    table.hall.away = True
    table.go_on(20)
    assert table.hall.asked == 4
    table.hall.away, table.now = False, replace(STILL, agrees=False)
    table.go_on(6)
    assert [report.agrees for report in table.hall.reports] == [False]
    assert table.hall.reports[0].picture
