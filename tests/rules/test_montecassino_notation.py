"""A turn as it is noted, and what the camera saw of it as that notation (M1.2)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from montecassino_battle_text import parse_turn

from rules.montecassino.inference import infer_moves, readings
from rules.montecassino.position import position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.turn_notation import Knocked, TurnNoted, Went, format_turn
from rules.registry import rule
from table.errors import BadInput
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand

BOARD = default_board(44, 95)
squares = st.builds(Square, st.sampled_from(["A", "G"]), st.integers(1, 72), st.integers(1, 2))
went = st.lists(st.builds(Went, squares, squares, st.booleans()), min_size=1, max_size=3)
causes = st.sampled_from(["direct", "dragged", "ricochet", "unknown"])
fell = st.lists(st.builds(Knocked, squares, causes, st.booleans()), max_size=5)
turns = st.one_of(
    went.map(lambda ways: TurnNoted("move", tuple(ways))),
    st.builds(lambda square, n: TurnNoted("free", actor=square, freed=n), squares, st.integers(1, 2)),
    fell.map(lambda knocked: TurnNoted("shot", knocked=tuple(knocked))),
    st.sampled_from([TurnNoted("retreat"), TurnNoted("give_up")]),
)


@given(turns, st.sampled_from(["en", "it", "es"]))
def test_a_turn_is_read_as_it_was_written(turn: TurnNoted, language: str) -> None:
    text = format_turn(turn, language)
    assert parse_turn(text) == turn
    assert ("G" not in text) if language == "it" else ("T" not in text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a-72→g-49", "A-72 -> G-49"),
        ("T-9 - T-1", "G-09 -> G-01"),
        ("A29 X A38", "A-29 x A-38"),
        ("A-25->A-33,A-44 -> A-36", "A-25 -> A-33, A-44 -> A-36"),
        ("G-20+2", "G-20 +2"),
        ("*", "*"),
        ("* g-33, a-20d g-34R!", "* G-33 A-20d G-34r!"),
        ("<<", "<<"),
        ("2A-25 -> 2A-33", "2A-25 -> 2A-33"),
    ],
)
def test_notation_as_people_write_it(text: str, canonical: str) -> None:
    assert format_turn(parse_turn(text)) == canonical


@pytest.mark.parametrize(
    "text", ["", "A-25", "A-25 -> ", "A-73 -> A-01", "B-1 -> A-2", "* G-33z", "A-25 => A-33", "+2"]
)
def test_what_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_turn(text)


def table(*men: str, **more: tuple[float, float, float]) -> Snapshot:
    """Soldiers as "a1 A-25", and those between squares as a1=(x, y, sigma_cm)."""
    stands = []
    for each in men:
        name, square = each.split()
        stands.append(Stand(name, name[0].upper(), "soldier", *centre_of(BOARD, Square.parse(square))))
    for name, (x, y, sigma_cm) in more.items():
        stands.append(Stand(name, name[0].upper(), "soldier", x, y, sigma_cm=sigma_cm))
    return Snapshot(44, 95, tuple(stands), board=BOARD)


@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [
        (["a1 A-72"], ["a1 G-49"], "A-72 -> G-49"),
        (["a1 A-25", "a2 A-44"], ["a1 A-33", "a2 A-36"], "A-25 -> A-33, A-44 -> A-36"),
        (["a1 A-29", "g1 A-38", "g2 G-01"], ["a1 A-38", "g2 G-01"], "A-29 x A-38"),
        (["a1 A-25", "g1 A-42"], ["a1 A-42"], "A-25 x A-42"),  # one forward, then diagonally
        (["a1 A-25", "a2 A-33"], ["a1 A-33", "a2 A-41"], "A-33 -> A-41, A-25 -> A-33"),  # only in this order
        (["a1 A-25", "a2 A-33"], ["a1 A-33", "a2 A-34"], "A-33 -> A-34, A-25 -> A-33"),
        (["a1 A-25"], ["a1 A-34"], "A-25 -> A-34"),  # sideways and forward
        (["a1 G-40", "a2 A-44", "a3 A-01"], ["a1 A-03", "a2 A-02", "a3 A-01"], "<<"),
        (["g1 G-72"], ["g1 A-57"], "G-72 -> A-57"),
    ],
)
def test_what_the_camera_saw_comes_out_as_one_turn(before: list[str], after: list[str], seen: str) -> None:
    start, end = table(*before), table(*after)
    (reading,) = readings(start, end)
    assert reading.notation() == seen
    assert reading.probability == pytest.approx(1.0)
    (move,) = infer_moves(start, end, MontecassinoSettings())
    ruling = rule("montecassino", start, move.action)
    assert ruling.verdict == "allowed"
    if move.action["type"] == "move":
        there = {e.stand: e.values["square"] for e in ruling.effects if e.type == "move"}
        assert there == {m.name: str(s) for s, m in position_of(end).men.items() if m.name in move.stands}


def test_a_freeing_is_seen() -> None:
    before, after = table("a1 G-20", "a5 A-01"), table("a1 A-03", "a5 A-01", "a8 A-02")
    (reading,) = readings(before, after)
    assert reading.notation("it") == "T-20 +1"
    assert reading.action == {"type": "free", "actor": "a1", "comrades": ["a8"]}
    assert rule("montecassino", before, reading.action).verdict == "allowed"


def test_nothing_moved() -> None:
    assert readings(table("a1 A-25"), table("a1 A-25")) == ()
    nudged = replace(table("a1 A-25").stands[0], x=6.9)
    assert infer_moves(table("a1 A-25"), replace(table("a1 A-25"), stands=(nudged,)), MontecassinoSettings()) == ()


def test_what_no_turn_explains_is_refused_with_its_reason() -> None:
    before = table("a1 A-25", "a2 A-30")
    for after, clause in ((table("a1 A-57", "a2 A-30"), "M2.2"), (table("a1 A-17", "a2 A-30"), "M2.4")):
        (move,) = infer_moves(before, after, MontecassinoSettings())
        ruling = rule("montecassino", before, move.action)
        assert ruling.verdict == "refused"
        assert clause in {check.clause for check in ruling.checks if check.verdict == "failed"}


def test_between_two_squares_there_are_two_readings() -> None:
    """The soldier stands on the line between A-33 and A-34, nearer the first: both are legal turns."""
    before, after = table("a1 A-25"), table(a1=(8.49, 27.25, 0.02))
    found = readings(before, after)
    assert [reading.notation() for reading in found] == ["A-25 -> A-33", "A-25 -> A-34"]
    assert found[0].probability == pytest.approx(0.69, abs=0.01)
    assert sum(reading.probability for reading in found) == pytest.approx(1.0)
    (move,) = infer_moves(before, after, MontecassinoSettings())
    assert move.others == (found[1].action,)


def test_between_where_it_stood_and_the_next_it_may_not_have_moved() -> None:
    before, after = table("a1 A-25"), table(a1=(8.49, 22.75, 0.02))
    (reading,) = readings(before, after)
    assert reading.notation() == "A-25 -> A-26"
    assert reading.probability == pytest.approx(0.31, abs=0.01)
