"""Names as people give them: a regiment with a stroke in its name, a side of forty letters."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from plan_page import at
from playwright.sync_api import Browser, Page, expect
from rooms import Rooms, farm, open_page

from rules.game import Side
from simulation.rehearsal.demos import demo_scene, loop_of

pytestmark = pytest.mark.browser
NAME = "1/95th Rifles"
LONG = "Panzergrenadierdivisionsersatzabteilungx"
"""As long as a side's name may be, in one word."""
SPILT = """() => [...document.querySelectorAll("button, h2, h3, p, li, .clause")].filter((it) => it.checkVisibility()
  && (it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX === "visible" && it.clientWidth
    || it.getBoundingClientRect().right > innerWidth)).map((it) => it.textContent)"""


@pytest.mark.ci
def test_a_regiment_with_a_stroke_in_its_name(table: Any, open_page: Callable[..., Page]) -> None:
    scene = demo_scene("ambush")
    entries = tuple(replace(it, name=NAME) if it.name == "Miller" else it for it in scene.roster.entries)
    poses = {NAME if name == "Miller" else name: pose for name, pose in scene.poses.items()}
    suggestions = tuple(it for it in scene.suggestions if "Miller" not in (it.actor, it.target))
    roster = replace(scene.roster, entries=entries)
    table.restart(loop_of(replace(scene, roster=roster, poses=poses, suggestions=suggestions), table.clock))
    page = open_page()
    place = poses[NAME]
    page.mouse.click(*at(page, place.x, place.y))
    expect(page.locator("vd-card h2")).to_have_text(NAME)
    expect(page.locator(".reach-list")).to_contain_text("Weber")
    expect(page.locator('[data-act="do-move"], .may-button').first).to_be_visible()
    expect(page.locator(".reach .reach-going")).to_have_count(2)  # to walk, to run


@pytest.mark.ci
def test_a_side_of_forty_letters_spills_over_nothing_on_a_phone(
    chromium: Browser, rooms: Rooms, phone: dict[str, Any]
) -> None:
    known_id, setup = farm(rooms)
    assert setup.match is not None
    first, second = setup.match.sides
    setup.match = replace(setup.match, sides=(Side(first.name, LONG, LONG), second))
    setup.roster = demo_scene("ambush").roster
    for page in open_page(chromium, rooms, phone):
        page.goto(f"{rooms.address}setup/{known_id}/roster")
        expect(page.get_by_role("checkbox", name="Marker 16,")).to_be_visible()
        page.get_by_role("button", name="Choose all").click()
        expect(page.get_by_role("button", name=LONG)).to_be_visible()
        assert page.evaluate(SPILT) == []
        page.goto(f"{rooms.address}setup/{known_id}/play")
        page.get_by_role("button", name="Begin the match").click()
        page.wait_for_url(rooms.address)
        expect(page.locator("vd-card")).to_contain_text(LONG)
        assert page.evaluate(SPILT) == []
        page.locator("#tool-score").click()
        page.locator("dialog summary").click()
        expect(page.get_by_role("button", name=f"{LONG}: victory")).to_be_visible()
        assert page.evaluate(SPILT) == []
