"""A side of a game on hexes played by what the page offers: everybody who is ready acts once a phase, then the next."""

import random
from collections.abc import Callable
from math import dist

from played_game import PlayedGame
from playwright.sync_api import Locator

MOST_TAPS = 2000
Wish = Callable[[str, str], float]
"""How much a counter wants to be on a hex: the least is best."""


class HexPlayer:
    """Plays both sides: attacks where that is offered, else goes where it wishes to be."""

    def __init__(self, game: PlayedGame, wish: Wish, dice: random.Random) -> None:
        self.game, self.wish, self.dice = game, wish, dice
        self.tried: set[str] = set()
        self.phase = ""

    def plays(self, *, most: int) -> None:
        """Play until somebody has won, the battle is over, or so many phases have passed."""
        for _ in range(most):
            self.acts_in_phase()
            if self.game.over or not self.game.has("next") or not self.goes_on():
                return

    def acts_in_phase(self) -> None:
        """Let all act that have something to do in this phase."""
        self.tried.clear()
        for _ in range(60):
            names = [name for name in self.ready() if name not in self.tried]
            if not names or self.game.over:
                return
            name = self.dice.choice(names)
            self.tried.add(name)
            self.game.act(f"ready-{name}")
            self.acts(name)

    def ready(self) -> list[str]:
        """Return who has something to do, as the card lists them."""
        return self.of(self.game.page.locator("vd-card [data-act^='ready-']"), "ready-")

    def of(self, buttons: Locator, prefix: str) -> list[str]:
        """Return what the buttons of a kind are about."""
        acts: list[str] = buttons.evaluate_all("all => all.filter((it) => !it.disabled).map((it) => it.dataset.act)")
        return [act.removeprefix(prefix) for act in acts]

    def acts(self, name: str) -> None:
        """Let the chosen counter attack, or go, or do nothing."""
        game = self.game
        targets = game.page.locator("vd-card .targets [data-act^='at-']")
        goings = self.of(game.page.locator("vd-card [data-act^='go-']"), "go-")
        if game.page.locator("vd-card [data-act^='out-']").count() and not targets.count():
            self.orders(name)
        elif targets.count():
            game.press(targets.first)
            if game.has("declare"):  # a battle of several was begun
                game.act("declare")
        elif goings:
            best = min(goings, key=lambda cell: (self.wish(name, cell), cell))
            game.act(f"go-{best}")
        elif (placings := game.page.locator(".hex.is-option")).count():
            cells = placings.evaluate_all("all => all.map((it) => it.dataset.cell)")
            best = min(cells, key=lambda cell: (self.wish(name, cell), cell))
            game.page.locator(f'[data-cell="{best}"]').dispatch_event("click")
            game.settle()
            game.act("declare")
        elif (stays := game.page.locator("vd-card [data-act^='do-retreat-']")).count():
            game.press(stays.first)
        game.finish()
        if game.has("leave"):
            game.act("leave")

    def orders(self, name: str) -> None:
        """Give orders to the chosen unit and the next two with the first card that allows it."""
        game = self.game
        for other in [it for it in self.ready_on_board() if it != name][:2]:
            game.page.locator(f'.stands [data-name="{other}"]').first.dispatch_event("click")
            game.settle()
        cards = game.page.locator("vd-card [data-act^='do-order-']")
        if cards.count():
            game.press(cards.first)
            self.tried.update(self.ready())  # one card is played a turn

    def ready_on_board(self) -> list[str]:
        """Return the counters of the side to play, nearest to the enemy first."""
        mine = self.game.stands(ours=True)
        enemies = self.game.stands(ours=False)
        near = sorted(mine, key=lambda it: min(dist(it.centre, enemy.centre) for enemy in enemies))
        return [stand.name for stand in near]

    def goes_on(self) -> bool:
        """Pass to the next phase; say whether that was possible."""
        game = self.game
        if game.page.locator(".next-phase.tone-plain").count():  # something is owed: who owes it is ready once more
            self.acts_in_phase()
        before = game.said("#phase-title")
        if game.has("do-weather-0"):
            game.act("do-weather-0")
        else:
            game.act("next")
        if game.page.locator("dialog[open] .owed").count():  # it is named, and done
            game.keep(f"{game.session.info.game}-owed")
            game.press("dialog[open] [value='close']")
        game.finish()
        return game.said("#phase-title") != before or game.has("next")
