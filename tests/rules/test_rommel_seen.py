"""What the camera saw of Rommel's counters, where one may go, and how an act is spelled and noted."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from rules.action import Action
from rules.legal import legal
from rules.registry import game_named, rule
from rules.rommel import RommelSettings, infer_moves, resolve_names
from rules.rommel.notation import open_to
from rules.rommel.sides import strengths
from rules.ruling import Ruling
from rules.seen_move import SeenMove, legal_readings
from rules.state import State
from table.hex_board import centre_of, default_board, hexes_of, label_of, parse_hex
from table.snapshot import Snapshot
from table.stand import Stand

BOARD = default_board(120, 80, 20, 12)
SETTINGS = RommelSettings(map="practice")


def counter(name: str, kind: str, *labels: str, combat: int = 3, movement: int = 4, **state: Any) -> Stand:
    """Put a counter in the middle of a hex, or halfway between two."""
    centres = [centre_of(BOARD, parse_hex(BOARD, label)) for label in labels]
    x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
    side = "axis" if name.startswith("ax") else "allied"
    told = {"combat": combat, "movement": movement, **state}
    return Stand(name, side, kind, x, y, sigma_cm=0.05, state=told)


FACTORS = {"combat": 3, "movement": 12}
SUPPLY = counter("ax-sup", "supply", "C5", movement=6)


def table(*stands: Stand) -> Snapshot:
    snapshot = Snapshot(120, 80, (SUPPLY, *stands), board=BOARD)
    return game_named("rommel").complete(snapshot, SETTINGS, "table")


def goings(stand: str, *stands: Stand, **known: Any) -> dict[str, int]:
    now = table(*stands)
    found = open_to(now, now.stand(stand), SETTINGS, known)
    return {label_of(BOARD, reached.here): reached.left for reached in found}


def test_a_counter_that_stands_elsewhere_moved_there_by_its_cheapest_way() -> None:
    before = table(counter("ax-1", "tank", "D5"), counter("ax-2", "tank", "E5"))
    (seen,) = infer_moves(before, table(counter("ax-1", "tank", "F5"), counter("ax-2", "tank", "E5")), RommelSettings())
    assert (seen.stands, seen.action["actor"], len(seen.action["path"])) == (("ax-1",), "ax-1", 4)  # round ax-2
    ruling = rule("rommel", before, seen.action)
    assert ruling.verdict == "allowed"


def test_several_that_moved_are_several_moves_and_nobody_moved_is_none() -> None:
    before = table(counter("ax-1", "tank", "D5"), counter("al-1", "tank", "P5"))
    after = table(counter("ax-1", "tank", "D6"), counter("al-1", "tank", "P6"))
    assert [seen.stands for seen in infer_moves(before, after, RommelSettings())] == [("al-1",), ("ax-1",)]
    assert infer_moves(before, before, RommelSettings()) == ()


def test_a_counter_on_a_line_has_its_other_reading_beside_it() -> None:
    before = table(counter("ax-1", "tank", "D5"))
    (seen,) = infer_moves(before, table(counter("ax-1", "tank", "E5", "F5")), RommelSettings())
    ends = {tuple(action["path"][-1]) for action in (seen.action, *seen.others)}
    assert ends == {(e.q, e.r) for e in (parse_hex(BOARD, "E5"), parse_hex(BOARD, "F5"))}


def test_what_no_rule_explains_comes_straight_and_is_refused() -> None:
    before = table(counter("ax-1", "tank", "D5"))
    (seen,) = infer_moves(before, table(counter("ax-1", "tank", "M5")), RommelSettings())
    ruling = rule("rommel", before, seen.action)
    assert [(c.clause, c.measured) for c in ruling.checks if c.verdict == "failed"] == [("R4.1", 9.0)]


@pytest.mark.ci
def test_where_a_counter_may_go_is_what_is_ruled() -> None:
    """Every hex of the board: one that is open is allowed, by the way told; one that is not is refused."""
    stands = (
        counter("ax-1", "infantry", "G6"), counter("ax-2", "tank", "F6"), counter("al-1", "infantry", "I7"),
        counter("al-2", "supply", "K6"), counter("ax-fort", "fortification", "G7"),
    )  # fmt: skip
    now = table(*stands)
    found = {reached.here: reached for reached in open_to(now, now.stand("ax-1"), SETTINGS, {})}
    for here in hexes_of(BOARD):
        if label_of(BOARD, here) == "G6":
            continue
        ruling = rule(
            "rommel", now, {"type": "move", "actor": "ax-1", "to": label_of(BOARD, here)}, settings={"map": "practice"}
        )
        assert (ruling.verdict == "allowed") == (here in found), label_of(BOARD, here)
        if here in found:
            used = next(check for check in ruling.checks if check.key == "hexes_used")
            assert (used.measured, used.limit) == (found[here].cost, found[here].mode.budget)


def test_the_weather_and_what_was_done_leave_less() -> None:
    tank = counter("ax-1", "tank", "D7")
    assert max(goings("ax-1", tank).values()) == 5  # the road's two more: D6 and D8 are road
    assert len(goings("ax-1", tank, weather="storm")) < len(goings("ax-1", tank, weather="rain")) < 60
    assert goings("ax-1", counter("ax-1", "tank", "D7", moved=True)) == {}
    assert goings("ax-1", counter("ax-1", "tank", "T12")) == {}  # no supply within eight


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("known", [{}, {"weather": None}])
def test_the_weather_of_the_settings_holds_while_nobody_has_thrown(known: dict[str, Any]) -> None:
    """R7.1: what is open, what is ruled and what was seen are judged in the same weather."""
    stormy = RommelSettings(map="practice", today="storm")
    now = table(counter("ax-1", "tank", "D5", movement=8))
    found = open_to(now, now.stand("ax-1"), stormy, known)
    assert max(reached.cost for reached in found) == 2
    given = {"map": "practice", "weather": "storm"}
    for here in hexes_of(BOARD):
        ruling = rule(
            "rommel", now, {"type": "move", "actor": "ax-1", "to": label_of(BOARD, here)}, (), given,
            sides={"table": known},
        ) if label_of(BOARD, here) != "D5" else None  # fmt: skip
        assert (ruling is not None and ruling.verdict == "allowed") == (here in {it.here for it in found})


def test_what_a_counter_may_do_is_asked_of_the_rules() -> None:
    now = table(counter("ax-1", "tank", "D5", stars=2), counter("al-1", "infantry", "E5"))
    state = State(("axis", "allied"), known={"axis": {}, "allied": {}})
    found = {possible.verb: possible for possible in legal("rommel", now, state, "ax-1", {"map": "practice"})}
    assert {verb: possible.allowed for verb, possible in found.items()} == {
        "move": True, "combat": True, "fire": True, "supply": True,
    }  # fmt: skip
    assert (found["combat"].targets, found["fire"].targets) == (("al-1",), ("al-1",))
    assert {space.name for space in found["move"].spaces} == set(goings("ax-1", *now.stands[1:]))


@pytest.mark.ci
def test_what_a_counter_may_do_knows_the_weather_and_the_cleared_hexes() -> None:
    """R4.7, R7.1: mines all round K6 on the practice map's field, but for a lane of two hexes; a storm."""
    now = table(counter("ax-1", "tank", "K6", movement=6), counter("ax-2", "supply", "C6"))
    lane = [parse_hex(BOARD, label) for label in ("K6", "K7", "J6")]
    known = {"weather": "storm", "cleared": [[here.q, here.r] for here in lane]}
    state = State(("axis", "allied"), known={"axis": {}, "allied": {}, "table": known})
    mines = {"map": {"columns": 20, "rows": 12, "mines": ["I4:M8"]}}
    (move,) = (it for it in legal("rommel", now, state, "ax-1", mines) if it.verb == "move")
    assert move.allowed
    ruled = {
        label_of(BOARD, here): rule(
            "rommel", now, {"type": "move", "actor": "ax-1", "to": label_of(BOARD, here)}, (), mines,
            sides=state.known,
        ).verdict == "allowed"
        for here in hexes_of(BOARD) if label_of(BOARD, here) != "K6"
    }  # fmt: skip
    assert (
        {space.name for space in move.spaces} == {label for label, allowed in ruled.items() if allowed} == {"K7", "J6"}
    )


