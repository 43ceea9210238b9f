"""What a match remembers is a fold over effects."""

from hypothesis import given
from hypothesis import strategies as st

from referee.memory import Memory
from rules.ruling import Effect
from table.snapshot import Snapshot
from table.stand import Stand

TABLE = Snapshot(120, 100, (Stand("Miller", "us", "soldier", 10, 10), Stand("Weber", "de", "soldier", 40, 10)))
START = Memory(("us", "de"), turn=3)


def test_first_side_begins() -> None:
    assert (START.side, START.turn) == ("us", 3)


def test_what_was_done_is_on_the_stands() -> None:
    after = START.after([Effect("fired", "Miller"), Effect("reveal", "Miller")], TABLE)
    assert dict(after.over(TABLE).stand("Miller").state) == {"fired": True, "revealed": True}
    assert dict(after.over(TABLE).stand("Weber").state) == {}


def test_the_fallen_are_off_the_table_and_keep_their_place() -> None:
    after = START.after([Effect("remove", "Weber")], TABLE)
    assert "Weber" not in after.over(TABLE)
    assert after.fallen["Weber"].centre == (40, 10)


def test_state_measured_with_the_stand_stays() -> None:
    table = TABLE.with_stand(TABLE.stand("Weber").with_state(revealed=True, elite=True))
    after = START.after([Effect("fired", "Weber")], table)
    assert dict(after.over(table).stand("Weber").state) == {"revealed": True, "elite": True, "fired": True}


def test_turns_go_round_and_forget_what_was_done_in_them() -> None:
    fired = START.after([Effect("fired", "Miller"), Effect("reveal", "Miller")], TABLE)
    theirs = fired.next_turn()
    assert (theirs.turn, theirs.side) == (3, "de")
    assert theirs.states == {"Miller": {"revealed": True}}
    assert (theirs.next_turn().turn, theirs.next_turn().side) == (4, "us")


def test_amounts_add_up() -> None:
    twice = START.after([Effect("damage", "Weber", {"boxes": 0.5}), Effect("damage", "Weber", {"boxes": 1})], TABLE)
    assert twice.states["Weber"]["damage"] == 1.5
    tired = START.after([Effect("fatigue", "Weber", {"points": 2})], TABLE)
    assert tired.states["Weber"]["fatigue"] == 2


def test_an_effect_on_nobody_changes_nothing() -> None:
    assert START.after([Effect("surrender", None, {"side": "de"}), Effect("remove", "Nobody")], TABLE) == START


EFFECTS = st.lists(
    st.builds(Effect, st.sampled_from(["fired", "reveal", "remove"]), st.sampled_from(["Miller", "Weber"])), max_size=8
)


@given(EFFECTS, EFFECTS)
def test_folding_in_two_parts_is_folding_once(first: list[Effect], second: list[Effect]) -> None:
    assert START.after(first, TABLE).after(second, TABLE) == START.after([*first, *second], TABLE)


@given(EFFECTS)
def test_nothing_is_changed_in_place(effects: list[Effect]) -> None:
    before = Memory(("us", "de"), states={"Miller": {"revealed": True}})
    before.after(effects, TABLE)
    assert before == Memory(("us", "de"), states={"Miller": {"revealed": True}})


def test_where_a_stand_must_go_is_remembered_but_not_measured() -> None:
    after = START.after([Effect("recoil", "Weber", {"to": [44, 12]})], TABLE)
    assert after.places == {"Weber": (44.0, 12.0)}
    assert after.over(TABLE).stand("Weber").centre == (40, 10)
