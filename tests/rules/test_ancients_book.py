"""Ancients: what the owner's own book adds (C11.1), played with the example of ours; and what is left without one."""

from dataclasses import replace
from typing import Any

import pytest
from ancients_match import Match, failed
from ancients_tables import BOARD, FAR, NEAR, SETTINGS, Man, ruled, table_of

from rules.ancients.book import example_book
from rules.ancients.demo import demo
from rules.registry import rule
from rules.ruling import Ruling
from table.hex_board import corners_of, hex_of
from table.terrain import Piece

BOOK = SETTINGS | {"book": "example"}


def with_ground(kind: str, *cells: tuple[int, int]) -> tuple[Piece, ...]:
    return tuple(Piece(f"{kind}-{c}-{r}", kind, corners_of(BOARD, hex_of(BOARD, c, r))) for c, r in cells)


def close(men: list[Man], dice: list[str], **more: Any) -> Ruling:
    action = {"type": "close", "actor": men[0].name, "target": men[1].name} | more
    return ruled(men, action, dice, settings=BOOK)


def told(ruling: Ruling, kind: str) -> list[dict[str, Any]]:
    return [effect.as_dict() for effect in ruling.effects if effect.type == kind]


HEAVY, WARRIORS = Man("heavy", NEAR, "heavy_infantry", (5, 4)), Man("band", FAR, "warriors", (6, 4))


def test_the_example_says_that_it_is_not_the_book() -> None:
    assert "not the rulebook" in example_book().title
    ruling = close([HEAVY, WARRIORS], ["flag"] * 5)
    assert {value.key: value.value for value in ruling.house_values}["book"] == example_book().title


def test_without_a_book_close_combat_is_refused_and_says_why() -> None:
    ruling = ruled([HEAVY, WARRIORS], {"type": "close", "actor": "heavy", "target": "band"})
    assert (ruling.verdict, failed(ruling)) == ("refused", ["has_book"])


def test_losses_that_players_settled_are_recorded_without_a_book() -> None:
    some = ruled([HEAVY, WARRIORS], {"type": "lose", "actor": "band", "blocks": 3})
    assert [e.as_dict() for e in some.effects] == [{"type": "damage", "stand": "band", "boxes": 3, "left": 1}]
    last = replace(WARRIORS, state=(("damage", 3),))
    all_of_it = ruled([HEAVY, last], {"type": "lose", "actor": "band", "blocks": 2})
    assert told(all_of_it, "remove") == [{"type": "remove", "stand": "band", "boxes": 1}]
    assert told(all_of_it, "banner")[0]["side"] == NEAR


def test_who_stands_battles_back() -> None:
    """Five dice of heavy infantry, then three of the warriors: they have lost two blocks."""
    ruling = close([HEAVY, WARRIORS], ["green", "red", "blue", "leader", "sword", "red", "red", "sword"])
    assert [throw.roller for throw in ruling.dice] == ["heavy"] * 5 + ["band"] * 3
    assert {e["stand"]: e["boxes"] for e in told(ruling, "damage")} == {"band": 2, "heavy": 3}
    assert ruling.needs is None


def test_warriors_alone_have_fewer_dice_once_they_have_losses() -> None:
    """C9.1: losses do not lower the dice, warriors excepted."""
    whole = close([replace(WARRIORS, side=NEAR), replace(HEAVY, side=FAR)], [])
    assert len(close([WARRIORS, HEAVY], ["green"] * 9).dice) == 4 + 5
    less = [replace(WARRIORS, state=(("damage", 1),)), replace(HEAVY, state=(("damage", 3),))]
    assert len(close(less, ["green"] * 9).dice) == 3 + 5
    assert whole.needs is not None


def test_who_gives_way_does_not_battle_back_and_lets_the_victor_advance() -> None:
    ruling = close([HEAVY, WARRIORS], ["flag", "green", "green", "green", "green"])
    assert told(ruling, "retreat") == [{"type": "retreat", "stand": "band", "flags": 1, "hexes": 1}]
    assert told(ruling, "may_advance")[0] == {
        "type": "may_advance", "stand": "heavy", "hexes": 1, "again": False, "hex": "G5",
    }  # fmt: skip
    assert len(ruling.dice) == 5


