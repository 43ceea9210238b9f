"""Sequences of a match of Ancients: card and orders, moves, battles, and what is owed in between (C3-C11)."""

from typing import Any

import pytest
from ancients_match import Match, failed
from ancients_tables import FAR, NEAR, SETTINGS, Man

from rules.cases import parse_battle
from rules.replay import replayed

BOOK = SETTINGS | {"book": "example"}
BOW, HORSE = Man("bow", NEAR, "light_infantry_bow", (5, 2)), Man("horse", NEAR, "light_cavalry", (7, 2))
FOE, OTHER = Man("foe", FAR, "medium_infantry", (5, 4)), Man("other", FAR, "auxilia", (9, 6))
FOOT = Man("foot", NEAR, "heavy_infantry", (5, 3))


def match(*men: Man, **settings: Any) -> Match:
    return Match(list(men), SETTINGS | settings)


def test_nothing_is_done_before_a_card_is_played() -> None:
    play = match(BOW, FOE)
    play.does(type="start", side=NEAR)
    assert failed(play.act(type="move", actor="bow", to="E3")) == ["in_phase", "has_order"]
    assert failed(play.act(type="shoot", actor="bow", target="foe")) == ["in_phase", "has_order"]


def test_a_turn_begins_with_a_card_and_one_that_nobody_told_of_is_named_but_holds_nothing() -> None:
    without, play = match(BOW, FOE), match(BOW, FOE)
    for each in (without, play):
        each.does(type="start", side=NEAR)
        assert each.owes == [("card_played", NEAR, False)]
    assert "no_card_played" in [check.key for check in without.does(type="next").checks]
    play.does(type="order", side=NEAR, units=["bow"], number=1)
    assert play.owes == []
    assert "no_card_played" not in [check.key for check in play.does(type="next").checks]


def test_one_card_a_turn_and_one_order_a_unit() -> None:
    play = match(BOW, HORSE, FOE)
    play.does(type="start", side=NEAR)
    play.does(type="order", side=NEAR, units=["bow"], number=1)
    assert failed(play.act(type="order", side=NEAR, units=["horse"], number=1)) == ["one_card_a_turn"]
    assert "ordered_once" in failed(play.act(type="order", side=NEAR, units=["bow"], number=1))


def test_orders_that_are_left_over_are_lost() -> None:
    """C3.2: a card of three for one unit: nobody else moves on it later."""
    play = match(BOW, HORSE, FOE).ordered("move", "bow", number=3)
    assert failed(play.act(type="move", actor="horse", to="H4")) == ["has_order"]
    play.to("battle")
    assert "has_order" in failed(play.act(type="shoot", actor="horse", target="foe"))


def test_a_unit_moves_once_and_all_moves_come_before_battles() -> None:
    play = match(BOW, HORSE, FOE).ordered("move", "bow", "horse")
    play.does(type="move", actor="horse", to="H4")
    assert failed(play.act(type="move", actor="horse", to="H5")) == ["not_moved"]
    play.to("battle")
    play.does("green", "red", type="shoot", actor="bow", target="foe")
    assert failed(play.act(type="move", actor="bow", to="E3")) == ["in_phase", "before_battle"]


def test_who_has_moved_shoots_with_fewer_dice() -> None:
    """C10.6: two dice standing still, one after a move."""
    still, moved = match(BOW, FOE).ordered("battle", "bow"), match(BOW, FOE).ordered("move", "bow")
    moved.does(type="move", actor="bow", to="G3")
    moved.to("battle")
    shot = {"type": "shoot", "actor": "bow", "target": "foe"}
    assert [len(play.act(("red",) * 2, **shot).dice) for play in (still, moved)] == [2, 1]


def test_auxilia_that_went_two_hexes_battle_with_nobody() -> None:
    play = match(Man("aux", NEAR, "auxilia", (5, 1)), FOE).ordered("move", "aux")
    play.does(type="move", actor="aux", to="F4")
    play.to("battle")
    assert "moved_then_battles" in failed(play.act(type="shoot", actor="aux", target="foe"))


def test_a_unit_shoots_or_fights_but_once() -> None:
    """C9.1: one battle a turn; who is beside an enemy shoots at no other (C10.1)."""
    near = Man("near", FAR, "auxilia", (6, 3))
    play = Match([BOW, FOE, near], BOOK).ordered("battle", "bow")
    play.does("red", "red", type="shoot", actor="bow", target="near")
    assert failed(play.act(type="shoot", actor="bow", target="foe")) == ["battles_once"]
    beside = Match([BOW, FOE, Man("near", FAR, "auxilia", (5, 3))], BOOK).ordered("battle", "bow")
    assert failed(beside.act(type="shoot", actor="bow", target="foe")) == ["nobody_adjacent"]


