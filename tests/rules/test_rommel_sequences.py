"""Sequences of a match of Rommel & Montgomery: what may follow what, what is owed, and when (R4-R8)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rommel_play import Play, counter

from cli.main import main
from rules.cases import parse_case
from rules.legal import legal
from rules.registry import rule
from rules.state import State

BOMBER = counter("al-bomb", "aircraft", "J6", 3, 8)
GUN, MIXED = counter("ax-aa", "anti_aircraft", "F6", 4, 3), counter("ax-mix", "mixed", "F6", 4, 3)
FOE = counter("al-inf", "infantry", "G6", 2)


def in_phase(phase: str, side: str, *stands: Any, **known: Any) -> Play:
    """A match in a phase of a side, everybody where he stands."""
    table: Mapping[str, Any] = {"phase": phase, "side": side, "turn": 2, "weather": "fair", **known}
    play = Play(*stands, known=table)
    play.state = State(play.state.sides, turn=2, side=side, known=play.state.known)
    return play


def test_flak_fires_at_who_passes_and_not_at_who_hangs_there() -> None:
    """R6.3: the bomber comes within three hexes in the first sub-turn and stays; in the second nothing passes."""
    play = in_phase("air_move", "allied", BOMBER, GUN, counter("ax-air", "aircraft", "B2", 4, 8), subturn=1)
    play.does("move", actor="al-bomb", to="I6", holds=["ax-aa"])
    assert play.rule("flak", actor="ax-aa", target="al-bomb").needs is not None
    play.does("next", to="air_move")
    play.does("next", to="air_move")
    assert play.phase == ("allied", "air_move", 2)
    assert play.refused("flak", actor="ax-aa", target="al-bomb") == [("R6.3", "passes_now")]
    assert play.does("move", 3, actor="al-bomb", to="H6").outcome == "shot_down"


def test_who_stays_put_is_not_fired_at_in_his_first_sub_turn() -> None:
    play = in_phase("air_move", "allied", counter("al-bomb", "aircraft", "H6", 3, 8), GUN, subturn=1)
    assert play.refused("flak", actor="ax-aa", target="al-bomb") == [("R6.3", "passes_now")]


def test_a_gun_fires_once_a_sub_turn_though_two_pass() -> None:
    other = counter("al-b2", "aircraft", "J8", 3, 8)
    play = in_phase("air_move", "allied", BOMBER, other, GUN, subturn=1)
    play.does("move", 4, actor="al-bomb", to="I6")
    play.does("move", actor="al-b2", to="H7", holds=["ax-aa"])
    assert play.refused("flak", actor="ax-aa", target="al-b2") == [("R6.3", "not_fired_at_aircraft")]


@pytest.mark.parametrize(("gun", "refused"), [(GUN, [("R6.5", "attacks_after_flak")]), (MIXED, [])])
def test_after_flak_only_mixed_artillery_attacks_that_turn(gun: Any, refused: list[tuple[str, str]]) -> None:
    """R6.5: the only exception are the mixed guns; the ground phase is another one than that of the shot."""
    play = in_phase("air_move", "allied", BOMBER, gun, FOE, subturn=4)
    play.does("move", 4, actor="al-bomb", to="I6")
    play.does("next", to="landing")
    play.does("land", actor="al-bomb", to="S10")
    while play.phase[:2] != ("axis", "combat"):
        play.does("next")
    if refused:
        assert play.refused("combat", attackers=[gun.name], targets=["al-inf"]) == refused
    else:
        play.does("combat", 5, 2, attackers=[gun.name], targets=["al-inf"])


def test_a_gun_that_fired_at_an_aircraft_attacks_the_next_day() -> None:
    play = in_phase("combat", "axis", GUN, FOE)
    play.state = play.state.knowing("ax-aa", {"flak_today": True})
    assert play.refused("combat", attackers=["ax-aa"], targets=["al-inf"]) == [("R6.5", "attacks_after_flak")]
    play.does("next")
    play.does("weather", 4)
    while play.phase[:2] != ("axis", "combat"):
        play.does("next")
    play.does("combat", 5, 2, attackers=["ax-aa"], targets=["al-inf"])


def test_a_gun_that_may_not_attack_owes_no_fight() -> None:
    """R4.4, R6.5: it has had its shot, as who has bombed; its phase ends though it stands in a zone."""
    near = counter("ax-aa", "anti_aircraft", "F6", 4, 3, flak_today=True, must_fight=True)
    play = in_phase("combat", "axis", near, FOE)
    assert play.owes == []
    play.does("next")


def test_who_entered_a_zone_owes_a_fight_until_it_is_fought() -> None:
    play = in_phase("ground_move", "allied", counter("al-inf", "infantry", "I6"), counter("al-sup", "supply", "M6", 0),
                    counter("ax-inf", "infantry", "F6", 2))  # fmt: skip
    play.does("move", actor="al-inf", to="G6")
    play.does("next", to="combat")
    assert play.owes == [("R4.4", "fights", "allied")]
    assert play.refused("next") == [("R4.4", "fights")]
    play.does("combat", 5, 2, attackers=["al-inf"], targets=["ax-inf"])
    assert play.owes == []
    play.does("next")


def test_who_stood_in_a_zone_all_the_time_owes_nothing() -> None:
    """R4.4: a counter that entered none this turn may leave the fight."""
    play = in_phase("combat", "allied", FOE, counter("ax-inf", "infantry", "F6", 2))
    assert play.owes == []
    play.does("next")


def test_the_combat_phase_is_not_passed_over_by_who_owes_a_fight() -> None:
    play = in_phase("ground_move", "allied", counter("al-inf", "infantry", "I6"), counter("al-sup", "supply", "M6", 0),
                    counter("ax-inf", "infantry", "F6", 2))  # fmt: skip
    play.does("move", actor="al-inf", to="G6")
    play.does("next", to="turn")
    assert play.phase[:2] == ("allied", "combat")


def test_an_aircraft_that_is_up_owes_a_landing() -> None:
    play = in_phase("landing", "allied", BOMBER)
    assert play.owes == [("R8.1", "has_landed", "allied")]
    assert play.refused("next") == [("R8.1", "has_landed")]
    play.does("land", actor="al-bomb", to="S10")
    assert play.owes == []


def test_the_weather_is_owed_before_anything_moves() -> None:
    play = in_phase("weather", "allied", BOMBER, weather=None)
    assert play.owes == [("R7.1", "weather_thrown", None)]
    assert play.refused("next") == [("R7.1", "weather_thrown")]
    assert ("R8.1", "own_phase_of_all") in play.refused("move", actor="al-bomb", to="I6")
    play.does("weather", 4)
    assert play.owes == []
    assert ("R7.1", "not_thrown_yet") in play.refused("weather")


def test_an_aircraft_bombs_or_fights_in_a_sub_turn_and_does_both_in_two() -> None:
    play = in_phase("air_fight", "allied", counter("al-bomb", "aircraft", "F6", 3, 8), GUN,
                    counter("ax-air", "aircraft", "F7", 1, 8), subturn=1)  # fmt: skip
    play.does("bomb", 4, actor="al-bomb", target="ax-aa")
    assert play.refused("combat", attackers=["al-bomb"], targets=["ax-air"]) == [("R6.2", "not_fought_in_air")]
    play.does("next", to="air_move")
    while play.phase != ("allied", "air_fight", 2):
        play.does("next")
    play.does("combat", 5, 2, attackers=["al-bomb"], targets=["ax-air"])


def test_no_counter_moves_after_it_has_fought() -> None:
    play = in_phase(
        "combat", "allied", FOE, counter("al-sup", "supply", "M6", 0), counter("ax-inf", "infantry", "F6", 1)
    )
    play.does("combat", 5, 2, attackers=["al-inf"], targets=["ax-inf"])
    assert ("R8.1", "own_phase") in play.refused("move", actor="al-inf", to="H6")


def test_nobody_moves_twice_nor_in_the_others_phase() -> None:
    play = in_phase("ground_move", "allied", counter("al-inf", "infantry", "L6"), counter("al-sup", "supply", "M6", 0),
                    counter("ax-inf", "infantry", "D5"), counter("ax-sup", "supply", "C5", 0))  # fmt: skip
    play.does("move", actor="al-inf", to="K6")
    assert play.refused("move", actor="al-inf", to="J6") == [("R4.1", "moves_once")]
    assert play.refused("move", actor="ax-inf", to="E5") == [("R8.1", "in_turn")]
    while play.phase[:2] != ("axis", "ground_move"):
        play.does("next")
    play.does("move", actor="ax-inf", to="E5")


def test_fire_comes_before_combat_and_takes_its_place() -> None:
    """R6.5, R8.1: in the fire phase nobody attacks, and who has fired does not attack in the next."""
    gun = counter("al-gun", "field_artillery", "G6", 3)
    play = in_phase("fire", "allied", gun, counter("ax-inf", "infantry", "F6", 2))
    assert ("R8.1", "own_phase") in play.refused("combat", attackers=["al-gun"], targets=["ax-inf"])
    play.does("fire", 2, actor="al-gun", target="ax-inf")
    assert play.refused("fire", actor="al-gun", target="ax-inf") == [("R6.5", "not_fired_yet")]
    play.does("next")
    assert play.refused("combat", attackers=["al-gun"], targets=["ax-inf"]) == [("R6.5", "fire_or_combat")]


def test_a_battle_may_begin_in_the_middle_of_a_match(tmp_path: Path) -> None:
    """Its header tells the turn and the side that the table says, and that side acts."""
    file = tmp_path / "late.toml"
    file.write_text(
        'game = "rommel"\nsides = ["allied", "axis"]\n[table]\nwidth_cm = 80\ndepth_cm = 60\n'
        '[side.table]\nphase = "combat"\nside = "axis"\nturn = 11\nweather = "fair"\n'
        '[[stand]]\nname = "i"\nside = "axis"\nkind = "infantry"\nhex = [0, 0]\ncombat = 3\nmovement = 4\n'
        '[[stand]]\nname = "a"\nside = "allied"\nkind = "infantry"\nhex = [1, 0]\ncombat = 1\nmovement = 4\n'
        '[[act]]\naction = {type = "combat", attackers = ["i"], targets = ["a"]}\ndice = [5, 2]\nverdict = "allowed"\n'
    )
    told = CliRunner().invoke(main, ["battle", str(file)], env={"VEDETTE_LANG": "en"})
    assert (told.exit_code, told.output.splitlines()[1]) == (0, "Turn 11, Axis")


def test_a_battle_that_ended_in_a_truce_says_so(tmp_path: Path) -> None:
    """And nobody is to play (R1.3)."""
    file = tmp_path / "truce.toml"
    file.write_text(
        'game = "rommel"\nsides = ["allied", "axis"]\n[table]\nwidth_cm = 80\ndepth_cm = 60\n'
        '[side.table]\nphase = "combat"\nside = "axis"\nturn = 11\nweather = "fair"\n'
        '[[terrain]]\nkind = "victory"\nhexes = [[1, 0], [4, 0]]\n'
        '[[stand]]\nname = "i"\nside = "axis"\nkind = "infantry"\nhex = [7, 0]\ncombat = 3\nmovement = 4\n'
        '[[stand]]\nname = "a"\nside = "allied"\nkind = "infantry"\nhex = [1, 0]\ncombat = 1\nmovement = 4\n'
        '[[act]]\naction = {type = "next"}\noutcome = "truce"\n'
    )
    told = CliRunner().invoke(main, ["battle", str(file)], env={"VEDETTE_LANG": "it"})
    assert told.exit_code == 0
    assert "C'è la tregua: la battaglia è finita." in told.output.splitlines()
    assert "tocca a" not in told.output


def test_a_case_without_a_board_names_hexes_as_it_writes_them() -> None:
    """It is laid on a board that nobody has printed: [4, 0] is 4,0 there and no letter, D5 stays D5."""
    told = 'game = "rommel"\n[table]\nwidth_cm = 80\ndepth_cm = 60\n'
    for (here, there), said in ((("[3, 0]", "[4, 0]"), ("3,0", "4,0")), (('"D5"', '"E5"'), ("D5", "E5"))):
        tank = f'[[stand]]\nname = "x1"\nside = "axis"\nkind = "tank"\nhex = {here}\ncombat = 3\nmovement = 4\n'
        supply = f'[[stand]]\nname = "s1"\nside = "axis"\nkind = "supply"\nhex = {here}\n'
        case = parse_case(f'{told}{tank}{supply}[action]\ntype = "move"\nactor = "x1"\nto = {there}\n')
        (went,) = rule("rommel", case.snapshot, case.action).effects[:1]
        assert (went.values["from_hex"], went.values["to_hex"]) == said


def test_after_a_truce_nobody_may_do_anything_and_that_is_why() -> None:
    """Whose turn it is does not matter any more, and nobody asks for supply (R1.3)."""
    play = in_phase("combat", "axis", counter("al-inf", "infantry", "G6"), counter("ax-inf", "infantry", "B2"))
    play.state = play.state.knowing_table({"turn": 11, "truce": True})
    for name in ("al-inf", "ax-inf"):
        for may in legal("rommel", play.table, play.state, name):
            assert (may.allowed, [(c.clause, c.key) for c in may.why_not]) == (False, [("R1.3", "no_truce")]), may.verb
    assert play.refused("supply", actor="al-inf") == [("R1.3", "no_truce")]