def test_flags_are_ignored_beside_two_friends_or_with_a_leader() -> None:
    flags = ["flag", "green", "green", "green", "green", *["green"] * 4]
    friends = [Man("f1", FAR, "auxilia", (6, 5)), Man("f2", FAR, "auxilia", (7, 4))]
    assert told(close([HEAVY, WARRIORS, *friends], flags), "retreat") == []
    assert told(close([HEAVY, WARRIORS, friends[0]], flags), "retreat") != []
    led = [HEAVY, WARRIORS, Man("chief", FAR, "leader", (6, 4))]
    assert told(close(led, flags), "retreat") == []


def test_flags_of_missiles_are_ignored_alike() -> None:
    men = [Man("bow", NEAR, "light_infantry_bow", (6, 2)), WARRIORS]
    friends = [Man("f1", FAR, "auxilia", (6, 5)), Man("f2", FAR, "auxilia", (7, 4))]
    shot = {"type": "shoot", "actor": "bow", "target": "band"}
    for helped, hexes in ((friends, 1), (friends[:1], 2)):
        ruling = ruled([*men, *helped], shot, ["flag", "flag"], settings=BOOK)
        assert [effect["hexes"] for effect in told(ruling, "retreat")] == [hexes]


def test_a_leader_alone_does_not_lead_himself() -> None:
    men = [Man("bow", NEAR, "light_infantry_bow", (6, 2)), Man("chief", FAR, "leader", (6, 4))]
    shot = {"type": "shoot", "actor": "bow", "target": "chief"}
    assert told(ruled(men, shot, ["blue", "flag"], settings=BOOK), "retreat")[0]["hexes"] == 1


def test_warriors_battle_back_with_what_is_left_of_them() -> None:
    ruling = close([HEAVY, WARRIORS], ["blue", "green", "green", "green", "green", *["green"] * 3])
    assert [throw.roller for throw in ruling.dice] == ["heavy"] * 5 + ["band"] * 3
    assert ruling.needs is None


def test_a_leader_with_the_unit_makes_his_face_hit() -> None:
    helmets = ["leader"] * 9
    assert told(close([HEAVY, WARRIORS], helmets), "damage") == []
    led = close([HEAVY, WARRIORS, Man("consul", NEAR, "leader", (5, 4))], helmets)
    assert told(led, "remove")[0]["stand"] == "band"


def test_who_evades_is_hit_only_by_its_own_sign() -> None:
    light = Man("light", FAR, "light_infantry", (6, 4))
    ruling = close([HEAVY, light], ["sword", "sword", "green", "flag", "leader"], evades=True)
    assert told(ruling, "damage") == [{"type": "damage", "stand": "light", "boxes": 1, "left": 3}]
    evading = {"type": "retreat", "stand": "light", "flags": 0, "hexes": 2, "evades": True}
    assert told(ruling, "retreat") == [evading]
    assert told(ruling, "may_advance") == []
    assert ruling.outcome == "evaded"
    assert failed(close([HEAVY, WARRIORS], [], evades=True)) == ["may_evade"]


def owing(hexes: int) -> Man:
    return replace(WARRIORS, state=(("retreats", hexes),))


def back(men: list[Man], path: list[tuple[int, int]], pieces: tuple[Piece, ...] = ()) -> Ruling:
    table = replace(table_of(men), pieces=pieces)
    action = {"type": "retreat", "actor": "band", "path": [list(cell) for cell in path]}
    return rule("ancients", table, action, (), BOOK)


def test_a_retreat_leads_back_as_far_as_it_must() -> None:
    assert back([owing(2)], [(6, 5), (6, 6)]).verdict == "allowed"
    assert failed(back([owing(2)], [(6, 5)])) == ["retreat_hexes"]
    assert failed(back([owing(2)], [(6, 3), (6, 2)])) == ["towards_own_edge", "towards_own_edge"]
    assert "hex_is_free" in failed(back([owing(1), Man("f", FAR, "auxilia", (6, 5))], [(6, 5)]))


