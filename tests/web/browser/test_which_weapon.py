"""A tank with two weapons and a tapped target: with which one is asked, and its answer declared."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_page import serious
from plan_page import at
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ci]
TANK, TARGET = (10.0, 80.0), (51.9, 69.5)


def test_a_tapped_target_asks_with_which_weapon(
    open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_page()
    for place in (TANK, TARGET):
        page.mouse.click(*at(page, *place))
    card = page.locator("vd-card")
    expect(card.locator(".card-title")).to_have_text("Lucky at Brandt")
    expect(card).to_contain_text("With which weapon?")
    assert card.locator(".card-body button").all_inner_texts() == ["Fire the MG at Brandt", "Fire the gun at Brandt"]
    assert serious(page) == []
    keep_picture(page, "which-weapon.png")
    page.keyboard.press("Escape")
    expect(card).not_to_contain_text("With which weapon?")
    page.mouse.click(*at(page, *TARGET))
    page.get_by_role("button", name="Fire the gun at Brandt").click()
    expect(page.locator(".verdict-who")).to_have_text("Lucky: fire the gun at Brandt")


@pytest.mark.parametrize(
    ("language", "weapon"),
    [("it", "Tirare con la mitragliatrice su Brandt"), ("es", "Disparar la ametralladora a Brandt")],
)
def test_on_a_phone_in_another_language(
    open_page: Callable[..., Page], phone: dict[str, Any], keep_picture: Callable[[Page, str], None],
    language: str, weapon: str,
) -> None:  # fmt: skip
    page = open_page(**phone, locale=language)
    for place in (TANK, TARGET):
        page.touchscreen.tap(*at(page, *place))
    button = page.get_by_role("button", name=weapon)
    expect(button).to_be_visible()
    keep_picture(page, f"which-weapon-{language}.png")
    button.tap()
    expect(page.locator(".verdict-who")).to_have_text(re.compile("Lucky: .* Brandt"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
