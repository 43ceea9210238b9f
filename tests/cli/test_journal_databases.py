"""`vedette journal` on each database: verify, export, replay, and how each ends."""

import json
from pathlib import Path

import pytest
from journals import SIDES, begin, play
from sqlalchemy import NullPool, create_engine, text

from cli.main import main
from referee.journal.engines import url_of
from referee.journal.history import fold_text
from referee.journal.store import Journal
from rules.state import State


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["journal", *map(str, words)])
    assert isinstance(stopped.value.code, int)
    return stopped.value.code


@pytest.fixture
def played(where: str | Path) -> str | Path:
    journal, match = begin(where)
    play(match)
    journal.close()
    return where


@pytest.mark.ci
def test_a_whole_journal_is_proved(played: str | Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", played) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert last == "Every entry is whole and follows the one before."
    assert run("verify", played, "--head", first.split()[-1][:16]) == 0
    assert run("verify", played, "--head", "0123456789abcdef") == 2
    assert "the end was cut off or rewritten" in capsys.readouterr().out
    assert run("verify", played, "--json") == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []


@pytest.mark.ci
def test_an_altered_journal_is_refused(played: str | Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = url_of(played)
    off = "DROP TRIGGER entry_no_update"
    if url.get_backend_name() != "sqlite":
        off = "ALTER TABLE entry DISABLE TRIGGER ALL"
    with create_engine(url, poolclass=NullPool).begin() as raw:
        raw.execute(text(off))
        raw.execute(text("UPDATE entry SET time = '2026' WHERE sequence = 3"))
    assert run("verify", played) == 2
    told = capsys.readouterr()
    assert "entry 3: was altered" in told.out
    assert "this record was changed (faults: 1)" in told.err


@pytest.mark.ci
def test_every_form_has_every_entry(played: str | Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("export", played, "--format", "jsonl") == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["sequence"] for entry in entries] == list(range(1, 12))
    assert run("export", played, "--format", "csv", "--out", tmp_path / "match.csv") == 0
    assert len((tmp_path / "match.csv").read_text("utf-8").splitlines()) == 12
    assert run("export", played, "--lang", "it") == 0
    assert "Fine del turno" in capsys.readouterr().out


@pytest.mark.ci
def test_a_replay_that_checks_trusts_no_stored_state(played: str | Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", played, "--check") == 0
    right = capsys.readouterr().out
    assert right.endswith("Every ruling comes out as it was written.\n")
    with Journal(played, write=True) as journal:
        journal.store_fold(10, fold_text(State(SIDES, turn=9)))
    assert run("replay", played, "--check") == 2
    told = capsys.readouterr()
    assert told.out.splitlines()[1] == right.splitlines()[1]
    assert "entry 10: the state stored for paging is not the one that the entries make" in told.out
    assert run("replay", played, "--at", 4, "--json") == 0
    assert json.loads(capsys.readouterr().out)["state"]["fallen"] == {}
