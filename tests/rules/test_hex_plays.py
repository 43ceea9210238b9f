"""What the games on a board tell the page: only what their rules allow, by their own names for cells."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from board_session import Hands, full_board
from hex_session import ANCIENTS, DESERT, FIELD, ROMMEL, HexHands, hex_table
from hypothesis import given
from hypothesis import strategies as st

from referee.boards.agreed import agreed, board_kind, play_of, settled, starts_on, unsettled
from rules.board_cells import cell_cm, cell_named, cells_of, label_of, reading_of
from rules.board_play import BoardPosition, Chosen
from rules.rommel.board_battle import combat_odds
from rules.rommel.combat import NAC
from rules.state import State
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import default_board

DAY = {"turn": 3, "weather": "fair", "subturn": 1}


def position(game: str, **table: Any) -> BoardPosition:
    counters, info = (DESERT, ROMMEL) if game == "rommel" else (FIELD, ANCIENTS)
    return HexHands(info, counters, table).session.board_position()


@pytest.mark.parametrize("pointy", [True, False])
def test_every_hex_has_its_cell_its_label_and_its_corners(pointy: bool) -> None:
    board = HexBoard((4.0, 4.0), 3.0, 30, 3, pointy)
    cells = cells_of(board)
    assert len(cells) == 90
    assert list(cells)[26:28] == ["AA1", "AB1"]
    assert len(cells["G2"].corners) == 6
    assert [label_of("G7", language) for language in ("en", "it", "es")] == ["G7"] * 3
    assert cell_named(board, "aa1").id == "AA1"
    assert cell_cm(board) == pytest.approx(3.0 * 3**0.5)
    with pytest.raises(BadInput, match="no hex"):
        cell_named(board, "A9")


def test_the_games_know_what_they_are_played_on() -> None:
    kinds = [board_kind(game) for game in ("rommel", "ancients", "montecassino", "ambush")]
    assert kinds == ["hexes", "hexes", "squares", None]
    with pytest.raises(BadInput, match="not played on a board"):
        play_of("ambush")


@pytest.mark.ci
@given(st.data())
def test_a_settled_table_of_counters_is_the_position(data: st.DataObject) -> None:
    board = default_board(100.0, 60.0, 20, 12)
    cells = list(cells_of(board))
    names = list(DESERT)
    chosen = data.draw(st.lists(st.sampled_from(cells), min_size=len(names), max_size=len(names)))
    put = {name: (*DESERT[name][:2], cell, {}) for name, cell in zip(names, chosen, strict=True)}
    table = hex_table("rommel", put)  # several in one hex too
    known = agreed(table, settled(State(("allied", "axis")), table))
    assert [reading_of(board, stand).cell for stand in known.stands] == chosen
    assert unsettled(table, settled(State(("allied", "axis")), table)) == ()
    assert set(starts_on(board, table.stands)) == set(names)


@pytest.mark.ci
@pytest.mark.parametrize("phase", ["air_move", "air_fight", "landing", "ground_move", "fire", "combat"])
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_whatever_is_offered_in_a_phase_of_rommel_is_allowed(phase: str, side: str) -> None:
    now = position("rommel", phase=phase, side=side, **DAY)
    play = play_of("rommel")
    busy = set()
    for name in DESERT:
        told = play.choice(now, Chosen(name))
        for there in told.destinations:
            assert now.ruled(there.action).verdict == "allowed", (name, there)
        own = now.table.stand(name).side == side
        if told.destinations or any(way.act.allowed for target in told.targets for way in target.ways):
            busy |= {name} if own else set()
            assert own or phase == "air_move"  # guns fire at what flies past
    ready = set(play.ready(now))
    assert ready <= busy if phase == "landing" else ready == busy  # who is on an airfield may stay there
    assert play.phase(now) is not None


def test_the_page_tells_the_weather_that_is_ruled_by() -> None:
    """R7.1: that of the match's options where nobody has thrown; the die may still be thrown then."""
    day = {**DAY, "weather": None}
    stormy = replace(position("rommel", phase="ground_move", side="allied", **day), settings={"weather": "storm"})
    play = play_of("rommel")
    told = play.phase(stormy)
    assert told is not None
    assert told.facts == (("weather_storm", {}),)
    for there in play.choice(stormy, Chosen("br-tank")).destinations:
        assert stormy.ruled(there.action).verdict == "allowed", there
    waits = replace(position("rommel", phase="weather", side="allied", **day), settings={"weather": "storm"})
    assert [act.action["type"] for act in play.acts(waits)] == ["weather", "next"]


@pytest.mark.parametrize("phase", ["order", "move", "battle", "draw"])
@pytest.mark.parametrize("side", ["roman", "carthaginian"])
def test_whatever_is_offered_in_a_phase_of_ancients_is_allowed(phase: str, side: str) -> None:
    now = position("ancients", phase=phase, side=side)
    play = play_of("ancients")
    for name in FIELD:
        told = play.choice(now, Chosen(name))
        for there in told.destinations:
            assert now.ruled(there.action).verdict == "allowed", (name, there)
        if phase == "order" and now.table.stand(name).side == side:
            assert told.gathered == (name,)
            assert any(act.allowed for act in told.acts)
    assert set(play.ready(now)) <= {name for name in FIELD if FIELD[name][0] == side}


