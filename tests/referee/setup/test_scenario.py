"""Scenarios: a table given away, opened as another table, laid out; and those that come with each game."""

from dataclasses import replace
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from shapely import box

from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.ready import check_ready
from referee.setup.scenario import (
    SCENARIO,
    open_scenario,
    parse_scenario,
    scenario_in,
    scenario_of,
    shipped,
    start_on,
)
from referee.setup.steps import step_of
from referee.words.languages import WHOLE
from rules.legal import legal
from rules.registry import game_named, game_names
from rules.settings import read_settings
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from table.errors import BadFile, BadInput
from table.footprint import footprint
from table.frame import HexBoard

APART_CM = 0.3
SOLDIER = '[[stand]]\nname = "N{k}"\nside = "us"\nkind = "soldier"\nx = 1\ny = {k}\nheading_deg = 0\n'
ARMY = (
    'game = "ambush"\ntitle = "x"\n[table]\nwidth_cm = 120\ndepth_cm = 90\n[[stand]]\nname = "A"\nside = "us"\n'
    'kind = "{kind}"\nx = 1\ny = 1\nheading_deg = 0\n{more}'
)
GAMES = ("ambush", "yankee", "montecassino", "rommel", "ancients")


def played(game: str, folder: Path) -> SetUp:
    """The set-up of a game's demo."""
    scene, setup = demo_scene(game), SetUp(folder)
    setup.match = replace(new_match(game, "Friday"), settings=scene.settings)
    setup.roster = scene.roster
    return setup


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES)
def test_a_table_becomes_a_scenario_and_the_scenario_that_table(game: str, tmp_path: Path) -> None:
    truth, setup = demo_scene(game).truth(), played(game, tmp_path / "home")
    given = scenario_of(setup, truth, 8, 'Hold "the farm".')
    opened = open_scenario(given.text, "friday.toml", tmp_path / "away")
    assert (opened.title, opened.turns, opened.victory) == ("Friday", 8, 'Hold "the farm".')
    away = SetUp(tmp_path / "away")
    assert scenario_in(away) == opened
    assert {file.name for file in away.folder.iterdir()} == {"match.toml", "roster.toml", "terrain.toml", SCENARIO}
    check_ready(away)
    assert [step_of(away, key).state for key in ("match", "roster")] == ["done", "done"]
    assert away.match is not None
    assert away.roster is not None
    assert setup.match is not None
    assert setup.roster is not None
    assert (away.match.settings, away.match.sides) == (setup.match.settings, setup.match.sides)
    ours = {entry.name: (entry.side, entry.kind, entry.unit, entry.state) for entry in setup.roster.entries}
    assert {e.name: (e.side, e.kind, e.unit, e.state) for e in away.roster.entries} == ours
    assert len({entry.marker for entry in away.roster.entries}) == len(ours)
    laid = start_on(opened, away.roster, truth)
    assert all(dist(stand.centre, truth.stand(stand.name).centre) < 0.02 for stand in laid.stands)
    assert {stand.name for stand in laid.stands} == set(ours)


def test_on_another_map_everybody_is_on_the_same_hex(tmp_path: Path) -> None:
    truth, setup = demo_scene("ancients").truth(), played("ancients", tmp_path / "home")
    opened = open_scenario(scenario_of(setup, truth).text, "x.toml", tmp_path / "away")
    roster, board = SetUp(tmp_path / "away").roster, truth.board
    assert roster is not None
    assert isinstance(board, HexBoard)
    large = replace(board, size_cm=2 * board.size_cm, origin=(9.0, 12.0))
    laid = start_on(opened, roster, replace(truth, width_cm=150.0, depth_cm=100.0, board=large, stands=()))
    for stand in laid.stands:
        x, y = ((p - o) / 2 for p, o in zip(stand.centre, large.origin, strict=True))
        there = truth.stand(stand.name).centre
        assert dist((x + board.origin[0], y + board.origin[1]), there) < 0.02
    with pytest.raises(BadInput, match="another kind of board"):
        start_on(opened, roster, demo_scene("montecassino").truth())


def test_who_has_fallen_and_what_has_happened_is_not_in_it(tmp_path: Path) -> None:
    truth, setup = demo_scene("ambush").truth(), played("ambush", tmp_path)
    told = State(("us", "de"), 3).knowing_of(truth.stands[0])
    left = replace(truth, stands=(replace(told, state={"fired": True}), *truth.stands[2:]))
    names = [stand.name for stand in scenario_of(setup, left).case.snapshot.stands]
    assert names == [stand.name for stand in left.stands]
    assert "fired" not in scenario_of(setup, left).text
    with pytest.raises(BadInput, match="nobody of the roster"):
        scenario_of(setup, replace(truth, stands=()))


