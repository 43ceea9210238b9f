"""Declare, then reveal, on the page: no distance before shooter and target are committed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.ci
def test_nothing_is_measured_before_it_is_declared(table: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.locator(".idle-tools [data-act=mode]").click()
    expect(page.locator("#tool-mode")).to_have_attribute("aria-pressed", "true")
    page.locator('.stand[data-name="Miller"]').click()
    expect(page.locator(".may")).to_contain_text("Move: 8.0 cm")
    expect(page.locator(".may")).not_to_contain_text("Shoot")
    expect(page.locator("vd-card")).to_contain_text("Tap the target: then it is declared.")

    page.locator('.stand[data-name="Krause"]').click()
    expect(page.locator(".verdict-word")).to_have_text("OUT OF RANGE")
    page.get_by_role("button", name="The shot is spent").click()
    page.locator('.stand[data-name="Miller"]').click()
    expect(page.locator("vd-card")).to_contain_text("has fired")
    page.keyboard.press("u")  # the shot is not spent, but what was revealed must be played
    expect(page.locator(".verdict-word")).to_have_text("OUT OF RANGE")
    page.get_by_role("button", name="The shot is spent").click()

    page.locator('.stand[data-name="Jensen"]').click()
    page.locator('.stand[data-name="Weber"]').click()
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    table.dice.append(1)
    page.keyboard.press("r")
    expect(page.locator(".outcome")).to_have_text("Jensen misses Weber")
    expect(page.get_by_role("button", name="Next shot")).to_be_visible()
