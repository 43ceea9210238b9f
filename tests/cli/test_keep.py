"""`vedette keep` and `vedette restore`: there and back, a scenario, and what is said of a file that is none."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import begin, play

from cli.main import main
from referee.journal.store import Journal
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from table.mount import Mount
from table.roster import Entry, Roster


def run(*args: object) -> Result:
    return CliRunner().invoke(main, list(map(str, args)), env={"VEDETTE_LANG": "en"})


@pytest.fixture
def home(tmp_path: Path) -> SetUp:
    setup = SetUp(tmp_path / "home")
    setup.match = new_match("ambush", "Friday")
    sides = {"Miller": "us", "Moore": "us", "Weber": "de", "Krause": "de"}
    entries = (
        Entry(number, name, side, "soldier", 2.0, 1.6, Mount(size_cm=2.0))
        for number, (name, side) in enumerate(sides.items())
    )
    setup.roster = Roster(tuple(entries))
    journal, match = begin(setup.journal)
    play(match)
    journal.close()
    return setup


@pytest.mark.ci
def test_there_and_back(home: SetUp, tmp_path: Path) -> None:
    file, away = tmp_path / "friday.vedette", tmp_path / "away"
    kept = run("keep", home.folder, "-o", file)
    assert kept.exit_code == 0, kept.output
    assert "Friday (ambush), the match with its record; 3 files" in kept.output
    back = run("restore", file, "-o", away)
    assert back.exit_code == 0, back.output
    assert f"Go on with: vedette serve {away}" in back.output
    verified = run("journal", "verify", away / "journal.db")
    assert verified.exit_code == 0
    with Journal(home.journal) as journal:
        assert journal.head is not None
        assert journal.head.seal in verified.output
    again = run("restore", file, "-o", away)
    assert (again.exit_code, again.stderr) == (2, f"vedette: {away}: there is something already: name a new folder\n")


def test_a_scenario_there_and_back(home: SetUp, tmp_path: Path) -> None:
    file, away = tmp_path / "farm.toml", tmp_path / "away"
    kept = run("keep", home.folder, "--scenario", "--turns", 6, "--victory", "Hold.", "-o", file)
    assert kept.exit_code == 0, kept.output
    assert "Friday (ambush), a scenario of 3 stands on 120 x 100 cm, 6 turns" in kept.output, "Weber has fallen"
    assert run("restore", file, "-o", away).exit_code == 0
    roster = SetUp(away).roster
    assert roster is not None
    assert [entry.name for entry in roster.entries] == ["Miller", "Moore", "Krause"]


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"PK\x05\x06" + bytes(18)], ids=["nothing", "a picture", "a zip"]
)
def test_a_file_that_is_none_is_one_line_and_2(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "friday.vedette"
    file.write_bytes(data)
    done = run("restore", file, "-o", tmp_path / "away")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"vedette: {file}: this is no table that Vedette has kept")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_without_a_table_is_told_where_tables_are(tmp_path: Path) -> None:
    done = run("keep", tmp_path, "-o", tmp_path / "friday.vedette")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"vedette: {tmp_path}: no table is in this folder; those of the page are in ")


def test_a_match_without_a_record_is_said(tmp_path: Path, home: SetUp) -> None:
    home.journal.unlink()
    done = run("keep", home.folder, "--scenario", "-o", tmp_path / "x.toml")
    said = "vedette: this match has not begun: a scenario is made of one under way\n"
    assert (done.exit_code, done.stderr) == (2, said)
    assert not list(tmp_path.glob("x.*"))


def test_a_kept_file_is_not_overwritten(home: SetUp, tmp_path: Path) -> None:
    file = tmp_path / "friday.vedette"
    assert run("keep", home.folder, "-o", file).exit_code == 0
    before = file.read_bytes()
    again = run("keep", home.folder, "-o", file)
    said = f"vedette: {file}: there is something already: name another file, or remove this one first\n"
    assert (again.exit_code, again.stderr, file.read_bytes()) == (2, said, before)


@pytest.mark.parametrize("words", [("--turns", 3), ("--victory", "Hold.")])
def test_what_is_of_a_scenario_goes_with_one(home: SetUp, tmp_path: Path, words: tuple[object, ...]) -> None:
    done = run("keep", home.folder, *words, "-o", tmp_path / "s.vedette")
    assert (done.exit_code, "--turns and --victory go with --scenario" in done.stderr) == (2, True)
    assert not (tmp_path / "s.vedette").exists()
