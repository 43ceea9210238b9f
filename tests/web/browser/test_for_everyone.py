"""Nothing serious for axe on any state of the page, in light and dark, on desk and phone."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def serious(page: Page, scheme: str) -> list[str]:
    """Return what axe finds; in the dark only the colours are other than in the light."""
    only = {"type": "tag", "values": TAGS} if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}
    found = Axe().run(page, options={"runOnly": only})
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found.response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.ci
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Page], phone: dict[str, Any], scheme: str, small: bool
) -> None:
    page = open_page(**(phone if small else {}), color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    level = sum(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(","))
    assert (level < 150) == (scheme == "dark")

    assert serious(page, scheme) == []
    for target, word in (("Weber", "IN RANGE"), ("Krause", "OUT OF RANGE"), ("Brandt", "TOO CLOSE TO CALL")):
        page.locator(f'.suggestion[data-target="{target}"]').click()
        expect(page.locator(".verdict-word")).to_have_text(word)
        assert serious(page, scheme) == []
        page.keyboard.press("Escape")
        expect(page.locator(".suggestion").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    assert serious(page, scheme) == []


@pytest.mark.ci
def test_less_motion_when_asked_for(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--quick')").strip() == "0ms"


@pytest.mark.ci
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_serious_on_any_page(
    open_page: Callable[..., Page], table: Any, phone: dict[str, Any], scheme: str, small: bool
) -> None:
    page = open_page(**(phone if small else {}), color_scheme=scheme)
    found, wide = {}, {}
    for path in ("/", "/watch", "/journal", "/passport", "/evidence", "/terrain", "/join", "/pin"):
        page.goto(table.address.rstrip("/") + path)
        expect(page.locator("main")).to_be_visible()
        if bad := serious(page, scheme):
            found[path] = bad
        if page.evaluate("document.documentElement.scrollWidth") > page.evaluate("innerWidth"):
            wide[path] = page.evaluate("document.documentElement.scrollWidth")
    assert found == {}
    assert wide == {}
