"""A match of Rommel & Montgomery: the sequence of play, what is forgotten when, setting up, victory and truce."""

from typing import Any

import pytest
from rommel_play import ARMIES, BOARD, Play, counter

from rules.rommel.effects import REDUCER
from rules.rommel.phases import turn_of
from rules.rommel.settings import RommelSettings
from rules.state import State
from table.errors import BadFile
from table.hex_board import centre_of, parse_hex
from table.stand import Stand

TURN = turn_of(RommelSettings())


def test_a_turn_has_the_books_phases_in_the_books_order() -> None:
    assert [(phase.name, phase.side, phase.subturn) for phase in TURN[:6]] == [
        ("weather", None, 0), ("air_move", "allied", 1), ("air_fight", "allied", 1), ("air_move", "axis", 1),
        ("air_fight", "axis", 1), ("air_move", "allied", 2),
    ]  # fmt: skip
    assert [phase.subturn for phase in TURN if phase.name == "air_move"] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [(phase.side, phase.name) for phase in TURN[-8:]] == [
        ("allied", "landing"), ("axis", "landing"), ("allied", "ground_move"), ("allied", "fire"), ("allied", "combat"),
        ("axis", "ground_move"), ("axis", "fire"), ("axis", "combat"),
    ]  # fmt: skip


def test_phases_with_nothing_to_do_are_passed_over() -> None:
    play = Play()
    play.does("start")
    assert (play.phase, play.state.turn) == (("allied", "weather", 0), 1)
    assert play.refused("next") == [("R7.1", "weather_thrown")]
    play.does("weather", 3)
    assert play.refused("weather") == [("R7.1", "not_thrown_yet")]
    seen = []
    while play.phase[1] != "weather" or not seen:
        play.does("next")
        seen.append(play.phase)
    flights = [(side, "air_move", k) for k in range(1, 5) for side in ("allied", "axis")]
    ground = [(side, name, 0) for side in ("allied", "axis") for name in ("ground_move", "fire")]
    assert seen == [*flights, *ground, ("allied", "weather", 0)]
    assert (play.state.turn, play.state.known["table"]["turn"]) == (2, 2)
    assert play.state.known["table"]["weather"] is None


def test_in_a_storm_nobody_flies_or_fires() -> None:
    play = Play()
    play.does("start")
    play.does("weather", 2)
    play.does("next")
    assert play.phase == ("allied", "ground_move", 0)
    play.does("next")
    assert play.phase == ("axis", "ground_move", 0)


def test_an_aircraft_moves_once_a_subturn_and_four_times_a_turn() -> None:
    play = Play()
    play.to("air_move")
    for k in range(1, 5):
        assert play.phase == ("allied", "air_move", k)
        play.does("move", actor="al-bomb", to="R6" if k % 2 else "R4")
        assert ("R4.1", "moves_once") in play.refused("move", actor="al-bomb", to="R5")
        play.does("next", to="air_move")
        play.does("next")
    assert play.state.states["al-bomb"]["air_moved"] == 4


def test_guns_fire_once_a_subturn_and_may_hold_their_shot() -> None:
    stands = [s for s in ARMIES if s.name != "al-bomb"]
    play = Play(*stands, counter("al-b1", "aircraft", "J6", 3, 8), counter("al-b2", "aircraft", "J8", 3, 8))
    play.to("air_move")
    assert play.rule("move", actor="al-b1", to="F6").needs is not None
    flown = play.does("move", 4, actor="al-b1", to="F6")
    assert [effect.type for effect in flown.effects] == ["flak", "move"]
    assert [effect.type for effect in play.does("move", actor="al-b2", to="G7").effects] == ["move"]
    again = Play(*stands, counter("al-b1", "aircraft", "J6", 3, 8))
    again.to("air_move")
    assert "flak" not in [
        effect.type for effect in again.does("move", actor="al-b1", to="F6", holds=["ax-mix"]).effects
    ]
    play.does("next", to="air_move")
    play.does("next")
    lost = play.does("move", 3, actor="al-b1", to="F7")
    assert (lost.outcome, [e.type for e in lost.effects]) == ("shot_down", ["flak", "remove"])


