"""Declare, then reveal: shooter and target are committed before any distance is shown."""

import pytest
from matches import match_at

from referee.match.match import Match
from referee.match.state import NotNow
from rules.registry import rule
from table.snapshot import Snapshot
from table.stand import Stand


def soldier(name: str, x: float, y: float) -> Stand:
    return Stand(name, "us" if name[0] == "M" else "de", "soldier", x, y, 90, 2.0, 1.6)


TABLE = Snapshot(
    120, 100, (soldier("Miller", 20, 20), soldier("Moore", 40, 20), soldier("Weber", 20, 60), soldier("Krause", 20, 85))
)


@pytest.fixture
def game() -> Match:
    match = match_at(TABLE)
    match.choose_mode("reveal")
    return match


def test_what_was_declared_is_played(game: Match) -> None:
    game.declare("Miller", "Weber")
    for way_out in (game.withdraw, lambda: game.declare("Miller", "Krause"), lambda: game.choose_mode("open")):
        with pytest.raises(NotNow):
            way_out()
    game.throw([1], confirm=True)
    game.withdraw()
    assert game.table.stand("Miller").state["fired"]


def test_a_shot_out_of_range_is_spent_and_can_be_undone_where_all_may_measure(game: Match) -> None:
    assert game.declare("Miller", "Krause").verdict == "refused"  # 65 cm
    game.withdraw()
    assert game.table.stand("Miller").state["fired"]
    assert game.declare("Miller", "Weber").verdict == "refused"
    game.withdraw()
    game.choose_mode("open")
    for _ in range(2):  # each with what was declared
        game.undo()
    assert game.now.declared is None
    assert game.can_undo is None
    assert not game.table.stand("Miller").state.get("fired")


def test_an_undo_after_the_reveal_spends_the_shot_and_another_has_it_played(game: Match) -> None:
    assert game.declare("Miller", "Weber").verdict == "allowed"
    assert game.can_undo == "revealed declaration"
    game.undo()
    assert game.now.declared is None
    assert game.table.stand("Miller").state["fired"]
    assert [entry.kind for entry in game.journal.back(game.journal.length, 1, ())][:2] == ["confirmed", "declared"]
    assert game.can_undo == "spent shot"
    game.undo()
    for match in (game, Match(game.journal, TABLE, rule)):  # as after the program was started anew
        assert match.now.declared is not None
        assert match.now.declared.action["target"] == "Weber"
        assert (match.can_undo, match.now.mode) == ("revealed declaration", "reveal")
        with pytest.raises(NotNow):
            match.declare("Miller", "Krause")
    game.redo()
    assert (game.now.declared, game.table.stand("Miller").state["fired"]) == (None, True)
    game.undo()
    game.throw([1], confirm=True)
    assert game.table.stand("Miller").state["fired"]


def test_dice_taken_back_before_the_shot_is_spent_change_nothing_of_that(game: Match) -> None:
    game.declare("Miller", "Weber")
    game.throw([5])
    game.undo()  # the die
    game.undo()  # the shot is spent
    again = Match(game.journal, TABLE, rule)  # as after the program was started anew
    for match in (game, again):
        assert match.now.act == game.now.act
        assert match.table.stand("Miller").state["fired"]
    game.undo()
    assert game.now.untouched
    game.undo()
    game.choose_mode("open")
    game.undo()
    assert not game.table.stand("Miller").state.get("fired")


def test_with_open_measuring_a_card_is_closed_for_nothing(game: Match) -> None:
    game.choose_mode("open")
    game.declare("Miller", "Krause")
    game.declare("Miller", "Weber")
    game.withdraw()
    assert not game.table.stand("Miller").state.get("fired")


def test_what_the_other_side_could_do_is_not_measured(game: Match) -> None:
    with pytest.raises(NotNow, match="not the turn of Weber's side"):
        game.declare("Weber", "Miller")
    game.choose_mode("open")
    game.declare("Weber", "Miller")
    game.withdraw()
    assert not game.table.stand("Weber").state.get("fired")


def test_a_move_too_long_is_spent_where_it_began(game: Match) -> None:
    ruling = game.declare_action({"type": "move", "actor": "Miller", "path": [[20, 20], [20, 30]]})
    assert ruling.verdict == "refused"
    game.withdraw()
    miller = game.table.stand("Miller")
    assert (miller.centre, miller.state["moved_cm"]) == ((20, 20), 8.0)
    assert game.declare_action({"type": "move", "actor": "Miller", "path": [[20, 20], [20, 21]]}).verdict == "refused"


def test_an_allowed_move_is_confirmed_and_not_withdrawn(game: Match) -> None:
    game.declare_action({"type": "move", "actor": "Miller", "path": [[20, 20], [20, 27]]})
    with pytest.raises(NotNow):
        game.withdraw()
    game.confirm()
    assert game.now.memory.places["Miller"] == (20.0, 27.0)


@pytest.mark.parametrize(
    ("verb", "keys", "effect"),
    [("grenade", {"point": [20, 60]}, "threw"), ("assault", {"target": "Weber"}, "fought")],
)
def test_other_refused_acts_are_spent_too(game: Match, verb: str, keys: dict[str, object], effect: str) -> None:
    assert game.declare_action({"type": verb, "actor": "Miller", **keys}).verdict == "refused"
    game.withdraw()
    assert game.table.stand("Miller").state[effect]
