"""What may be chosen in the set-up is read whole, in every list, in three languages, on a laptop and on a phone."""

import pytest
from playwright.sync_api import Browser, Page
from rooms import Rooms, farm

pytestmark = [pytest.mark.browser, pytest.mark.ci]
SIZES = {"laptop": (1400, 900), "phone": (390, 844)}
CUT = """() => [...document.querySelectorAll("select")].filter((one) => one.checkVisibility()).flatMap((one) => {
  const whole = one.cloneNode(true);  // as wide as its longest line
  whole.style.cssText = "position: absolute; width: max-content; min-width: 0";
  one.after(whole);
  const cut = whole.offsetWidth > one.offsetWidth + 1 || one.getBoundingClientRect().right > innerWidth;
  const words = [...one.options].map((line) => line.text).sort((a, b) => b.length - a.length)[0];
  whole.remove();
  return cut ? [`${one.name}: ${words}`] : [];
})"""


def cut(page: Page) -> list[str]:
    return page.evaluate(CUT)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_what_may_be_chosen_is_read_whole(chromium: Browser, rooms: Rooms, language: str, size: str) -> None:
    known_id, _ = farm(rooms)
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height}, locale=language)
    page = context.new_page()
    wrong = {}
    page.goto(f"{rooms.address}setup/plan")
    wrong["plan"] = cut(page)
    for key in ("sheets", "table", "check", "roster", "match"):
        page.goto(f"{rooms.address}setup/{known_id}/{key}")
        page.locator(".step select").first.wait_for(state="attached")
        if key == "roster":
            page.locator("#roster-list").evaluate("list => (list.open = true)")
            page.locator('tbody [name="kind"]').first.select_option("vehicle")
        wrong[key] = cut(page)
    for game in ("yankee", "montecassino", "rommel", "ancients"):
        page.locator('[name="game"]').select_option(game)
        wrong[game] = cut(page)
    context.close()
    assert {key: lines for key, lines in wrong.items() if lines} == {}