@pytest.mark.parametrize("done", [{"air_moved": 4}, {"bombed": True}, {"air_fought": True}, {"fought": True}])
def test_nothing_is_open_to_who_has_had_his_turn(done: dict[str, Any]) -> None:
    """R4.1: four moves of the air, and none after a fight or a bomb."""
    flyer = counter("al-9", "aircraft", "H6", combat=2, movement=8, **done)
    assert goings("al-9", flyer) == {}
    ruling = rule("rommel", table(flyer), {"type": "move", "actor": "al-9", "to": "I6"})
    assert ruling.verdict == "refused"


def test_a_hex_is_spelled_as_the_counter_on_it() -> None:
    now = table(counter("ax-1", "tank", "D5"), counter("al-1", "infantry", "E5"), counter("al-2", "aircraft", "D5"))
    fight = resolve_names(now, {"type": "combat", "attackers": ["D5"], "targets": ["E5"]})
    assert (fight["attackers"], fight["targets"], fight["group"]) == (["ax-1"], ["al-1"], ["ax-1"])
    bomb = resolve_names(now, {"type": "bomb", "actor": "D5", "target": "D5"})
    assert (bomb["actor"], bomb["target"]) == ("al-2", "ax-1")
    assert resolve_names(now, {"type": "move", "actor": "K9", "path": []})["actor"] == "K9"


