"""A whole game of Rommel & Montgomery, set up and played through the page to its end and its result page."""

import random
from pathlib import Path
from typing import Any

import pytest
from hex_session import DESERT, ROMMEL, HexHands, board_for, stand_on
from played_game import end_and_sign, held_together, played_game
from played_on_hexes import HexPlayer
from playwright.sync_api import Browser

from referee.journal.store import Journal
from referee.match_info import MatchInfo
from table.hex_board import centre_of, parse_hex
from web.match_session import Die, MatchSession

pytestmark = pytest.mark.browser
POINTS = ("H6", "H8", "G4", "F7", "D5")
TOWNS = ("Q11", "P5")
MAP = {
    "columns": 20, "rows": 12, "roads": ["A7:T7"], "airfields": ["B9", "R4"], "screen": ["K1:K12"],
    "town": [{"name": f"Town {cell}", "hexes": [cell]} for cell in TOWNS],
    "point": [{"name": f"Point {cell}", "hexes": [cell]} for cell in POINTS],
    "zone": {"axis": ["A1:I12"], "allied": ["K1:T12"]},
}  # fmt: skip
PLACES = {
    "br-inf-1": "K6", "br-inf-2": "K9", "br-tank": "L8", "br-gun": "M8", "br-supply": "N8",
    "de-inf": "G8", "it-inf": "F5", "de-at": "G6", "de-supply": "E7",
}  # fmt: skip
LATER = ("de-air", "br-air")


def seat(journal: Journal, die: Die) -> MatchSession:
    counters = {name: (*DESERT[name][:2], cell, DESERT[name][3]) for name, cell in PLACES.items()}
    reserve = {name: DESERT[name] for name in LATER}
    info = MatchInfo(game="rommel", title="Five wells", verb="combat", sides=ROMMEL.sides, settings={"map": MAP})
    return HexHands(info, counters, {}, die, journal, reserve=reserve).session


def near(name: str, cell: str) -> float:
    """Return how far a hex is from what a counter goes for: the points, each its own, aircraft and supply apart."""
    board = board_for("rommel")
    goals = {"br-inf-1": "H6", "br-inf-2": "H8", "br-tank": "F7", "br-gun": "G4", "de-tank": "F7"}
    goal = goals.get(name, "I7" if name.startswith("br") else "H6")
    (x, y), (to_x, to_y) = (centre_of(board, parse_hex(board, it)) for it in (cell, goal))
    return (x - to_x) ** 2 + (y - to_y) ** 2


@pytest.mark.prove
@pytest.mark.parametrize(("small", "language"), [(False, "en"), (True, "it")])
def test_a_whole_rommel(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool, language: str
) -> None:  # fmt: skip
    reserve = {name: stand_on("rommel", name, DESERT[name]) for name in LATER}
    settings = phone if small else {}
    with played_game(chromium, tmp_path, seat, language, reserve=reserve, **settings) as game:
        player = HexPlayer(game, near, random.Random(3))
        game.act("do-start-0")
        game.finish()
        player.plays(most=120)
        end = end_and_sign(game)
    held_together(tmp_path, end, language)
