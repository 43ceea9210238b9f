"""What a stand may still do, and why not the rest."""

from typing import Any

import pytest

from referee.words.reaches import possibility_sentence
from rules.ambush.effects import REDUCER
from rules.legal import legal
from rules.possibility import Possibility
from rules.reach import reach
from rules.ruling import Effect
from rules.state import State
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand
from table.terrain import Piece

START = State(("us", "de"))


def soldier(name: str, x: float, y: float, **state: Any) -> Stand:
    return Stand(name, name[:2], "soldier", x, y, 90, 2, 1.6, state=state)


def may(table: Snapshot, name: str, state: State = START, game: str = "ambush") -> dict[str, Possibility]:
    return {possibility.verb: possibility for possibility in legal(game, table, state, name)}


def reasons(possibility: Possibility) -> list[tuple[str, str]]:
    return [(check.clause, check.key) for check in possibility.why_not]


TABLE = Snapshot(
    120, 100, (soldier("us-1", 20, 20), soldier("de-1", 20.0, 50.0), soldier("de-2", 20.0, 75.0)),
    (Piece("wood-1", "wood", ((60, 20), (80, 20), (80, 40), (60, 40))),),
)  # fmt: skip


def test_a_fresh_soldier_moves_runs_shoots_and_throws() -> None:
    found = may(TABLE, "us-1")
    assert (found["move"].allowed, found["move"].left_cm) == (True, 8.0)
    assert (found["run"].allowed, found["run"].left_cm) == (True, 16.0)
    assert found["shoot"].targets == ("de-1",)  # de-2 is 55 cm away
    assert found["grenade"].allowed
    assert reasons(found["assault"]) == [("A2.4", "after_a_move"), ("A2.4", "touches")]
    assert list(found)[-1] == "assault"  # what is not allowed comes last


def test_who_has_moved_and_shot_is_done_but_for_what_is_left_of_his_move() -> None:
    after = REDUCER.after(
        START, [Effect("move", "us-1", {"x": 20, "y": 20, "moved_cm": 5.5}), Effect("fired", "us-1")], TABLE
    )
    found = may(TABLE, "us-1", after)
    assert found["move"].left_cm == 2.5
    assert reasons(found["shoot"]) == [("A2.1", "not_fired")]
    assert reasons(found["run"]) == [("A2.2", "not_fired")]


def test_a_wood_leaves_half_the_move_and_no_run() -> None:
    table = TABLE.with_stand(soldier("us-1", 70, 30))
    found = may(table, "us-1")
    assert found["move"].left_cm == 4.0
    assert reasons(found["run"]) == [("A6.2", "no_run_zonal")]


def test_the_other_side_waits() -> None:
    found = may(TABLE, "de-1")
    assert not any(possibility.allowed for possibility in found.values())
    assert {reason for possibility in found.values() for reason in reasons(possibility)} == {("A1.5", "in_turn")}


def test_once_somebody_has_won_nobody_does_anything() -> None:
    won = State(("us", "de"), known={"de": {"surrendered": True}})
    for name in ("us-1", "de-1"):
        found = may(TABLE, name, won)
        assert len(found) > 3
        assert {tuple(reasons(each)) for each in found.values()} == {(("A1.5", "battle_is_over"),)}


def test_a_target_at_the_limit_is_named_as_too_close() -> None:
    at_the_limit = Stand("de-2", "de", "soldier", 20, 70.0, 270, 2, 1.6, sigma_cm=0.05)
    assert may(TABLE.with_stand(at_the_limit), "us-1")["shoot"].close == ("de-2",)


def test_a_tank_drives_fires_its_gun_and_its_mg() -> None:
    tank = Stand("us-9", "us", "Sherman", 20, 20, 90, 3.2, 7.0)
    panther = Stand("de-9", "de", "Panther", 45, 45, 270, 3.2, 7.0)
    table = Snapshot(120, 100, (*TABLE.without("us-1").stands, tank, panther))
    found = may(table, "us-9")
    assert found["mg"].targets == ("de-1",)
    assert found["gun"].targets == ("de-1", "de-9", "de-2")  # 30, 35 and 55 cm away: its range is 60
    assert found["move"].left_cm == 24.0
    fired = may(table, "us-9", REDUCER.after(START, [Effect("fired", "us-9")], table))
    assert fired["move"].left_cm == 12.0
    assert reasons(fired["mg"]) == [("A7.7", "not_fired")]


def base(name: str, x: float, y: float, heading: float, kind: str = "infantry", **state: Any) -> Stand:
    return Stand(name, name[0], kind, x, y, heading, 2.5, 2.0, state=state)


