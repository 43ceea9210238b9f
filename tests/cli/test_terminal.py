"""What reaches the terminal and the exports commands neither them nor who reads them."""

import csv
import io
import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cli import main as main_module
from cli.language import option, said_here
from cli.main import Plain, main
from referee.journal.entry import Entry
from referee.journal.export import as_lines, as_text
from referee.words.languages import WHOLE
from referee.words.translation import say_text, translated

WILD = "Lu\x1b[2Jcky\u202e\u200b\x07"


def entry() -> Entry:
    return Entry(
        1, "2026-11-23T00:00:00+00:00", "note", 1, json.dumps({"about": "=note", "text": WILD}), "0" * 64, "1" * 64
    )


class OneEntry:
    def entries(self) -> list[Entry]:
        return [entry()]


def test_a_stream_shows_what_hides_and_keeps_what_vedette_draws() -> None:
    written = io.StringIO()
    stream = Plain(written)
    assert stream.write(WILD) == len(WILD)
    stream.writelines([click.style("ok", fg="green"), "\r1 of 2\n", "\x1b[?25l\x1b[K"])
    assert written.getvalue() == ("Lu\\u001b[2Jcky\\u202e\\u200b\\u0007\x1b[32mok\x1b[0m\r1 of 2\n\x1b[?25l\x1b[K")


def test_what_a_command_says_goes_through_it() -> None:
    done = CliRunner().invoke(main, ["rule", "no\u202efile\x07.toml"])
    assert done.exit_code == 2
    assert "\\u202e" in done.stderr
    assert "\\u0007" in done.stderr
    assert not {"\u202e", "\x07"} & set(done.output)


LABELS = re.compile(r'(?:said_here\(|read_each\(\w+, )"([^"]+)"')


@pytest.mark.parametrize("language", WHOLE[1:])
def test_every_progress_bar_speaks_the_language_asked_for(language: str) -> None:
    """Every label has words, and a command says them as its option asks."""
    labels = [
        label for file in Path(main_module.__file__).parent.glob("*.py") for label in LABELS.findall(file.read_text())
    ]
    assert len(labels) >= 15
    told: list[str] = []

    @click.command()
    @option
    def command(lang: str) -> None:
        told.extend(said_here(label) for label in labels)

    assert CliRunner().invoke(command, ["--lang", language]).exit_code == 0
    assert not set(told) & set(labels)
    assert told == [translated(label, language) for label in labels]
    for file in Path(main_module.__file__).parent.glob("*.py"):
        for at in re.finditer(r"progressbar\(", text := file.read_text()):
            assert "said_here(" in text[at.end() : at.end() + 200], file.name


def test_a_sentence_shows_it_too() -> None:
    assert say_text("{name} moves", "en", name=WILD) == "Lu\\u001b[2Jcky\\u202e\\u200b\\u0007 moves"


@pytest.mark.parametrize("form", ["text", "csv", "jsonl"])
def test_an_old_journals_names_are_shown_in_every_export(form: str) -> None:
    text = "\n".join(as_lines(OneEntry(), form))  # type: ignore[arg-type]
    assert not {"\x1b", "\u202e", "\u200b", "\x07"} & set(text)
    if form == "jsonl":
        payload = json.loads(text)["payload"]  # as text where it was not written in the plain form
        told = json.loads(payload) if isinstance(payload, str) else payload
        assert told["text"] == WILD  # the same text, told by codes
    if form == "csv":
        assert not any(cell.startswith(("=", "+", "@")) for row in csv.reader(io.StringIO(text)) for cell in row)
    assert as_text("ambush", entry()).isprintable()
