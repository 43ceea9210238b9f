"""A Yankee volley by keyboard only: guns and muskets fire, a regiment advances, a ruler is laid, the turn ends."""

from collections.abc import Callable
from typing import Any

import pytest
from loops import loop_at
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.ci
def test_a_yankee_volley(table: Any, open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]) -> None:
    table.restart(loop_at("yankee", table.clock))
    page = open_page()

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    def tab_to(selector: str, most: int = 90) -> None:
        for _ in range(most):
            press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab never reached {selector}")

    def choose(name: str) -> None:
        tab_to(f'.stand[data-name="{name}"]')
        press("Enter")

    # A ruler from the 1 Minnesota, by the cross.
    choose("1 Minn.")
    press("m")
    expect(page.locator(".crosshair")).to_be_focused()
    press("Enter")
    press(*["ArrowUp"] * 8, "Shift+ArrowRight", "Enter")
    expect(page.locator(".tool-distance strong").first).to_have_text("7.00 cm ±0.02")  # from its front
    expect(page.locator(".tool-distance").first).to_contain_text("front to base")
    press("Backspace")
    expect(page.locator(".tool-distance")).to_have_count(0)
    press("Escape")
    expect(page.locator(".card-title")).to_have_text("1 Minn.")

    # It advances.
    tab_to('[data-act="do-move"]')
    press("Enter")
    expect(page.locator(".crosshair")).to_be_focused()
    press(*["ArrowUp"] * 6, "Enter")
    expect(page.locator(".tool-verdict")).to_contain_text("ALLOWED")
    press("d")
    expect(page.locator(".verdict-who")).to_have_text("1 Minn.: move")
    press("c")
    expect(page.locator(".effects")).to_contain_text("1 Minn. moves to 72.0, 28.0")
    press("Escape")

    # The battery: its lane and canister's part of it, whom it sees in it.
    choose("Cushing")
    expect(page.locator(".reach .reach-corridor")).to_be_visible()
    expect(page.locator(".reach .reach-band")).to_be_visible()
    expect(page.locator('.sight-line[data-target="Garnett I"]')).to_be_visible()
    expect(page.locator(".reach-list")).to_contain_text("Garnett I: seen, in range: 33.1")
    choose("Garnett I")
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")
    press("5", "2")
    expect(page.locator(".thrown li")).to_have_count(2)
    expect(page.locator(".outcome")).to_be_visible()
    keep_picture(page, "volley-by-keys.png")
    press("Escape")

    # The next one is too close to call: the referee's word, then the dice.
    choose("Brown")
    choose("Kemper I")
    expect(page.locator(".verdict-word")).to_have_text("TOO CLOSE TO CALL")
    press("i")
    expect(page.locator(".ask")).to_be_visible()
    press("3", "3")
    expect(page.locator(".thrown li")).to_have_count(2)
    press("Escape")

    press("e")  # nobody is in reach to answer
    expect(page.locator("vd-turn")).to_contain_text("Confederates")
