"""A battle of Montecassino through Match: declared, confirmed, undone, and played again from its journal."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from journals import Ticking
from matches import match_at

from referee.action_roles import acting_side
from referee.journal.history import opened
from referee.journal.integrity import check_journal
from referee.journal.replay_check import differences
from referee.journal.stands import table_data, table_from
from referee.journal.store import Journal
from referee.match.match import match_of
from referee.match.state import NotNow
from rules.legal import legal
from rules.montecassino.effects import REDUCER
from rules.montecassino.position import position_of
from rules.montecassino.side import strengths
from rules.registry import rule
from rules.state import State
from table.errors import BadInput
from table.frame import HexBoard
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand

BOARD = default_board(44, 95)
SETTINGS = {"option": "iii", "zone": "standard", "shells": 3}
MEN = {"a1": "A-41", "a2": "A-44", "a3": "G-28", "a4": "A-66", "g1": "A-50", "g2": "G-40", "g3": "G-10", "g4": "A-39"}


def soldier(name: str, square: str) -> Stand:
    return Stand(name, name[0].upper(), "soldier", *centre_of(BOARD, Square.parse(square)), sigma_cm=0.02)


TABLE = Snapshot(44, 95, tuple(soldier(*man) for man in MEN.items()), board=BOARD)
FIRST = State(("A", "G"), known=strengths(TABLE))


class PlayedMatch:
    """A match, and a table on which the players do what they are told."""

    def __init__(self, where: str | Path) -> None:
        self.journal = Journal(where, write=True, now=Ticking())
        self.journal.append(opened("montecassino", "a test", SETTINGS, FIRST, "test"))
        self.measured = TABLE
        self.match = match_at(TABLE, "montecassino", FIRST, SETTINGS, self.journal)

    def play(self, action: dict[str, Any]) -> None:
        ruling = self.match.declare_action(action)
        assert ruling.verdict == "allowed", [(c.clause, c.key) for c in ruling.checks if c.verdict != "passed"]
        self.match.confirm()
        self.follow()

    def follow(self) -> None:
        """Let the players put everybody where the newest ruling says, and the camera look."""
        self.measured = REDUCER.obeyed(self.measured, self.match.ruling.effects)
        self.match.see(self.measured)

    def where(self) -> dict[str, str]:
        return {man.name: str(square) for square, man in position_of(self.match.table).men.items()}


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedMatch]:
    it = PlayedMatch(tmp_path / "match.sqlite")
    yield it
    it.journal.close()


def steps(*ways: str) -> dict[str, Any]:
    pairs = (way.split() for way in ways)
    return {"type": "move", "steps": [{"from": start, "to": end} for start, end in pairs]}


def shot(side: str, *fallen: str) -> dict[str, Any]:
    pairs = (each.split() for each in fallen)
    return {"type": "shot", "side": side, "fallen": [{"square": square, "cause": cause} for square, cause in pairs]}


def test_a_short_battle_with_prisoners_a_shot_a_freeing_and_a_retreat(played: PlayedMatch) -> None:
    match = played.match
    played.play(steps("A-41 A-50", "G-28 G-20"))  # g1 is taken, a3 is on the third line
    assert "g1" not in match.table
    assert match.now.memory.known["G"]["prisoners"] == ["g1"]
    assert match.now.memory.side == "G"
    played.play(steps("A-39 A-31", "G-40 G-48"))
    played.play(steps("A-66 G-71"))
    played.play(shot("G", "A-50 direct", "A-44 dragged"))
    assert set(match.now.memory.fallen) == {"g1", "a1"}
    assert match.now.memory.known["G"]["shots"] == 1
    assert match.now.memory.known["A"]["prisoners"] == []
    played.play(steps("G-71 G-63"))
    played.play(steps("A-31 A-23"))
    played.play({"type": "retreat", "side": "A"})
    assert played.where() == {"a3": "A-03", "a4": "A-02", "a2": "A-01", "g2": "G-48", "g3": "G-10", "g4": "A-23"}
    played.play({"type": "free", "actor": "A-23", "comrades": 1})
    assert played.where()["g1"] == "G-01"
    assert played.where()["g4"] == "G-02"
    assert match.now.memory.known["G"]["prisoners"] == []
    assert set(match.now.memory.fallen) == {"a1"}
    played.play({"type": "give_up", "side": "G"})
    assert match.now.memory.winner == "A"
    assert list(differences(played.journal)) == []
    assert check_journal(played.journal.entries()).faults == ()
    again = match_of(played.journal, opened("montecassino", "a test", SETTINGS, FIRST, "test"), played.measured, rule)
    assert again.now.memory == match.now.memory
    assert again.table == match.table


def test_a_turn_is_undone_and_done_again(played: PlayedMatch) -> None:
    match = played.match
    played.play(steps("A-41 A-50"))
    after = match.now.memory
    match.undo()
    match.see(TABLE)
    assert match.now.memory == FIRST
    assert "g1" in match.table
    match.redo()
    assert match.now.memory == after
    assert list(differences(played.journal)) == []


def test_a_freeing_is_undone(played: PlayedMatch) -> None:
    played.play(steps("A-41 A-50"))
    played.play(steps("A-39 A-31", "A-31 A-23"))
    played.play(steps("G-28 G-29"))
    played.play({"type": "free", "actor": "g4", "comrades": ["g1"]})
    assert "g1" in played.match.table
    played.match.undo()
    assert "g1" not in played.match.table
    assert played.match.now.memory.known["G"]["prisoners"] == ["g1"]


def test_nobody_leaves_before_the_shot_is_confirmed(played: PlayedMatch) -> None:
    """M5.6, and M5.4 (iii): the commander who suffers names one; until then, and until it is confirmed, all stand."""
    match = played.match
    ruling = match.declare_action(shot("A", "G-40 ricochet", "G-28 dragged"))
    assert ruling.verdict == "too_close"
    assert [(c.key, c.detail["stand"]) for c in ruling.checks if c.verdict == "close"] == [("commander_names", "g2")]
    with pytest.raises(NotNow):
        match.confirm()
    match.decide("M5.4:commander_names:g2", True)
    assert "g2" in match.table
    match.confirm()
    assert "g2" not in match.table
    assert "a3" in match.table
    assert match.now.memory.known["A"]["shots"] == 1
    match.undo()
    assert "g2" in match.table
    assert match.now.memory.known["A"]["shots"] == 0
    assert list(differences(played.journal)) == []


def test_the_referee_amends_a_shot(played: PlayedMatch) -> None:
    match = played.match
    ruling = match.declare_action(shot("A", "G-40 direct"))
    kept = [effect for effect in ruling.effects if effect.type != "casualty"]
    match.amend(kept, "a sleeve, not the shell")
    assert "g2" in match.table
    assert match.now.memory.side == "G"


@pytest.mark.parametrize(
    "action", [steps("G-40 G-48"), shot("G", "A-44 direct"), {"type": "retreat", "side": "G"}], ids=lambda a: a["type"]
)
def test_the_other_side_waits_for_its_turn(played: PlayedMatch, action: dict[str, Any]) -> None:
    played.match.declare_action(action)
    assert not played.match.in_turn
    assert acting_side(played.match.now.declared.action, played.match.table, FIRST) == "G"  # type: ignore[union-attr]
    with pytest.raises(NotNow, match="turn"):
        played.match.confirm()
    waits = legal("montecassino", TABLE, FIRST, "g2", SETTINGS)
    assert {(p.verb, p.allowed, p.why_not[0].clause) for p in waits} >= {("move", False, "M2.1")}


def test_a_soldier_between_squares_is_the_referees_to_place(played: PlayedMatch) -> None:
    x, y = centre_of(BOARD, Square("A", 44))
    between = soldier("a2", "A-44").moved_to(x + 2.25, y)
    played.match.see(TABLE.with_stand(between))
    assert played.match.declare_action(steps("A-44 A-52")).verdict == "too_close"
    played.match.decide("M1.1", True)
    played.match.confirm()
    assert played.match.now.memory.places["a2"] == centre_of(BOARD, Square("A", 52))


def test_what_makes_no_sense_is_said(played: PlayedMatch) -> None:
    for action, key in (
        (steps("A-01 A-09"), "from"),
        ({"type": "move", "steps": []}, "steps"),
        ({"type": "free", "actor": "A-01"}, "A-01"),
        ({"type": "shot", "side": "A", "fallen": [{"square": "A-01"}]}, "fallen"),
        ({"type": "retreat", "side": "Z"}, "side"),
        ({"type": "shot", "side": "A", "fallen": [{"square": "G-40", "cause": "wind"}]}, "cause"),
    ):
        with pytest.raises(BadInput, match=key):
            played.match.declare_action(action)


@pytest.mark.parametrize("board", [BOARD, HexBoard((1.0, 2.0), 2.5, 13, 9, False, "even"), None])
def test_a_journal_keeps_the_board(board: Any) -> None:
    table = Snapshot(44, 95, TABLE.stands, board=board)
    assert table_from(json.loads(json.dumps(table_data(table)))) == table
