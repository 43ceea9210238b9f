"""Names, signs and counters of every demo: none lies on another, and no name is cut at the map's edge."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hand_clock import HandClock
from playwright.sync_api import Browser, Page

from referee.observation import Observation, TableStatus
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.serve import Server, open_port
from web.stage import session_of

pytestmark = pytest.mark.browser
DESK = {"viewport": {"width": 1400, "height": 900}}
SEEN = """() => {
  const plan = document.querySelector("svg.plan");
  const found = [];
  const add = (kind, cell, said, {left, right, top, bottom}, ink = 1) => {
    const [middle, half] = [(top + bottom) / 2, (bottom - top) / 2 * ink];
    if (right > left) found.push({kind, cell, said, box: [left, middle - half, right, middle + half]});
  };
  for (const token of plan.querySelectorAll(".soldier")) {
    const {left, right, top, bottom} = token.querySelector(".token-face").getBoundingClientRect();
    add("token", token.dataset.name, token.dataset.name, {left, right, top, bottom});
  }
  // Of a line of text the letters are as high as capitals: about three fifths of it.
  for (const text of plan.querySelectorAll(".cell-name, .ground-sign, text.board-mark, .ring-name"))
    add("name", "", text.textContent, text.getBoundingClientRect(), 0.6);
  for (const ring of plan.querySelectorAll(".cell-sign .sign-ring, .leg-dot"))
    add("sign", "", "sign", ring.getBoundingClientRect());
  return found;
}"""
CUT = """() => {
  const all = document.querySelector("svg.plan").getBoundingClientRect();
  const names = ".stand .name, .piece-name, text.board-mark, .range-name, .ring-name, .length text";
  return [...document.querySelectorAll(names)].filter((text) => {
    if (!text.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
    const {left, right, top, bottom} = text.getBoundingClientRect();
    const quarter = (bottom - top) / 4; // a line is higher than its letters
    const out = right < all.left || left > all.right || bottom < all.top || top > all.bottom;
    return !out && (left < all.left || right > all.right || top + quarter < all.top || bottom - quarter > all.bottom);
  }).map((text) => text.textContent);
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
SIZES = ((390, 844), (768, 1024), (1400, 900))


@contextmanager
def shown(chromium: Browser, game: str, **size: Any) -> Iterator[Page]:
    """Show the demo of a game as it truly stands, without its camera, on the map."""
    scene, truth = demo_scene(game), demo_scene(game).truth()
    jpeg = cv2.imencode(".jpg", np.full((9, 12, 3), 90, np.uint8))[1].tobytes()
    stands = tuple(replace(stand, sigma_cm=0.015) for stand in truth.stands)
    seen = Observation(replace(truth, stands=stands), TableStatus("still"), jpeg=lambda: jpeg)
    session = session_of(scene, scene.roster, seen, lambda: 1, HandClock().now_s, "a test")
    server = Server(create_app(session), open_port("127.0.0.1", 0), session.close)
    server.start()
    context = chromium.new_context(**size)
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.locator(".soldier, .stand").first.wait_for()
        yield page
    finally:
        context.close()
        server.close()


def lie(one: list[float], other: list[float]) -> bool:
    """Say whether two boxes lie on one another by more than half a pixel, and neither within the other."""
    (left, top, right, bottom), (west, north, east, south) = one, other
    return min(right, east) - max(left, west) > 0.5 and min(bottom, south) - max(top, north) > 0.5


def within(one: list[float], other: list[float]) -> bool:
    """Say whether a box is hidden by another."""
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


def overlaps(page: Page, stacked: set[frozenset[str]]) -> list[str]:
    """Return what lies on what; of a stack the counters are fanned over one another."""
    found = page.evaluate(SEEN)
    pairs = [(one, other) for k, one in enumerate(found) for other in found[:k] if lie(one["box"], other["box"])]
    return [
        f"{one['said']} on {other['said']}" for one, other in pairs
        if frozenset((one["cell"], other["cell"])) not in stacked
        and not (one["kind"] == "name" and other["kind"] == "token" and within(one["box"], other["box"]))
    ]  # fmt: skip


@pytest.mark.first(2)
@pytest.mark.ci
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", ["rommel", "ancients", "montecassino"])
def test_nothing_lies_on_another(
    chromium: Browser, phone: dict[str, Any], keep_picture: Callable[[Page, str], None], game: str, size: str
) -> None:  # fmt: skip
    with shown(chromium, game, **(phone if size == "phone" else DESK)) as page:
        view = page.evaluate("() => fetch('/api/view').then((answer) => answer.json())")
        cells = {name: told["cell"] for name, told in view["board"]["soldiers"].items()}
        stacked = {frozenset((one, other)) for one in cells for other in cells if cells[one] == cells[other]}
        keep_picture(page, f"names-{game}-{size}.png")
        assert overlaps(page, stacked) == []
        hexes = page.locator(".hex .cell-name").count()
        assert page.locator(".hex .cell-name:visible").count() >= 0.9 * hexes
        assert page.locator("text.board-mark:visible").count() == sum(bool(it["word"]) for it in view["board"]["marks"])
        for name in (view["board"].get("ready") or list(cells))[:3]:
            page.locator(f'.soldier[data-name="{name}"]').dispatch_event("click")
            page.locator('.soldier[aria-pressed="true"], .soldier.is-chosen').first.wait_for()
            page.wait_for_timeout(300)
            keep_picture(page, f"names-{game}-{size}-{name}.png")
            assert overlaps(page, stacked) == []
            page.keyboard.press("Escape")


@pytest.mark.ci
@pytest.mark.parametrize("game", ["ambush", "yankee", "rommel", "ancients", "montecassino"])
def test_no_name_is_cut_at_the_edge_of_the_map(
    chromium: Browser, keep_picture: Callable[[Page, str], None], game: str
) -> None:
    with shown(chromium, game) as page:
        if page.locator(".stand").count():  # its weapons are named
            page.locator(".stand").first.dispatch_event("click")
            page.locator(".reach path").first.wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.get_by_role("button", name="The whole table").click()
            for times in ("1", "2", "5"):
                page.evaluate(DRAWN)
                keep_picture(page, f"edges-{game}-{width}-{times}.png")
                assert page.evaluate(CUT) == [], (width, times)
                page.get_by_role("button", name="Nearer").click(click_count=2)