def test_a_base_moves_with_its_group_and_fires_in_either_turn() -> None:
    table = Snapshot(
        160, 100,
        (base("n-1", 50, 30, 90, brigade="A"), base("n-2", 52.5, 30, 90, brigade="A"), base("s-1", 50, 45, 270)),
    )  # fmt: skip
    state = State(("n", "s"))
    found = may(table, "n-1", state, "yankee")
    assert found["move"].left_cm == 10.0
    assert found["fire"].targets == ("s-1",)
    assert reasons(found["combat"]) == [("Y9.1", "in_contact")]
    theirs = may(table, "s-1", state, "yankee")
    assert reasons(theirs["move"]) == [("Y6.1", "in_turn")]
    assert theirs["fire"].targets == ("n-1",)


def test_what_a_stand_owes_comes_first_and_says_its_clause() -> None:
    """A general whose base is lost throws, a base in contact fights, a side tests its morale: verbs nobody asks for."""
    general = Stand("nG", "n", "general", 60, 30, 90, 2, 2, state={"base_lost": True})
    fighters = (Stand("n1", "n", "infantry", 80, 30, 90, 2.5, 2), Stand("s1", "s", "infantry", 80, 32, 270, 2.5, 2))
    table, state = Snapshot(160, 100, (general, *fighters)), State(("n", "s"))
    dies, *others = legal("yankee", table, state, "nG")
    assert (dies.verb, dies.allowed, dies.action) == ("general", True, {"type": "general", "actor": "nG"})
    assert [(check.clause, check.key) for check in dies.owed] == [("Y11.1", "general_owed")]
    assert possibility_sentence("yankee", dies).endswith("his die is still to be thrown (Y11.1)")
    assert not any(each.owed for each in others)
    fight, *others = legal("yankee", table, state, "n1")
    assert (fight.verb, fight.targets, [check.key for check in fight.owed]) == ("combat", ("s1",), ["fight_owed"])
    assert not any(each.owed for each in (*others, *legal("yankee", table, state, "s1")))
    few = State(("us", "de"), known={"us": {"started": 2}})
    alone = Snapshot(120, 100, (soldier("us-1", 20, 20), soldier("de-1", 20, 50)))
    morale = may(alone, "us-1", few)["morale"]
    assert (morale.allowed, [check.clause for check in morale.owed]) == (True, ["A5.1"])
    assert "morale" not in may(alone, "de-1", few)


def test_a_vehicle_without_a_type_takes_nothing_from_the_others_and_says_what_is_wrong_with_it() -> None:
    tanks = (
        Stand("Lucky", "us", "vehicle", 100, 30, 90, 3.2, 7), Stand("Tiger", "de", "vehicle", 40, 60, 270, 3.2, 7),
        Stand("Panzer", "us", "vehicle", 60, 60, 270, 3.2, 7, unit="Pzkpfw IV"),
    )  # fmt: skip
    table = Snapshot(120, 100, (*TABLE.stands, *tanks))
    fresh = may(TABLE, "us-1")
    for name in ("us-1", "Panzer"):
        found = may(table, name)
        assert all(possibility.trouble is None for possibility in found.values() if possibility.verb != "mount")
        assert found["move"].allowed
    assert may(table, "us-1")["shoot"].targets == fresh["shoot"].targets
    own = may(table, "Tiger", State(("de", "us")))
    line = possibility_sentence("ambush", own["move"])
    assert line.startswith("move: Tiger has no type: choose one in the roster, such as ")
    assert {aim.target for aim in reach("ambush", table, START, "us-1").aims} == {"de-1", "de-2"}
    assert reach("ambush", table, START, "Tiger").goings == ()


def test_who_has_fired_or_fought_is_told_why_he_does_not_move() -> None:
    base = Stand("n1", "n", "infantry", 60, 30, 90, 2.5, 2.0, state={"brigade": "A"})
    for done, key in (("fired", "not_fired"), ("fought", "not_fought_yet")):
        tired = Snapshot(160, 100, (base.with_state(**{done: True}),))
        assert ("Y6.1", key) in reasons(may(tired, "n1", State(("n", "s")), "yankee")["move"])


@pytest.mark.parametrize(("square", "asked"), [("G-17", True), ("G-24", True), ("G-16", False), ("A-72", False)])
def test_freeing_comrades_is_asked_about_on_the_enemys_third_line_only(square: str, asked: bool) -> None:
    """M3.2: who stands elsewhere frees nobody, and is not told so."""
    board = default_board(44, 95)
    table = Snapshot(44, 95, (Stand("a", "A", "soldier", *centre_of(board, Square.parse(square))),), board=board)
    assert ("free" in may(table, "a", State(("A", "G")), "montecassino")) == asked
