"""The end of a match in a browser: the score in the bar, the end, the result page that both sides sign."""

import os
import time
from collections.abc import Callable
from typing import Any

import pytest
from axe_page import broken
from playwright.sync_api import Page, expect

from web.app import create_app
from web.doors.door import Door
from web.network import LOCAL_HOSTS
from web.serve import Server, open_port

pytestmark = pytest.mark.browser


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("small", "lang"), [(False, "en"), (True, "it")], ids=["desk", "phone"])
def test_a_match_is_ended_and_signed(
    table: Any, open_page: Callable[..., Page], phone: dict[str, Any], small: bool, lang: str
) -> None:
    session = table.stage.session
    session.act(lambda match: match.declare("Miller", "Weber"))
    for die in (5, 6):
        session.act(lambda match, die=die: match.throw([die], confirm=True))
    session.act(lambda match: match.end_turn())
    page = open_page(**(phone if small else {}))
    page.context.add_cookies([{"name": "vedette_language", "value": lang, "url": table.address}])
    page.goto(table.address)
    counts = {"en": "enemy lost", "it": "nemici persi"}[lang]
    expect(page.locator("#tool-score")).to_have_text(f"1/5 · 0/4{counts}")  # two lines
    kept(page, f"strip-{lang}")
    page.locator("#tool-score").click()
    expect(page.locator("dialog[open] .hint").first).to_be_visible()
    page.locator("dialog[open] summary").click()
    kept(page, f"score-{lang}")
    page.locator("[data-end='won us']").click()
    page.wait_for_url("**/result*")
    page.goto(table.address + "result")
    winner = {
        "en": "Americans: victory, by the referee's word.",
        "it": "Americani: vittoria, per decisione dell'arbitro.",
    }
    expect(page.locator("#result")).to_have_text(winner[lang])
    for left in (2, 1):
        expect(page.locator("[data-sign]")).to_have_count(left)
        page.locator("[data-sign]").first.click()
    expect(page.locator("[data-sign]")).to_have_count(0)
    expect(page.locator(".fields .pass-whole")).to_have_count(2)
    kept(page, f"result-{lang}")
    sides = page.locator(".row > .tag")
    assert sides.count() == 2
    assert sides.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth && one.clientHeight < 60)")
    assert broken(page, {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")

    # Nothing is offered at the table any more that would be refused.
    page.goto(table.address)
    expect(page.locator(".is-over")).to_have_text(winner[lang])
    page.locator('.stand[data-name="Jensen"]').dispatch_event("click")
    expect(page.locator("vd-card h2")).to_have_text("Jensen")
    expect(page.locator("vd-card .why").first).to_contain_text(winner[lang])
    expect(page.locator(".reach-list")).to_be_visible()
    for offer in (".may, .veiled", "[data-act='mode'], #tool-mode:not([hidden])", ".suggestion"):
        expect(page.locator(offer)).to_have_count(0)


@pytest.mark.ci
def test_a_player_is_offered_only_the_end_that_the_rules_name(
    table: Any, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table.stage.session
    table.server.close()
    door = Door({side.name: side.title for side in session.info.sides}, time.monotonic, lambda: table.address)
    table.server = Server(create_app(session, LOCAL_HOSTS, door), open_port("127.0.0.1", 0), session.close)
    table.server.start()
    elsewhere = {"X-Forwarded-For": "192.168.7.9"}
    page = open_page(f"join/{door.invitations.token('us')}", extra_http_headers=elsewhere)
    page.goto(table.address)
    page.locator("#tool-score").click()
    expect(page.locator("dialog[open] a[href='/result']")).to_be_visible()
    expect(page.locator("[data-end]")).to_have_count(0)
    monkeypatch.setattr("web.score.winner_of", lambda *_: "us")
    session.act(lambda match: match.end_turn())
    page.reload()
    page.locator("#tool-score").click()
    expect(page.locator("[data-end]")).to_have_text(["Americans: victory"])


def kept(page: Page, name: str) -> None:
    """Keep a picture of the page where somebody wants to look at it."""
    if folder := os.environ.get("VEDETTE_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")
