"""Nothing serious for axe on any state of the page, in light and dark, on desk and phone."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_page import serious
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_serious(open_page: Callable[..., Page], phone: dict[str, Any], small: bool) -> None:
    page = open_page(**(phone if small else {}))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        level = sum(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(","))
        assert (level < 150) == (scheme == "dark")

    assert serious(page, dark=True) == []
    for target, word in (("Weber", "IN RANGE"), ("Krause", "OUT OF RANGE"), ("Brandt", "TOO CLOSE TO CALL")):
        page.locator(f'.suggestion[data-target="{target}"]').click()
        expect(page.locator(".verdict-word")).to_have_text(word)
        assert serious(page, dark=True) == []
        page.keyboard.press("Escape")
        expect(page.locator(".suggestion").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    assert serious(page, dark=True) == []


@pytest.mark.ci
def test_less_motion_when_asked_for(open_page: Callable[..., Page]) -> None:
    page = open_page("pin", reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--quick')").strip() == "0ms"


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_serious_on_any_page(
    open_page: Callable[..., Page], table: Any, phone: dict[str, Any], small: bool
) -> None:
    page = open_page("pin", **(phone if small else {}))
    found, wide = {}, {}
    for path in ("/", "/watch", "/journal", "/passport", "/evidence", "/terrain", "/join", "/pin"):
        page.goto(table.address.rstrip("/") + path)
        expect(page.locator("main")).to_be_visible()
        if bad := serious(page, dark=True):
            found[path] = bad
        if page.evaluate("document.documentElement.scrollWidth") > page.evaluate("innerWidth"):
            wide[path] = page.evaluate("document.documentElement.scrollWidth")
    assert found == {}
    assert wide == {}


@pytest.mark.ci
def test_on_a_phone_the_voice_is_in_the_menu(open_page: Callable[..., Page], phone: dict[str, Any]) -> None:
    page = open_page(**phone)
    expect(page.locator(".bar-tools > [data-voice]")).to_be_hidden()
    page.locator("details.nav > summary").click()
    voice = page.locator(".nav-list [data-voice]")
    voice.click()
    expect(voice).to_have_attribute("aria-pressed", "true")
