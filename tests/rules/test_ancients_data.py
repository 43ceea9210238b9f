"""Ancients: the tables beside the code, the settings, and what rulings list of them."""

from dataclasses import replace
from typing import Any

import pytest
from ancients_tables import BOARD, FAR, NEAR, Man, ruled, table_of

from rules.ancients import AncientsSettings
from rules.ancients.sections import dotted_lines, on_board, sections_of
from rules.ancients.troops import block_table, completed, short_of_blocks
from rules.ancients.units import blocks_left, book_types, kind_of
from rules.settings import read_settings
from table.errors import BadFile
from table.frame import SquareBoard
from table.hex_board import centre_of, hex_of, hexes_of
from table.stand import Stand

FOOT = {"light_infantry", "light_infantry_bow", "light_infantry_sling", "auxilia", "warriors", "medium_infantry"}
FOOT |= {"heavy_infantry"}
BLOCKS = {"war_machine": 2, "light_cavalry": 3, "medium_cavalry": 3, "heavy_cavalry": 3, "elephants": 2}
BLOCKS |= {"heavy_chariots": 2, "leader": 1} | dict.fromkeys(FOOT, 4)
SMALL = FOOT | {"war_machine"}


def test_units_have_the_books_blocks() -> None:
    assert {kind: row.blocks for kind, row in book_types().items()} == BLOCKS
    assert {kind for kind, row in book_types().items() if row.size == "small"} == SMALL


def test_the_sets_have_the_books_blocks() -> None:
    """By size of block, as a player sorts them before he sticks the labels on."""
    sizes = {kind: row.size for kind, row in book_types().items()}
    sums = {
        side: {size: sum(n for kind, n in row.items() if sizes[kind] == size) for size in sorted(set(sizes.values()))}
        for side, row in block_table().items()
    }
    assert sums["roman"] == {"large": 4, "medium": 30, "rectangular": 5, "small": 120}
    assert sums["carthaginian"] == {"large": 6, "medium": 45, "rectangular": 7, "small": 92}
    assert all(
        not count % book_types()[kind].blocks for row in block_table().values() for kind, count in row.items()
    )  # fmt: skip


def test_more_units_than_blocks_are_named() -> None:
    men = [Man(f"h{k}", NEAR, "heavy_cavalry", (k, 0)) for k in range(2)]
    men += [Man(f"w{k}", FAR, "war_machine", (k, 8)) for k in range(1)]
    assert short_of_blocks(table_of(men), book_types()) == {
        (NEAR, "heavy_cavalry"): (6, 3), (FAR, "war_machine"): (2, 0),
    }  # fmt: skip
    ruling = ruled(men, {"type": "start", "side": NEAR})
    named = {check.detail["unit"] for check in ruling.checks if check.clause == "C2.3"}
    assert named == {"heavy_cavalry", "war_machine"}
    assert ruling.verdict == "allowed", "a club may have two sets"
    assert not short_of_blocks(table_of(men[:1]), book_types())


def test_a_shot_is_checked_in_the_books_order() -> None:
    """C10.3: the shooter, range, line of sight, dice, hits, retreats."""
    men = [Man("bow", NEAR, "light_infantry_bow", (5, 3)), Man("foe", FAR, "auxilia", (5, 5))]
    ruling = ruled(men, {"type": "shoot", "actor": "bow", "target": "foe"}, ["green", "flag"])
    keys = [check.key for check in ruling.checks]
    order = ["has_missiles", "hex_range", "hex_sight", "still_dice", "own_sign_hits", "flags_retreat"]
    assert [key for key in keys if key in order] == order
    assert [effect.type for effect in ruling.effects] == ["fired", "damage", "retreat"]


@pytest.mark.parametrize("written", ["Light infantry bow", "light-infantry-bow", "LIGHT_INFANTRY_BOW"])
def test_kinds_are_read_as_people_write_them(written: str) -> None:
    assert kind_of(written) == "light_infantry_bow"
    ruling = ruled([Man("a", NEAR, written, (1, 1))], {"type": "move", "actor": "a", "to": "B4"})
    assert ruling.verdict == "allowed"


def test_the_rows_between_may_be_shorter() -> None:
    short = AncientsSettings(odd_row_hexes=12)
    assert sum(on_board(BOARD, here, AncientsSettings()) for here in hexes_of(BOARD)) == 13 * 9
    assert sum(on_board(BOARD, here, short) for here in hexes_of(BOARD)) == 13 * 5 + 12 * 4
    man, beyond = [Man("a", NEAR, "auxilia", (11, 1))], {"type": "move", "actor": "a", "path": [[11, 1], [12, 1]]}
    assert ruled(man, beyond).verdict == "allowed"
    refused = ruled(man, beyond, settings={"odd_row_hexes": 12})
    assert [c.key for c in refused.checks if c.verdict == "failed"] == ["on_the_board"]


