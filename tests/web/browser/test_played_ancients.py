"""A whole game of Ancients, played through the page to its end and its result page."""

import random
from math import dist
from pathlib import Path
from typing import Any

import pytest
from hex_session import ANCIENTS, FIELD, HexHands, board_for
from played_game import PlayedGame, end_and_sign, held_together, played_game
from played_on_hexes import HexPlayer, Wish
from playwright.sync_api import Browser

from referee.journal.store import Journal
from referee.match_info import MatchInfo
from table.hex_board import centre_of, parse_hex
from web.match_session import Die, MatchSession

pytestmark = pytest.mark.browser
INFO = MatchInfo(
    game="ancients", title="Two banners", verb="shoot", sides=ANCIENTS.sides, settings={"book": "example", "banners": 2}
)


def seat(journal: Journal, die: Die) -> MatchSession:
    return HexHands(INFO, FIELD, {}, die, journal).session


def to_the_enemy(game: PlayedGame) -> Wish:
    def wish(name: str, cell: str) -> float:
        board = board_for("ancients")
        stands = game.eye.observation.table.stands
        side = next(stand.side for stand in stands if stand.name == name)
        there = centre_of(board, parse_hex(board, cell))
        return min(dist(there, stand.centre) for stand in stands if stand.side != side)

    return wish


@pytest.mark.prove
@pytest.mark.parametrize(("small", "language"), [(False, "en"), (True, "es")])
def test_a_whole_ancients(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool, language: str
) -> None:  # fmt: skip
    with played_game(chromium, tmp_path, seat, language, **(phone if small else {})) as game:
        player = HexPlayer(game, to_the_enemy(game), random.Random(5))
        game.act("do-start-1") if game.has("do-start-1") else game.act("next")
        game.finish()
        player.plays(most=80)
        end = end_and_sign(game)
    held_together(tmp_path, end, language)
