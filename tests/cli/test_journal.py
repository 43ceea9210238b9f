"""`vedette journal verify | export | replay`."""

import csv
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import played

from cli.main import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return played(tmp_path)


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
    with closing(sqlite3.connect(file)) as raw, raw:
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


@pytest.mark.ci
def test_a_mirror_is_proved_and_a_record_built_from_it(file: Path, tmp_path: Path) -> None:
    mirror, new = tmp_path / "mirror.jsonl", tmp_path / "new.sqlite"
    mirror.write_text(run("export", file, "--format", "jsonl").output + '{"sequence": 12, "ti', "utf-8")
    proved = run("verify", mirror)
    assert proved.exit_code == 0
    assert "1 half-written line passed over" in proved.output
    assert json.loads(run("verify", mirror, "--json").output)["torn"] == 1
    built = run("rebuild", mirror, "--out", new)
    assert built.exit_code == 0, built.output
    assert proved.output.splitlines()[0].split()[-1] in built.output
    assert run("export", new).output == run("export", file).output
    assert run("replay", new, "--check").exit_code == 0
    assert run("rebuild", mirror, "--out", new).exit_code == 2


def test_a_record_is_built_as_far_as_its_mirror_is_whole(file: Path, tmp_path: Path) -> None:
    mirror, new = tmp_path / "mirror.jsonl", tmp_path / "new.sqlite"
    mirror.write_text(run("export", file, "--format", "jsonl").output.replace("[5]", "[6]", 1), "utf-8")
    assert run("verify", mirror).exit_code == 2
    built = run("rebuild", mirror, "-o", new)
    assert built.exit_code == 2
    assert "only entries 1 to 2 could be saved; entry 3 is missing or was altered" in built.output
    assert run("verify", new).output.startswith("2 entries")


FULL = """
import resource, sys
from cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
main(sys.argv[2:])
"""


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size")
@pytest.mark.parametrize("room", [0, 100, 5000])
def test_a_disk_that_is_full_at_the_start_is_one_line(file: Path, tmp_path: Path, room: int) -> None:
    # Python 3.11 leaves a cut off .pyc behind where a file may not grow, and every later import would fail.
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", FULL, str(room), "journal", "rebuild", str(file), "--out", str(tmp_path / "new")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert "bug" not in line


def test_what_is_not_there(tmp_path: Path) -> None:
    done = run("verify", tmp_path / "none.sqlite")
    assert done.exit_code == 2
    assert "no such journal" in done.output
