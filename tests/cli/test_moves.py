"""`vedette moves BEFORE AFTER`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main

TABLE = 'game = "yankee"\n[table]\nwidth_cm = 160\ndepth_cm = 100\n'


def base(name: str, x: float, y: float, heading: float = 90) -> str:
    return (
        f'[[stand]]\nname = "{name}"\nside = "n"\nkind = "infantry"\nbrigade = "A"\nx = {x}\ny = {y}\n'
        f"heading_deg = {heading}\n"
    )


@pytest.fixture
def before(tmp_path: Path) -> Path:
    file = tmp_path / "before.toml"
    file.write_text(TABLE + base("n-1", 60, 40) + base("n-2", 62.5, 40))
    return file


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["moves", *map(str, args)], env={"VEDETTE_LANG": "en"})
    return result.exit_code, result.output


@pytest.mark.parametrize(("cm", "word"), [(9.9, "ALLOWED"), (10.2, "TOO FAR")])
def test_a_line_that_went_ahead(before: Path, tmp_path: Path, cm: float, word: str) -> None:
    after = tmp_path / "after.toml"
    after.write_text(TABLE + base("n-1", 60, 40 + cm) + base("n-2", 62.5, 40 + cm))
    status, said = run(before, after)
    assert status == 0
    assert word in said
    assert f"{cm} cm" in said
    move = json.loads(run(before, after, "--json")[1])[0]
    assert sorted(move["stands"]) == ["n-1", "n-2"]
    assert move["ruling"]["verdict"] == ("allowed" if cm < 10 else "refused")


def test_who_lay_beside_the_table_has_made_no_move(before: Path, tmp_path: Path) -> None:
    """He was put onto it, by whatever rule: the others' moves are told all the same."""
    beside, after = tmp_path / "beside.toml", tmp_path / "after.toml"
    beside.write_text(before.read_text() + base("n-9", 80, -6))
    after.write_text(TABLE + base("n-1", 60, 45) + base("n-2", 62.5, 45) + base("n-9", 80, 2))
    status, said = run(beside, after)
    assert (status, said) == (0, "n-1, n-2: ALLOWED. n-1 goes 5.0 cm of 10.\n")
    assert "n-9 would leave the table" in run(after, beside)[1]


def test_nothing_moved(before: Path) -> None:
    assert run(before, before) == (0, "Nothing moved.\n")
    assert run(before, before, "--lang", "es") == (0, "No se ha movido nada.\n")


def test_two_games_are_no_before_and_after(before: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('game = "ambush"\n[table]\nwidth_cm = 160\ndepth_cm = 100\n')
    status, said = run(before, other)
    assert status == 2
    assert "a table of ambush" in said


def soldiers(a1: str) -> str:
    head = 'game = "montecassino"\n[table]\nwidth_cm = 44\ndepth_cm = 95\n'
    other = '[[stand]]\nname = "g1"\nside = "G"\nkind = "soldier"\nsquare = "G-01"\n'
    return head + other + f'[[stand]]\nname = "a1"\nside = "A"\nkind = "soldier"\n{a1}\n'


@pytest.mark.parametrize(("language", "noted"), [("en", "A-72 -> G-49"), ("it", "A-72 -> T-49")])
def test_a_turn_on_squares_is_noted(tmp_path: Path, language: str, noted: str) -> None:
    before, after = tmp_path / "before.toml", tmp_path / "after.toml"
    before.write_text(soldiers('square = "A-72"'))
    after.write_text(soldiers('square = "G-49"'))
    status, said = run(before, after, "--lang", language)
    assert (status, noted in said) == (0, True), said


def test_a_soldier_between_two_squares_makes_two_readings(tmp_path: Path) -> None:
    before, after = tmp_path / "before.toml", tmp_path / "after.toml"
    before.write_text(soldiers('square = "A-25"'))
    after.write_text(soldiers("x = 8.49\ny = 27.25\nsigma_cm = 0.02"))
    status, said = run(before, after)
    assert status == 0
    assert [line.partition("(")[2] for line in said.splitlines()] == ["A-25 -> A-33)", "A-25 -> A-34)"]
    assert said.splitlines()[1].startswith("or: ALLOWED")
    status, printed = run(before, after, "--json")
    (move,) = json.loads(printed)
    assert [other["ruling"]["verdict"] for other in move["others"]] == ["allowed"]


def test_a_move_is_read_on_the_map_that_is_played_on(tmp_path: Path) -> None:
    """R1.2: the cheapest way of open desert would lead over the mines on H9."""
    told = 'game = "rommel"\n[settings]\nmap = "practice"\n[table]\nwidth_cm = 80\ndepth_cm = 60\n[board]\n'
    told += 'kind = "hexes"\norigin = [3.0, 3.0]\nsize_cm = 2.0\ncolumns = 20\nrows = 12\n'
    for hex_label, name in (("G8", "before"), ("G10", "after")):
        tank = f'[[stand]]\nname = "x1"\nside = "axis"\nkind = "tank"\nhex = "{hex_label}"\ncombat = 3\nmovement = 12\n'
        supply = '[[stand]]\nname = "s1"\nside = "axis"\nkind = "supply"\nhex = "F5"\ncombat = 0\nmovement = 6\n'
        (tmp_path / f"{name}.toml").write_text(told + tank + supply)
    status, said = run(tmp_path / "before.toml", tmp_path / "after.toml")
    assert status == 0
    assert said.startswith("x1: ALLOWED")


def test_a_move_is_read_by_the_players_own_settings(tmp_path: Path) -> None:
    """R1.2: the tables say nothing of the map; the players' file does."""
    told = 'game = "rommel"\n[table]\nwidth_cm = 80\ndepth_cm = 60\n[board]\n'
    told += 'kind = "hexes"\norigin = [3.0, 3.0]\nsize_cm = 2.0\ncolumns = 20\nrows = 12\n'
    for hex_label, name in (("G8", "before"), ("H9", "after")):
        tank = f'[[stand]]\nname = "x1"\nside = "axis"\nkind = "tank"\nhex = "{hex_label}"\ncombat = 3\nmovement = 12\n'
        supply = '[[stand]]\nname = "s1"\nside = "axis"\nkind = "supply"\nhex = "F5"\ncombat = 0\nmovement = 6\n'
        (tmp_path / f"{name}.toml").write_text(told + tank + supply)
    own = tmp_path / "own.toml"
    own.write_text('map = "practice"\n')
    tables = tmp_path / "before.toml", tmp_path / "after.toml"
    assert run(*tables)[1].startswith("x1: ALLOWED")
    assert run(*tables, "--settings", own)[1].startswith("x1: NOT ALLOWED")  # H9 is mined
