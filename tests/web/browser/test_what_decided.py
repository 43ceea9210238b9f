"""What decided is what is shown: its number on the plan, its question with the referee's word, then the outcome."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
Keep = Callable[[Page, str], None]


def chosen(page: Page, *names: str) -> None:
    """Tap stands of which some stand behind a name of another."""
    for name in names:
        page.locator(f'.stand[data-name="{name}"]').click(force=True)


@pytest.mark.ci
def test_a_verdict_is_told_from_another_by_its_line_and_its_sign(open_page: Callable[..., Page]) -> None:
    page = open_page()
    for target, sign, dashes in (("Weber", "✓", "none"), ("Krause", "✕", "9px, 6px"), ("Brandt", "≈", "2px, 7px")):
        page.locator(f'.suggestion[data-target="{target}"]').click()
        expect(page.locator(".length text")).to_have_text(re.compile(f"^{sign} .*±"))
        expect(page.locator(".plan .line").first).to_have_css("stroke-dasharray", dashes)
        page.keyboard.press("Escape")


@pytest.mark.ci
def test_cover_too_close_to_call_is_drawn_and_asked_about(
    table: Any, open_page: Callable[..., Page], keep_picture: Keep
) -> None:
    page = open_page()
    chosen(page, "Novak", "Lehmann")
    expect(page.locator(".verdict-word")).to_have_text("TOO CLOSE TO CALL")
    number = page.locator(".number strong").inner_text()
    expect(page.locator(".length.decider text")).to_have_text(re.compile(rf"^≈ {re.escape(number)} cm of 2 ±"))
    expect(page.locator(".length:not(.decider)")).not_to_have_class(re.compile("tone-"))
    expect(page.locator(".decision .ask")).to_contain_text("garden hedge")
    keep_picture(page, "decided-cover.png")

    page.get_by_role("button", name="Yes").click()
    table.dice[:] = [6, 6]
    for _ in range(2):
        page.keyboard.press("r")
    expect(page.locator(".verdict .outcome")).to_have_text("Lehmann is hit and removed")
    expect(page.locator(".verdict")).not_to_have_class(re.compile("tone-"))
    keep_picture(page, "decided-outcome.png")


@pytest.mark.ci
def test_on_a_phone_in_italian(table: Any, open_page: Callable[..., Page], phone: Any, keep_picture: Keep) -> None:
    page = open_page(**phone, locale="it-IT")
    chosen(page, "Novak", "Lehmann")
    expect(page.locator(".length.decider text")).to_have_text(re.compile("^≈ 2,0"))
    expect(page.locator(".decision .ask")).to_contain_text("siepe del giardino")
    keep_picture(page, "decided-phone-it.png")
    page.locator('[data-act="decide-in"]').click()
    table.dice[:] = [1]
    page.locator(".roll").click()
    expect(page.locator(".verdict .outcome")).to_have_text("Novak manca Lehmann")
    keep_picture(page, "decided-phone-it-outcome.png")
