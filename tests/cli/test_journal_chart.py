"""`vedette journal chart`: printed, as CSV, as PDF, the book's example, and what it cannot do."""

from pathlib import Path

import pytest
from board_session import Hands, full_board
from click.testing import CliRunner, Result

from cli.main import main
from referee.journal.store import Journal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    where = tmp_path / "match.sqlite"
    with Journal(where, write=True) as journal:
        hands = Hands(full_board(a18="A-26"), journal=journal)
        action = {"type": "move", "steps": [{"from": "A-26", "to": "A-34"}]}
        hands.session.act(lambda match: (match.declare_action(action), match.confirm()))
    return where


def run(*args: object, language: str = "en") -> Result:
    return CliRunner().invoke(main, ["journal", "chart", *map(str, args)], env={"VEDETTE_LANG": language})


def test_both_sides_are_printed(file: Path) -> None:
    done = run(file)
    assert done.exit_code == 0
    assert "Combat chart: allies" in done.output
    assert "A-26  A-34" in done.output
    assert "No turn was confirmed yet." in done.output  # the Germans'


@pytest.mark.ci
def test_files(file: Path, tmp_path: Path) -> None:
    table, paper = tmp_path / "chart.csv", tmp_path / "chart.pdf"
    assert run(file, "--side", "allies", "--csv", table, "--pdf", paper).output == ""
    assert table.read_text(encoding="utf-8").splitlines()[1] == "1,infantry,A-26,A-34,,,24"
    assert paper.read_bytes().startswith(b"%PDF")
    assert run(file, "--csv", table).exit_code == 2  # of which side?


def test_the_books_example_in_italian() -> None:
    done = run("--example", language="it")
    assert done.exit_code == 0
    assert "T-49" in done.output
    assert "libera 2" in done.output


def test_a_wrong_side_and_no_journal(file: Path) -> None:
    assert "no side 'french'" in run(file, "--side", "french").output
    assert run(file, "--side", "french").exit_code == 2
    assert run().exit_code == 2
    assert run(file, "--example").exit_code == 2
