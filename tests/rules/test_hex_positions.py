"""Who stands on which hex: stacks, stands on a line, and asking only where it changes the ruling."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from rules.board_cells import reading_of
from rules.dice import Dice, NeedsDice
from rules.hex_positions import HexPosition, hex_named, hexes_named, position_of, readings, rule_on_positions
from rules.registry import rule
from rules.rommel.combat import NAC
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings
from table.errors import BadFile
from table.hex_board import centre_of, default_board, parse_hex
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand

BOARD = default_board(100, 60, 20, 12)
HERE, THERE, FAR = Hex(3, 3), Hex(4, 3), Hex(8, 3)


def on(name: str, *hexes: Hex, sigma_cm: float = 0.1) -> Stand:
    """Put a stand in the middle of a hex, or halfway between two."""
    centres = [centre_of(BOARD, here) for here in hexes]
    x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
    return Stand(name, "axis", "infantry", x, y, sigma_cm=sigma_cm)


def table(*stands: Stand) -> Snapshot:
    return Snapshot(100, 60, stands, board=BOARD)


def builder(decided: dict[str, bool] | None = None, given: tuple[int, ...] = ()) -> RulingBuilder:
    return RulingBuilder("rommel", "move", Settings(), Dice(given, die=NAC), decided or {})


def judged(judge: Callable[[HexPosition, RulingBuilder], None], *stands: Stand, **said: bool) -> RulingBuilder:
    h = builder({key.replace("_", ":").replace("R4:3", "R4.3"): word for key, word in said.items()})
    rule_on_positions(table(*stands), h, "R4.3", judge)
    return h


def alone_here(position: HexPosition, h: RulingBuilder) -> None:
    h.condition("R4.2", "way_free", position.on(HERE) == ("a",))


def test_several_may_share_a_hex_and_one_off_the_board_is_on_none() -> None:
    away = Stand("c", "axis", "infantry", 99.9, 59.9)
    position = position_of(table(on("b", HERE), on("a", HERE), away))
    assert position.on(HERE) == ("a", "b")
    assert (position.where("b"), position.where("c")) == (HERE, None)
    assert position.moved("a", FAR).on(HERE) == ("b",)
    assert position.without("a", "b").on(HERE) == ()


def test_a_stand_on_a_line_is_asked_about_where_it_changes_the_ruling() -> None:
    h = judged(alone_here, on("a", HERE), on("b", HERE, THERE))
    assert h.verdict == "too_close"
    (asked,) = [check for check in h.checks if check.key == "stands_on_hex"]
    assert (asked.detail["stand"], asked.probability) == ("b", pytest.approx(0.5))
    half_cm = math.dist(centre_of(BOARD, HERE), centre_of(BOARD, THERE)) / 2
    assert (asked.measured, asked.limit) == (pytest.approx(half_cm), pytest.approx(half_cm))


def test_it_is_not_asked_about_where_it_changes_nothing() -> None:
    h = judged(alone_here, on("a", HERE), on("b", THERE, Hex(5, 3)))
    assert (h.verdict, [check.key for check in h.checks]) == ("allowed", ["way_free"])


def test_what_is_refused_either_way_is_refused_without_asking() -> None:
    h = judged(alone_here, on("a", HERE), on("c", HERE), on("b", HERE, THERE))
    assert (h.verdict, [check.key for check in h.checks]) == ("refused", ["way_free"])


def test_the_referees_word_settles_it_either_way() -> None:
    stands = (on("a", HERE), on("b", HERE, THERE))
    verdicts = []
    for word in (True, False):
        h = builder({"R4.3:stands_on_hex:b": word})
        rule_on_positions(table(*stands), h, "R4.3", alone_here)
        verdicts.append((h.verdict, h.checks[0].decided_by))
    assert sorted(verdicts) == [("allowed", "referee"), ("refused", "referee")]


def test_two_on_lines_are_both_asked_about_where_each_matters() -> None:
    h = judged(alone_here, on("a", HERE), on("b", HERE, THERE), on("c", HERE, Hex(2, 3)))
    assert sorted(c.detail["stand"] for c in h.checks if c.verdict == "close") == ["b", "c"]


def test_many_on_lines_are_judged_one_at_a_time() -> None:
    others = [on(f"o{k}", Hex(k, 7), Hex(k + 1, 7)) for k in range(0, 10)]
    h = judged(alone_here, on("a", HERE), on("b", HERE, THERE), *others)
    assert [c.detail["stand"] for c in h.checks if c.verdict == "close"] == ["b"]


def test_dice_are_asked_for_once_and_thrown_on_one_position_only() -> None:
    def throws(position: HexPosition, h: RulingBuilder) -> None:
        h.effect("roll", None, face=h.throw("R5.1", "combat_attack", "a"))

    h = builder(given=(4,))
    rule_on_positions(table(on("a", HERE), on("b", HERE, THERE)), h, "R4.3", throws)
    assert ([throw.given for throw in h.dice.thrown], h.dice.unused) == ([(4,)], ())
    with pytest.raises(NeedsDice):
        rule_on_positions(table(on("a", HERE)), builder(), "R4.3", throws)


def test_readings_are_weighed() -> None:
    read = position_of(table(on("a", HERE), on("b", HERE, THERE)))
    found = list(readings(read))
    assert {position.where("b") for _, position in found} == {HERE, THERE}
    assert sum(share for share, _ in found) == pytest.approx(1.0, abs=0.01)
    assert not any(position.between for _, position in found)


@pytest.mark.parametrize(("value", "here"), [([3, 3], HERE), ("E4", HERE), ("e-4", HERE)])
def test_a_hex_is_written_as_in_files_or_as_a_label(value: object, here: Hex) -> None:
    assert hex_named(value, "action.to", BOARD, "x") == here


@pytest.mark.parametrize("value", [None, 4, [1], [1, 2, 3], [1.5, 2], [True, 1], "", "5", "Z99", [99, 99], {}])
def test_what_is_no_hex_of_the_board_is_named(value: object) -> None:
    with pytest.raises(BadFile, match=r"x: action\.to: expected a hex of the board, such as \[3, 2\] or D5"):
        hex_named(value, "action.to", BOARD, "x")


def test_a_list_of_hexes_has_so_many_at_least() -> None:
    assert hexes_named({"path": ["E4", [4, 3]]}, "path", BOARD, "x") == (HERE, THERE)
    for path in ([], ["E4"], "E4", None):
        with pytest.raises(BadFile, match=r"action\.path: expected 2 or more hexes"):
            hexes_named({"path": path}, "path", BOARD, "x", least=2)


@pytest.mark.parametrize("way", [{"to": "E4"}, {"path": ["E4"]}])
def test_a_move_to_the_hex_it_may_be_on_is_asked_about(way: dict[str, Any]) -> None:
    board = default_board(100, 60)
    (x, y), (to_x, _) = (centre_of(board, parse_hex(board, label)) for label in ("D4", "E4"))
    unit = Stand("velites", "roman", "light_infantry", x + 0.49 * (to_x - x), y, sigma_cm=0.3)
    table = Snapshot(100, 60, (unit,), board=board)
    ruling = rule("ancients", table, {"type": "move", "actor": "velites", **way})
    assert ruling.verdict == "too_close"
    told = rule("ancients", table, {"type": "move", "actor": "velites", **way}, decided={"C1.1": True})
    assert told.verdict == "allowed"


@pytest.mark.parametrize(("share", "cells"), [(0.44, ("E4",)), (0.46, ("E4", "F4"))])
def test_who_surely_stands_on_a_hex_is_read_on_no_other(share: float, cells: tuple[str, ...]) -> None:
    """So far along from the middle of E4 to that of F4: at 0.44 it is on F4 in one of 300 cases."""
    (x0, y0), (x1, y1) = centre_of(BOARD, HERE), centre_of(BOARD, THERE)
    stand = Stand("a", "axis", "infantry", x0 + share * (x1 - x0), y0 + share * (y1 - y0), sigma_cm=0.1)
    assert reading_of(BOARD, stand).cells == cells
