"""Overlays for streams: transparent, dressed by whoever shows them, fed by the match."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
Keep = Callable[[Page, str], None]


@pytest.fixture
def open_at(open_page: Callable[..., Page]) -> Callable[[str], Page]:
    """Return what opens a part of the spectators' page."""

    def opened(path: str) -> Page:
        return open_page(path)

    return opened


@pytest.mark.ci
def test_a_ruling_appears_over_nothing_and_obs_dresses_it(
    table: Any, open_at: Callable[..., Page], open_page: Callable[..., Page], keep_picture: Keep
) -> None:
    overlay = open_at("overlay/ruling")
    assert overlay.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    # As OBS puts in what is typed under Custom CSS.
    overlay.evaluate(
        "document.head.append(Object.assign(document.createElement('style'), {innerHTML: '.verdict {opacity: 0.5}'}))"
    )
    page = open_page()
    page.get_by_role("button", name="Miller → Weber").click()
    page.keyboard.press("1")
    expect(overlay.locator(".outcome")).to_have_text("Miller misses Weber")
    assert overlay.locator(".verdict").evaluate("it => getComputedStyle(it).opacity") == "0.5"
    assert overlay.locator("button, a, input").count() == 0
    keep_picture(overlay, "overlay-ruling.png")


@pytest.mark.ci
def test_score_turn_and_table(table: Any, open_at: Callable[..., Page], keep_picture: Keep) -> None:
    expect(open_at("overlay/turn").locator("#turn")).to_have_text("Turn 3 · Americans")
    expect(open_at("overlay/score").locator(".score-side")).to_have_count(2)
    page = open_at("overlay/table")
    expect(page.locator('.stand[data-name="Miller"]')).to_be_visible()
    expect(page.locator("button:visible, a:visible")).to_have_count(0)
    keep_picture(page, "overlay-table.png")