def test_who_must_give_way_does_so_before_the_next_battle() -> None:
    """C9.1, C10.5: the next battle and the end of the phase wait for the retreat, which its own side owes."""
    second = Man("second", NEAR, "light_infantry_bow", (6, 2))
    play = match(BOW, second, FOE).ordered("battle", "bow", "second")
    play.does("flag", "red", type="shoot", actor="bow", target="foe")
    assert play.owes == [("has_retreated", FAR, True)]
    assert failed(play.act(type="shoot", actor="second", target="foe")) == ["has_retreated"]
    assert failed(play.act(type="next")) == ["has_retreated"]
    play.does(type="retreat", actor="foe", to="F6")
    assert play.owes == []
    play.does(type="next")


def test_who_evades_goes_back_before_anything_else() -> None:
    foe = Man("foe", FAR, "light_infantry", (5, 4))
    play = Match([FOOT, BOW, foe], BOOK).ordered("battle", "foot", "bow")
    play.does(*["blue"] * 5, type="close", actor="foot", target="foe", evades=True)
    assert play.owes == [("has_retreated", FAR, True)]
    assert failed(play.act(type="next")) == ["has_retreated"]
    assert failed(play.act(type="retreat", actor="foe", to="F6")) == ["retreat_hexes"]
    play.does(type="retreat", actor="foe", to="F7")
    play.does(type="next")


@pytest.mark.parametrize(("settings", "holds"), [(BOOK, True), (SETTINGS, False)])
def test_warriors_that_went_two_hexes_owe_a_close_combat(settings: dict[str, Any], holds: bool) -> None:
    """C8.2: they must fight; without the owner's book nobody knows whether they did, and the turn goes on."""
    band, foe = Man("band", NEAR, "warriors", (5, 2)), Man("foe", FAR, "auxilia", (5, 5))
    play = Match([band, foe], settings).ordered("move", "band")
    play.does(type="move", actor="band", to="F5")
    assert play.owes == []  # it is owed in the battle
    play.to("battle")
    assert play.owes == [("has_closed", NEAR, holds)]
    assert failed(play.act(type="next")) == (["has_closed"] if holds else [])


def test_momentum_lapses_when_another_unit_battles() -> None:
    """C9.1: a unit's battle is over before the next begins."""
    second, weak = Man("second", NEAR, "heavy_infantry", (8, 3)), Man("weak", FAR, "auxilia", (5, 4), (("damage", 3),))
    play = Match([FOOT, second, weak, Man("o", FAR, "auxilia", (8, 4))], BOOK).ordered("battle", "foot", "second")
    assert play.does("green", *["red"] * 4, type="close", actor="foot", target="weak").outcome == "eliminated"
    play.does(*["red"] * 5, *["blue"] * 3, type="close", actor="second", target="o")
    assert failed(play.act(type="advance", actor="foot", to="F5"))[0] == "may_advance"


def test_a_bonus_battle_a_second_advance_and_no_third_battle() -> None:
    """C11.1: the example lets warriors battle again; then they may advance once more, and that is all."""
    men = [
        Man("band", NEAR, "warriors", (5, 3)), Man("one", FAR, "auxilia", (5, 4), (("damage", 3),)),
        Man("two", FAR, "auxilia", (5, 5), (("damage", 3),)), Man("three", FAR, "auxilia", (6, 6)),
    ]  # fmt: skip
    play = Match(men, BOOK).ordered("battle", "band")
    play.does("green", "red", "red", "red", type="close", actor="band", target="one")
    play.does(type="advance", actor="band", to="F5")
    play.does("green", "red", "red", "red", type="close", actor="band", target="two")
    play.does(type="advance", actor="band", to="F6")
    assert failed(play.act(type="close", actor="band", target="three")) == ["battles_once"]
    assert failed(play.act(type="advance", actor="band", to="F7"))[0] == "may_advance"


def test_a_leader_leaves_his_unit_joins_another_and_does_not_move_with_it() -> None:
    """C8.4: by an order of his own; the unit that he left keeps the card's other order."""
    men = [
        Man("horse", NEAR, "medium_cavalry", (5, 2)), Man("chief", NEAR, "leader", (5, 2)),
        Man("foot", NEAR, "medium_infantry", (6, 3)), FOE,
    ]  # fmt: skip
    play = match(*men).ordered("move", "chief", "horse", "foot", sections={"centre": 3})
    play.does(type="detach", actor="chief", to="G4")
    went = play.does(type="move", actor="foot", to="H5")
    assert [effect.stand for effect in went.effects if effect.type == "move"] == ["foot"]
    assert failed(play.act(type="move", actor="chief", to="H5")) == ["not_moved", "not_joined"]
    play.does(type="move", actor="horse", to="D3")


