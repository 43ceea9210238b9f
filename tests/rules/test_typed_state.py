"""What each game knows of a stand, a side and the table is of its own types: in files, in rulings, in matches."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from written_cases import cases_of, ruling_of

from rules.ambush.state import AmbushStand, state_of
from rules.cases import check_roster, parse_battle, parse_case
from rules.effect_reducer import Reducer
from rules.game import AnyGame
from rules.registry import game_named, games, rule
from rules.replay import replayed
from rules.state import TABLE, State
from table.errors import BadFile
from table.mount import Mount
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand

DATA = Path(__file__).parents[1] / "data"
BATTLES = sorted((DATA / "battles").rglob("*.toml"))
CASE = """
game = "ambush"
table = {width_cm = 120, depth_cm = 100}
action = {type = "shoot", actor = "us-1", target = "de-1"}
[[stand]]
name = "us-1"
side = "us"
kind = "soldier"
x = 20
y = 20
WORDS
[[stand]]
name = "de-1"
side = "de"
kind = "soldier"
x = 20
y = 40
"""


def case_with(words: str) -> str:
    return CASE.replace("WORDS", words)


def check_known(game: AnyGame, state: State) -> None:
    """Assert that all that a match has come to know is of the game's types."""
    for told in (*state.states.values(), *state.units.values()):
        assert set(told) <= set(game.stand_state.model_fields) | {"start"}
        game.stand_state.read(told)
    for side, told in state.known.items():
        known = game.table_state if side == TABLE else game.side_state
        assert set(told) <= set(known.model_fields)
        known.read(told)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("name", [game.name for game in games()])
def test_what_effects_set_is_of_the_games_types(name: str) -> None:
    game, sets = game_named(name), 0
    for case in cases_of(name):
        ruling = ruling_of(case)
        sides = tuple(dict.fromkeys([*(stand.side for stand in case.snapshot.stands), *case.sides, "a", "b"]))
        after = game.reducer.after(State(sides, known=case.sides), ruling.effects, case.snapshot)
        check_known(game, after)
        sets += len(after.states) + len(after.known)
    assert sets > 20, "a case in which nothing happens proves nothing"


@pytest.mark.first(2)
@pytest.mark.ci
@pytest.mark.parametrize("path", BATTLES, ids=[path.stem for path in BATTLES])
def test_what_a_battle_comes_to_know_is_of_the_games_types(path: Path) -> None:
    battle = parse_battle(path.read_text("utf-8"), path.name)
    steps = list(replayed(battle, path.name))
    for step in steps:
        check_known(game_named(battle.game), step.state)
    assert any(step.state.states or step.state.known for step in steps)


def test_what_a_match_begins_with_is_of_the_games_types() -> None:
    for game in games():
        scene = game.demo() if game.demo is not None else None
        assert scene is not None
        begun = {TABLE: game.first_phase("one", 2)} if game.first_phase is not None else {}
        check_known(game, State(("one", "other"), states=scene.states, known={**begun, **scene.known}))
        for placed in scene.stands:
            assert set(placed.state) <= set(game.stand_state.model_fields)
        stands = tuple(
            Stand(placed.name, placed.side, placed.kind, 9.0 * k, 9.0 * k, unit=placed.unit, state=placed.state)
            for k, placed in enumerate(scene.stands)
        )
        read = game.settings.model_validate(dict(scene.settings))
        strengths = game.strengths(game.complete(Snapshot(2000, 2000, stands), read, "demo"))
        assert strengths
        check_known(game, State(("one", "other"), known=strengths))


def test_a_turn_clears_no_word_that_the_game_does_not_have() -> None:
    game = game_named("ambush")
    with pytest.raises(ValueError, match="its turn clears fierd, which AmbushStand does not have"):
        replace(game, reducer=Reducer(turn_state=frozenset({"fired", "fierd"})))
    with pytest.raises(ValueError, match="its turn clears reacted, "):
        replace(game, reducer=Reducer(turn_words=frozenset({"reacted"})))