def test_aircraft_land_before_the_ground_moves() -> None:
    play = Play()
    play.to("air_move")
    play.does("move", actor="al-bomb", to="P6")
    play.does("next", to="ground_move")
    assert play.phase == ("allied", "landing", 0)
    assert play.refused("next") == [("R8.1", "has_landed")]
    assert play.refused("land", actor="al-bomb", to="R5") == [("R6.4", "is_airfield")]
    play.does("land", actor="al-bomb", to="S10")
    play.does("next")
    assert play.phase == ("allied", "ground_move", 0)


def test_who_enters_a_zone_must_fight_before_the_phase_ends() -> None:
    near = [s for s in ARMIES if s.name not in ("ax-inf", "al-bomb", "ax-air")]
    play = Play(*near, counter("ax-inf", "infantry", "J6"), counter("ax-s2", "supply", "G5", 0, 6))
    play.to("ground_move")
    play.does("move", actor="al-inf", to="K6")
    assert play.state.states["al-inf"]["must_fight"]
    play.does("next")
    play.does("next")
    assert play.phase == ("allied", "combat", 0)
    assert play.refused("next") == [("R4.4", "fights")]
    asked = play.rule("combat", attackers=["al-inf"], targets=["ax-inf"]).needs
    assert asked is not None
    assert asked.purpose == "combat_attack"
    play.does("combat", 4, 4, 5, 2, attackers=["al-inf"], targets=["ax-inf"])
    assert list(play.state.fallen) == ["ax-inf"]
    assert ("R5.2", "not_attacked") in play.refused("combat", attackers=["al-inf"], targets=["ax-mix"])
    play.does("next")
    assert play.phase == ("axis", "ground_move", 0)


def test_a_mixed_gun_that_fired_at_an_aircraft_fires_only_at_a_tank_that_day() -> None:
    stands = [s for s in ARMIES if s.name != "al-inf"]
    play = Play(*stands, counter("al-inf", "infantry", "G6"), counter("al-tank", "tank", "F7", 5, 7))
    play.to("air_move")
    play.does("move", 4, actor="al-bomb", path=["R4", "Q4", "P4", "O4", "N4", "M4", "L4", "K4", "J4"], holds=["ax-mix"])
    play.does("next", to="air_move")
    play.does("next")
    assert play.phase == ("allied", "air_move", 2)
    flown = play.rule("move", 4, actor="al-bomb", to="G5")
    assert [effect.type for effect in flown.effects] == ["flak", "move"]
    play.does("move", 4, actor="al-bomb", to="G5")
    play.does("next", to="ground_move")
    play.does("land", actor="al-bomb", to="R4")
    for _ in range(5):
        if play.phase[:2] != ("axis", "fire"):
            play.does("next")
    assert play.phase == ("axis", "fire", 0)
    assert ("R6.5", "second_shot_at_tank") in play.refused("fire", actor="ax-mix", target="al-inf")
    assert play.rule("fire", 5, actor="ax-mix", target="al-tank").outcome == "hit"


def test_a_striped_tank_fights_with_what_is_left() -> None:
    play = Play(
        counter("ax-gun", "anti_tank", "E5"), counter("al-tank", "tank", "F5", 8, 7, stars=1),
        counter("ax-inf", "infantry", "G5", 4), known={"phase": "fire", "side": "axis", "turn": 3},
    )  # fmt: skip
    play.state = REDUCER.after(play.state, [], play.table)
    play.state = State(("axis", "allied"), known=play.state.known)
    play.does("fire", 5, actor="ax-gun", target="al-tank")
    assert play.state.states["al-tank"]["combat"] == 4
    play.does("next")
    fight = play.does("combat", 2, 4, attackers=["ax-inf"], targets=["al-tank"])
    assert [c.detail["against"] for c in fight.checks if c.key == "attack_fails"] == [16]
    assert list(play.state.fallen) == ["ax-inf"]


