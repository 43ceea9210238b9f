"""A whole game of Ambush, played through the page to its end and its result page."""

import random
from math import dist
from pathlib import Path
from typing import Any

import pytest
from played_game import PlayedGame, end_and_sign, held_together, numbers_in, played_game, seat_at
from playwright.sync_api import Browser

from referee.match_info import MatchInfo
from rules.game import Side
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

pytestmark = pytest.mark.browser
INFO = MatchInfo(
    game="ambush", title="Three against three", verb="shoot",
    sides=(Side("us", "Americans", "American"), Side("de", "Germans", "German")),
)  # fmt: skip
PLACES = {
    "Miller": ("us", 34, 36), "Rossi": ("us", 47, 30), "Doyle": ("us", 66, 34),
    "Weber": ("de", 38, 84), "Krause": ("de", 52, 88), "Vogel": ("de", 70, 84),
}  # fmt: skip
PIECES = (
    Piece("hedge", "hedge", ((24.0, 46.0), (44.0, 46.0), (44.0, 47.2), (24.0, 47.2)), 1.5),
    Piece("house", "house", ((54.0, 54.0), (63.0, 54.0), (63.0, 62.0), (54.0, 62.0)), 6.0),
)


def table() -> Snapshot:
    stands = tuple(
        Stand(name, side, "soldier", float(x), float(y), 90.0 if side == "us" else 270.0, 2.0, 1.6, sigma_cm=0.015)
        for name, (side, x, y) in PLACES.items()
    )
    return Snapshot(110.0, 110.0, stands, PIECES)


def acts(game: PlayedGame, name: str, dice: random.Random) -> None:
    """Let one soldier do what he may: shoot whom he can, throw at who is near, else go nearer."""
    for _ in range(4):
        me = next((stand for stand in game.stands(ours=True) if stand.name == name), None)
        enemies = game.stands(ours=False)
        if me is None or not enemies or game.over:
            return
        game.tap(*me.centre)
        may = game.offered()
        at = {enemy.name: dist(enemy.centre, me.centre) for enemy in enemies}
        near = sorted(enemies, key=lambda enemy: at[enemy.name])
        target = {verb: [e for e in near if e.name in may.get(verb, "")] for verb in ("shoot", "assault")}
        if target["assault"]:
            game.act("do-assault")
            game.tap(*target["assault"][0].centre)
        elif "grenade" in may and at[near[0].name] < 9.5:
            game.act("do-grenade")
            game.tap(*near[0].centre)
            game.act("declare")
        elif target["shoot"]:
            game.tap(*target["shoot"][0].centre)
        elif not goes(game, me, near[0], may, dice):
            game.act("away")
            return
        game.finish()


def goes(game: PlayedGame, me: Stand, to: Stand, may: dict[str, str], dice: random.Random) -> bool:
    """Go towards somebody as far as allowed; say whether there was a way."""
    verb = "run" if "run" in may and dist(me.centre, to.centre) > 52 and dice.random() < 0.5 else "move"
    if verb not in may:
        return False
    left = max(numbers_in(may[verb])) - 0.2
    if left < 0.5:
        return False
    game.act(f"do-{verb}")
    for part, aside in ((1.0, 0.0), (0.5, 0.0), (0.45, 0.3), (0.45, -0.3)):
        far = min(left * part, dist(me.centre, to.centre) - 1.9)
        dx, dy = (to.x - me.x) / dist(me.centre, to.centre), (to.y - me.y) / dist(me.centre, to.centre)
        game.tap(me.x + far * (dx - aside * dy), me.y + far * (dy + aside * dx))
        if game.page.locator(".tool-verdict.tone-in").count():
            game.act("declare")
            return True
        game.act("back")
    game.act("leave")
    return False


@pytest.mark.prove
@pytest.mark.parametrize(("small", "language"), [(False, "en"), (True, "it"), (False, "es")])
def test_a_whole_ambush(chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool, language: str) -> None:
    dice = random.Random(7)
    with played_game(chromium, tmp_path, seat_at(INFO, table()), language, **(phone if small else {})) as game:
        game.act("start")
        game.finish()
        assert not game.has("start"), "it is thrown once who begins"
        for _ in range(40):
            game.owed()
            for name in [stand.name for stand in game.stands(ours=True)]:
                acts(game, name, dice)
            if game.over:
                break
            game.press("#tool-end-turn")
        end = end_and_sign(game)
    held_together(tmp_path, end, language)
