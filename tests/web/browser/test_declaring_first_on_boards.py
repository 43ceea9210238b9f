"""Declare first on a board, in a real browser: whom a counter aims at is declared before the page says a word of it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from board_page import UNDER_WAY, served_board
from hex_session import DESERT, ROMMEL, HexHands
from playwright.sync_api import Browser, Page, expect

from referee.journal.store import TemporaryJournal
from web.app import create_app
from web.serve import Server, open_port

pytestmark = [pytest.mark.browser, pytest.mark.ci]
DAY = {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied", "phase": "combat"}


@pytest.fixture
def desert() -> Iterator[str]:
    """Serve a phase of combat in the desert; the address."""
    with TemporaryJournal() as journal:
        hands = HexHands(ROMMEL, DESERT, DAY, journal=journal)
        server = Server(create_app(hands.session), open_port("127.0.0.1", 0), hands.session.close)
        server.start()
        yield f"http://127.0.0.1:{server.port}/"
        server.close()


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Return what opens a page; at the end no page may have complained."""
    complaints: list[str] = []
    contexts = []

    def opened(address: str, language: str = "en", **settings: Any) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
        context.set_default_timeout(60_000)
        context.add_cookies([{"name": "vedette_language", "value": language, "url": address}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def inside(page: Page, name: str) -> bool:
    """Whether a counter lies in the map's window, above the card."""
    window, counter = (page.locator(it).bounding_box() for it in ("svg.plan", f'.stands [data-name="{name}"]'))
    assert window is not None
    assert counter is not None
    ends = counter["x"] >= window["x"], counter["x"] + counter["width"] <= window["x"] + window["width"]
    return all(ends) and counter["y"] + counter["height"] <= window["y"] + window["height"]


def test_a_battle_is_declared_before_its_sums_are_told(
    desert: str, opened: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = opened(desert)
    page.locator('[data-act="ready-br-inf-1"]').click()
    expect(page.locator(".hex.is-aimed")).not_to_have_count(0)
    page.keyboard.press("Escape")
    page.locator(".idle-tools [data-act=mode]").click()
    expect(page.locator("#tool-mode")).to_have_attribute("aria-pressed", "true")

    page.locator('[data-act="ready-br-inf-1"]').click()
    expect(page.locator(".targets .check")).not_to_have_count(0)
    expect(page.locator(".hex.is-aimed")).to_have_count(0)
    expect(page.locator(".targets .is-passed, .targets .is-modifier")).to_have_count(0)
    keep_picture(page, "first-targets.png")
    page.locator('.stands [data-name="it-inf"]').dispatch_event("click")
    expect(page.locator(".battle")).to_contain_text("told once it is declared")
    expect(page.locator(".battle")).not_to_contain_text("against")
    expect(page.locator('[data-act="declare"]')).to_have_class(re.compile("tone-plain"))
    keep_picture(page, "first-battle.png")
    page.locator('[data-act="declare"]').click()
    expect(page.locator(".verdict-word")).to_be_visible()
    expect(page.locator('[data-act="away"]')).to_have_count(0)  # it is played
    keep_picture(page, "first-revealed.png")


def test_out_of_reach_is_said_once_it_is_declared_and_the_attack_is_spent(
    desert: str, opened: Callable[..., Page], phone: dict[str, Any], keep_picture: Callable[[Page, str], None]
) -> None:
    page = opened(desert, "it", **phone)
    page.locator('.idle-tools [data-act="mode"]').click()
    page.locator('[data-act="ready-br-tank"]').click()
    keep_picture(page, "first-phone.png")
    page.locator('[data-act="at-de-tank-combat"]').click()
    page.locator('[data-act="declare"]').click()
    expect(page.locator("vd-card")).to_have_attribute("data-verdict", "refused")
    expect(page.locator('[data-act="away"]')).to_contain_text("È speso")
    undo = page.locator('[data-act="undo"]')
    assert undo.evaluate("(e) => e.scrollWidth <= e.clientWidth"), "its words run out of it"
    for name in ("br-tank", "de-tank"):  # the map goes to both, though seven hexes lie between
        expect(page.locator(f'.stands [data-name="{name}"]')).to_be_in_viewport(ratio=1)
        assert inside(page, name)
    keep_picture(page, "first-phone-spent.png")
    page.locator('[data-act="away"]').click()
    expect(page.locator('[data-act="ready-br-inf-1"]')).to_be_visible()
    expect(page.locator('[data-act="ready-br-tank"]')).to_have_count(0)


@pytest.mark.first(1)
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_who_was_tapped_was_touched_and_compongo_puts_him_straight(
    opened: Callable[..., Page], keep_picture: Callable[[Page, str], None], language: str
) -> None:
    with served_board(**UNDER_WAY) as board:
        page = opened(board.address, language)
        compongo = page.locator('[data-act="compongo"]')
        page.locator(".idle-tools [data-act=mode]").click()
        page.locator('.stands [data-name="a18"]').dispatch_event("click")
        expect(page.locator(".strip")).to_contain_text("A-")
        expect(compongo).to_have_count(0)  # too late
        keep_picture(page, f"touched-{language}.png")
        page.locator(".idle-tools [data-act=mode]").click()
        page.keyboard.press("Escape")
        compongo.click()
        expect(compongo).to_have_attribute("aria-pressed", "true")
        page.locator('.stands [data-name="a18"]').dispatch_event("click")
        expect(page.locator(".strip")).to_contain_text(re.compile("compongo", re.IGNORECASE))
        keep_picture(page, f"compongo-{language}.png")