@pytest.mark.parametrize("game", [game for game in games() if game.phased], ids=lambda game: game.name)
def test_a_phase_forgets_no_word_that_the_game_does_not_have(game: AnyGame) -> None:
    forgotten = set[str]()
    for case in cases_of(game.name):
        forgotten |= {word for effect in ruling_of(case).effects for word in effect.values.get("forget", ())}
    assert forgotten
    assert forgotten <= set(game.stand_state.model_fields)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("fierd = true", "stand[1].fierd: expected a word such as 'fired', got 'fierd' (is it misspelt?)"),
        ("state = {fierd = true}", "stand[1].fierd: expected a word such as 'fired', got 'fierd' (is it misspelt?)"),
        ("brigade = 'A'", "stand[1].brigade: expected"),  # a word of another game's
        ("fired = 'x'", "stand[1].fired: expected true or false, got 'x'"),
        ("fired = [true]", "stand[1].fired: expected true or false, got [True]"),
        ("grenades = 1.5", "stand[1].grenades: expected a whole number of 0 or more, got 1.5"),
        ("grenades = true", "stand[1].grenades: expected a whole number of 0 or more, got true"),
        ("moved_cm = -1", "stand[1].moved_cm: expected a number of 0 or more, got -1"),
        ("moved_cm = nan", "stand[1].moved_cm: expected a number of 0 or more, got nan"),
        ("passengers = 'Rossi'", "stand[1].passengers: expected how many, 0 or more, or a list of their names"),
        ("passengers = ['Ghost']", "stand[1].passengers: expected stands of this file (us-1, de-1), got 'Ghost'"),
        ("aboard = 'truck'", "stand[1].aboard: expected stands of this file (us-1, de-1), got 'truck'"),
        ("crossed = 'hedge'", "stand[1].crossed: expected a list [...], got 'hedge'"),
        ("crossed = [3]", "stand[1].crossed[1]: expected a text in quotes, got 3"),
        ("start = [1]", "stand[1].start: expected at least 2 items, got [1]"),
    ],
)
def test_a_word_that_is_wrong_in_a_case_is_one_clear_line(words: str, said: str) -> None:
    with pytest.raises(BadFile) as error:
        parse_case(case_with(words), "case.toml")
    assert str(error.value).startswith(f"case.toml: {said}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("[side.us]\nstartd = 8", "side.us.startd: expected a word such as 'started', got 'startd' (is it misspelt?)"),
        ("[side.us]\nhelmets = 8", "side.us.helmets: expected one of title, adjective, colour"),
        ("[side.us]\nstarted = 0", "side.us.started: expected at least 1, got 0"),
        ("[side.us]\nelite = 1", "side.us.elite: expected true or false, got 1"),
        ("[side.us]\ntitle = ''", "side.us.title: expected a text that is not empty, got ''"),
        ("[side.table]\nweather = 'rain'", "side.table.weather: expected one of phase, side, got 'weather'"),
    ],
)
def test_a_word_that_is_wrong_of_a_side_or_the_table_is_one_clear_line(words: str, said: str) -> None:
    with pytest.raises(BadFile) as error:
        parse_case(f"{case_with('')}\n{words}", "case.toml")
    assert str(error.value).startswith(f"case.toml: {said}")


def test_a_battle_and_a_roster_are_checked_too() -> None:
    acts = '[[act]]\nput = [{name = "us-1", side = "us", kind = "soldier", x = 1, y = 1, fierd = true}]'
    head = case_with("").replace("action = ", "sides = ['us', 'de']\n# ")
    with pytest.raises(BadFile, match=r"act\[1\]\.put\[1\]\.fierd: expected a word such as 'fired'"):
        parse_battle(f"{head}\n{acts}", "battle.toml")
    with pytest.raises(BadFile, match=r"side\.us\.startd: expected a word such as 'started'"):
        parse_battle(f"{head}\n{acts.replace('fierd', 'fired')}\n[side.us]\nstartd = 1", "battle.toml")
    (placed,) = parse_battle(f"{head}\n{acts.replace('fierd', 'fired')}", "battle.toml").acts[0].put
    assert state_of(placed).fired

    def roster(**state: object) -> Roster:
        return Roster((Entry(1, "n", "union", "infantry", 2.5, 2, Mount(), state=state),))

    check_roster(roster(brigade="A", quality="veteran", nation="Erin"), game_named("yankee"), "roster.toml")
    with pytest.raises(BadFile, match=r"roster\.toml: stand\[1\]\.state\.qualty: expected a word such as 'quality'"):
        check_roster(roster(qualty="veteran"), game_named("yankee"), "roster.toml")
    with pytest.raises(BadFile, match=r"stand\[1\]\.state\.quality: expected one of 'militia', 'trained' or 'veteran'"):
        check_roster(roster(quality="elite"), game_named("yankee"), "roster.toml")


def test_players_own_words_stay_as_they_are() -> None:
    stand = parse_case(case_with("state = {nickname = 'Red', n = 2}\nfired = true")).snapshot.stand("us-1")
    assert stand.state == {"nickname": "Red", "n": 2, "fired": True}
    assert state_of(stand).fired


def test_a_number_says_of_a_stand_whether_it_is_true() -> None:
    read = AmbushStand.read({"fired": 1, "ran": 0, "grenades": 2.0})
    assert (read.fired, read.ran, read.grenades) == (True, False, 2)


def test_none_is_as_good_as_unsaid_and_other_words_are_passed_over() -> None:
    assert AmbushStand.read({"aboard": None, "of_an_older_house": [1]}) == AmbushStand()


def test_a_ruling_refuses_what_is_of_another_type() -> None:
    kept = Snapshot(
        120, 100, (Stand("a", "us", "soldier", 9, 9), Stand("b", "de", "soldier", 9, 30, state={"ran": ""}))
    )
    with pytest.raises(BadFile, match=r"match: stand\[2\]\.ran: expected true or false, got ''"):
        rule("ambush", kept, {"type": "shoot", "actor": "a", "target": "b"}, source="match")


@pytest.mark.parametrize("words", [{}, {"fired": True, "nickname": "Red"}])
def test_a_stand_is_read_once_until_something_else_is_known_of_it(words: Mapping[str, Any]) -> None:
    stand = Stand("a", "us", "soldier", 1, 2, state=words)
    read = state_of(stand)
    assert state_of(stand) is read
    assert state_of(stand.moved_to(3, 4)) is read
    assert state_of(stand.with_state(ran=True)).ran
    assert not state_of(replace(stand, state={})).fired
    assert stand == Stand("a", "us", "soldier", 1, 2, state=words), "what was read is no part of a stand"
