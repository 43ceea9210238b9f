"""What a match's dice did for its sides, held against what could be expected, by hand: a shot that fells in 1 of 3."""

from pathlib import Path

import pytest
from hex_session import hex_table
from journals import Ticking, begin, play
from matches import match_at

from referee.journal.store import Journal
from referee.result.luck_adjusted import results_in
from referee.result.result import result_of
from referee.result.text import result_said
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand


def test_a_throw_that_brought_more_than_was_to_be_expected_turned_the_match(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)  # Miller hits Weber (4+) who fails his damage test (5+); Moore, as likely to, misses Krause
    result = result_of(journal)
    (point,) = result.turning_points
    assert (point.side, point.gain, point.expected, point.chance) == (
        "us",
        1,
        pytest.approx(1 / 3),
        pytest.approx(1 / 3),
    )
    assert result.luck["us"] == pytest.approx(2 / 3 - 1 / 3)
    (said,) = result_said(result, {"us": "Americans"}).turning_points
    assert said.odds_said == (
        "Americans: 1 nearer to its goal, where 0.3 was to be expected; as much or more comes in 33 of 100 such throws."
    )
    journal.close()


@pytest.mark.parametrize(
    ("language", "none", "one"),
    [
        ("en", "No throw turned the match. Throws whose odds were tried: 1.", "The throw that turned"),
        ("it", "Nessun tiro ha deciso la partita. Tiri di cui si sono provate le probabilità: 1.", "Il tiro che ha"),
        ("es", "Ninguna tirada decidió la partida. Tiradas cuyas probabilidades se probaron: 1.", "La tirada que"),
    ],
)  # fmt: skip
def test_no_throw_is_said_to_have_turned_a_match_that_none_turned(
    tmp_path: Path, language: str, none: str, one: str
) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    match.declare("Miller", "Weber")
    match.throw([1], confirm=True)
    result = result_of(journal)
    assert (result.tried, result.turning_points) == (1, ())
    assert result_said(result, language=language).turning_said == none
    journal.close()
    journal, match = begin(tmp_path / "another.sqlite")
    play(match)
    assert result_said(result_of(journal), language=language).turning_said.startswith(one)
    journal.close()


def test_who_fires_in_the_others_turn_has_thrown_himself(tmp_path: Path) -> None:
    """Y6.1: both sides fire. The south's fire in the north's turn was booked to the north, the side to play."""
    journal = Journal(tmp_path / "match.sqlite", write=True, now=Ticking())
    line = Stand("n-1", "north", "infantry", 80, 40, 90, 3.0, 2.0, state={"brigade": "N"})
    fires = Stand("s-1", "south", "infantry", 80, 46, -90, 3.0, 2.0, state={"brigade": "S"})
    match = match_at(Snapshot(160, 100, (line, fires)), "yankee", State(("north", "south")), journal=journal)
    match.declare("s-1", "n-1", "fire")
    match.throw([6])
    match.throw([1], confirm=True)
    assert match.now.memory.side == "north"
    match.end("won", "south")
    south = next(it for it in results_in(journal) if it.side == "south")
    north = next(it for it in results_in(journal) if it.side == "north")
    assert (south.throws, south.untried, south.gained) == (1, 0, 1.0)
    assert south.expected == pytest.approx(2 / 36)
    assert (north.throws, north.untried, north.gained, north.expected) == (0, 0, 0.0, 0.0)
    assert [north.dice["table"], south.dice["table"]] == [{"1": 1}, {"6": 1}], "each has its own die"
    journal.close()


def test_a_throw_of_ten_dice_has_its_odds(tmp_path: Path) -> None:
    """C11.1: of five dice at heavy infantry sign and sword hit, one in three; all four blocks fall in 11 of 243 throws.

    Else it battles back with its five. Throws of more than three dice turned no match.
    """
    known = {"table": {"phase": "battle", "side": "roman"}}
    state = State(("roman", "carthaginian"), side="roman", known=known)
    heavy = {"r": ("roman", "E4"), "c": ("carthaginian", "E5"), "d": ("carthaginian", "E9")}
    table = hex_table(
        "ancients", {name: (side, "heavy_infantry", cell, {"ordered": True}) for name, (side, cell) in heavy.items()}
    )
    with Journal(tmp_path / "match.sqlite", write=True, now=Ticking()) as journal:
        match = match_at(table, "ancients", state, {"book": "example"}, journal)
        match.declare("r", "c", "close")
        match.throw(["sword", "red", "sword", "red", "blue"], confirm=True)
        (point,) = result_of(journal).turning_points
    assert (point.side, point.gain) == ("roman", 1)
    assert (point.expected, point.chance) == (pytest.approx(11 / 243), pytest.approx(11 / 243))