def test_a_leader_without_an_order_of_his_own_goes_with_his_unit() -> None:
    men = [Man("horse", NEAR, "medium_cavalry", (5, 2)), Man("chief", NEAR, "leader", (5, 2)), FOE]
    play = match(*men).ordered("move", "horse")
    assert failed(play.act(type="detach", actor="chief", to="G3")) == ["has_own_order"]
    went = play.does(type="move", actor="horse", to="D3")
    assert [effect.stand for effect in went.effects if effect.type == "move"] == ["horse", "chief"]


def test_ground_gives_its_banner_once() -> None:
    play = match(BOW, HORSE, FOE, OTHER, ground={"H4": "any"}).ordered("move", "horse")
    play.does(type="move", actor="horse", to="H4")
    assert play.state.known[NEAR]["banners"] == 1
    for _ in range(3):
        play.does(type="next")
    play.does(type="order", side=FAR, units=["other"], number=1)
    while play.state.side == FAR:
        play.does(type="next")
    play.does(type="order", side=NEAR, units=["horse"], number=1)
    play.to("move")
    play.does(type="move", actor="horse", to="H5")
    play.to("battle")
    assert play.state.known[NEAR]["banners"] == 1


def test_the_turns_alternate_and_orders_do_not_outlast_them() -> None:
    play = match(BOW, FOE).ordered("battle", "bow")
    play.does("red", "red", type="shoot", actor="bow", target="foe")
    play.does(type="next")
    play.does(type="next")
    assert (play.state.side, play.state.turn) == (FAR, 1)
    assert failed(play.act(type="order", side=NEAR, units=["bow"], number=1)) == ["in_turn"]
    play.does(type="order", side=FAR, units=["foe"], number=1)
    while play.state.side == FAR:
        play.does(type="next")
    assert (play.state.side, play.state.turn) == (NEAR, 2)
    assert failed(play.act(type="move", actor="bow", to="E3")) == ["in_phase", "has_order"]
    play.does(type="order", side=NEAR, units=["bow"], number=1)
    play.to("battle")
    play.does("red", "red", type="shoot", actor="bow", target="foe")


def test_the_last_banner_ends_the_battle_at_once() -> None:
    """C3.1: who has enough has won; nothing is owed or done any more, not even a retreat."""
    weak = Man("weak", FAR, "auxilia", (5, 4), (("damage", 3),))
    play = match(BOW, HORSE, weak, OTHER, banners=1).ordered("battle", "bow", "horse")
    assert play.does("green", "red", type="shoot", actor="bow", target="weak").outcome == "won"
    assert (play.state.winner, play.owes) == (NEAR, [])
    for action in ({"type": "shoot", "actor": "horse", "target": "other"}, {"type": "next"}):
        assert "battle_is_over" in failed(play.act(**action))


def test_a_battle_file_may_begin_in_the_middle_of_a_turn() -> None:
    """What it says was done this turn is forgotten with it; a turn counts once both sides have played."""
    told = 'game = "ancients"\nsides = ["roman", "carthaginian"]\n[table]\nwidth_cm = 120\ndepth_cm = 80\n'
    told += '[side.table]\nphase = "battle"\nside = "roman"\ncard_played = true\norders = 1\n'
    for name, side, here in (("bow", "roman", "[5, 2]"), ("foe", "carthaginian", "[5, 4]")):
        told += f'[[stand]]\nname = "{name}"\nside = "{side}"\nkind = "light_infantry_bow"\nhex = {here}\n'
        told += "[stand.state]\nordered = true\nfired = true\n" if name == "bow" else ""
    acts = ['type = "shoot", actor = "bow", target = "foe"', *['type = "next"'] * 2]
    acts += ['type = "order", units = ["foe"], number = 1', *['type = "next"'] * 4]
    acts += ['type = "order", units = ["bow"], number = 1', *['type = "next"'] * 2]
    acts += ['type = "shoot", actor = "bow", target = "foe"']
    told += "".join(f"[[act]]\naction = {{{act}}}\n" for act in acts[:-1])
    told += f'[[act]]\naction = {{{acts[-1]}}}\ndice = ["red", "red"]\n'
    first, *_, last = replayed(parse_battle(told))
    assert first.ruling is not None
    assert failed(first.ruling) == ["battles_once"]
    assert last.ruling is not None
    assert (last.ruling.verdict, last.turn, last.side) == ("allowed", 2, "roman")
