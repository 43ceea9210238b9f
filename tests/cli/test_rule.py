"""`vedette rule`, as a person and as a machine use it, and what it says to bad input."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main

CASES = Path(__file__).parents[1] / "data" / "cases"
GIVEN = CASES / "ambush" / "given-ambush-cover-hit.toml"


ENGLISH = {"VEDETTE_LANG": None, "LC_ALL": "C", "LC_MESSAGES": None, "LANG": None}


def run(*args: str, **environment: str | None) -> Result:
    return CliRunner().invoke(main, args, env={**ENGLISH, **environment})


def test_json_has_the_shape_of_the_format() -> None:
    result = run("rule", str(GIVEN), "--json")
    assert result.exit_code == 0
    ruling = json.loads(result.stdout)
    assert ruling["verdict"] == "allowed"
    assert {"clause", "passed", "measured", "limit", "unit", "sigma", "probability"} <= set(ruling["checks"][0])
    assert ruling["dice"][0] == {"clause": "A2.3", "for": "to_hit_5", "asked": "1d6", "given": [5], "roller": "us-1"}
    assert {"type": "remove", "stand": "de-1"} in ruling["effects"]
    assert ruling["outcome"] == "hit"
    assert ruling["unused_dice"] == []
    assert {"key": "cover_cm", "value": 2.0, "clause": "A3.4"} in ruling["house_values"]
    assert {"cover", "sight"} <= {shape["role"] for shape in ruling["geometry"]}


def test_people_read_the_verdict_first_then_why() -> None:
    result = run("rule", str(GIVEN))
    lines = result.stdout.splitlines()
    assert lines[0] == "IN RANGE"
    assert lines[1] == "de-1 is 20.0 cm from us-1, within 50 cm; hedge-1 covers de-1."
    assert "A2.6" in result.stdout


def test_a_house_value_of_several_parts_is_told_in_words() -> None:
    result = run("rule", str(CASES / "rommel" / "two-brings-a-storm.toml"))
    assert "House values used: the weather by the die: storm 2, fair 3, 4, rain 5 (R7.1)" in result.stdout


GOOD = """
game = "ambush"
[table]
width_cm = 120
depth_cm = 100
[[stand]]
name = "us-1"
side = "us"
kind = "soldier"
x = 20.0
y = 30.0
[[stand]]
name = "de-1"
side = "de"
kind = "soldier"
x = 20.0
y = 50.0
[action]
type = "shoot"
actor = "us-1"
target = "de-1"
[dice]
given = [4, 3]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("", "", None),
        ('game = "ambush"\n', "", "game"),  # a missing key
        ('game = "ambush"', 'game = "chess"', "ambush or yankee"),
        ('game = "ambush"', 'game = "chess"', "expected ambush or yankee"),
        ("width_cm = 120\n", "", "table.width_cm"),
        ("x = 20.0\ny = 30.0", "y = 30.0", "stand[1].x"),
        ("x = 20.0\ny = 30.0", "x = nan\ny = 30.0", "stand[1].x"),
        ("x = 20.0\ny = 30.0", "x = 'a'\ny = 30.0", "stand[1].x"),
        ("x = 20.0\ny = 30.0", "x = 20.0\ny = 30.0\nheding_deg = 3", "heding_deg"),
        ('kind = "soldier"\nx = 20.0\ny = 50.0', 'kind = "dragon"\nx = 20.0\ny = 50.0', "stand[2].kind"),
        ('name = "de-1"', 'name = "us-1"', "stand[2].name"),
        ('type = "shoot"', 'type = "charge"', "action.type"),
        ('type = "shoot"\n', "", "action.type"),
        ('actor = "us-1"\n', "", "action.actor"),
        ('target = "de-1"', 'target = "de-9"', "action.target"),
        ('target = "de-1"', 'target = "us-1"', "action.target"),
        ('target = "de-1"', 'target = "de-1"\nrange = 3', "action.range"),
        ("given = [4, 3]", "given = [4, 7]", "dice.given[2]"),  # a die of 7
        ("given = [4, 3]", "given = [0]", "dice.given[1]"),
        ("given = [4, 3]", 'given = ["red"]', "dice.given[1]"),
        ("given = [4, 3]", "given = 4", "dice.given"),
        ("[action]", '[settings]\nmeasure = "nose"\n[action]', "settings.measure"),
        ("[action]", "[[terrain]]\nkind = 'hedge'\npolygon = [[0,0],[1,1]]\n[action]", "terrain[1].polygon"),
        ("[action]", "[[terrain]]\nkind = 'hege'\npolygon = [[0,0],[1,1],[0,1]]\n[action]", "hedge"),
        (
            "[action]",
            "[[terrain]]\nkind = 'hedge'\npolygon = [[0,0],[1,1],[1,0],[0,1]]\n[action]",
            "terrain[1].polygon",
        ),
        ("[action]", "[action", "TOML"),
    ],
)
def test_a_malformed_case_gets_one_line_and_status_2(tmp_path: Path, old: str, new: str, words: str | None) -> None:
    path = tmp_path / "case.toml"
    path.write_text(GOOD.replace(old, new, 1) if old else GOOD, "utf-8")
    result = run("rule", str(path))
    if words is None:
        assert result.exit_code == 0
        return
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert str(path) in result.stderr
    assert words in result.stderr
    assert result.stdout == ""


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "picture.toml").write_bytes(b"\xff\xd8\xff\xe0")
    (tmp_path / "empty.toml").write_bytes(b"")
    for path in (tmp_path, tmp_path / "nothing.toml", tmp_path / "picture.toml", tmp_path / "empty.toml"):
        result = run("rule", str(path))
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert str(path) in result.stderr


def test_the_ruling_in_the_language_asked_for() -> None:
    asked = run("rule", str(GIVEN), "--lang", "es", VEDETTE_LANG="it").stdout.splitlines()
    assert asked[:2] == [
        "EN ALCANCE",
        "de-1 está a 20,0 cm de us-1, dentro de los 50 cm; hedge-1 da cobertura a de-1.",
    ]
    assert run("rule", str(GIVEN), VEDETTE_LANG="it").stdout.startswith("IN PORTATA\n")
    assert run("rule", str(GIVEN), LC_ALL="", LANG="it_IT.UTF-8").stdout.startswith("IN PORTATA\n")
    assert run("rule", str(GIVEN), VEDETTE_LANG="", LC_ALL="de_DE.UTF-8").stdout.startswith("IN RANGE\n")


def test_a_language_it_does_not_speak() -> None:
    for result in (run("rule", str(GIVEN), "--lang", "fr"), run("rule", str(GIVEN), VEDETTE_LANG="fr")):
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert "--lang" in result.stderr
        assert "'en', 'it', 'es'" in result.stderr


def test_json_is_the_same_in_every_language() -> None:
    spoken = {run("rule", str(GIVEN), "--json", "--lang", language).stdout for language in ("en", "it", "es")}
    assert len(spoken) == 1
