"""A whole Ambush turn on a phone: a move, a shot, a grenade, an MG, the end of the turn; fingers only."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from plan_page import at
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.ci
def test_a_whole_ambush_turn(
    table: Any, open_page: Callable[..., Page], phone: dict[str, Any], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_page(**phone)

    def touch(x: float, y: float) -> None:
        page.touchscreen.tap(*at(page, x, y))

    def throw(*faces: int) -> None:
        for face in faces:
            page.get_by_role("button", name=f"Threw {face}").tap()

    def next_one() -> None:
        page.locator('[data-act="away"]').tap()
        expect(page.locator("vd-card")).to_contain_text("Whose shot is it?")

    # Rossi moves: what he may do, his way corner by corner, declared and confirmed.
    touch(19.0, 38.5)
    expect(page.locator(".reach .reach-going.weapon-move")).to_be_visible()
    expect(page.locator(".reach .sight-line")).to_have_count(5)
    page.locator('[data-act="do-move"]').tap()
    expect(page.locator(".card-title")).to_have_text("Rossi: move")
    expect(page.get_by_role("button", name="Declare", exact=True)).to_be_disabled()
    touch(22.5, 41.5)
    touch(31.0, 46.0)
    expect(page.locator(".tool-verdict")).to_contain_text("TOO FAR")
    page.locator('[data-act="back"]').tap()
    touch(21.5, 44.0)
    expect(page.locator(".tool-verdict")).to_contain_text("ALLOWED")
    expect(page.locator(".tool-layer .length")).to_have_text(re.compile(r"7\.[23]\d? cm"))  # 4.61 and 2.69
    keep_picture(page, "turn-by-touch.png")
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, f"{button.inner_text()!r} is smaller than a finger"
    page.get_by_role("button", name="Declare", exact=True).tap()
    expect(page.locator(".verdict-who")).to_have_text("Rossi: move")
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".effects")).to_contain_text(re.compile(r"Rossi moves to 21\.\d, 4[34]\.\d"))
    next_one()
    table.go_on(3.0)  # the player does it, and the camera sees it
    table.until(lambda: table.stage.loop.observation.status.key == "still")
    expect(page.locator("vd-status")).to_have_text("still")
    touch(21.5, 44.0)
    expect(page.locator(".card-title")).to_have_text("Rossi")
    expect(page.locator(".place").first).to_contain_text(re.compile(r"2[12]\.\d, 4[34]\.\d cm"))
    page.get_by_role("button", name="Close").tap()

    # Miller shoots.
    touch(30.0, 24.6)
    touch(67.3, 53.7)
    throw(5, 5)
    expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
    next_one()

    # Kowalski throws a grenade.
    touch(12.5, 52.0)
    page.locator('[data-act="do-grenade"]').tap()
    touch(17.0, 57.0)
    expect(page.locator(".tool-layer .tool-burst")).to_be_visible()
    expect(page.locator("vd-card")).to_contain_text("It reaches nobody.")
    page.get_by_role("button", name="Declare", exact=True).tap()
    expect(page.locator(".verdict-who")).to_contain_text("Kowalski: throw a grenade")
    throw(3)
    expect(page.locator(".ask")).to_contain_text("Where it lands")
    throw(6)
    expect(page.locator(".thrown li")).to_have_count(2)
    next_one()

    # Lucky's MG at Brandt.
    touch(10.0, 80.0)
    page.locator('[data-act="do-mg"]').tap()
    expect(page.locator("vd-card")).to_contain_text("Tap the target.")
    touch(51.9, 69.5)
    expect(page.locator(".verdict-who")).to_have_text("Lucky: fire the MG at Brandt")
    throw(1, 2)
    expect(page.locator(".outcome")).to_have_text("Lucky misses Brandt")
    next_one()

    page.get_by_role("button", name="End turn").tap()
    expect(page.locator("vd-turn")).to_contain_text("Germans")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
