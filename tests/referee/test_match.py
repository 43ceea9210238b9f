"""Declare, throw, decide, confirm, undo, with the real Ambush rules."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches import match_at

from referee.match.apply import state_at
from referee.match.judge import Judge, Rule, name_of
from referee.match.match import Match
from referee.match.state import Declaration, NotNow
from rules.ruling import Check, Effect, Ruling, Throw
from rules.state import State
from table.errors import UnknownStand
from table.snapshot import Snapshot
from table.stand import Stand


def soldier(name: str, side: str, x: float, y: float, sigma_cm: float = 0.0) -> Stand:
    return Stand(name, side, "soldier", x, y, 90, 2.0, 1.6, sigma_cm)


TABLE = Snapshot(
    120,
    100,
    (
        soldier("Miller", "us", 20, 20, 0.02),
        soldier("Weber", "de", 20, 60, 0.02),
        soldier("Brandt", "de", 70.0, 20, 0.02),
        soldier("Krause", "de", 20, 85),
    ),
)


def match() -> Match:
    return match_at(TABLE, state=State(("us", "de"), turn=3))


def test_a_shot_from_declaration_to_effect_and_back() -> None:
    game = match()
    assert game.declare("Miller", "Weber").verdict == "allowed"
    first = game.throw([4])
    assert first.needs is not None
    assert first.needs.clause == "A2.6"
    game.throw([3])
    assert game.now.finished
    assert "Weber" in game.table, "nothing happens before it is confirmed"
    game.confirm()
    assert "Weber" not in game.table
    assert game.now.memory.fallen["Weber"].centre == (20, 60)
    assert game.table.stand("Miller").state["fired"]
    game.undo()
    assert "Weber" in game.table
    assert not game.table.stand("Miller").state.get("fired")


def test_the_last_die_may_confirm_at_once_and_is_undone_with_it() -> None:
    game = match()
    game.declare("Miller", "Weber")
    game.throw([1], confirm=True)
    assert game.now.confirmed
    assert game.can_undo == "throw"
    game.undo()
    assert not game.now.confirmed
    assert game.ruling.needs is not None
    assert game.now.declared is not None
    assert game.now.declared.dice == ()


def test_what_may_be_done_again_is_read_from_the_journal_too() -> None:
    game = match()
    game.end_turn()
    game.end_turn()
    game.undo()
    game.undo()
    game.redo()
    assert state_at(game.journal, game.journal_head[0], game._judge).undone == game.now.undone
    assert [act.name for act in game.now.undone] == ["end of turn"]


def test_the_journal_says_whether_the_terrain_was_locked_or_unlocked() -> None:
    game = match()
    game.lock_terrain(True)
    game.lock_terrain(False)
    assert [entry.payload["text"] for entry in list(game.journal.entries())[-2:]] == ["locked", "unlocked"]


def test_who_has_fired_may_not_fire_again_until_the_turn_comes_round() -> None:
    game = match()
    game.declare("Miller", "Weber")
    game.throw([1], confirm=True)
    assert game.declare("Miller", "Brandt").verdict == "refused"
    game.end_turn()
    game.end_turn()
    assert game.now.memory.turn == 4
    assert game.declare("Miller", "Weber").verdict == "allowed"


def test_out_of_range_has_nothing_to_throw_or_confirm() -> None:
    game = match()
    assert game.declare("Miller", "Krause").verdict == "refused"
    with pytest.raises(NotNow, match="no throw"):
        game.throw([6])
    with pytest.raises(NotNow, match="not finished"):
        game.confirm()


@pytest.mark.parametrize(("word", "verdict"), [(True, "allowed"), (False, "refused")])
def test_the_referee_decides_what_is_too_close(word: bool, verdict: str) -> None:
    game = match()
    assert game.declare("Miller", "Brandt").verdict == "too_close"
    with pytest.raises(NotNow, match=r"A3\.1 was not too close"):
        game.decide("A3.1", True)
    ruling = game.decide("A2.3", word)
    assert ruling.verdict == verdict
    decided = next(check for check in ruling.checks if check.clause == "A2.3")
    assert decided.decided_by == "referee"
    game.undo()
    assert game.ruling.verdict == "too_close"


def test_the_other_side_is_measured_but_does_not_throw() -> None:
    game = match()
    assert game.declare("Weber", "Miller").verdict == "allowed"
    with pytest.raises(NotNow, match="measured, not played"):
        game.throw([6])
    game.end_turn()
    game.declare("Weber", "Miller")
    game.throw([6])


def test_dice_under_way_must_be_finished_or_undone() -> None:
    game = match()
    game.declare("Miller", "Weber")
    game.throw([6])
    for act in (game.withdraw, game.end_turn, lambda: game.declare("Miller", "Krause")):
        with pytest.raises(NotNow, match="owed"):
            act()
    game.undo()
    game.withdraw()
    assert game.now.ruling is None


def test_one_die_too_many_changes_nothing() -> None:
    game = match()
    game.declare("Miller", "Weber")
    with pytest.raises(NotNow, match="too many"):
        game.throw([1, 1])
    assert game.can_undo == "declaration"


def test_nothing_to_do_is_said() -> None:
    game = match()
    for act in (game.undo, game.confirm, lambda: game.throw([1]), lambda: game.decide("A2.3", True)):
        with pytest.raises(NotNow):
            act()
    with pytest.raises(UnknownStand, match="Nobody"):
        game.declare("Miller", "Nobody")


def test_a_ruling_stands_on_the_table_it_was_declared_on() -> None:
    game = match()
    game.declare("Miller", "Weber")
    game.see(TABLE.with_stand(TABLE.stand("Weber").moved_to(20, 99)))
    game.throw([4])
    assert game.ruling.verdict == "allowed"
    game.throw([6], confirm=True)
    assert game.now.memory.fallen["Weber"].centre == (20, 60)


ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("declare"), st.sampled_from(["Miller", "Weber"]), st.sampled_from(["Weber", "Brandt", "Krause"])
        ),
        st.tuples(st.just("throw"), st.integers(1, 6)),
        st.tuples(st.just("decide"), st.booleans()),
        st.tuples(st.just("end_turn")),
    ),
    max_size=12,
)


def play(game: Match, act: tuple[object, ...]) -> None:
    match act:
        case ("declare", str(actor), str(target)) if actor != target:
            game.declare(actor, target)
        case ("throw", int(face)):
            game.throw([face], confirm=True)
        case ("decide", bool(word)):
            game.decide("A2.3", word)
        case ("end_turn",):
            game.end_turn()


@pytest.mark.ci
@given(ACTS)
def test_undoing_everything_leads_back_to_the_start(acts: list[tuple[object, ...]]) -> None:
    game = match()
    for act in acts:
        try:
            play(game, act)
        except (NotNow, UnknownStand):
            continue
    while game.can_undo:
        game.undo()
    assert game.now.memory == State(("us", "de"), turn=3)
    assert {s.name for s in game.table.stands} == {"Miller", "Weber", "Brandt", "Krause"}


def asked(count: int) -> Rule:
    """Return rules that ask for so many dice, one after another alike."""
    throw = Throw("T1", "hit", "1 die", ())
    return lambda *a, decided, sides: Ruling("toy", "shoot", "allowed", needs=throw if len(a[3]) < count else None)


@pytest.mark.parametrize(
    ("game", "count", "together"),
    [("ancients", 0, 1), ("ancients", 1, 1), ("ancients", 3, 3), ("ancients", 13, 12), ("ambush", 3, 1)],
)
def test_dice_of_a_games_own_fall_together_twelve_at_most(game: str, count: int, together: int) -> None:
    judge, declared = Judge(game, {}, asked(count)), Declaration({"type": "shoot"}, TABLE)
    assert judge.together(declared, judge.ruling(declared, {}), {}) == together


def test_a_match_says_how_many_of_the_dice_on_its_card_fall_together() -> None:
    game = match_at(TABLE, "ancients", judge=asked(3))
    assert game.together == 1
    declared = Declaration({"type": "shoot"}, TABLE)
    game._now = replace(game.now, declared=declared, ruling=game._judge.ruling(declared, {}))
    assert game.together == 3
    game._now = replace(game.now, confirmed=True)  # nothing lies on the card, though its ruling asks for dice
    assert game.together == 1


def test_the_newest_ruling_is_not_made_again() -> None:
    judge, declared = Judge("ambush", {}, asked(1)), Declaration({"type": "shoot"}, TABLE)
    first = judge.ruling(declared, {})
    assert judge.ruling(declared, {}) is first
    assert judge.ruling(replace(declared, dice=(5,)), {}) != first


def heard(dice: tuple[int, ...], decided: dict[str, bool]) -> Ruling:
    """Rule as Yankee may: one die, and where it sends the target is too close to call."""
    if not dice:
        return Ruling("toy", "shoot", "allowed", needs=Throw("T1", "hit", "1d6", ()))
    checks = tuple(Check("T2", "way_back", "close", detail={"stand": name}) for name in ("Weber", "Krause"))
    left = [check for check in checks if name_of(check) not in decided and "T2" not in decided]
    if left:
        return Ruling("toy", "shoot", "too_close", checks)
    return Ruling("toy", "shoot", "allowed", checks, effects=(Effect("remove", "Weber"),), outcome="hit")


def test_a_word_owed_after_the_dice_is_not_lost_and_finishes_the_shot() -> None:
    game = match_at(TABLE, judge=lambda *a, decided, sides: heard(a[3], decided))
    game.declare("Miller", "Weber")
    game.throw([4], confirm=True)
    assert game.now.owed == "word"
    for act in (game.withdraw, game.end_turn, lambda: game.declare("Miller", "Krause")):
        with pytest.raises(NotNow, match="word is still owed"):
            act()
    game.decide("T2:way_back:Weber", True, confirm=True)
    assert not game.now.confirmed, "the other stand's check is still open"
    game.decide("T2:way_back:Krause", False, confirm=True)
    assert game.now.confirmed
    assert "Weber" not in game.table
    game.undo()
    assert game.now.owed == "word"
    assert "Weber" in game.table


def test_what_the_side_that_plays_was_seen_to_move_counts_this_turn() -> None:
    game = match()
    game.walk("Miller", 5.0)
    game.walk("Miller", 2.5)
    game.walk("Weber", 6.0)  # not his turn
    assert game.table.stand("Miller").state["moved_cm"] == 7.5
    assert "moved_cm" not in game.table.stand("Weber").state
    checks = {check.key: check for check in game.declare("Miller", "Weber").checks}
    assert checks["moved_not_ran"].measured == 7.5
    assert checks["moved_not_ran"].verdict == "passed"
    game.walk("Miller", 1.0)
    game.withdraw()
    assert game.declare("Miller", "Weber").verdict == "refused"  # 8.5 cm is a run
    game.end_turn()
    assert "moved_cm" not in game.table.stand("Miller").state
    game.undo()
    assert game.table.stand("Miller").state["moved_cm"] == 8.5


def test_a_nudge_and_a_way_that_a_ruling_ordered_are_no_move() -> None:
    game = match_at(TABLE, state=State(("us", "de"), places={"Miller": (20.0, 15.0)}))
    game.see(TABLE.with_stand(TABLE.stand("Miller").moved_to(20.4, 15.8)))  # about where he was told
    game.walk("Miller", 5.0)
    assert "moved" not in game.table.stand("Miller").state
    game = match()
    game.walk("Miller", 0.3)
    game.walk("nobody", 9.0)
    assert game.table == TABLE


def test_a_declaration_knows_who_was_not_seen() -> None:
    game = match()
    game.see(TABLE, {"Weber", "Krause"})
    game.declare("Miller", "Weber")
    assert game.now.declared is not None
    assert game.now.declared.unseen == ("Weber",)
    game.see(TABLE)
    game.declare("Miller", "Weber")
    assert game.now.declared.unseen == ()


def test_what_the_dice_may_still_bring_is_told_with_every_die() -> None:
    game = match()
    game.declare("Miller", "Weber")
    assert dict(game.now.odds) == {"miss": 1 / 2, "hit": 1 / 3, "saved": 1 / 6}
    game.throw([5])
    assert dict(game.now.odds) == {"hit": 2 / 3, "saved": 1 / 3}
    game.throw([6])
    assert game.now.odds == ()
