"""What a match remembers is a fold over effects."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ambush.effects import REDUCER as AMBUSH
from rules.registry import rule
from rules.ruling import Effect
from rules.state import State
from rules.yankee.effects import REDUCER as YANKEE
from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

TABLE = Snapshot(120, 100, (Stand("Miller", "us", "soldier", 10, 10), Stand("Weber", "de", "soldier", 40, 10)))
START = State(("us", "de"), turn=3)


def test_first_side_begins() -> None:
    assert (START.side, START.turn) == ("us", 3)


def test_what_was_done_is_on_the_stands() -> None:
    after = AMBUSH.after(START, [Effect("fired", "Miller"), Effect("reveal", "Miller")], TABLE)
    assert dict(after.over(TABLE).stand("Miller").state) == {"fired": True, "revealed": True}
    assert dict(after.over(TABLE).stand("Weber").state) == {}


def test_the_fallen_are_off_the_table_and_keep_their_place() -> None:
    after = AMBUSH.after(START, [Effect("remove", "Weber")], TABLE)
    assert "Weber" not in after.over(TABLE)
    assert after.fallen["Weber"].centre == (40, 10)


def test_state_measured_with_the_stand_stays() -> None:
    table = TABLE.with_stand(TABLE.stand("Weber").with_state(revealed=True, elite=True))
    after = AMBUSH.after(START, [Effect("fired", "Weber")], table)
    assert dict(after.over(table).stand("Weber").state) == {"revealed": True, "elite": True, "fired": True}


def test_turns_go_round_and_forget_what_was_done_in_them() -> None:
    fired = AMBUSH.after(START, [Effect("fired", "Miller"), Effect("reveal", "Miller")], TABLE)
    theirs = AMBUSH.next_turn(fired)
    assert (theirs.turn, theirs.side) == (3, "de")
    assert theirs.states == {"Miller": {"revealed": True}}
    assert (AMBUSH.next_turn(theirs).turn, AMBUSH.next_turn(theirs).side) == (4, "us")


def test_amounts_add_up() -> None:
    twice = AMBUSH.after(
        START, [Effect("damage", "Weber", {"boxes": 0.5}), Effect("damage", "Weber", {"boxes": 1})], TABLE
    )
    assert twice.states["Weber"]["damage"] == 1.5
    tired = YANKEE.after(START, [Effect("fatigue", "Weber", {"points": 2})], TABLE)
    assert tired.states["Weber"]["fatigue"] == 2


def test_an_effect_on_nobody_changes_nothing() -> None:
    assert YANKEE.after(START, [Effect("remove", "Nobody"), Effect("army", None, {"infantry": 5})], TABLE) == START


def test_an_effect_that_the_game_does_not_have_is_an_error() -> None:
    with pytest.raises(BadInput, match="the game has no effect 'fatigue'"):
        AMBUSH.after(START, [Effect("fatigue", "Weber", {"points": 2})], TABLE)


EFFECTS = st.lists(
    st.builds(Effect, st.sampled_from(["fired", "reveal", "remove"]), st.sampled_from(["Miller", "Weber"])), max_size=8
)


@pytest.mark.ci
@given(EFFECTS, EFFECTS)
def test_folding_in_two_parts_is_folding_once(first: list[Effect], second: list[Effect]) -> None:
    assert AMBUSH.after(AMBUSH.after(START, first, TABLE), second, TABLE) == AMBUSH.after(
        START, [*first, *second], TABLE
    )


@given(EFFECTS)
def test_nothing_is_changed_in_place(effects: list[Effect]) -> None:
    before = State(("us", "de"), states={"Miller": {"revealed": True}})
    AMBUSH.after(before, effects, TABLE)
    assert before == State(("us", "de"), states={"Miller": {"revealed": True}})


def test_where_a_stand_must_go_is_remembered_but_not_measured() -> None:
    after = YANKEE.after(START, [Effect("recoil", "Weber", {"to": [44, 12]})], TABLE)
    assert after.places == {"Weber": (44.0, 12.0)}
    assert after.over(TABLE).stand("Weber").centre == (40, 10)


MILLER = Stand("Miller", "us", "soldier", 10, 10, width_cm=2, depth_cm=1.6)
RIDE = Snapshot(120, 100, (MILLER, Stand("truck", "us", "GMC Transp.. pers.", 12.6, 10)))
OFF = {"type": "dismount", "actor": "Miller", "vehicle": "truck"}


def test_a_ride_is_remembered_by_both() -> None:
    aboard = AMBUSH.after(
        START, rule("ambush", RIDE, {"type": "mount", "actor": "Miller", "vehicle": "truck"}).effects, RIDE
    )
    assert aboard.states["Miller"] == {"aboard": "truck", "got_on": True}
    assert aboard.states["truck"] == {"boarded": True, "passengers": ["Miller"]}
    table = aboard.over(RIDE)
    half = rule("ambush", table, {"type": "move", "actor": "truck", "path": [[12.6, 10], [12.6, 25.1]]})
    assert half.verdict == "refused", "who takes on troops has half his 30 cm"
    assert rule("ambush", table, {"type": "dismount", "actor": "Miller", "vehicle": "truck"}).verdict == "refused"
    later = AMBUSH.next_turn(AMBUSH.next_turn(aboard))
    dismount = {"type": "dismount", "actor": "Miller", "vehicle": "truck"}
    off = AMBUSH.after(later, rule("ambush", later.over(RIDE), dismount).effects, RIDE)
    assert off.states["truck"]["passengers"] == []
    assert not off.states["Miller"]["aboard"]
    assert "boarded" not in AMBUSH.next_turn(off).states.get("truck", {})


def test_names_of_those_aboard_are_kept_where_names_are() -> None:
    named = RIDE.with_stand(RIDE.stand("truck").with_state(passengers=["Rossi"]))
    aboard = AMBUSH.after(START, [Effect("mount", "Miller", {"vehicle": "truck"})], named)
    assert aboard.states["truck"]["passengers"] == ["Rossi", "Miller"]
    off = AMBUSH.after(aboard, [Effect("dismount", "Rossi", {"vehicle": "truck"})], named)
    assert off.states["truck"]["passengers"] == ["Rossi", "Miller"]  # nobody of that name is on the table


def test_a_move_is_where_it_led_and_what_it_crossed() -> None:
    way = [[10, 10], [10, 13.5]]
    hedge = Piece("hedge", "hedge", ((5, 11), (15, 11), (15, 12), (5, 12)))
    table = RIDE.with_pieces([hedge])
    after = AMBUSH.after(START, rule("ambush", table, {"type": "move", "actor": "Miller", "path": way}).effects, table)
    assert after.places["Miller"] == (10, 13.5)
    assert after.states["Miller"] == {"moved_cm": 3.5, "crossed": ["hedge"], "crossed_pieces": ["hedge"]}
    again = after.over(table).with_stand(after.over(table).stand("Miller").moved_to(10, 13.5))
    shot = rule("ambush", again, {"type": "move", "actor": "Miller", "path": [[10, 13.5], [10, 14.2]]})
    assert shot.verdict == "refused", "3.5 + 0.7 is more than the 4 cm that crossing leaves"


def test_a_grenade_is_thrown_once() -> None:
    thrown = AMBUSH.after(START, [Effect("threw", "Miller")], RIDE)
    assert thrown.states["Miller"] == {"threw": True, "grenades": 0}
    assert AMBUSH.next_turn(thrown).states["Miller"] == {"grenades": 0}
    throw = {"type": "grenade", "actor": "Miller", "point": [10, 15]}
    assert rule("ambush", AMBUSH.next_turn(thrown).over(RIDE), throw).verdict == "refused"


def test_an_order_reaches_every_base_of_the_brigade_and_a_delay_runs_out() -> None:
    table = Snapshot(
        160, 100,
        (Stand("n-1", "n", "infantry", 10, 10, state={"brigade": "A"}), Stand("n-2", "n", "infantry", 60, 10)),
    )  # fmt: skip
    told = YANKEE.after(
        State(("n", "s")),
        [
            Effect("order", None, {"unit": "A", "order": "advance"}),
            Effect("react", None, {"unit": "A", "turns_late": 2}),
        ],
        table,
    )
    assert dict(told.over(table).stand("n-1").state) == {
        "brigade": "A", "order": "advance", "late": 2, "reacts": False, "reacted": True, "tried": "arrived",
    }  # fmt: skip
    assert dict(told.over(table).stand("n-2").state) == {}
    assert YANKEE.next_turn(told).units["A"]["late"] == 2  # it is the same turn still, the other side's half
    assert YANKEE.next_turn(YANKEE.next_turn(told)).units["A"]["late"] == 1


def test_who_begins_comes_first_in_every_turn() -> None:
    began = AMBUSH.after(START, [Effect("begins", None, {"side": "de"})], TABLE)
    assert (began.side, began.sides) == ("de", ("de", "us"))
    assert (AMBUSH.next_turn(began).side, AMBUSH.next_turn(began).turn) == ("us", 3)
    assert AMBUSH.next_turn(AMBUSH.next_turn(began)).turn == 4


def test_who_begins_forgets_only_the_old_places_of_those_that_are_put_anew() -> None:
    state = replace(START, places={"Miller": (10.0, 10.0), "Weber": (40.0, 10.0)})
    after = AMBUSH.after(state, [Effect("begins", None, {"side": "de", "stood": {"Weber": [44, 12]}})], TABLE)
    assert (dict(after.places), dict(after.starts)) == ({"Miller": (10.0, 10.0)}, {"Weber": (44.0, 12.0)})


def test_where_a_stand_stood_when_the_turn_began() -> None:
    theirs = AMBUSH.next_turn(START, TABLE)
    moved = TABLE.with_stand(TABLE.stand("Weber").moved_to(46, 10))
    assert theirs.over(moved).stand("Weber").state["start"] == [40.0, 10.0]
    assert "start" not in theirs.over(TABLE).stand("Weber").state


def test_losses_are_counted_by_brigade_and_the_last_side_has_won() -> None:
    table = TABLE.with_stand(TABLE.stand("Weber").with_state(brigade="B"))
    lost = AMBUSH.after(START, [Effect("remove", "Weber"), Effect("defeat", None, {"side": "de"})], table)
    assert dict(lost.losses) == {("de", "B"): 1}
    assert lost.winner == "us"
    assert START.winner is None


def test_reinforcements_still_to_come_grow_fewer() -> None:
    state = State(("n", "s"), known={"n": {"reinforcements": {"infantry": 3}}})
    after = YANKEE.after(state, [Effect("arrives", None, {"side": "n", "reinforcements": {"infantry": 1}})], TABLE)
    assert after.known["n"]["reinforcements"] == {"infantry": 1}


def test_who_gave_himself_away_can_hide_again() -> None:
    seen = AMBUSH.after(START, [Effect("reveal", "Miller")], TABLE)
    assert AMBUSH.after(seen, [Effect("hide", "Miller")], TABLE).states["Miller"]["revealed"] is False


def test_one_lost_of_those_aboard_leaves_the_others() -> None:
    table = Snapshot(120, 100, (Stand("v", "us", "Sdkfz 251", 10, 10, state={"passengers": 3}),))
    assert AMBUSH.after(START, [Effect("passengers_lost", "v", {"count": 1})], table).states["v"]["passengers"] == 2
    assert AMBUSH.after(START, [Effect("passengers_lost", "v", {"count": 9})], table).states["v"]["passengers"] == 0


def test_who_falls_rides_no_more() -> None:
    table = RIDE.with_stand(RIDE.stand("truck").with_state(passengers=["Miller", "Rossi"]))
    assert AMBUSH.after(START, [Effect("remove", "Miller")], table).states["truck"]["passengers"] == ["Rossi"]


def test_an_answer_to_fire_is_given_from_where_the_base_stood() -> None:
    table = Snapshot(160, 100, (Stand("a", "n", "infantry", 50, 20), Stand("t", "s", "infantry", 50, 39)))
    fired, owing = Effect("fired", "a", {"target": "t"}), Effect("must_answer", "t", {"target": "a"})
    owes = YANKEE.after(State(("n", "s")), [fired, owing, Effect("recoil", "t", {"to": [50, 41]})], table)
    gone_back = table.with_stand(table.stand("t").moved_to(50, 41))
    answer = {"type": "fire", "actor": "t", "target": "a"}
    assert owes.over_for(answer, gone_back).stand("t").state["stood"] == [50, 39, 90]
    assert owes.over(gone_back).stand("t").centre == (50, 41)
    fallen = YANKEE.after(owes, [Effect("remove", "t")], gone_back)
    assert fallen.over_for(answer, gone_back).stand("t").centre == (50, 39)
    assert "t" not in fallen.over(gone_back)
    answered = YANKEE.after(fallen, [Effect("fired", "t")], fallen.over_for(answer, gone_back))
    assert answered.known["table"]["answers"] == {}
    assert answered.over_for(answer, gone_back).stand("t").state["fired"] is True
    assert "t" not in YANKEE.next_turn(answered, gone_back).over_for(answer, gone_back)


def test_an_emptied_plate_is_off_the_table_but_no_loss() -> None:
    table = Snapshot(120, 100, (Stand("1st", "us", "platoon", 10, 10),))
    empty = AMBUSH.after(START, [Effect("split", "1st", {"soldiers": 0}), Effect("plate_empty", "1st")], table)
    assert "1st" not in empty.over(table)
    assert empty.fallen == {}
