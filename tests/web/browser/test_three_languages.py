"""The same shot in several languages, chosen in the menu in the middle of it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

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
