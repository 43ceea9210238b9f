"""A whole game of Yankee, played through the page to its end and its result page; what is owed holds the turn."""

from dataclasses import replace
from math import cos, dist, radians, sin
from pathlib import Path
from typing import Any

import pytest
from played_game import PlayedGame, asked_of, end_and_sign, held_together, played_game, seat_at
from playwright.sync_api import Browser, expect

from referee.match_info import MatchInfo
from rules.game import Side
from table.snapshot import Snapshot
from table.stand import Stand

pytestmark = pytest.mark.browser
INFO = MatchInfo(
    game="yankee", title="Three regiments and a battery a side", verb="fire",
    sides=(Side("union", "Union", "Union"), Side("confederate", "Confederates", "Confederate")),
)  # fmt: skip
UNION = {"1 Maine": 40.0, "2 Maine": 55.0, "3 Maine": 70.0}
CONFEDERATES = {"1 Texas": 40.0, "2 Texas": 55.0, "3 Texas": 70.0}
GUNS = {"Rorty": 85.0}, {"Alexander": 86.0}
MOVE_CM, DEPTH_CM = 9.9, 2.0


def table() -> Snapshot:
    lines = (
        ("union", "infantry", UNION, 40.0, 90.0, 2.0), ("confederate", "infantry", CONFEDERATES, 62.0, 270.0, 2.0),
        ("union", "artillery", GUNS[0], 36.0, 90.0, 3.8), ("confederate", "artillery", GUNS[1], 66.0, 270.0, 3.8),
    )  # fmt: skip
    stands = tuple(
        Stand(name, side, kind, x, y, heading, 2.5, deep, sigma_cm=0.015)
        for side, kind, names, y, heading, deep in lines
        for name, x in names.items()
    )
    return Snapshot(110.0, 100.0, stands)


def ahead(me: Stand, enemies: list[Stand]) -> float:
    """Return how far a base goes straight ahead: as far as it may, or into contact with who is in its way."""
    turn = radians(me.heading_deg)
    found = min(MOVE_CM, (97.0 - me.y if me.heading_deg < 180 else me.y - 3.0))  # not over the edge
    for enemy in enemies:
        x, y = enemy.x - me.x, enemy.y - me.y
        along, aside = x * cos(turn) + y * sin(turn), abs(y * cos(turn) - x * sin(turn))
        if along > 0 and aside < 4:
            found = min(found, along - DEPTH_CM - 0.1)
    return found


def moves(game: PlayedGame, name: str) -> None:
    """Let a base go straight ahead as far as it may."""
    me = next((stand for stand in game.stands(ours=True) if stand.name == name), None)
    if me is None or me.kind == "artillery":  # who moves does not fire
        return
    far, turn = ahead(me, game.stands(ours=False)), radians(me.heading_deg)
    game.tap(*me.centre)
    if far < 0.5 or "move" not in game.offered():
        game.act("away")
        return
    game.act("do-move")
    game.tap(me.x + far * cos(turn), me.y + far * sin(turn))
    if not game.page.locator(".tool-verdict.tone-in").count():
        game.act("leave")
        game.act("away")
        return
    game.act("declare")
    game.finish()


def acts(game: PlayedGame, name: str, verb: str) -> None:
    """Let a base fire at, or fight, the nearest of those it may."""
    me = next((stand for stand in game.stands(ours=True) if stand.name == name), None)
    if me is None:
        return
    game.tap(*me.centre)
    said = game.offered().get(verb, "")
    near = sorted(game.stands(ours=False), key=lambda enemy: dist(enemy.centre, me.centre))
    targets = [enemy for enemy in near if enemy.name in said]
    if not targets:
        game.act("away")
        return
    game.act(f"do-{verb}")
    game.tap(*targets[0].centre)
    game.finish()


def orders(game: PlayedGame, name: str) -> None:
    """Give a base the order to attack, its commander's value first; if it arrives in the battle, it reacts."""
    me = next(stand for stand in game.stands(ours=True) if stand.name == name)
    for verb in ("command", "first_order", "order"):
        game.tap(*me.centre)
        if verb not in game.offered():
            game.act("away")
            continue
        game.act(f"do-{verb}")
        if verb.endswith("order"):
            game.keep(f"yankee-{verb}s")
            game.act("choose-attack")
            expect(game.page.locator(".verdict-who")).to_contain_text(name.rsplit(maxsplit=1)[-1])
        game.finish()
    game.owed()


