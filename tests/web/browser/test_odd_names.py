"""A stand called as regiments are called: tapped, it says what it may do and what it reaches."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from plan_page import at
from playwright.sync_api import Page, expect

from simulation.rehearsal.demos import demo_scene, loop_of

pytestmark = pytest.mark.browser
NAME = "1/95th Rifles"


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
