"""`vedette rule FILE.cases [NAME]`: one of many cases, or all of them held against what they expect."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main

TEXT = """game ambush
table 120x100

setup two
  us-1 us/soldier 20,20; de-1 de/soldier 20,80 @270

near: 40 cm is in range.
  with two; de-1 20,60
  > shoot us-1 de-1, dice 4 3
  = allowed A2.3 hit; remove de-1

far: 60 cm is not.
  with two
  > shoot us-1 de-1
  = refused A2.3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "range.cases"
    path.write_text(TEXT, "utf-8")
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["rule", *map(str, words)], env={"LC_ALL": "C"})


def test_one_case_is_ruled_on_by_its_name(file: Path) -> None:
    assert run(file, "far").stdout.startswith("OUT OF RANGE\nde-1 is 60.0 cm from us-1, 10.0 cm beyond")
    assert json.loads(run(file, "near", "--json").stdout)["outcome"] == "hit"


def test_one_case_says_where_it_expects_something_else(file: Path) -> None:
    assert "expects" not in run(file, "far").stdout
    file.write_text(TEXT.replace("= refused A2.3", "= allowed A2.3"), "utf-8")
    result = run(file, "far")
    assert result.exit_code == 0
    assert result.stdout.endswith("\n\nThe case expects something else:\n  verdict refused, expected allowed\n")


def test_all_cases_are_held_against_what_they_expect(file: Path) -> None:
    result = run(file)
    assert result.exit_code == 0
    assert result.stdout == "✓ near: 40 cm is in range.\n✓ far: 60 cm is not.\n\n2 cases come out as expected.\n"
    told = json.loads(run(file, "--json").stdout)
    assert [(each["name"], each["differences"], each["ruling"]["verdict"]) for each in told] == [
        ("near", [], "allowed"),
        ("far", [], "refused"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("= refused A2.3", "= allowed A2.3", "✗ far: OUT OF RANGE\n    verdict refused, expected allowed\n"),
        ("dice 4 3", "dice 4 3 6", "✗ near: IN RANGE\n    dice left over: 6, expected none\n"),
        ("  = refused A2.3\n", "", "✗ far: OUT OF RANGE\n    it expects nothing: add a line such as"),
        ("dice 4 3", "dice 4", "✗ near: IN RANGE\n    outcome None, expected hit\n"),
    ],
)
def test_what_differs_is_told(file: Path, old: str, new: str, said: str) -> None:
    file.write_text(TEXT.replace(old, new), "utf-8")
    result = run(file)
    assert result.exit_code == 2
    assert said in result.stdout
    assert result.stderr == f"vedette: {file}: cases that come out otherwise: 1 of 2\n"


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (TEXT, "fat", "expected a case of that file, such as far, got 'fat'"),
        (TEXT.replace("with two; de", "with three; de"), "near", "line 8: expected a set-up of this text (two), got"),
        (TEXT.replace("20,20", "20,20 x=far"), "near", "line 7, near: stand[1].x: expected a number"),
        (TEXT.replace("us/soldier 20,20", "us/soldier 20,20 fierd"), "near", "near: stand[1]"),
        (TEXT.replace("ambush", "ambsh"), "near", "ambsh"),
        ("game ambush\n", None, "expected at least one case"),
    ],
)
def test_a_mistake_is_one_line_that_says_where(file: Path, text: str, name: str | None, said: str) -> None:
    file.write_text(text, "utf-8")
    result = run(file, *([name] if name else []))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"vedette: {file}")
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