def end_of_turn(turn: int, *stands: Stand, **settings: Any) -> Play:
    play = Play(*stands, known={"phase": "combat", "side": "axis", "turn": turn, "weather": "fair"}, **settings)
    play.state = State(("axis", "allied"), turn=turn, known=play.state.known)
    return play


ON_POINTS = tuple(counter(f"al-{k}", "infantry", label) for k, label in enumerate(("B11", "E9", "D5")))


def test_the_allies_win_at_the_end_of_any_turn() -> None:
    play = end_of_turn(4, *ON_POINTS, counter("ax-1", "infantry", "A1"))
    assert play.does("next").outcome == "allied_wins"
    assert play.state.winner == "allied"
    assert play.refused("move", actor="al-0", to="B10") == [("R8.1", "battle_is_over")]


@pytest.mark.parametrize("label", ["Q11", "P5"])
def test_not_without_both_towns(label: str) -> None:
    play = end_of_turn(4, *ON_POINTS, counter("ax-1", "infantry", label))
    assert play.does("next").outcome == "next_turn"
    assert play.state.winner is None


def test_the_axis_wins_after_the_eleventh_turn_with_all_five() -> None:
    for turn, outcome in ((10, "next_turn"), (11, "axis_wins")):
        play = end_of_turn(turn, counter("al-1", "infantry", "T1"), counter("ax-1", "infantry", "A1"))
        assert play.does("next").outcome == outcome


def test_after_the_eleventh_turn_a_truce_or_on() -> None:
    stands = (ON_POINTS[0], counter("ax-1", "infantry", "A1"))
    play = end_of_turn(11, *stands)
    assert play.does("next").outcome == "truce"
    assert ("R1.3", "no_truce") in play.refused("next")
    on = end_of_turn(11, *stands, after_last_turn="play on")
    assert on.does("next").outcome == "next_turn"
    assert on.state.known["table"]["turn"] == 12


@pytest.mark.ci
def test_setting_up_goes_by_the_books_order() -> None:
    axis = [counter(f"ax-{k:02d}", "infantry", None) for k in range(18)]
    allied = [counter(f"al-{k:02d}", "infantry", None) for k in range(17)]
    others = [counter("ax-fly", "aircraft", None, 3, 8), counter("ax-sup", "supply", None, 0, 6)]
    play = Play(*axis, *allied, *others, known={"phase": "setup_first", "side": "axis"})
    play.state = State(("axis", "allied"), known=play.state.known)
    assert ("R1.2", "may_place_now") in play.refused("place", actor="al-00", to="L1")
    assert play.refused("place", actor="ax-sup", to="A1") == [("R1.2", "not_placed_first")]
    assert play.refused("place", actor="ax-00", to="J1") == [("R1.2", "in_own_zone")]
    for k in range(16):
        play.does("place", actor=f"ax-{k:02d}", to=f"{'ABCD'[k // 8]}{k % 8 + 1}")
    assert play.refused("place", actor="ax-16", to="F1") == [("R1.2", "first_counters")]
    assert play.refused("next") == [("R1.2", "aircraft_placed")]
    play.does("place", actor="ax-fly", to="B9")
    play.does("next")
    assert play.phase[1] == "setup_screen"
    play.does("place", actor="al-00", to="L1")
    assert ("R1.2", "kept_for_last") in play.refused("place", actor="al-01", to="L2")
    assert ("R1.2", "all_placed") in play.refused("next")
    for name, label in (("ax-16", "F1"), ("ax-17", "F2"), ("ax-sup", "F3")):
        play.does("place", actor=name, to=label)
    play.does("next")
    assert play.phase == ("allied", "setup_last", 0)
    for k in range(1, 17):
        play.does("place", actor=f"al-{k:02d}", to=f"{'MN'[k // 9]}{k % 9 + 1}")
    play.does("next")
    assert (play.phase, play.state.known["table"]["turn"]) == (("allied", "weather", 0), 1)