def ends_turn(game: PlayedGame) -> int:
    """End the turn; return how many times something was owed, which the page names and a tap settles."""
    for held in range(12):
        if game.over and game.page.locator("#tool-end-match").count():
            return held  # the last fight has won it
        game.press("#tool-end-turn")
        named = game.page.locator("dialog[open] [data-act='owed']")
        if not named.count():
            return held
        if not held:
            game.keep("yankee-owed")
        assert game.said("dialog[open] .clause")
        game.press(named)
        game.finish()
    raise AssertionError(f"what is owed never ends: {game.said('dialog[open]')}")


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_end_turn_names_what_is_owed(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool
) -> None:  # fmt: skip
    met = replace(table(), stands=tuple(s.moved_to(s.x, 52.05) if s.name == "1 Texas" else s for s in table().stands))
    met = met.with_stand(met.stand("1 Maine").moved_to(40.0, 50.0))
    with played_game(chromium, tmp_path, seat_at(INFO, met), **(phone if small else {})) as game:
        game.press("#tool-end-turn")
        dialog = game.page.locator("dialog[open]")
        expect(dialog).to_contain_text("The turn does not end yet")
        expect(dialog.locator("li")).to_have_text("!Union: 1 Maine and 1 Texas are in contact and have not foughtY9.1")
        game.press("dialog[open] [value='close']")
        expect(game.page.locator(".turn-now")).to_contain_text("1 · Union")  # closed, it has changed nothing
        game.press("#tool-end-turn")
        game.press("dialog[open] [data-act='owed']")
        expect(dialog).to_have_count(0)
        expect(game.page.locator(".verdict-who")).to_contain_text("1 Maine")
        game.finish()
        game.press("#tool-end-turn")
        expect(dialog).to_have_count(0)
        expect(game.page.locator(".turn-now")).to_contain_text("1 · Confederates")


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_after_a_victory_the_match_ends_and_no_turn(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool
) -> None:  # fmt: skip
    """Whose half is lost (Y12.1) plays on till the turn ends with nothing owed."""
    began = {side.name: {"started": started} for side, started in zip(INFO.sides, (4, 8), strict=True)}
    met = table().with_stand(table().stand("1 Maine").moved_to(40.0, 59.9))
    with played_game(chromium, tmp_path, seat_at(INFO, met, began), **(phone if small else {})) as game:
        assert game.over
        game.act("end-match")  # whoever ends it now is told what is left undone
        expect(game.page.locator("dialog[open] .owed li")).to_contain_text("1 Maine and 1 Texas are in contact")
        game.keep("yankee-owed-at-the-end")
        game.press("dialog[open] [value='close']")
        game.press("#tool-end-turn")  # a fight is owed
        game.press("dialog[open] [data-act='owed']")
        game.finish()
        expect(game.page.locator("#tool-end-turn")).to_have_count(0)
        game.keep(f"yankee-victory-{'phone' if small else 'desk'}")
        game.press("#tool-end-match")
        expect(game.page.locator("#score-title")).to_have_text("Union: victory!")
        game.page.locator("[data-end='won union']").click()
        game.page.wait_for_url("**/result*")
        game.page.goto(game.address)
        game.settle()
        expect(game.page.locator(".turn-now")).to_be_visible()
        expect(game.page.locator("#tool-end-turn, #tool-end-match")).to_have_count(0)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("small", "language", "dice"), [(False, "en", "given"), (True, "it", "thrown")])
def test_an_order_is_given_and_taken_back(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool, language: str, dice: str
) -> None:  # fmt: skip
    brave = table().with_stand(table().stand("1 Maine").with_state(command=5, brigade="Maine"))
    near = (stand.moved_to(stand.x, 8.0) if stand.side == "union" else stand for stand in brave.stands)
    brave, info = replace(brave, stands=tuple(near)), replace(INFO, settings={"first_orders": dice})
    with played_game(chromium, tmp_path, seat_at(info, brave), language, **(phone if small else {})) as game:
        game.keep("yankee-whose")
        game.tap(*brave.stand("1 Maine").centre)
        game.keep("yankee-may")
        game.act("do-deploy")
        game.keep("yankee-deploys")
        game.act("choose-near")
        game.keep("yankee-deployed")
        game.finish()
        assert game.session.memory().known["union"]["edge"] == "near"
        orders(game, "1 Maine")
        known = game.session.memory().units["Maine"]
        assert (known["order"], known.get("reacted")) == ("attack", True if dice == "thrown" else None)
        game.tap(*brave.stand("1 Maine").centre)
        game.keep("yankee-ordered")
        game.act("away")
        for _ in range(8):  # a throw is taken back, its card is put away
            if game.session.memory().known["union"].get("edge"):
                game.act("undo" if game.has("undo") else "away")
        assert "order" not in game.session.memory().over(brave).stand("1 Maine").state


@pytest.mark.prove
@pytest.mark.parametrize(("small", "language"), [(False, "en"), (True, "it")])
def test_a_whole_yankee(
    chromium: Browser, tmp_path: Path, phone: dict[str, Any], small: bool, language: str
) -> None:  # fmt: skip
    held = 0
    with played_game(chromium, tmp_path, seat_at(INFO, table()), language, **(phone if small else {})) as game:
        game.act("start")
        game.finish()
        for _ in range(30):
            names = [stand.name for stand in game.stands(ours=True)]
            if game.session.memory().turn == 1:
                orders(game, names[0])
            for name in names:
                moves(game, name)
            for name in names:
                acts(game, name, "fire")
            held += ends_turn(game)
            if game.over:
                break
        end = end_and_sign(game)
    assert held, "fights were owed, and named"
    given = asked_of(tmp_path, "journal", "export", "JOURNAL", "--lang", "en")
    assert given.count("order (attack)") + given.count("battle (attack)") >= 2, "both sides gave an order"
    held_together(tmp_path, end, language)