def test_who_cannot_go_back_pays_in_blocks() -> None:
    """Both hexes behind it are taken: of two hexes it owes it goes none, and loses two blocks."""
    behind = [Man("f1", FAR, "auxilia", (6, 5)), Man("f2", FAR, "auxilia", (5, 5))]
    ruling = back([owing(2), *behind], [])
    assert told(ruling, "damage") == [{"type": "damage", "stand": "band", "boxes": 2, "left": 2}]
    river = back([owing(2)], [], with_ground("river", (6, 5), (5, 5)))
    assert told(river, "damage")[0]["boxes"] == 2


def test_at_the_edge_it_is_lost_and_the_enemy_has_a_banner() -> None:
    last = Man("band", FAR, "warriors", (6, 8), (("retreats", 1), ("damage", 3)))
    ruling = back([HEAVY, last], [])
    assert (ruling.outcome, told(ruling, "banner")[0]["side"]) == ("eliminated", NEAR)


def test_nobody_battles_while_somebody_has_to_retreat() -> None:
    other = Man("other", FAR, "auxilia", (4, 5))
    men = [HEAVY, other, replace(WARRIORS, cell=(8, 8), state=(("retreats", 1),))]
    assert failed(close(men, [])) == ["has_retreated"]


def test_terrain_does_what_the_book_says() -> None:
    men = [Man("aux", NEAR, "auxilia", (5, 3)), Man("foe", FAR, "auxilia", (5, 6))]
    table = replace(table_of(men), pieces=with_ground("wood", (5, 4)))
    through = {"type": "move", "actor": "aux", "path": [[5, 4], [5, 5]]}
    assert failed(rule("ancients", table, through, (), BOOK)) == ["terrain_stops"]
    without = rule("ancients", table, through, (), SETTINGS)
    assert without.verdict == "allowed"
    assert next(c.detail["terrain"] for c in without.checks if c.key == "terrain_not_told") == ["wood"]
    river = replace(table, pieces=with_ground("river", (5, 4)))
    assert "passable" in failed(rule("ancients", river, through, (), BOOK))


def test_cards_of_the_book_order_what_they_say() -> None:
    men = [Man("l", NEAR, "light_infantry", (1, 1)), Man("h", NEAR, "heavy_infantry", (2, 1))]
    sides = {NEAR: {"command": 4}}
    order = {"type": "order", "side": NEAR, "card": "light_troops"}
    assert ruled(men, order | {"units": ["l"]}, settings=BOOK, sides=sides).verdict == "allowed"
    assert failed(ruled(men, order | {"units": ["l", "h"]}, settings=BOOK, sides=sides)) == ["of_class"]
    left = {"type": "order", "side": NEAR, "card": "two_right", "units": ["l"]}
    assert "in_section" in failed(ruled(men, left, settings=BOOK))


def test_a_card_of_a_number_orders_so_many_however_large_the_hand() -> None:
    riders = [Man(f"c{column}", NEAR, "medium_cavalry", (column, 1)) for column in (1, 2, 3)]
    order = {"type": "order", "side": NEAR, "card": "mounted", "units": [man.name for man in riders]}
    assert ruled(riders, order, settings=BOOK, sides={NEAR: {"command": 1}}).verdict == "allowed"


def test_the_demo_has_ordered_as_many_units_as_it_says() -> None:
    scene = demo()
    ordered = [name for name, state in scene.states.items() if state.get("ordered")]
    assert len(ordered) == scene.known["table"]["orders"] == 5


