"""Rommel & Montgomery on a phone, in a real browser: set up by touch, begun, and a way chosen hex by hex."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_page import broken
from hex_session import DESERT, ROMMEL, HexHands
from playwright.sync_api import Browser, Page, expect

from referee.journal.store import TemporaryJournal
from web.app import create_app
from web.serve import Server, open_port

pytestmark = pytest.mark.browser
LATER = ("de-tank", "de-air")
OFF_ZONE = {"br-inf-1": ("allied", "infantry", "L5", DESERT["br-inf-1"][3])}


@pytest.fixture
def hands() -> Iterator[HexHands]:
    table = {name: each for name, each in (DESERT | OFF_ZONE).items() if name not in LATER}
    with TemporaryJournal() as journal:
        yield HexHands(ROMMEL, table, {}, journal=journal, reserve={name: DESERT[name] for name in LATER})


@pytest.fixture
def page(hands: HexHands, chromium: Browser, phone: dict[str, Any]) -> Iterator[Page]:
    server = Server(create_app(hands.session), open_port("127.0.0.1", 0), hands.session.close)
    server.start()
    context = chromium.new_context(**phone)
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/")
    yield page
    context.close()
    server.close()
    assert complaints == []


def accessible(page: Page) -> None:
    assert broken(page) == []


@pytest.mark.ci
def test_counters_are_placed_the_battle_begins_and_a_way_is_chosen(
    page: Page, hands: HexHands, keep_picture: Callable[[Page, str], None]
) -> None:
    def hexagon(cell: str) -> None:
        page.locator(f'[data-cell="{cell}"]').dispatch_event("click")

    # The map fills the window from edge to edge before anything is chosen.
    expect(page.locator('[data-act="ready-de-tank"]')).to_be_visible()
    shape = "(e) => [e.viewBox.baseVal.width / e.viewBox.baseVal.height, e.clientWidth / e.clientHeight]"
    seen, window = page.locator("svg.plan").evaluate(shape)
    assert abs(seen - window) < 0.1 * window

    page.locator('[data-act="do-start-0"]').click()
    page.locator('[data-act="confirm"]').click()
    page.locator('[data-act="away"]').click()
    expect(page.locator("#phase-title")).to_have_text("Set-up, Axis")
    page.locator('[data-act="ready-de-air"]').click()
    expect(page.locator(".hex.is-option")).not_to_have_count(0)
    hexagon("B9")
    expect(page.locator('[data-act="declare"]')).to_contain_text("Place it on B9")
    accessible(page)
    page.locator('[data-act="back"]').click()
    expect(page.locator(".hex.is-picked")).to_have_count(0)
    hexagon("C3")
    page.locator('[data-act="declare"]').click()
    expect(page.locator('.stands [data-name="de-air"]')).to_have_count(1)
    page.locator('[data-act="ready-de-tank"]').click()
    expect(page.locator(".hex.is-option")).not_to_have_count(0)
    hexagon("G8")
    hexagon("G8")  # tapped again: it is placed
    expect(page.locator('.stands [data-name="de-tank"]')).to_have_count(1)
    keep_picture(page, "rommel-set-up.png")
    page.get_by_role("button", name="Begin the battle").click()
    page.locator('[data-act="confirm"]').click()
    expect(page.locator('[data-act="confirm"]')).to_have_count(0)
    assert hands.session.memory().known["table"]["phase"] == "weather"


@pytest.mark.ci
def test_a_way_is_chosen_by_touch(page: Page, hands: HexHands, keep_picture: Callable[[Page, str], None]) -> None:
    page.locator('[data-act="ready-br-tank"]').click()
    page.locator('[data-act="steer"]').click()
    for cell, spent in (("L10", "2"), ("N9", "4")):
        page.locator(f'[data-cell="{cell}"]').dispatch_event("click")
        expect(page.locator(".leg-cost").last).to_have_text(spent)
    expect(page.locator(".legs li")).to_have_count(2)
    accessible(page)
    keep_picture(page, "rommel-way-of-its-own.png")
    page.locator('[data-act="cut-1"]').click()
    expect(page.locator(".legs li")).to_have_count(1)
    page.locator('[data-act="declare"]').click()
    expect(page.locator(".verdict-word")).to_have_text("ALLOWED")
    page.locator('[data-act="confirm"]').click()
    expect(page.locator('[data-act="confirm"]')).to_have_count(0)
    assert "br-tank" in hands.session.memory().places