@pytest.mark.parametrize(("offset", "first"), [("odd", (0, 0)), ("even", (0, 0)), ("odd", (1, 1)), ("even", (0, 3))])
def test_short_rows_lack_the_hex_that_would_jut_out(offset: Any, first: tuple[int, int]) -> None:
    """C1.1: rows of 13 and 12 by turns are a board with two straight sides, to which half a hex is missing nowhere."""
    board = replace(BOARD, offset=offset, first=first)
    short = AncientsSettings(odd_row_hexes=12)
    places = [centre_of(board, here) for here in hexes_of(board) if on_board(board, here, short)]
    assert len(places) == 13 * 5 + 12 * 4
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    wide = board.size_cm * 3**0.5
    rows = {round(y, 6): sorted(x for x, other in places if round(other, 6) == round(y, 6)) for _, y in places}
    for number, y in enumerate(sorted(rows)):
        inset = wide / 2 if number % 2 else 0.0
        assert (rows[y][0] - left, right - rows[y][-1]) == (pytest.approx(inset), pytest.approx(inset))
    cut = [here for here in hexes_of(board) if len(sections_of(board, here, short)) == 2]
    lines = [line[0][0] for line in dotted_lines(board, short)]
    assert lines == [pytest.approx(left + 4 * wide), pytest.approx(left + 8 * wide)]
    assert len(cut) == 2 * 5
    assert all(min(abs(centre_of(board, here)[0] - line) for line in lines) < 1e-9 for here in cut)


def test_both_sides_have_the_same_sections_seen_from_their_own_edge() -> None:
    """Turned round by half a turn the board with rows of 13 and 12 falls on itself: flanks, centre, dotted hexes."""
    settings = AncientsSettings(odd_row_hexes=12)
    for row in range(9):
        wide = 12 if row % 2 else 13
        for column in range(wide):
            here, there = hex_of(BOARD, column, row), hex_of(BOARD, wide - 1 - column, 8 - row)
            assert sorted(sections_of(BOARD, here, settings)) == sorted(sections_of(BOARD, there, settings, far=True))


def test_only_even_rows_have_hexes_of_both_sections() -> None:
    both = [here for here in hexes_of(BOARD) if len(sections_of(BOARD, here, AncientsSettings())) == 2]
    assert sorted(both) == sorted(hex_of(BOARD, column, row) for column in (4, 8) for row in range(0, 9, 2))
    (west, east) = dotted_lines(BOARD, AncientsSettings())
    assert west[0][0] == pytest.approx(10 + 4 * 4 * 3**0.5)
    assert east[1][1] == pytest.approx(10 + 8 * 6 + 4)


def test_players_may_add_a_unit() -> None:
    camels = {"symbol": "green", "weight": "light", "mounted": True, "blocks": 3, "size": "medium", "hexes": 3}
    settings = {"units": {"camels": {**camels, "battles_after": 3, "range": 2}}}
    men = [Man("c", NEAR, "camels", (5, 3)), Man("foe", FAR, "auxilia", (5, 5))]
    shot = {"type": "shoot", "actor": "c", "target": "foe"}
    assert ruled(men, shot, ["red", "red"], settings=settings).outcome == "miss"
    with pytest.raises(BadFile, match=r"stand\[1\].kind"):
        ruled(men, shot)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"near_side": "greek"}, "settings.near_side"),
        ({"ground": {"Z9": "any"}}, "settings.ground"),
        ({"dice_still": -1}, "settings.dice_still"),
        ({"odd_row_hexes": 11}, "settings.odd_row_hexes"),
        ({"book": {"title": "mine"}}, "settings.book.close"),
        ({"book": "his"}, "settings.book"),
        ({"dotted_lines": [8.0, 4.0]}, "settings.dotted_lines"),
        ({"book": {"title": "mine", "close": {"dice": {}}, "wings": 1}}, "settings.book.wings"),
        ({"book": {"title": "mine", "close": {"dice": {"Heavy foot": 5}}}}, "settings.book.close.dice"),
    ],
)
def test_settings_that_make_no_sense_are_named(settings: dict[str, object], named: str) -> None:
    men = [Man("a", NEAR, "auxilia", (5, 3)), Man("b", FAR, "auxilia", (5, 6))]
    with pytest.raises(BadFile) as wrong:
        ruled(men, {"type": "move", "actor": "a", "to": "F5"}, settings=settings)
    assert named in str(wrong.value)


def test_a_board_of_another_shape_is_refused() -> None:
    settings = read_settings(AncientsSettings, {}, "settings")
    table = table_of([Man("a", NEAR, "auxilia", (5, 3))])
    for board in (
        SquareBoard((0, 0), 4, 8, 18),
        type(BOARD)((10, 10), 4, 12, 9),
        type(BOARD)((10, 10), 4, 13, 9, False),
    ):
        with pytest.raises(BadFile, match="board"):
            completed(type(table)(140, 80, table.stands, board=board), settings, "table")


@pytest.mark.parametrize(
    ("side", "blocks", "named"),
    [(NEAR, 9, "stand[1].blocks"), (NEAR, 0, "stand[1].blocks"), ("table", 4, "stand[1].side")],
)
def test_stands_that_make_no_sense_are_named(side: str, blocks: int, named: str) -> None:
    with pytest.raises(BadFile) as wrong:
        ruled([Man("a", side, "auxilia", (5, 3), (("blocks", blocks),))], {"type": "move", "actor": "a", "to": "F5"})
    assert named in str(wrong.value)


@pytest.mark.parametrize(("damage", "left"), [(0, 4), (3, 1), (4, 0), (9, 0)])
def test_a_unit_has_no_fewer_blocks_than_none(damage: int, left: int) -> None:
    hit = Stand("r", "roman", "auxilia", 0, 0, state={"damage": damage, "blocks": 4})
    assert blocks_left(hit, book_types()["auxilia"]) == left
