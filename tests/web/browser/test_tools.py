"""Ruler, path, burst and arc by mouse and key; folded on a phone; silent while it is declared first; axe is content."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_page import serious
from plan_page import at
from playwright.sync_api import Page, expect

from referee.match.match import Match

pytestmark = pytest.mark.browser


@pytest.mark.ci
def test_ruler_path_burst_and_arc(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.get_by_role("button", name="Ruler").click()
    page.mouse.click(*at(page, 30.0, 24.6))
    page.mouse.click(*at(page, 67.3, 53.7))
    expect(page.locator(".tool-distance strong").first).to_have_text(re.compile(r"47\.\d+ cm ±0\.0\d"))
    expect(page.locator(".tool-layer .length")).to_have_text(re.compile(r"47\.\d+ cm"))
    expect(page.locator(".verdict")).to_have_count(0)
    page.locator('[data-act="how-edge"]').click()
    expect(page.locator(".tool-layer .length")).to_have_text(re.compile(r"45\.\d+ cm"))

    # An end is dragged to another place; the table stays where it is.
    box = page.locator("svg.plan").get_attribute("viewBox")
    page.mouse.move(*at(page, 67.3, 53.7))
    page.mouse.down()
    page.mouse.move(*at(page, 50.0, 40.0), steps=4)
    page.mouse.move(*at(page, 30.0, 64.6), steps=4)
    page.mouse.up()
    expect(page.locator(".tool-distance strong").first).to_have_text(re.compile(r"(39\.9|40\.0)\d? cm ±0\.0\d"))
    assert page.locator("svg.plan").get_attribute("viewBox") == box

    page.get_by_role("button", name="Path").click()
    for x, y in ((30.0, 60.0), (33.0, 64.0), (33.0, 70.0)):
        page.mouse.click(*at(page, x, y))
    expect(page.locator("vd-card .number strong")).to_have_text(re.compile(r"^1[01]\.\d cm$"))
    assert serious(page) == []

    page.get_by_role("button", name="Burst").click()
    page.mouse.click(*at(page, 62.0, 44.5))
    expect(page.locator(".tool-burst")).to_be_visible()
    expect(page.locator("vd-card")).to_contain_text(re.compile(r"Huber is 1\.\d+ cm from the burst, within 3 cm"))
    page.locator('[data-act="choose-gun"]').click()
    expect(page.locator("vd-card")).to_contain_text("within 5 cm")

    page.get_by_role("button", name="Arc").click()
    page.mouse.click(*at(page, 10.0, 80.0))
    expect(page.locator(".tool-layer .weapon")).to_have_count(2)
    listed = page.locator("vd-card .reach-weapon")  # each with its range, and the line it is drawn by
    expect(listed).to_have_text(["MG 50 cm", "Gun 60 cm"])
    expect(listed.locator("svg path")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".tool-layer > *")).to_have_count(0)
    expect(page.locator("vd-card")).to_contain_text("Whose shot is it?")


@pytest.mark.ci
def test_a_stand_that_moves_takes_the_rulers_end_with_it(table: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.keyboard.press("m")
    page.mouse.click(*at(page, 60.5, 10.5))
    page.mouse.click(*at(page, 45.0, 13.5))
    number = page.locator(".tool-distance strong").first
    expect(number).to_have_text(re.compile(r"15\.\d+ cm"))

    def jensen_moves(match: Match) -> None:
        match.declare_action({"type": "move", "actor": "Jensen", "path": [[60.5, 10.5], [66.5, 10.5]]})
        match.confirm()

    table.stage.session.act(jensen_moves)
    table.go_on(3.0)  # the player does it, and the camera sees it
    table.until(lambda: table.stage.loop.observation.status.key == "still")
    expect(number).to_have_text(re.compile(r"21\.\d+ cm"))


@pytest.mark.ci
def test_on_a_phone_the_toolbar_is_one_button(open_page: Callable[..., Page], phone: dict[str, Any]) -> None:
    page = open_page(**phone)
    fold = page.locator(".tools-fold")
    expect(page.get_by_role("button", name="Ruler")).to_be_hidden()
    fold.tap()
    page.get_by_role("button", name="Ruler").tap()
    expect(page.get_by_role("button", name="Ruler")).to_be_hidden()
    expect(fold).to_have_attribute("aria-pressed", "true")
    for x, y in ((30.0, 24.6), (67.3, 53.7)):
        page.touchscreen.tap(*at(page, x, y))
    expect(page.locator(".tool-distance strong").first).to_have_text(re.compile(r"47\.\d+ cm"))
    assert serious(page) == []
    page.get_by_role("button", name="Leave the tool").tap()
    expect(fold).to_have_attribute("aria-pressed", "false")


@pytest.mark.ci
def test_declare_first_shows_nothing_and_declares_all_the_same(table: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".idle-tools [data-act=mode]").click()
    expect(page.locator("#tool-mode")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*at(page, 10.0, 80.0))
    expect(page.locator(".veiled")).to_contain_text("Fire the gun at")
    expect(page.locator(".reach > *")).to_have_count(0)
    expect(page.locator(".reach-list")).to_have_count(0)
    page.keyboard.press("m")
    for x, y in ((30.0, 24.6), (67.3, 53.7)):
        page.mouse.click(*at(page, x, y))
    expect(page.locator("vd-card")).to_contain_text("shown once it is declared")
    expect(page.locator(".tool-layer .length")).to_have_count(0)
    page.keyboard.press("Escape")

    page.locator('[data-act="do-gun"]').click()
    page.mouse.click(*at(page, 40.0, 75.0))
    expect(page.locator(".tool-burst")).to_have_count(0)
    assert not any("/api/measure" in url for url in asked)
    page.keyboard.press("d")
    expect(page.locator(".verdict-who")).to_contain_text("Lucky: fire the gun at (40")
    table.dice[:] = [1]
    page.keyboard.press("r")
    expect(page.locator(".outcome")).to_be_visible()


@pytest.mark.ci
def test_a_soldier_boards_and_a_refused_act_says_why(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.mouse.click(*at(page, 30.0, 24.6))
    expect(page.locator(".may")).to_contain_text("Get into")
    expect(page.locator('[data-act="do-mount"]')).to_have_count(0)  # it says why not in place of a button
    page.locator('[data-act="do-run"]').click()
    page.mouse.click(*at(page, 30.0, 12.0))
    expect(page.locator(".tool-verdict")).to_contain_text("ALLOWED")
    page.mouse.click(*at(page, 44.0, 12.0))
    expect(page.locator(".tool-verdict")).to_contain_text("TOO FAR")
    assert serious(page) == []


@pytest.mark.prove
@pytest.mark.parametrize(("language", "word"), [("it", "Righello"), ("es", "Regla")])
def test_the_tools_speak_the_pages_language(open_page: Callable[..., Page], language: str, word: str) -> None:
    page = open_page(locale=language)
    page.get_by_role("button", name=word).click()
    for x, y in ((30.0, 24.6), (67.3, 53.7)):
        page.mouse.click(*at(page, x, y))
    expect(page.locator(".tool-distance strong").first).to_have_text(re.compile(r"47,\d+ cm"))
