"""The move audit in a browser: a line once the turn has ended, and behind it the page with each turn's ways."""

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest
from axe_page import violated
from playwright.sync_api import Page, expect

from referee.match.course import Course
from referee.match.match import Match
from simulation.rehearsal.demos import demo_scene, loop_of

pytestmark = pytest.mark.browser


def walk(match: Match, far: str = "Harris") -> None:
    """Let one go round a corner, and one too far."""
    for name, by, unseen in (("Miller", ((1.0, 0.0), (1.0, 1.5)), ()), (far, ((-9.0, -14.0),), (0,))):
        stand = match.current.measured.stand(name)
        way = (stand.centre, *((stand.x + x, stand.y + y) for x, y in by))
        match.see(match.current.measured.with_stand(stand.moved_to(*way[-1])))
        match.walk(name, sum(dist(a, b) for a, b in pairwise(way)), Course(way, 0.03, unseen))


@pytest.mark.ci
def test_a_turn_that_ended_says_who_went_too_far(table: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    expect(page.locator("vd-turn")).to_contain_text("Americans")
    table.stage.session.act(walk)
    table.stage.session.act(lambda match: match.end_turn())
    line = page.locator("vd-card a[href='/audit']")
    expect(line).to_contain_text("2 moved: too far: Harris")
    line.click()
    expect(page.locator(".pass-verdict")).to_have_count(2)
    expect(page.locator(".pass-verdict.is-unusual")).to_contain_text("one leg nobody saw")
    assert page.locator(".pass-picture .outer").count() == 1
    assert violated(page, "wcag2a", "wcag2aa") == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    if shots := os.environ.get("SHOTS"):
        page.set_viewport_size({"width": 1300, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(shots) / f"audit-{scheme}.png")


ONE_WORD = "Panzergrenadierdivisionsersatzabteilung" * 2
SPILT = """() => [...document.querySelectorAll(".pass-verdict, .pass-picture text")].filter((it) => {
  const within = it.closest("figure") ?? document.querySelector("main");
  const [inner, outer] = [it, within].map((each) => each.getBoundingClientRect());
  const spilt = it.scrollWidth > it.clientWidth + 1 && it.clientWidth;
  return spilt || inner.right > outer.right || inner.left < outer.left;
}).map((it) => it.textContent)"""


@pytest.mark.ci
@pytest.mark.parametrize("wide", [1400, 390])
def test_a_stand_named_with_one_long_word_spills_over_nothing(
    wide: int, table: Any, open_page: Callable[..., Page]
) -> None:
    scene, long = demo_scene("ambush"), ONE_WORD[:60]
    entries = tuple(replace(it, name=long) if it.name == "Harris" else it for it in scene.roster.entries)
    poses = {long if name == "Harris" else name: pose for name, pose in scene.poses.items()}
    table.restart(loop_of(replace(scene, roster=replace(scene.roster, entries=entries), poses=poses), table.clock))
    table.stage.session.act(lambda match: walk(match, far=long))
    page = open_page(viewport={"width": wide, "height": 844})
    page.goto(f"{table.address}audit")
    expect(page.locator(".pass-verdict.is-unusual")).to_contain_text(long)
    assert page.evaluate(SPILT) == []
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=Path(shots) / f"audit-long-{wide}.png", full_page=True)
    assert page.locator(".pass-picture text title").all_text_contents() == ["Miller", long]
