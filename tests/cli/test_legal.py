"""`vedette legal`: what a stand may still do in a battle written down, and what is owed."""

import json
from pathlib import Path

from click.testing import CliRunner

from cli.main import main

BATTLE = """
game = "yankee"
sides = ["n", "s"]
table = {width_cm = 160, depth_cm = 100}
stand = [
    {name = "n1", side = "n", kind = "infantry", x = 60, y = 40, general = true, quality = "militia"},
    {name = "n2", side = "n", kind = "infantry", x = 64, y = 36},
    {name = "s1", side = "s", kind = "infantry", x = 60, y = 42, heading_deg = 270, quality = "veteran"},
]
[[act]]
action = {type = "combat", actor = "n1", target = "s1"}
dice = [1, 6]
"""


def run(tmp_path: Path, *args: str) -> str:
    file = tmp_path / "battle.toml"
    file.write_text(BATTLE)
    result = CliRunner().invoke(main, ["legal", str(file), *args], env={"VEDETTE_LANG": "en"})
    assert result.exit_code == 0, result.output
    return result.output


def test_what_is_owed_comes_before_what_may_be_done(tmp_path: Path) -> None:
    owed, name, *lines = run(tmp_path, "n2").splitlines()
    assert owed == "still owed: n1, with whom a general rode, is lost: his die is still to be thrown (Y11.1)"
    assert name == "n2:"
    assert [line[2] for line in lines] == sorted((line[2] for line in lines), key="✓✕".index)
    assert any(line.startswith("  ✕ ") and "there was a fight this turn" in line for line in lines)


def test_a_fight_is_owed_before_it_is_fought(tmp_path: Path) -> None:
    told = json.loads(run(tmp_path, "--json"))
    assert [(each["clause"], each["side"]) for each in told["owed"]] == [("Y11.1", "n")]
    assert sorted(told["may"]) == ["n2"]
    assert {"combat", "fire", "move"} <= {each["verb"] for each in told["may"]["n2"]}
    assert "s1" in json.loads(run(tmp_path, "s1", "--json"))["may"]
