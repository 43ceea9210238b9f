"""`vedette passport`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import begin, play
from lucky import fire

from cli.main import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)
    fire(journal, 12)
    journal.close()
    return tmp_path / "match.sqlite"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["passport", *map(str, args)], env={"VEDETTE_LANG": "en"})


@pytest.mark.ci
def test_to_read(file: Path) -> None:
    done = run(file)
    assert done.exit_code == 0
    for line in (
        "Every entry is whole and follows the one before.", "All dice: 3 six-sided dice",
        "5: 1 time, 33 % (fair 17 %).", "Cannon: Americans (rig-a)", "Misfires: 1 of 12;",
        "   7  cocked for 4 s; a misfire",
    ):  # fmt: skip
        assert line in done.output
    assert "Passaporto" not in run(file, "--lang", "it").output
    assert "Tutti i dadi: 3 dadi a sei facce" in run(file, "--lang", "it").output


@pytest.mark.ci
def test_for_machines_and_on_paper(file: Path, tmp_path: Path) -> None:
    done = run(file, "--json", "--pdf", tmp_path / "p.pdf")
    told = json.loads(done.output)
    assert (told["whole"], told["dice"][0]["count"], told["cannons"][0]["fired"]) == (True, 3, 11)
    assert told["cannons"][0]["shots"][11]["predicted"]["by"] == 10
    assert (tmp_path / "p.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.ci
def test_earlier_matches_are_in_a_cannons_history(file: Path, tmp_path: Path) -> None:
    journal, _ = begin(tmp_path / "next.sqlite")
    fire(journal, 15, seed=8)  # 1 to 12 have the numbers of the match before: they are the same shots
    journal.close()
    (alone,) = json.loads(run(tmp_path / "next.sqlite", "--json").output)["cannons"]
    (both,) = json.loads(run(tmp_path / "next.sqlite", "--earlier", file, "--json").output)["cannons"]
    assert [shot["number"] for shot in alone["shots"]] == [shot["number"] for shot in both["shots"]]
    (first,) = json.loads(run(file, "--json").output)["cannons"]
    assert [shot["speed_m_s"] for shot in both["shots"][:12]] == [shot["speed_m_s"] for shot in first["shots"]]
    assert [shot["entry"] is None for shot in both["shots"]] == [True] * 12 + [False] * 3
    assert run(file, "--earlier", tmp_path / "none.sqlite").exit_code == 2


@pytest.mark.ci
def test_a_record_that_was_changed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("DROP TRIGGER entry_no_update")
        raw.execute("UPDATE entry SET text = replace(text, '[5]', '[6]') WHERE kind = 'thrown'")
    done = run(file)
    assert done.exit_code == 2
    assert "This record was changed" in done.output


def test_what_is_not_there(tmp_path: Path) -> None:
    done = run(tmp_path / "none.sqlite")
    assert done.exit_code == 2
    assert "no such journal" in done.output
