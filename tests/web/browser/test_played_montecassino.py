"""A whole game of Montecassino, moves and shells, played through the page to its end and its result page."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from board_session import SIDES, Hands
from hand_clock import HandClock
from played_game import PlayedGame, end_and_sign, held_together, played_game
from playwright.sync_api import Browser, expect

from referee.cannon.found import FoundFall, ShotFindings
from referee.cannon.pictures import WorkerReport
from referee.cannon.service import ShotService
from referee.cannon.shot_state import Comparing
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.shots.cannon import Cannon
from table.squares import Square
from web.match_session import Die, MatchSession

pytestmark = pytest.mark.browser
INFO = MatchInfo(
    game="montecassino",
    title="Four men each",
    verb="move",
    sides=SIDES,
    settings={"option": "iii", "shells": 2},
)
SOLDIERS = {
    "a01": "A-36", "a02": "A-45", "a03": "A-52", "a04": "A-60",
    "g01": "G-36", "g02": "G-45", "g03": "G-52", "g04": "G-60",
}  # fmt: skip
PICTURE = np.full((6, 8, 3), 90, np.uint8)


class Gunner:
    """The cannons of a table without rigs: he fires, looks, and says what the camera found."""

    def __init__(self) -> None:
        self.clock, self.jobs = HandClock(100.0), list[Comparing]()

    def seat(self, journal: Journal, die: Die) -> MatchSession:
        """Return the session of the match, with a cannon on each side."""
        session = Hands(SOLDIERS, INFO, self.clock.now_s, journal=journal).session
        session.publish(replace(session.observation, picture=PICTURE, time_s=self.clock.now_s()))
        cannons = [Cannon(side=side.name, ammunition=2) for side in SIDES]
        session.plug_in(lambda match: ShotService(match, cannons, self.clock.now_s, self.jobs.append))
        return session

    def look(self, game: PlayedGame, seconds: float) -> None:
        """Let the camera look for so long, ten times a second."""
        for _ in range(round(seconds * 10)):
            self.clock.advance(0.1)
            game.session.publish(replace(game.eye.observation, picture=PICTURE, time_s=self.clock.now_s()))
        game.settle()

    def fires(self, game: PlayedGame, *fell: str) -> None:
        """Fire on the page for the side that plays, and let these be found lying."""
        stands = {stand.name: stand for stand in game.eye.observation.table.stands}
        self.look(game, 1.0)
        game.act(f"cannon-cock-{game.side}")
        self.look(game, 1.0)
        game.act("cannon-fired")
        self.look(game, 1.5)
        if game.has("cannon-look"):
            game.act("cannon-look")
        found = tuple(FoundFall(name, stands[name].centre, 0.99, 10.0 + k) for k, name in enumerate(fell))
        report = WorkerReport(self.jobs.pop(0), ShotFindings(found, frame_s=1 / 30), "")
        assert game.session.shots is not None
        shots = game.session.shots
        game.session.hear(lambda: shots.reported(report))
        game.settle()


def advances(game: PlayedGame) -> None:
    """Let the foremost soldier of the side to play take a prisoner where he can, else go on; if not he, the next."""
    ahead = 1 if game.side == "allies" else -1
    for me in sorted(game.stands(ours=True), key=lambda stand: -ahead * stand.y):
        game.press(f'.stands [data-name="{me.name}"]')
        goings = game.page.locator("vd-card [data-act^='go-']")
        cells = goings.evaluate_all("all => all.map((it) => [it.dataset.act.slice(3), it.className])")
        taking = [cell for cell, kind in cells if "is-capture" in kind]
        onward = sorted((cell for cell, _ in cells), key=lambda cell: -ahead * Square.parse(cell).rank)
        if taking or (onward and ahead * (Square.parse(onward[0]).rank - rank_of(game, me.name)) > 0):
            game.act(f"go-{(taking or onward)[0]}")
            game.act("declare")
            game.finish()
            return
        game.act("leave")
    game.act("do-retreat")
    game.finish()


def rank_of(game: PlayedGame, name: str) -> int:
    """Return the line on which a soldier stands."""
    return Square.parse(game.session.reading().board_changes.readings[name].cell or "").rank


@pytest.mark.prove
@pytest.mark.parametrize(("small", "language"), [(False, "en"), (True, "es")])
def test_a_whole_montecassino(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool, language: str
) -> None:  # fmt: skip
    gunner = Gunner()
    with played_game(chromium, tmp_path, gunner.seat, language, **(phone if small else {})) as game:
        # Before the shot: who stands in the cannon's line, and what a hit would cost.
        aim = game.page.locator(".cannon-aim")
        aim.locator("summary").click()
        aim.locator("[name=square]").fill("G-36")
        aim.locator('[data-act="aim-allies"]').click()
        expect(aim.locator("[data-name]:visible strong")).to_have_text(["A-45", "G-60", "G-52", "G-36"])
        expect(aim.locator("[data-name] .clause")).to_have_text(["M5.5"] * 4)
        expect(game.page.locator(".reach .shot-way")).to_have_count(1)  # drawn on the board, too
        game.keep("montecassino-aim")
        aim.locator("summary").click()
        expect(game.page.locator(".reach .shot-way")).to_have_count(0)
        # A shell of which nobody knows whom it struck: the commander who suffers names nobody.
        gunner.fires(game, "g01", "g02")
        for name in ("g01", "g02"):
            game.act(f"cause-ricochet-{name}")
        ring, square = (
            game.page.locator(it).first.bounding_box() for it in (".shot-mark-ring", '[data-cell="G-36"] .cell-face')
        )
        assert ring is not None
        assert square is not None
        assert ring["width"] < 1.3 * square["width"], "a mark hides no other square"
        game.keep("montecassino-shell")
        nobody = game.page.locator('[data-act="name-nobody-germans"]')
        game.press(nobody)
        expect(nobody).to_have_attribute("aria-pressed", "true")
        game.keep("montecassino-nobody")
        game.act("shot-confirm")
        game.finish()
        assert len(game.stands(ours=True)) == 4
        gunner.fires(game, "a01")
        game.keep("montecassino-hit")
        game.act("shot-confirm")
        game.finish()
        for _ in range(30):
            if game.over:
                break
            advances(game)
        end = end_and_sign(game)
    held_together(tmp_path, end, language)
