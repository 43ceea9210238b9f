"""`vedette club`: old journals taken in, listed, checked, taken up at another computer."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import played
from seasons import finished

from cli.main import main
from referee.club.evening.organising import Evenings
from referee.club.guests import Guest, GuestList, guest_link
from referee.club.record import Club
from referee.journal.store import Journal
from web.hall.serving import serve_hall


def club(*arguments: str | Path, folder: Path) -> Result:
    return CliRunner().invoke(main, ["club", *map(str, arguments), "--database", str(folder / "club.sqlite")])


def test_a_journal_is_taken_in_listed_checked_and_taken_in_again_without_harm(tmp_path: Path) -> None:
    journal = played(tmp_path)
    for _ in range(2):
        taken = club("take", journal, "--place", "Table 1", folder=tmp_path)
        assert (taken.exit_code, taken.stderr) == (0, "")
        assert "Table 1  Ambush: a test" in taken.stdout
    listed = json.loads(club("list", "--json", folder=tmp_path).stdout)
    assert [(match["place"], match["length"]) for match in listed] == [("Table 1", 11)]
    assert "Table 1  Ambush: a test  2026-11-21 12:00  11 entries" in club("list", folder=tmp_path).stdout
    assert club("verify", folder=tmp_path).stdout.endswith("1 match, 11 entries: every one is whole.\n")


def test_a_match_goes_on_at_another_computer(tmp_path: Path) -> None:
    journal = played(tmp_path)
    club("take", journal, "--place", "Table 1", folder=tmp_path)
    (match,) = json.loads(club("list", "--json", folder=tmp_path).stdout)
    out = tmp_path / "there.sqlite"
    taken = club("take-up", match["match"][:6], "--place", "Table 2", "-o", out, folder=tmp_path)
    assert taken.exit_code == 0
    assert "Table 2" in taken.stdout
    with Journal(journal) as own, Journal(out) as there:
        assert list(own.entries()) == list(there.entries())
    again = club("take-up", match["match"][:6], "--place", "Table 3", "-o", out, folder=tmp_path)
    assert again.exit_code == 2
    assert "there is a file already" in again.stderr
    refused = club("take", journal, "--place", "Table 1", folder=tmp_path)
    assert refused.exit_code == 2
    assert "another table now: Table 2" in refused.stderr


def test_a_match_that_was_changed_behind_the_clubs_back_is_found(tmp_path: Path) -> None:
    club("take", played(tmp_path), folder=tmp_path)
    with closing(sqlite3.connect(tmp_path / "club.sqlite")) as database, database:
        database.execute("DROP TRIGGER club_entry_no_update")
        database.execute("UPDATE club_entry SET text = '{}' WHERE sequence = 3")
    found = club("verify", folder=tmp_path)
    assert found.exit_code == 2
    assert "entry 3: was altered" in found.stdout
    assert "matches that were changed: 1" in found.stderr


def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite").write_text("no database at all, but text that is long enough for its header" * 10)
    listed = club("list", folder=tmp_path)
    assert (listed.exit_code, len(listed.stderr.splitlines())) == (2, 1)
    asked = CliRunner(env={"VEDETTE_CLUB": None}).invoke(main, ["club", "list"])
    assert asked.exit_code == 2
    assert "--database" in asked.stderr


@pytest.mark.parametrize("place", ["x" * 81, " "])
def test_a_name_that_the_database_has_no_room_for_is_said(tmp_path: Path, place: str) -> None:
    taken = club("take", played(tmp_path), "--place", place, folder=tmp_path)
    assert taken.exit_code == 2
    assert "1 to 80 letters" in taken.stderr


def test_a_table_names_both_the_club_and_itself(tmp_path: Path) -> None:
    for command in ("demo", "serve"):
        for given in (["--club", str(tmp_path / "club.sqlite")], ["--place", "Table 1"]):
            result = CliRunner().invoke(main, [command, "--no-browser", *given])
            assert result.exit_code == 2
            assert "--club and --place belong together" in result.stderr
        wrong = CliRunner().invoke(main, [command, "--club", "mysql://x/y", "--place", "Table 1"])
        assert wrong.exit_code == 2
        assert "postgresql://" in wrong.stderr


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize("over", ["database", "hall"])
def test_a_table_that_is_played_is_in_the_club(tmp_path: Path, over: str) -> None:
    own, where = tmp_path / "own.sqlite", tmp_path / "club.sqlite"
    command = [sys.executable, "-u", "-m", "cli.main", "demo", "--no-browser", "--journal", str(own)]
    with serve_hall(str(where), None) as address, Club(where) as opened:
        link = guest_link(address, GuestList(opened).invite("table", "Table 1"))
        to = ["--club", link] if over == "hall" else ["--club", str(where), "--place", "Table 1"]
        with subprocess.Popen([*command, *to], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert b"http://" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 0
        with Journal(own) as journal:
            (match,) = opened.matches()
            assert (match.place, match.game) == ("Table 1", "ambush")
            assert list(opened.journal(match.match).entries()) == list(journal.entries())
            assert re.search("vedette demo, match [0-9a-f]{8}", next(journal.entries()).text)  # no other begins alike


@pytest.mark.parametrize(
    ("given", "said"),
    [(["--club", "http://hall:8470/"], "whole link"),
     (["--club", "http://hall:8470/in/" + "x" * 22, "--place", "Table 1"], "knows the place")],
)  # fmt: skip
def test_a_tables_link_is_looked_at_before_the_table_begins(given: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["demo", "--no-browser", *given])
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_link_is_printed_once_the_hall_has_an_address_and_revoked(tmp_path: Path) -> None:
    early = club("invite", "--role", "table", "--place", "Table 3", folder=tmp_path)
    assert early.exit_code == 2
    assert "vedette club serve" in early.stderr
    with Club(tmp_path / "club.sqlite") as opened:
        GuestList(opened).keep_setting("address", "http://192.168.7.5:8470/")
        table = club("invite", "--role", "table", "--place", "Table 3", folder=tmp_path)
        assert (table.exit_code, table.stderr) == (0, "")
        secret = table.stdout.strip().removeprefix("http://192.168.7.5:8470/in/")
        assert GuestList(opened).find(secret) == Guest("table", "Table 3")
        gone = club("invite", "--role", "table", "--place", "Table 3", "--revoke", folder=tmp_path)
        assert gone.stdout == "The link of Table 3 counts no more.\n"
        assert GuestList(opened).find(secret) is None


@pytest.mark.parametrize(
    "named",
    [["table", "--name", "x"], ["referee", "--place", "x"], ["referee"], ["table", "--place", "x", "--name", "y"]],
)
def test_who_is_invited_has_the_name_of_his_role(tmp_path: Path, named: list[str]) -> None:
    result = club("invite", "--role", *named, folder=tmp_path)
    assert result.exit_code == 2
    assert "goes with --" in result.stderr


def test_a_backup_is_one_command_and_so_is_putting_it_back(tmp_path: Path) -> None:
    club("take", played(tmp_path), "--place", "Table 1", folder=tmp_path)
    saved = tmp_path / "saved.sqlite"
    told = club("backup", "-o", saved, folder=tmp_path)
    assert (told.exit_code, told.stdout) == (0, f"{saved}: 1 match, 11 entries, every one whole.\n")
    assert [file.name for file in tmp_path.glob("saved*")] == ["saved.sqlite"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    back = club("restore", saved, folder=elsewhere)
    assert (back.exit_code, back.stderr) == (0, "")
    assert club("list", folder=elsewhere).stdout == club("list", folder=tmp_path).stdout
    for again in (club("restore", saved, folder=elsewhere), club("backup", "-o", saved, folder=tmp_path)):
        assert again.exit_code == 2
        assert "name a new" in again.stderr


def test_a_backup_of_what_was_changed_is_none(tmp_path: Path) -> None:
    club("take", played(tmp_path), folder=tmp_path)
    with closing(sqlite3.connect(tmp_path / "club.sqlite")) as database, database:
        database.execute("DROP TRIGGER club_entry_no_update")
        database.execute("UPDATE club_entry SET text = '{}' WHERE sequence = 3")
    found = club("backup", "-o", tmp_path / "saved.sqlite", folder=tmp_path)
    assert found.exit_code == 2
    assert "entry 3: was altered" in found.stdout
    assert not list(tmp_path.glob("saved*"))


def test_a_changed_backup_is_not_restored(tmp_path: Path) -> None:
    club("take", played(tmp_path), folder=tmp_path)
    saved, elsewhere = tmp_path / "saved.sqlite", tmp_path / "elsewhere"
    club("backup", "-o", saved, folder=tmp_path)
    with closing(sqlite3.connect(saved)) as database, database:
        database.execute("DROP TRIGGER club_entry_no_update")
        database.execute("UPDATE club_entry SET text = '{}' WHERE sequence = 3")
    elsewhere.mkdir()
    found = club("restore", saved, folder=elsewhere)
    assert (found.exit_code, "matches that were changed: 1" in found.stderr) == (2, True)
    assert "entry 3: was altered" in found.stdout
    assert list(elsewhere.iterdir()) == [], "nothing of it is kept"


def test_players_are_kept_seated_and_ranked(tmp_path: Path) -> None:
    assert club("person", "add", "Anna", folder=tmp_path).stdout == "Anna is player 1.\n"
    club("person", "add", "Bruno", folder=tmp_path)
    assert club("person", "rename", "bruno", "Bruno R.", folder=tmp_path).stdout == "Player 2 is Bruno R. now.\n"
    assert club("person", "list", folder=tmp_path).stdout == "    1  Anna\n    2  Bruno R.\n"
    with Club(tmp_path / "club.sqlite") as opened:
        matches = [finished(opened, tmp_path, number, (5, 6)) for number in range(3)]
    for match in matches:
        club("person", "seat", match[:8], "us", "Anna", "--army", "Rangers", folder=tmp_path)
        said = club("person", "seat", match[:8], "de", "bruno r.", folder=tmp_path)
        assert said.stdout == f"Bruno R. played de in {match[:8]}.\n"
    told = club("season", "--lang", "en", folder=tmp_path)
    assert told.exit_code == 0, told.output
    assert told.stdout.splitlines()[0] == "Season 2026"
    assert "3 won, 0 drawn, 0 lost, luck +200" in told.stdout
    (army,) = json.loads(club("season", "--again", "--json", folder=tmp_path).stdout)["armies"]
    assert (army["name"], army["matches"], army["won"]) == ("Rangers", 3, 3)
    empty = club("season", "--year", "1999", "--lang", "it", folder=tmp_path)
    assert "Una classifica richiede 3 partite finite" in empty.stdout
    wrong = club("person", "add", "anna", folder=tmp_path)
    assert (wrong.exit_code, "already" in wrong.stderr) == (2, True)


def test_an_evenings_results_are_printed_as_csv_and_as_json(tmp_path: Path) -> None:
    Club(tmp_path / "club.sqlite").close()
    refused = club("results", folder=tmp_path)
    assert (refused.exit_code, "no evening has begun" in refused.output) == (2, True)
    with Club(tmp_path / "club.sqlite") as opened:
        evenings = Evenings(opened)
        evenings.begin("Friday", "swiss", ["Ann", "Ben"], ["Table 1"], minutes=90, reset_minutes=0)
        evenings.pair(1)
        evenings.type_result(1, 1, "first", "Olga")
    lines = club("results", folder=tmp_path).output.splitlines()
    assert lines[0] == "round,table,player,opponent,result,points,opponent_points,match,typed_by,at"
    assert [line.rsplit(",", 1)[0] for line in lines[1:]] == [
        "1,Table 1,Ann,Ben,won,2,0,,Olga", "1,Table 1,Ben,Ann,lost,0,2,,Olga",
    ]  # fmt: skip
    told = json.loads(club("results", "--json", folder=tmp_path).output)
    assert [row["points"] for row in told] == [2, 0]


def test_a_player_takes_his_data_with_him_and_is_forgotten(tmp_path: Path) -> None:
    club("person", "add", "Anna", folder=tmp_path)
    out = tmp_path / "anna.json"
    assert club("person", "data", "anna", "-o", out, folder=tmp_path).stdout == f"{out}: Anna, 0 matches.\n"
    assert json.loads(out.read_text(encoding="utf-8"))["name"] == "Anna"
    assert "there is a file already" in club("person", "data", "anna", "-o", out, folder=tmp_path).stderr
    told = club("person", "forget", "Anna", "--yes", folder=tmp_path)
    assert told.stdout == "Anna is #1 now, in everything that is not sealed.\n"
    assert club("person", "list", folder=tmp_path).stdout == "    1  #1\n"


@pytest.mark.parametrize("asked", [["list"], ["verify"], ["season"], ["results"], ["backup", "-o", "x.sqlite"]])
def test_a_database_that_is_not_there_is_not_made_to_be_read(tmp_path: Path, asked: list[str]) -> None:
    told = club(*asked, folder=tmp_path)
    assert told.exit_code == 2
    assert "is no club's database" in told.stderr
    assert not (tmp_path / "club.sqlite").exists()


def test_a_journal_is_no_backup_and_stays_as_it_is(tmp_path: Path) -> None:
    journal = played(tmp_path)
    before = journal.read_bytes()
    told = club("restore", journal, folder=tmp_path)
    assert told.exit_code == 2
    assert "is no club's database" in told.stderr
    assert "vedette club take" in told.stderr
    with Journal(journal) as still:
        assert still.length == 11
    assert journal.read_bytes() == before
