"""`vedette rule`, as a person and as a machine use it, and what it says to bad input."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from referee.words.languages import LANGUAGES

FILES = Path(__file__).parents[1] / "data" / "case_files"
GIVEN = FILES / "given-ambush-cover-hit.toml"


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
    assert lines[1] == "de-1 is 20.0 cm from us-1, within 50 cm; hedge 1 covers de-1."
    assert "A2.6" in result.stdout


def test_a_house_value_of_several_parts_is_told_in_words() -> None:
    result = run("rule", str(FILES / "two-brings-a-storm.toml"))
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
        ('game = "ambush"', 'game = "chess"', "ambush or ancients"),
        ('game = "ambush"', 'game = "chess"', "expected ambush or ancients"),
        ("width_cm = 120\n", "", "table.width_cm"),
        (
            "[table]\nwidth_cm = 120\ndepth_cm = 100\n",
            "",
            "table: expected [table] with width_cm, depth_cm, got nothing",
        ),
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
        ('target = "de-1"', 'target = "de-1"\ndice = [4, 3]', "expected [dice] with given = [...], beside [action]"),
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
        "de-1 está a 20,0 cm de us-1, dentro de los 50 cm; seto 1 da cobertura a de-1.",
    ]
    assert run("rule", str(GIVEN), VEDETTE_LANG="it").stdout.startswith("IN PORTATA\n")
    assert run("rule", str(GIVEN), LC_ALL="", LANG="it_IT.UTF-8").stdout.startswith("IN PORTATA\n")
    assert run("rule", str(GIVEN), VEDETTE_LANG="", LC_ALL="de_DE.UTF-8").stdout.startswith("IN RANGE\n")


def test_a_language_it_does_not_speak() -> None:
    for result in (run("rule", str(GIVEN), "--lang", "xx"), run("rule", str(GIVEN), VEDETTE_LANG="xx")):
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert "--lang" in result.stderr
        assert ", ".join(map(repr, LANGUAGES)) in result.stderr


def test_signs_are_named_in_the_language_asked_for() -> None:
    case = str(FILES / "swords-miss.toml")
    told = {language: run("rule", case, "--lang", language).stdout for language in ("en", "it", "es")}
    assert "a flag makes it retreat: sword\n" in told["en"]
    assert "una bandiera lo fa ritirare: spade\n" in told["it"]
    assert "una bandera lo hace retirarse: espadas\n" in told["es"]


def test_what_no_side_knows_is_named(tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    text = (FILES / "swords-miss.toml").read_text("utf-8")
    for word, key in (("banner = 4", "side.roman.banner"), ('banners = "four"', "side.roman.banners")):
        case.write_text(text.replace("[action]", f"[side.roman]\n{word}\n\n[action]"), "utf-8")
        result = run("rule", str(case))
        assert result.exit_code == 2
        assert key in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_json_is_the_same_in_every_language() -> None:
    spoken = {run("rule", str(GIVEN), "--json", "--lang", language).stdout for language in ("en", "it", "es")}
    assert len(spoken) == 1


HEXES = """
game = "rommel"
[table]
width_cm = 100
depth_cm = 80
[[stand]]
name = "t"
side = "allied"
kind = "tank"
hex = [0, 0]
combat = 3
movement = 4
[[stand]]
name = "x"
side = "axis"
kind = "infantry"
hex = [1, 0]
combat = 3
movement = 4
[[terrain]]
kind = "victory"
hexes = [[0, 0]]
[action]
type = "combat"
attackers = ["t"]
targets = ["x"]
[dice]
given = [3, 4]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[action]", '[side.table]\nphsae = "combat"\n[action]', "side.table.phsae: expected a word such as 'phase'"),
        ("[action]", '[side.table]\nturn = "two"\n[action]', "side.table.turn: expected a whole number of 0 or more"),
        (
            "[action]",
            '[side.table]\nphase = "combat"\nside = "roman"\n[action]',
            "table.side: expected axis (german, ",
        ),
        (
            "[action]",
            "[side.table]\ncleared = [[-1000000000000, 0]]\n[action]",
            "side.table.cleared[1][1]: expected at least -999",
        ),
        ("[action]", "[settings]\nfire = {row = 3}\n[action]", "settings.fire.row: expected a list"),
        (
            "[action]",
            "[settings]\nmap = {columns = -1, rows = 3}\n[action]",
            "settings.map.columns: expected at least 1",
        ),
        ("[action]", '[settings]\nweather = "sunny"\n[action]', "settings.weather: expected storm, fair, rain"),
        ("hex = [1, 0]", "hex = {q = 1}", "stand[2].hex: expected a list"),
        ('side = "axis"', 'side = "roman"', "stand[2].side: expected axis (german, "),
        ("combat = 3", "comabt = 3", "a word such as 'combat', got 'comabt'"),
        ('type = "combat"', 'type = "victory"\nturn = -1', "action.turn: expected a whole number of 0 or more, got -1"),
        ('type = "combat"', 'type = "victory"\nside = "roman"', "action.side: expected axis (german, "),
    ],
)
def test_a_malformed_case_on_hexes_names_the_key_as_it_was_written(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    text = HEXES.replace(old, new, 1)
    if '"victory"\n' in new:
        text = text.replace('attackers = ["t"]\ntargets = ["x"]\n', "")
    path = tmp_path / "case.toml"
    path.write_text(text, "utf-8")
    result = run("rule", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"vedette: {path}: ")
    assert len(result.stderr.splitlines()) == 1
    assert words in result.stderr


def test_sides_points_and_beginnings_of_sentences_on_hexes(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(HEXES, "utf-8")
    said = run("rule", str(path), "--lang", "it").stdout
    assert "9 (Alleati) contro 12 (Asse): l'attacco fallisce" in said
    assert "attacco (Alleati): dado per la somma" in said
    assert "allied" not in said
    path.write_text(HEXES.split("[action]", maxsplit=1)[0] + '[action]\ntype = "victory"\n', "utf-8")
    assert "victory points the Allies have taken: 1; 3 are needed" in run("rule", str(path)).stdout
    fires = '[action]\ntype = "fire"\nactor = "t"\ntarget = "x"\n'
    path.write_text(HEXES.split("[action]", maxsplit=1)[0].replace('"tank"', '"supply"') + fires, "utf-8")
    assert run("rule", str(path), "--lang", "it").stdout.splitlines()[1].startswith("Tirano solo carri")  # not "t"