def test_momentum_a_retreat_and_a_second_battle() -> None:
    """Warriors go two hexes into combat, throw their enemy back, follow, and battle once more (the example's rule)."""
    men = [
        Man("band", NEAR, "warriors", (5, 2)),
        Man("aux", FAR, "auxilia", (5, 5)),
        Man("foe", FAR, "auxilia", (6, 6)),
    ]
    match = Match(men, BOOK)
    match.act(type="start", side=NEAR)
    match.act(type="order", side=NEAR, units=["band"], number=1)
    match.to("move")
    assert match.act(type="move", actor="band", to="F5").verdict == "allowed"
    match.to("battle")
    assert failed(match.act(type="next", side=NEAR)) == ["has_closed"], "who went two hexes must fight"
    fought = match.act(("flag", "flag", "red", "red"), type="close", actor="band", target="aux")
    assert told(fought, "may_advance")[0]["again"] is True
    assert failed(match.act(type="next", side=NEAR)) == ["has_retreated"]
    assert match.act(type="retreat", actor="aux", path=["F7", "F8"]).verdict == "allowed"
    assert match.act(type="advance", actor="band", to="F6").verdict == "allowed"
    assert match.act(("red",) * 8, type="close", actor="band", target="foe").verdict == "allowed"
    assert failed(match.act(type="close", actor="band", target="foe")) == ["battles_once"]
    assert match.act(type="next", side=NEAR).verdict == "allowed"


@pytest.mark.parametrize("enough", [1, 2])
def test_enough_banners_end_the_battle(enough: int) -> None:
    men = [Man("bow", NEAR, "light_infantry_bow", (5, 2)), Man("foe", FAR, "auxilia", (5, 4), (("blocks", 1),))]
    men += [Man("h", FAR, "heavy_infantry", (8, 8))]
    match = Match(men, SETTINGS | {"banners": enough})
    match.act(type="start", side=NEAR)
    match.act(type="order", side=NEAR, units=["bow"], number=1)
    match.to("battle")
    assert match.act(("green", "green"), type="shoot", actor="bow", target="foe").verdict == "allowed"
    assert match.state.known[NEAR]["banners"] == 1
    assert match.state.winner == (NEAR if enough == 1 else None)
    assert match.act(type="next").verdict == ("refused" if enough == 1 else "allowed")


def test_what_was_done_is_forgotten_when_the_other_side_begins() -> None:
    men = [Man("a", NEAR, "auxilia", (5, 2)), Man("b", FAR, "auxilia", (5, 6))]
    match = Match(men, SETTINGS)
    match.act(type="start", side=NEAR)
    assert failed(match.act(type="move", actor="a", to="F4")) == ["in_phase", "has_order"]
    match.act(type="order", side=NEAR, units=["a"], number=1)
    match.to("move")
    assert match.act(type="move", actor="a", to="F4").verdict == "allowed"
    assert failed(match.act(type="move", actor="a", to="F3")) == ["not_moved"]
    match.to("draw")
    match.act(type="next", side=NEAR)
    assert (match.state.side, match.state.turn, match.state.known["table"]["phase"]) == (FAR, 1, "order")
    assert not {"ordered", "moved", "moved_hexes"} & set(match.state.states["a"])
    assert failed(match.act(type="order", side=NEAR, units=["a"], number=1)) == ["in_turn"]
    match.to("draw")
    match.act(type="next", side=FAR)
    assert (match.state.side, match.state.turn) == (NEAR, 2)


def test_flags_are_remembered_without_the_owners_book() -> None:
    """C10.3: who has to retreat does before anybody else battles; how far the players know. Once."""
    men = [Man("bow", NEAR, "light_infantry_bow", (5, 3)), Man("foe", FAR, "medium_cavalry", (5, 5))]
    men += [Man("bow2", NEAR, "light_infantry_bow", (6, 3))]
    match = Match(men, SETTINGS)
    match.act(type="start", side=NEAR)
    match.act(type="order", side=NEAR, units=["bow", "bow2"], number=2)
    match.to("battle")
    assert failed(match.act(type="retreat", actor="foe", to="F7")) == ["has_to_retreat"]
    match.act(("flag", "red"), type="shoot", actor="bow", target="foe")
    assert failed(match.act(type="shoot", actor="bow2", target="foe")) == ["has_retreated"]
    assert failed(match.act(type="next", side=NEAR)) == ["has_retreated"]
    assert match.act(type="retreat", actor="foe", to="F7").verdict == "allowed"
    assert failed(match.act(type="retreat", actor="foe", to="F8")) == ["has_to_retreat"]
    assert match.act(type="next", side=NEAR).verdict == "allowed"
