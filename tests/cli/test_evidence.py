"""`vedette evidence`: a card as text, JSON, picture and page; those of the whole match."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import begin, play
from pypdf import PdfReader

from cli.evidence import command
from table.errors import BadInput


@pytest.fixture
def match(tmp_path: Path) -> Path:
    file = tmp_path / "match.sqlite"
    journal, played = begin(file)
    with journal:
        play(played)
    return file


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_a_card_is_printed_in_words(match: Path) -> None:
    printed = run(match, 5, "--lang", "en")
    assert printed.exit_code == 0
    assert printed.output.startswith("⚅ WEBER IS HIT AND REMOVED  40.0 cm of 50")
    assert printed.output.count("is hit and removed") == 0
    assert "(fell on the table)" in printed.output
    assert "Weber is removed." in printed.output
    assert "Journal entry 5, sealed " in printed.output
    assert "⚅ COLPITO ED ELIMINATO: WEBER  40,0 cm su 50" in run(match, 5, "--lang", "it").output


@pytest.mark.ci
def test_a_card_as_json_picture_and_page(match: Path, tmp_path: Path) -> None:
    png, pdf = tmp_path / "card.png", tmp_path / "card.pdf"
    printed = run(match, 5, "--json", "--lang", "en", "--png", png, "--pdf", pdf)
    card = json.loads(printed.output)
    assert (card["entry"], card["verdict"], card["frame"]["trouble"]) == (5, "allowed", "none")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert len(PdfReader(pdf).pages) == 1


@pytest.mark.ci
def test_all_cards_of_a_match(match: Path, tmp_path: Path) -> None:
    assert run(match, "--all", tmp_path / "cards", "--lang", "en").exit_code == 0
    assert sorted(file.name for file in (tmp_path / "cards").iterdir()) == [
        "00005.pdf", "00005.png", "00008.pdf", "00008.png",
    ]  # fmt: skip


def test_an_entry_that_is_no_ruling_says_so(match: Path) -> None:
    failed = run(match, 1)
    assert isinstance(failed.exception, BadInput)
    assert str(failed.exception) == "entry 1 is no ruling: it has no evidence card"


@pytest.mark.parametrize("arguments", [(), ("5", "--all", "x")])
def test_one_card_or_all(match: Path, arguments: tuple[str, ...]) -> None:
    assert run(match, *arguments).exit_code == 2


def test_what_was_declared_names_the_entry_in_which_it_happened(match: Path) -> None:
    declared = run(match, 2, "--lang", "en").output
    assert "What happened is in entry 5." in declared
    assert "nothing has happened" not in declared
