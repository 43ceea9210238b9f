"""What one page begins does not lie under what another page does, and nothing on the page lies over anything else."""

from collections.abc import Callable
from typing import Any

import pytest
from laid_out import LAID_WRONG
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
CONTRADICTS = "lengths contradict: 17.0 / 111.4 cm"


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_nothing_lies_over_anything_else(open_page: Open, language: str) -> None:
    page = open_page(locale=language)
    for width, height in ((1440, 900), (1280, 800), (1024, 768), (390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#tool-end-turn")).to_be_visible()
        assert page.evaluate(LAID_WRONG) == [], (width, height)


@pytest.mark.ci
def test_a_tape_that_contradicts_leaves_the_turn_its_room(open_page: Open, phone: dict[str, Any]) -> None:
    page = open_page(**phone)
    expect(page.locator("#tool-end-turn")).to_be_visible()
    chip = page.locator("#table-number")
    chip.evaluate("(chip, text) => { chip.className = 'chip'; chip.firstElementChild.textContent = text }", CONTRADICTS)
    cut = page.locator(".turn-now span").evaluate_all("all => all.filter(it => it.scrollWidth > it.clientWidth + 1)")
    assert cut == []
    assert page.evaluate(LAID_WRONG) == []


@pytest.mark.ci
def test_two_pages_stay_in_step_and_a_ruling_from_elsewhere_puts_the_tool_away(open_page: Open) -> None:
    page, other = open_page(), open_page()
    page.keyboard.press("m")
    expect(page.locator(".card-title")).to_have_text("Ruler")
    other.locator('.suggestion[data-target="Weber"]').click()
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")
    expect(page.locator(".crosshair")).to_have_count(0)

    # Whoever takes the ruler over the ruling does not throw for it: the die's keys wait until it is in sight.
    page.keyboard.press("m")
    expect(page.locator(".card-title")).to_have_text("Ruler")
    page.keyboard.press("6")
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_contain_text("4, 5, 6 hits")
    page.keyboard.press("6")
    for one in (page, other):
        expect(one.locator(".ask")).to_contain_text("damage test")
    other.keyboard.press("1")
    expect(page.locator(".outcome")).to_have_text("Weber is hit, but unhurt")


@pytest.mark.ci
def test_putting_back_ends_what_was_in_hand(open_page: Open, table: Any) -> None:
    page, other = open_page(), open_page()
    page.locator('.stand[data-name="Rossi"]').click()
    page.locator('[data-act="place"]').click()
    expect(page.locator(".placing-ghost")).to_be_visible()
    other.keyboard.press("g")
    other.locator('[data-act="bump"]').click()
    table.until_asked()
    other.locator('[data-act="put-accept"]').click()
    expect(page.locator(".putback-head")).to_be_visible()
    expect(page.locator(".placing-ghost")).to_be_hidden()
    expect(page.locator("vd-tools")).to_be_hidden()
    other.locator('[data-act="put-leave"]').click()
    expect(page.locator(".card-title")).to_have_text("Whose shot is it?")
