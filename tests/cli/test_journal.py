"""`vedette journal verify | export | replay`."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import begin, play

from cli.main import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)
    journal.close()
    return tmp_path / "match.sqlite"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["journal", *map(str, args)], env={"VEDETTE_LANG": "en"})


def test_a_whole_record(file: Path) -> None:
    done = run("verify", file)
    assert done.exit_code == 0
    assert "Every entry is whole" in done.output
    told = json.loads(run("verify", file, "--json").output)
    assert told["faults"] == []
    assert run("verify", file, "--head", told["head"]).exit_code == 0
    assert run("verify", file, "--head", "0" * 64).exit_code == 2


def test_a_record_that_was_changed(file: Path) -> None:
    with sqlite3.connect(file) as raw:
        raw.execute("DROP TRIGGER entry_no_update")
        raw.execute("UPDATE entry SET text = replace(text, '[5]', '[6]') WHERE kind = 'thrown'")
    done = run("verify", file)
    assert done.exit_code == 2
    assert "was altered" in done.output


def test_every_format(file: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in run("export", file, "--format", "jsonl").output.splitlines()]
    assert [line["sequence"] for line in lines] == list(range(1, len(lines) + 1))
    rows = list(csv.reader(run("export", file, "--format", "csv").output.splitlines()))
    assert len(rows) == len(lines) + 1
    text = run("export", file).output
    assert "Declared. Miller: shoot at Weber" in text
    assert "On the table fell 5" in text
    assert "Weber is removed" in text
    assert "Dichiarato. Miller: tirare su Weber" in run("export", file, "--lang", "it").output
    assert run("export", file, "--out", tmp_path / "match.txt").output == ""
    assert (tmp_path / "match.txt").read_text("utf-8") == text


def test_any_moment(file: Path) -> None:
    assert "Weber" in run("replay", file).output
    first = json.loads(run("replay", file, "--at", 2, "--json").output)
    assert first["state"]["fallen"] == {}
    done = run("replay", file, "--check")
    assert done.exit_code == 0
    assert "Every ruling comes out as it was written." in done.output


def test_what_is_not_there(tmp_path: Path) -> None:
    done = run("verify", tmp_path / "none.sqlite")
    assert done.exit_code == 2
    assert "no such journal" in done.output
