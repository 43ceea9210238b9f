"""The television shows the moment again: a shot flies once when its dice fell, and never over what is live."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ci]
TV = {"viewport": {"width": 1920, "height": 1080}}


def shoot(kept: Any, actor: str, target: str, *dice: int) -> None:
    session = kept.stage.session
    session.act(lambda match: match.declare(actor, target))
    for die in dice:
        session.act(lambda match, die=die: match.throw([die], confirm=True))


NOTE_FLIGHT = """() => {
  window.flown = [];
  const layer = document.querySelector(".replay");
  new MutationObserver(() => {
    const shot = layer.querySelector(".flies");
    if (!layer.firstChild) document.body.dataset.landed = "yes";
    if (shot) window.flown.push([Number(shot.getAttribute("cx")), Number(shot.getAttribute("cy"))]);
  }).observe(layer, { childList: true });
}"""


def opened(kept: Any, open_page: Callable[..., Page], **settings: Any) -> Page:
    page = open_page("watch", **TV, **settings)
    expect(page.locator("#turn")).to_have_text("Turn 3 · Americans")
    page.evaluate(NOTE_FLIGHT)
    return page


def flown(page: Page) -> list[tuple[float, float]]:
    return [(x, y) for x, y in page.evaluate("window.flown")]


def test_a_shot_flies_once(kept: Any, open_page: Callable[..., Page]) -> None:
    page = opened(kept, open_page)
    session = kept.stage.session
    table = session.position().table
    (x, y), (to_x, to_y) = (table.stand(name).centre for name in ("Miller", "Weber"))
    shoot(kept, "Miller", "Weber", 5, 6)
    expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
    expect(page.locator("body")).to_have_attribute("data-landed", "yes", timeout=20_000)
    way = flown(page)
    assert way[0] == pytest.approx((x, table.depth_cm - y), abs=3)
    assert way[-1] == pytest.approx((to_x, table.depth_cm - to_y), abs=3)
    assert [x for x, _ in way] == sorted(x for x, _ in way)
    session.act(lambda match: match.withdraw())  # the same moment is the last ruling now
    expect(page.locator(".last-of")).to_have_text("The last ruling")
    assert flown(page) == way


def test_what_is_live_ends_it(kept: Any, open_page: Callable[..., Page]) -> None:
    page = opened(kept, open_page)
    page.clock.install()  # in which the flight ends only when it is told to
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    shoot(kept, "Miller", "Weber", 5, 6)
    expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
    page.clock.run_for(100)
    expect(page.locator(".replay > *")).not_to_have_count(0)
    shoot(kept, "Harris", "Krause")
    expect(page.locator(".verdict-who")).to_have_text("Harris at Krause")
    expect(page.locator(".replay > *")).to_have_count(0)


def test_not_under_reduced_motion_and_not_what_was_before(kept: Any, open_page: Callable[..., Page]) -> None:
    calm = opened(kept, open_page, reduced_motion="reduce")
    shoot(kept, "Miller", "Weber", 5, 6)
    late = opened(kept, open_page)
    for page in (calm, late):
        expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
        page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        assert flown(page) == []
