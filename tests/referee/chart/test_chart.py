"""The combat chart out of a journal: what happened, as it happened, in the book's columns."""

import csv
import io
from collections.abc import Iterator

import pytest
from board_session import Hands, full_board

from referee.chart.lines import chart_csv, chart_text, lines_of
from referee.chart.paper import ROWS, chart_pdf
from referee.chart.rows import Chart, chart_of, example_chart
from referee.journal.store import Journal, TemporaryJournal
from table.errors import BadInput

Kept = tuple[Hands, Journal]


@pytest.fixture
def kept() -> Iterator[Kept]:
    journal = TemporaryJournal()
    yield Hands(full_board(a18="A-26", a20="A-44", g24="A-53", g18="G-26"), journal=journal), journal
    journal.close()


def play(hands: Hands, *steps: tuple[str, str]) -> None:
    action = {"type": "move", "steps": [{"from": start, "to": end} for start, end in steps]}
    hands.session.act(lambda match: (match.declare_action(action), match.confirm()))


def cells(chart: Chart, language: str = "en") -> list[tuple[str, ...]]:
    return [line.cells for line in lines_of(chart, language=language)]


@pytest.mark.ci
def test_the_books_example_comes_out() -> None:
    assert cells(example_chart()) == [
        ("23", "infantry", "A-72", "G-49", "", "", "12"),
        ("24", "artillery", "", "", "", "1", "11"),
        ("25", "infantry", "G-09", "G-01", "frees 2", "", "11"),
        ("26", "infantry", "A-29", "A-52", "A-62", "", "10"),
        ("34", "infantry", "G-68", "G-69", "", "", "10"),
        ("", "infantry", "G-63", "G-55", "", "", "10"),
        ("", "infantry", "A-44", "A-36", "", "", "10"),
    ]
    assert [line.note for line in lines_of(example_chart()) if line.note] == [
        "A-62 as the book prints it; A-52 would fit."
    ]
    assert cells(example_chart(), "it")[0][2:4] == ("A-72", "T-49")


def test_turns_captures_and_shots(kept: Kept) -> None:
    hands, journal = kept
    play(hands, ("A-44", "A-53"), ("A-26", "A-34"))
    play(hands, ("G-26", "G-34"))
    shot = {"type": "shot", "side": "allies", "fallen": [{"square": "G-34"}, {"square": "A-34"}]}
    hands.session.act(lambda match: (match.declare_action(shot), match.confirm()))
    assert cells(chart_of(journal, "allies")) == [
        ("1", "infantry", "A-44", "A-53", "A-53", "", "23"),
        ("", "infantry", "A-26", "A-34", "", "", "23"),
        ("2", "artillery", "", "", "", "1: G-34; own A-34", "22"),
    ]
    assert cells(chart_of(journal, "germans"), "it") == [("1", "fanteria", "T-26", "T-34", "", "", "24")]


@pytest.mark.ci
def test_what_is_undone_leaves_the_chart_and_comes_back(kept: Kept) -> None:
    hands, journal = kept
    play(hands, ("A-26", "A-34"))
    hands.session.act(lambda match: match.undo())
    assert cells(chart_of(journal, "allies")) == []
    play(hands, ("A-44", "A-52"))
    assert [row[2:4] for row in cells(chart_of(journal, "allies"))] == [("A-44", "A-52")]
    hands.session.act(lambda match: match.undo())
    hands.session.act(lambda match: match.redo())
    assert [row[2:4] for row in cells(chart_of(journal, "allies"))] == [("A-44", "A-52")]


def test_an_amended_shot_costs_what_the_referee_says(kept: Kept) -> None:
    hands, journal = kept
    shot = {"type": "shot", "side": "allies", "fallen": [{"square": "G-26"}, {"square": "G-21"}]}

    def amended(match) -> None:
        ruling = match.declare_action(shot)
        fewer = [e for e in ruling.effects if e.values.get("square") != "G-21"]
        assert len(fewer) == len(ruling.effects) - 1
        match.amend(fewer, "the second was stood up again")

    hands.session.act(amended)
    assert cells(chart_of(journal, "allies"))[0][5:] == ("1: G-26", "23")
    assert hands.session.memory().side == "germans"


def test_csv_is_read_back_and_text_has_every_row() -> None:
    rows = list(csv.reader(io.StringIO(chart_csv(example_chart(), language="es"))))
    assert rows[0][0] == "Turno"
    assert len(rows) == 8
    assert len(list(chart_text(example_chart()))) == 1 + 1 + 7 + 1


@pytest.mark.parametrize(("many", "pages"), [(0, 1), (ROWS, 1), (ROWS + 1, 2), (3 * ROWS, 3)])
def test_a_sheet_holds_so_many_rows(many: int, pages: int) -> None:
    row = example_chart().rows[0]
    paper = chart_pdf([Chart("Montecassino", "Allies", (row,) * many)])
    assert paper.count(b"/Type /Page\n") == pages


def test_another_side_or_game_has_no_chart(kept: Kept) -> None:
    with pytest.raises(BadInput, match="no side"):
        chart_of(kept[1], "italians")