@pytest.mark.ci
def test_whatever_is_offered_in_montecassino_is_allowed() -> None:
    now = Hands(full_board(a18="A-26", a20="A-44", g24="A-53")).session.board_position()
    for steps in ((), ({"from": "A-26", "to": "A-34"},)):
        told = play_of("montecassino").choice(now, Chosen("A-44", steps=steps))
        assert {there.kind for there in told.destinations} == {"move", "capture"}
        for there in told.destinations:
            assert now.ruled(there.action).verdict == "allowed", there


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_odds_of_a_combat_are_those_of_all_throws(attack: int, defence: int) -> None:
    odds = combat_odds(attack, defence)
    wins = sum(ours * attack > theirs * defence for ours, theirs in product(NAC.faces, repeat=2))  # type: ignore[operator]
    assert odds["wins"] == Fraction(wins, 36)
    assert sum(odds.values()) == 1
    assert odds["wins"] == combat_odds(defence, attack)["loses"]


def test_a_counter_under_another_is_not_taken_for_gone() -> None:
    hands = HexHands(ROMMEL, DESERT, {"phase": "air_move", "side": "allied", **DAY})
    hands.take("it-inf")
    hands.move(br_air="I6")  # flies above it, and hides it
    afoot = hands.session.reading().board_changes
    assert (afoot.moved, afoot.gone) == (("br-air",), ())
    assert "it-inf" in afoot.after


def test_zones_supply_and_guns_are_those_of_the_rules() -> None:
    now = position("rommel", phase="ground_move", side="allied", **DAY)
    overlays = {overlay.key: dict(overlay.layers) for overlay in play_of("rommel").overlays(now)}
    assert "J8" in overlays["zoc"]["axis"]
    assert "A1" not in overlays["zoc"]["axis"]
    assert set(overlays["zoc_air"]["axis"]) >= {"I7", "K7"}
    assert "N8" in overlays["supply"]["allied"]
    assert set(overlays["flak"]) == {"allied", "axis"}
    assert "N9" in overlays["flak"]["allied"]


def test_a_unit_that_flags_drive_back_may_also_stay_where_it_has_no_way() -> None:
    """Without the owner's book flags are remembered, and only a retreat, of no hex too, lets the phase end."""
    counters = {**FIELD, "c-light": (*FIELD["c-light"][:3], {"flags": 1})}
    now = HexHands(ANCIENTS, counters, {"phase": "battle", "side": "roman", "orders": 0}).session.board_position()
    choice = play_of("ancients").choice(now, Chosen("c-light"))
    stays = [act for act in choice.acts if act.action["type"] == "retreat"]
    assert [act.action["path"] for act in stays] == [[]]
    assert stays[0].allowed
    assert {there.action["type"] for there in choice.destinations} == {"retreat"}


@pytest.mark.parametrize("phase", ["order", "move", "battle", "draw"])
def test_to_the_other_side_only_losses_settled_by_hand_are_offered(phase: str) -> None:
    now = position("ancients", phase=phase, side="carthaginian")
    for name in (name for name in FIELD if FIELD[name][0] == "roman"):
        told = play_of("ancients").choice(now, Chosen(name))
        assert (told.destinations, told.targets, told.rings, told.gathered) == ((), (), (), ())
        assert {act.action["type"] for act in told.acts} <= {"lose"}


def battling(book: bool, **counters: tuple[str, str, str, dict[str, Any]]) -> BoardPosition:
    info = replace(ANCIENTS, settings={"book": "example"}) if book else ANCIENTS
    put = {**FIELD, **{name.replace("_", "-"): counter for name, counter in counters.items()}}
    return HexHands(info, put, {"phase": "battle", "side": "roman"}).session.board_position()


@pytest.mark.ci
def test_who_has_battled_and_a_leader_have_no_battle_before_them() -> None:
    play = play_of("ancients")
    assert play.ready(battling(True)) == ("r-bow",)
    assert play.ready(battling(True, r_bow=(*FIELD["r-bow"][:3], {"blocks": 4, "fired": True}))) == ()
    assert play.ready(battling(True, r_lead=(*FIELD["r-lead"][:2], "D5", {}))) == ("r-bow",)


@pytest.mark.parametrize(("book", "said"), [(True, "now_battle"), (False, "now_by_hand")])
def test_without_the_owners_book_close_combat_is_settled_by_hand(book: bool, said: str) -> None:
    told = play_of("ancients").phase(battling(book))
    assert told is not None
    assert told.now[0] == said


def test_before_the_start_whoever_lies_on_the_map_has_something_to_do() -> None:
    ready = play_of("rommel").ready(position("rommel", side="allied"))
    assert ready == tuple(name for name, (side, *_) in DESERT.items() if side == "allied")
