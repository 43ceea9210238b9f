"""A counter on a photograph: its hex is lit, since the match has it in the middle and the camera saw it anywhere."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from PIL import Image

from referee.evidence.ink import Canvas
from referee.evidence.stands import draw_stands
from referee.evidence.window import Window
from table.frame import HexBoard
from table.hex_board import centre_of, hex_at
from table.snapshot import Snapshot
from table.stand import Stand

BOARD = HexBoard(origin=(5.0, 5.0), size_cm=3.0, columns=5, rows=5)


def drawn(stand: Stand, on_photo: bool) -> np.ndarray:
    table = Snapshot(40.0, 40.0, (stand,), (), board=BOARD)
    card = SimpleNamespace(game="rommel", table=table, actor=None, target=None, ruling=SimpleNamespace(geometry=()))
    canvas = Canvas(800, 800, (40, 40, 40))
    draw_stands(canvas, cast(Any, card), Window((0.0, 0.0, 40.0, 40.0), 800, 800), [], 27.0, on_photo=on_photo)
    return np.asarray(cast(Image.Image, canvas.finished()).convert("L")).astype(int)


def test_the_hex_of_a_counter_is_lit_on_a_photograph() -> None:
    x, y = centre_of(BOARD, hex_at(BOARD, 15.0, 15.0))
    agreed = Stand("a1", "allied", "tank", x, y, 90.0, 1.6, 1.6)
    aside = (round((x + 1.8) * 20), round((40.0 - y) * 20))  # in its hex, outside its footprint
    plain, lit = drawn(agreed, False), drawn(agreed, True)
    assert lit[aside[1], aside[0]] > plain[aside[1], aside[0]]
    measured = replace(agreed, sigma_cm=0.02)
    assert (drawn(measured, True) == drawn(measured, False)).all(), "nobody agreed on a hex: it stands where it is seen"
