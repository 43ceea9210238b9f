"""What was moved by hand since the last act, and what is still to be put right."""

from dataclasses import replace

from board_session import Hands, full_board

from referee.boards.board_watch import BoardChanges, BoardWatch
from rules.board_cells import cells_of
from table.snapshot import Snapshot
from table.squares import default_board
from table.stand import Stand

MOVE = {"type": "move", "steps": [{"from": "A-26", "to": "A-34"}]}


def board_changes(hands: Hands) -> BoardChanges:
    return hands.session.reading().board_changes


def test_a_move_by_hand_is_afoot_until_it_is_confirmed() -> None:
    hands = Hands(full_board(a18="A-26"))
    hands.move(a18="A-34")
    assert board_changes(hands).moved == ("a18",)
    hands.session.act(lambda match: (match.declare_action(MOVE), match.confirm()))
    assert (board_changes(hands).moved, board_changes(hands).left) == ((), ())


def test_a_declared_move_is_left_to_do_until_a_hand_does_it() -> None:
    hands = Hands(full_board(a18="A-26"))
    hands.session.act(lambda match: (match.declare_action(MOVE), match.confirm()))
    assert (board_changes(hands).moved, board_changes(hands).left) == ((), ("a18",))
    hands.move(a18="A-34")
    assert board_changes(hands).left == ()


def test_what_is_undone_is_to_be_put_back() -> None:
    hands = Hands(full_board(a18="A-26"))
    hands.move(a18="A-34")
    hands.session.act(lambda match: (match.declare_action(MOVE), match.confirm()))
    hands.session.act(lambda match: match.undo())
    assert (board_changes(hands).moved, board_changes(hands).left) == ((), ("a18",))


def test_a_prisoner_is_gone_where_his_captor_stands() -> None:
    hands = Hands(full_board(a18="A-26", g18="A-35"))
    hands.take("g18")
    assert board_changes(hands).gone == ()  # he may be under a hand
    hands.move(a18="A-35")
    assert (board_changes(hands).moved, board_changes(hands).gone) == (("a18",), ("g18",))
    assert "g18" not in board_changes(hands).after


def test_a_prisoner_laid_beside_the_board_is_gone_too() -> None:
    hands = Hands(full_board(a18="A-26", g18="A-35"))
    hands.move(g18="off", a18="A-35")
    assert board_changes(hands).gone == ("g18",)


def test_who_fell_and_still_stands_there_is_to_be_taken_off() -> None:
    hands = Hands(full_board(a18="A-26", g18="A-35"))
    take = {"type": "move", "steps": [{"from": "A-26", "to": "A-35"}]}
    hands.session.act(lambda match: (match.declare_action(take), match.confirm()))
    assert board_changes(hands).stray == ("g18",)
    hands.take("g18")
    assert board_changes(hands).stray == ()


def test_where_somebody_stands_is_read_with_the_matchs_own_doubt() -> None:
    """A soldier 3 sigma beyond the line: whoever leaves less doubt than the usual asks which square he is on."""
    squares = default_board(44, 95)
    x, y = cells_of(squares)["A-25"].centre
    man = Stand("a1", "A", "soldier", x, y)
    before = Snapshot(44, 95, (man,), board=squares)
    there = before.with_stand(replace(man, x=x + 0.488 * squares.square_cm, sigma_cm=0.004 * squares.square_cm))
    watch, found = BoardWatch(), []
    for doubt in (0.025, 0.001):
        watch.see(before, there, (), doubt)
        found.append(watch.now.readings["a1"].state)
    assert found == ["on", "between"]
