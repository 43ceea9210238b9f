"""The same shot in several languages, chosen in the menu in the middle of it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser


@pytest.mark.first(1)
@pytest.mark.parametrize(
    "there",
    [
        ("it", "IN PORTATA", "47,30", "Fine turno"),
        ("es", "EN ALCANCE", "47,30", "Fin del turno"),
        ("de", "IN REICHWEITE", "47,30", "Zug beenden"),
    ],
    ids=lambda there: there[0],
)
def test_the_language_is_changed_in_the_middle_of_a_shot_and_kept(
    open_page: Callable[..., Page], there: tuple[str, str, str, str]
) -> None:
    page = open_page()
    page.locator('.suggestion[data-target="Weber"]').click()
    for code, word, number, button in (there, ("en", "IN RANGE", "47.30", "End turn")):
        page.locator(".nav summary").click()
        page.locator("#language").select_option(code)
        expect(page.locator("html")).to_have_attribute("lang", code)
        expect(page.locator(".verdict-word")).to_have_text(word)
        expect(page.locator(".number")).to_contain_text(number)
        expect(page.locator("#tool-end-turn")).to_have_text(button)
    page.reload()
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")


@pytest.mark.ci
def test_a_browser_that_asks_for_spanish_gets_it(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="es-AR")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.locator('.suggestion[data-target="Brandt"]').click()
    expect(page.locator(".verdict-word")).to_have_text("DEMASIADO JUSTO")


def test_a_script_counts_by_the_grammar_of_the_language(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="it-IT")
    said = page.evaluate("""async () => {
      const { t } = await import("/static/words.js");
      return [0, 1, 2].map((count) => t("board_left", { count }));
    }""")
    assert said == ["0 caselle rimaste", "1 casella rimasta", "2 caselle rimaste"]


def test_the_bar_has_room_for_all_it_says(open_page: Callable[..., Page]) -> None:
    """Whose turn it is, and the table's number, are read whole on a laptop's screen; only a long title gives way."""
    for language in ("en", "it", "es"):
        page = open_page(locale=language, viewport={"width": 1366, "height": 768})
        for width in (1366, 1440, 1799, 1800):
            page.set_viewport_size({"width": width, "height": 800})
            cut = page.locator(".bar :is(.turn-now, .turn-now > span, .chip-text)").evaluate_all(
                "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
            )
            assert cut == [], (language, width)
        page.close()


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_whose_turn_it_is_is_read_whole_on_a_phone(
    open_page: Callable[..., Page], phone: dict[str, Any], language: str
) -> None:
    page = open_page(**phone, locale=language)

    def cut() -> list[str]:
        wide: list[str] = page.locator(".turn-now span").evaluate_all(
            "(all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.className)"
        )
        return wide

    assert cut() == []

    def renamed(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        view["turn"]["title"] = "Brandenburg Grenadie"
        route.fulfill(response=answer, json=view)

    page.route("**/api/view*", renamed)
    page.reload()
    expect(page.locator(".turn-name")).to_have_text("Brandenburg Grenadie")
    assert cut() == ["turn-name"]
    assert page.locator(".turn-now > span").inner_text().splitlines()[0].endswith(" 3")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
