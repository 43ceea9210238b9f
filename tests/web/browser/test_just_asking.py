"""Just asking by a long press and a tap: on the referee's page, and on a spectator's phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_page import serious
from plan_page import at
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ci]


def ask(page: Page, start: tuple[float, float], end: tuple[float, float], words: re.Pattern[str]) -> None:
    """Rest on one place till the page has taken it, then tap another."""
    page.mouse.move(*at(page, *start))
    page.mouse.down()
    expect(page.locator(".tool-point").first).to_be_visible()
    page.mouse.up()
    page.mouse.click(*at(page, *end))
    expect(page.locator(".tool-layer .length")).to_have_text(words)


def test_a_long_press_and_a_tap_say_how_far_and_whether_it_is_seen(
    table: Any, open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_page()
    before = table.stage.session.journal.length
    ask(page, (10.0, 80.0), (75.0, 88.0), re.compile(r"✕ 65\.\d+ cm"))
    expect(page.locator("[data-sight=failed]")).to_contain_text("Not seen")
    expect(page.locator("vd-card")).to_contain_text("Ruined barn stands between them")
    assert serious(page) == []
    keep_picture(page, "asking-desk.png")
    page.mouse.click(*at(page, 50.0, 50.0))
    expect(page.locator(".tool-layer > *")).to_have_count(0)
    assert table.stage.session.journal.length == before


@pytest.mark.first(1)
@pytest.mark.parametrize(("language", "word"), [("en", "Seen"), ("it", "Si vede")])
def test_a_spectator_asks_too(
    open_page: Callable[..., Page], phone: dict[str, Any], keep_picture: Callable[[Page, str], None],
    language: str, word: str,
) -> None:  # fmt: skip
    page = open_page("watch", **phone, locale=language)
    expect(page.locator(".stand").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == phone["viewport"]["width"], "the menu is in sight"
    ask(page, (30.0, 24.6), (67.3, 53.7), re.compile(r"✓ 47[.,]\d+ cm"))
    expect(page.locator("[data-asked]")).to_contain_text(re.compile(rf"Miller → Weber: 47[.,]\d+ cm.*{word}"))
    keep_picture(page, f"asking-watch-{language}.png")
    assert serious(page) == []


def test_a_throw_says_its_verdict_before_it_is_declared(
    open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_page()
    page.mouse.click(*at(page, 30.0, 24.6))
    expect(page.locator("#said")).to_have_text("Miller is chosen. The card says what may be done.")
    page.locator('[data-act="do-grenade"]').click()
    page.mouse.click(*at(page, 29.0, 31.0))
    expect(page.locator(".tool-verdict")).to_contain_text("IN RANGE")
    expect(page.locator("vd-card .why").last).to_contain_text("It reaches nobody")
    expect(page.locator(".tool-layer .length")).to_have_text(re.compile(r"✓ 6\.\d+ cm of 10"))
    keep_picture(page, "asking-grenade.png")
    page.mouse.click(*at(page, 29.0, 40.0))
    expect(page.locator(".tool-verdict")).to_contain_text("OUT OF RANGE")


@pytest.mark.parametrize("end", [(36.0, 30.0), (30.0, 34.0)])
def test_on_a_phone_the_number_is_clear_of_the_rings(
    open_page: Callable[..., Page], phone: dict[str, Any], end: tuple[float, float]
) -> None:
    page = open_page(**phone)
    ask(page, (30.0, 24.6), end, re.compile(r"\d+[.]\d+ cm"))
    number = page.locator(".tool-layer .length").bounding_box()
    assert number is not None
    for dot in page.locator(".tool-dot").all():
        ring = dot.bounding_box()
        assert ring is not None
        apart = [
            max(a[low] - b[low] - b[size] for a, b in ((number, ring), (ring, number)))
            for low, size in (("x", "width"), ("y", "height"))
        ]
        assert max(apart) > 1.0
