"""A counter on a photograph: outlined where the camera saw it, in the hex that the match has it in the middle of."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.ground import draw_grid
from referee.evidence.ink import Canvas
from referee.evidence.plan import counters_in, inset_corner, scale_box
from referee.evidence.stands import draw_stands
from referee.evidence.window import Window, cuts, deciding_window
from referee.journal.payloads import Frame
from rules.board_cells import AnyBoard
from rules.ruling import Ruling
from table.frame import HexBoard
from table.hex_board import centre_of, hex_at, hex_of
from table.snapshot import Snapshot
from table.squares import Square, default_board
from table.squares import centre_of as middle_of
from table.stand import Stand

BOARD = HexBoard(origin=(5.0, 5.0), size_cm=3.0, columns=5, rows=5)
SQUARES = default_board(44.0, 95.0)
MIDDLE = centre_of(BOARD, hex_at(BOARD, 15.0, 15.0))
AGREED = Stand("a1", "allied", "tank", *MIDDLE, 90.0, 1.6, 1.6)
SEEN = (MIDDLE[0] + 1.2, MIDDLE[1] - 0.9, 60.0)


def card_of(stand: Stand, seen: bool = False, board: AnyBoard = BOARD, **action: object) -> EvidenceCard:
    table = Snapshot(40.0, 40.0, (stand,), (), board=board)
    frame = Frame(sha256="0" * 64, seen={stand.name: SEEN} if seen else None)
    return EvidenceCard(
        number=1, seal="", time="", game="rommel" if board is BOARD else "montecassino", title="", program="", turn=1,
        side="allied", action={"type": "supply", **action}, table=table, settings={}, head=(1, ""), deed=(1,),
        ruling=Ruling("rommel", "supply", "allowed"), frame=frame, sides=("allied", "axis"),
    )  # fmt: skip


def drawn(card: EvidenceCard, on_photo: bool) -> np.ndarray:
    canvas = Canvas(800, 800, (40, 40, 40))
    draw_stands(canvas, card, Window((0.0, 0.0, 40.0, 40.0), 800, 800), [], 27.0, on_photo=on_photo)
    return pixels(canvas)


def pixels(canvas: Canvas) -> np.ndarray:
    picture: Image.Image = canvas.finished()
    return np.asarray(picture.convert("L")).astype(int)


def at(picture: np.ndarray, x: float, y: float) -> int:
    return int(picture[round((40.0 - y) * 20), round(x * 20)])


@pytest.mark.ci
def test_the_hex_of_a_counter_that_was_not_seen_is_lit() -> None:
    plain, lit = drawn(card_of(AGREED), False), drawn(card_of(AGREED), True)
    aside = (MIDDLE[0] - 1.8, MIDDLE[1])  # in its hex, outside its footprint
    assert at(lit, *aside) > at(plain, *aside)
    measured = card_of(replace(AGREED, sigma_cm=0.02))
    assert (drawn(measured, True) == drawn(measured, False)).all(), "nobody agreed on a hex: it stands where it is seen"


@pytest.mark.ci
def test_a_counter_is_outlined_where_the_camera_saw_it() -> None:
    seen, there = drawn(card_of(AGREED, seen=True), True), card_of(AGREED.moved_to(*SEEN))
    assert (seen == drawn(there, False)).all()
    assert (drawn(card_of(AGREED, seen=True), False) == drawn(card_of(AGREED), False)).all(), "on a map in its hex"


@pytest.mark.parametrize("key", ["actor", "attackers", "targets"])
def test_whom_the_action_names_is_outlined_there_and_its_hex_lit(key: str) -> None:
    plain = drawn(card_of(AGREED, seen=True), True)
    named = drawn(card_of(AGREED, True, **{key: "a1" if key == "actor" else ["a1"]}), True)
    aside = (MIDDLE[0] - 1.8, MIDDLE[1] + 0.5)
    assert at(named, *aside) > at(plain, *aside)
    corner = AGREED.moved_to(*SEEN)
    edge = (corner.x, corner.y)
    assert at(named, *edge) >= at(plain, *edge)


def test_the_squares_of_a_board_are_drawn() -> None:
    soldier = Stand("A1", "A", "soldier", 20.0, 20.0, 90.0, 1.8, 1.8)
    canvas, bare = Canvas(800, 800, (40, 40, 40)), Canvas(800, 800, (40, 40, 40))
    draw_grid(canvas, card_of(soldier, board=SQUARES), Window((0.0, 0.0, 40.0, 40.0), 800, 800))
    changed = pixels(canvas) != pixels(bare)
    x, y = middle_of(SQUARES, Square.parse("A-20"))
    edge = round((x + SQUARES.square_cm / 2) * 20)
    assert changed[round((40.0 - y) * 20), edge]
    assert not changed[round((40.0 - y) * 20), round(x * 20)]


def crowded(seed: int) -> EvidenceCard:
    """A shot over part of a large board with forty counters on it, each askew somewhere in its hex."""
    board, random = HexBoard(origin=(5.0, 5.0), size_cm=2.5, columns=20, rows=14), np.random.default_rng(seed)
    cells = random.choice(20 * 14, 40, replace=False)
    middles = [centre_of(board, hex_of(board, int(cell) % 20, int(cell) // 20)) for cell in cells]
    stands = tuple(Stand(f"u{k}", "allied", "tank", x, y, 90.0, 2.0, 2.0) for k, (x, y) in enumerate(middles))
    table = Snapshot(100.0, 64.0, stands, (), board=board)
    seen = {it.name: (it.x + float(random.uniform(-1, 1)), it.y + float(random.uniform(-1, 1)), 75.0) for it in stands}
    card = card_of(AGREED)
    return replace(card, table=table, frame=Frame(sha256="0" * 64, seen=seen), action={"type": "x", "actor": "u0"})


@pytest.mark.parametrize("seed", range(12))
def test_no_counter_is_cut_by_the_picture_s_edge_nor_by_the_whole_table_in_its_corner(seed: int) -> None:
    card = crowded(seed)
    window = deciding_window(card, 1600, 960)
    corner, counters = inset_corner(card, window), counters_in(card, window)
    for over in (window.box, corner):
        assert over is None or [box for box in counters if cuts(over, box)] == []
    left, top, right, bottom = scale_box(window, corner, counters)
    assert [it for it in counters if it[0] < right and it[2] > left and it[1] < bottom and it[3] > top] == []