@pytest.mark.parametrize(
    ("known", "key"),
    [
        ({"phase": "tea"}, "phase"), ({"phase": "fire", "turn": "x"}, "turn"),
        ({"phase": "fire", "subturn": 9}, "subturn"),
        ({"weather": "snow", "phase": "weather"}, "weather"), ({"cleared": "D5", "phase": "fire"}, "cleared"),
    ],
)  # fmt: skip
def test_what_nobody_can_know_of_a_table_is_named(known: dict[str, Any], key: str) -> None:
    with pytest.raises(BadFile, match=rf"match: side\.table\.{key}: expected"):
        Play(known=known).rule("next")


def test_a_phase_is_asked_for_by_a_name_that_comes_later() -> None:
    play = Play(known={"phase": "fire", "side": "axis", "turn": 1, "weather": "fair"})
    play.state = State(("axis", "allied"), known=play.state.known)
    with pytest.raises(BadFile, match=r"action\.to: expected a phase after fire: combat, turn, got 'ground_move'"):
        play.rule("next", to="ground_move")
    with pytest.raises(BadFile, match=r"side\.table\.phase: expected the phase that ends"):
        Play().rule("next")


def test_aircraft_fly_four_times_though_the_other_side_has_none() -> None:
    play = Play(
        counter("ax-air", "aircraft", "B9", 4, 12), counter("ax-sup", "supply", "C5", 0, 6),
        counter("al-inf", "infantry", "L6"), counter("al-sup", "supply", "M6", 0, 6),
    )  # fmt: skip
    play.to("air_move")
    for subturn, label in enumerate(("D9", "F9", "D9", "F9"), start=1):
        assert play.phase == ("axis", "air_move", subturn)
        play.does("move", actor="ax-air", to=label)
        play.does("next")
    assert play.phase[1] == "landing"


def test_supply_counters_without_a_factor_owe_each_other_no_combat() -> None:
    def column(name: str, label: str) -> Stand:
        x, y = centre_of(BOARD, parse_hex(BOARD, label))
        return Stand(name, "axis" if name.startswith("ax") else "allied", "supply", x, y, state={"movement": 5})

    play = Play(column("al-sup", "L6"), column("ax-sup", "L8"))
    play.to("ground_move")
    told = play.does("move", actor="al-sup", to="L7").effects
    assert "enters_zone" not in {effect.type for effect in told}  # nobody is told that it must fight
    play.does("next")
    assert play.phase == ("allied", "combat", 0)
    play.does("next")
    assert play.phase == ("axis", "ground_move", 0)


def test_a_move_goes_to_another_hex() -> None:
    play = Play()
    play.to("ground_move")
    with pytest.raises(BadFile, match="another hex than the one it is on"):
        play.rule("move", actor="al-inf", to="L6")


def test_a_battle_that_is_won_goes_on_with_no_next_turn() -> None:
    points = ("B11", "E9", "D5")
    play = Play(*(counter(f"al-{label}", "infantry", label) for label in points), counter("ax-inf", "infantry", "B2"))
    play.to("ground_move")
    play.does("next", to="turn")
    assert play.state.winner == "allied"
    assert play.refused("next") == [("R1.3", "battle_is_won")]


def test_a_phase_of_which_no_side_or_subturn_is_said_is_a_clear_error() -> None:
    for told in ({"phase": "combat"}, {"phase": "air_move", "side": "axis"}):
        with pytest.raises(BadFile, match=r"side\.table\."):
            Play(known=told).rule("next")


def test_who_must_land_by_our_own_map_is_told_so() -> None:
    """R1.2 [gap]: whether an aircraft is on an airfield is the practice map's word."""
    play = Play(known={"phase": "landing", "side": "allied", "turn": 1, "weather": "fair"})
    assert "map" in [value.key for value in play.rule("next").house_values]