@pytest.mark.parametrize(
    ("action", "dice", "noted"),
    [
        ({"type": "move", "actor": "ax-1", "to": "C6"}, (), "ax-1 D5 -> C6"),
        ({"type": "combat", "attackers": ["ax-1"], "targets": ["al-1"]}, (5, 2), "ax-1 x al-1 ! al-1"),
        ({"type": "combat", "attackers": ["ax-1"], "targets": ["al-1"]}, (2, 5), "ax-1 x al-1 !! ax-1"),
        ({"type": "fire", "actor": "ax-1", "target": "al-1"}, (3,), "ax-1 : al-1"),
        ({"type": "weather"}, (3,), ""),
    ],
)
def test_an_act_is_noted_without_language(action: dict[str, Any], dice: tuple[int, ...], noted: str) -> None:
    now = table(counter("ax-1", "tank", "D5", stars=2), counter("al-1", "infantry", "E5"))
    ruling = rule("rommel", now, action, dice)
    assert ruling.verdict == "allowed"
    assert game_named("rommel").notation(action, ruling.effects, "it") == noted


def test_what_each_side_starts_with() -> None:
    now = table(counter("ax-1", "tank", "D5"), counter("ax-2", "aircraft", "B9"), counter("al-1", "infantry", "E5"))
    assert strengths(now) == {
        "allied": {"started": 1, "tanks": 0, "aircraft": 0, "combat": 3},
        "axis": {"started": 3, "tanks": 1, "aircraft": 1, "combat": 9},
    }


def test_where_a_counter_may_go_is_found_at_once_on_a_large_map() -> None:
    """Sixty counters on 40 x 30 hexes: far below the 50 ms that a page may wait."""
    board = default_board(200, 160, 40, 30)
    middles = [centre_of(board, here) for here in hexes_of(board)]
    kinds = ("aircraft", "tank", "supply", "infantry")
    stands = tuple(
        Stand(
            f"s{k}",
            "axis" if k % 2 else "allied",
            kinds[k % 4],
            *middles[(k * 397 + 620) % len(middles)],
            state=FACTORS,
        )
        for k in range(60)
    )
    now = game_named("rommel").complete(Snapshot(200, 160, stands, board=board), SETTINGS, "table")
    open_to(now, now.stand("s0"), RommelSettings())  # what is remembered of the board
    spent = []
    for _ in range(5):
        start = time.process_time()
        found = open_to(now, now.stand("s0"), RommelSettings())
        spent.append(time.process_time() - start)
    assert len(found) > 200
    assert min(spent) < 0.05


def test_on_a_line_the_hex_that_may_be_reached_is_meant() -> None:
    before = table(counter("ax-1", "tank", "D5"))

    def ruled(action: Action) -> Ruling:
        return rule("rommel", before, action)

    counted = []
    for here, there in pairwise("EFGHIJKLM"):
        (seen,) = infer_moves(before, table(counter("ax-1", "tank", f"{here}5", f"{there}5")), RommelSettings())
        each = [ruled(action).verdict for action in (seen.action, *seen.others)]
        told = [ruling.verdict for _, ruling in legal_readings(seen, ruled)]
        assert told == ([verdict for verdict in each if verdict != "refused"] or each)
        counted.append(len(told))
    assert 1 in counted, "where one hex may be reached and the next may not"
    assert counted[0] == counted[-1] == 2, "both may be reached, or neither"


def test_a_legal_action_that_explains_less_well_comes_before_a_refused_one() -> None:
    best, second, worst = (SeenMove({"type": "move", "way": way}, ("n-1",), off) for off, way in enumerate("abc"))
    seen = replace(best, worse=(second, worst))

    def allowing(*ways: str) -> Callable[[Action], Ruling]:
        return lambda action: Ruling("toy", "move", "allowed" if action["way"] in ways else "refused")

    def read(*ways: str) -> list[object]:
        return [move.action["way"] for move, _ in legal_readings(seen, allowing(*ways))]

    assert (read("a", "b"), read("b", "c"), read("c"), read()) == (["a"], ["b"], ["c"], ["a"])
