"""Who sits at which edge in a match: whoever stands nearer to it as the battle begins (C1.1)."""

from dataclasses import replace

from ancients_tables import FAR, NEAR

from rules.ancients import strengths
from rules.ancients.effects import REDUCER
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import rule_in_turn
from table.hex_board import centre_of, default_board, parse_hex
from table.snapshot import Snapshot
from table.stand import Stand

BOARD = default_board(100, 60)
UNROLLED = tuple(Stand(f"{side} {k}", side, "auxilia", 0, 0) for side in (NEAR, FAR) for k in range(2))


def table(**rows: str) -> Snapshot:
    """Return a table on which each side's two units stand on one row."""
    stands = []
    for stand in UNROLLED:
        column = "C" if stand.name.endswith("0") else "F"
        x, y = centre_of(BOARD, parse_hex(BOARD, column + rows[stand.side]))
        stands.append(replace(stand, x=x, y=y))
    return Snapshot(100, 60, tuple(stands), board=BOARD)


def begun(standing: Snapshot, known: dict[str, dict[str, object]], **settings: object) -> State:
    state = State((NEAR, FAR), known={**known, "table": {}})
    start = {"type": "start", "side": NEAR}
    ruling: Ruling = rule_in_turn("ancients", standing, start, (), settings, {}, "match", state)
    assert ruling.verdict == "allowed"
    return REDUCER.after(state, ruling.effects, standing)


def test_a_roster_that_stands_nowhere_says_nothing_of_edges() -> None:
    counted = strengths(Snapshot(100, 60, UNROLLED))
    assert [told.get("edge") for told in counted.values()] == [None, None]


def test_as_the_battle_begins_the_edges_are_told_by_where_both_stand() -> None:
    for near, far in ((NEAR, FAR), (FAR, NEAR)):
        known = dict(strengths(Snapshot(100, 60, UNROLLED)))
        after = begun(table(**{near: "2", far: "8"}), known)
        assert (after.known[near]["edge"], after.known[far]["edge"]) == ("near", "far")


def test_what_was_said_of_the_edges_before_stands() -> None:
    after = begun(table(**{NEAR: "8", FAR: "2"}), {NEAR: {"edge": "near"}, FAR: {"edge": "far"}})
    assert (after.known[NEAR]["edge"], after.known[FAR]["edge"]) == ("near", "far")
    assert "edge" not in begun(table(**{NEAR: "8", FAR: "2"}), {}, near_side=FAR).known.get(NEAR, {})


def test_a_battle_begins_once() -> None:
    standing = table(**{NEAR: "2", FAR: "8"})
    after = begun(standing, {})
    again = rule_in_turn("ancients", standing, {"type": "start", "side": FAR}, (), {}, {}, "match", after)
    assert [(c.clause, c.key) for c in again.checks if c.verdict == "failed"] == [("C3.1", "not_begun")]