def test_a_table_that_is_too_small_is_said(tmp_path: Path) -> None:
    truth, setup = demo_scene("ambush").truth(), played("ambush", tmp_path)
    opened = scenario_of(setup, truth)
    assert setup.roster is not None
    with pytest.raises(BadInput, match="needs a table of 120 x 100 cm"):
        start_on(opened, setup.roster, replace(truth, width_cm=100.0))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "missing|game|title"),
        ('game = "chess"\ntitle = "x"\n[table]\nwidth_cm = 9\ndepth_cm = 9\n', "game: expected"),
        ('game = "ambush"\ntitle = "x"\nturns = 0\n[table]\nwidth_cm = 9\ndepth_cm = 9\n', "turns"),
        ('game = "ambush"\ntitle = "x"\nroster = "/etc/passwd"\n[table]\nwidth_cm = 9\ndepth_cm = 9\n', "roster"),
        ("\x00", "TOML"),
        (f"x = {'[' * 3000}{']' * 3000}", "TOML"),
        (ARMY.format(kind="dragon", more=""), r"stand\[1\].kind: expected soldier or"),
        (ARMY.format(kind="soldier", more="".join(SOLDIER.format(k=k) for k in range(200))), "at most 183 items"),
    ],
)
def test_a_file_that_is_no_scenario_is_said_and_leaves_nothing(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=said):
        open_scenario(text, "x.toml", tmp_path / "away")
    assert not list(tmp_path.iterdir())


SHIPPED = [(game, name) for game in game_names() for name in shipped(game)]


def test_three_scenarios_come_with_every_game() -> None:
    assert {game: sum(one == game for one, _ in SHIPPED) for game in GAMES} == dict.fromkeys(GAMES, 3)


@pytest.mark.ci
@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_scenario_that_comes_with_a_game_can_be_played(game: str, name: str, tmp_path: Path) -> None:
    """It loads, everybody stands legally on the table and apart, and both sides are offered an action."""
    text = shipped(game)[name]
    scenario = open_scenario(text, name, tmp_path / "table")
    setup = SetUp(tmp_path / "table")
    check_ready(setup)
    match, roster, table = setup.match, setup.roster, scenario.case.snapshot
    assert match is not None
    assert roster is not None
    assert (scenario.case.game, scenario.turns is not None, bool(scenario.victory)) == (game, True, True)
    assert len(match.sides) == 2
    the_game = game_named(game)
    settings = read_settings(the_game.settings, match.settings, name)
    laid = the_game.complete(start_on(scenario, roster, replace(table, stands=())), settings, name)
    play_area = box(0, 0, table.width_cm, table.depth_cm)
    assert [stand.name for stand in laid.stands if not play_area.covers(footprint(stand))] == []
    if table.board is None:
        pairs = combinations(laid.stands, 2)
        assert [(a.name, b.name) for a, b in pairs if footprint(a).distance(footprint(b)) < APART_CM] == []
    for side in match.sides:
        order = (side.name, *(other.name for other in match.sides if other is not side))
        known = dict(replace(match, sides=tuple(s for n in order for s in match.sides if s.name == n)).info().known)
        counted = the_game.strengths(laid)
        state = State(order, 1, known={s: {**counted.get(s, {}), **known.get(s, {})} for s in {*counted, *known}})
        mine = [stand.name for stand in laid.stands if stand.side == side.name]
        offered = {
            possibility.verb
            for who in mine
            for possibility in legal(game, laid, state, who, match.settings)
            if possibility.allowed
        }
        assert offered, f"{side.name} has nothing to do"


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_of_a_game_is_told_in_every_language(game: str, tmp_path: Path) -> None:
    for name, text in shipped(game).items():
        english = parse_scenario(text, name)
        told = [english.in_language(language) for language in WHOLE]
        assert len({one.title for one in told}) == len({one.victory for one in told}) == len(WHOLE), name
        assert english.in_language("de").title == english.title
    opened = SetUp(tmp_path / "away")
    open_scenario(text, name, opened.folder, "it")
    assert opened.match is not None
    assert (opened.match.title, opened.match.language) == (english.said["it"].title, "it")
