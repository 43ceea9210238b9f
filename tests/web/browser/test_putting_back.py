"""A sleeve shoves three stands: the page proposes, leads each of them home, and closes by itself."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_page import serious
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
BUMPED = ("Weber", "Jensen", "Huber")


def stand(page: Page, name: str) -> Locator:
    return page.locator(f'.stand[data-name="{name}"]')


def row(page: Page, name: str) -> Locator:
    return page.locator(f'.putback-list [data-name="{name}"]')


def ghost(page: Page, name: str) -> Locator:
    return page.locator(f'.ghost[data-ghost="{name}"]')


def bump(page: Page, table: Any) -> None:
    page.keyboard.press("g")
    expect(page.get_by_role("dialog")).to_contain_text("Nothing has moved")
    page.get_by_role("button", name="Bump the table").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    table.until_asked()


@pytest.mark.ci
def test_from_the_bump_to_a_shot_that_is_still_allowed(open_page: Open, table: Any) -> None:
    page = open_page()
    home = {s.name: s for s in table.stage.loop.world.scene.truth().stands}
    bump(page, table)

    ask = page.locator(".putback-ask")
    expect(ask).to_contain_text("3 stands moved together. Put them back?")
    expect(ask).to_contain_text(re.compile(r"Weber 4\.\d cm, Jensen 3\.\d cm, Huber 2\.\d cm"))
    expect(page.locator("#said")).to_contain_text("3 stands moved together")
    expect(page.locator(".ghost")).to_have_count(3)
    assert page.evaluate("document.activeElement === document.body"), "nothing takes the focus away"

    page.get_by_role("button", name="Put them back").click()
    expect(ask).to_be_hidden()
    expect(page.locator(".putback-progress")).to_have_text("0 of 3 back")
    expect(row(page, "Weber")).to_contain_text(re.compile(r"4\.\d cm left.*1\.\d cm towards you"))
    expect(row(page, "Weber")).to_contain_text(re.compile(r"turn 3\d° clockwise"))
    expect(page.locator(".ghost-label", has_text="Weber")).to_contain_text("cm left")
    expect(ghost(page, "Weber").locator(".ghost-way")).to_be_visible()
    page.get_by_label("You stand at").select_option("far")
    expect(row(page, "Weber")).to_contain_text(re.compile(r"4\.\d cm right.*1\.\d cm away from you"))
    page.get_by_label("You stand at").select_option("near")

    edge, leave = (page.locator(it).bounding_box() for it in ("#putback-edge", '[data-act="put-leave"]'))
    assert edge is not None
    assert leave is not None
    assert leave["y"] == pytest.approx(edge["y"], abs=2), "the edge and the way out are one row"

    # Whoever taps on meanwhile is told why nothing is measured.
    stand(page, "Miller").click()
    expect(page.locator(".toast")).to_contain_text("Stands are being put back")

    off: list[float] = []
    for _ in range(40):
        table.go_on(1.0)
        state = table.stage.session.reading().put_back
        off.append(max((hint.off_cm for hint in state.told), default=0.0))
        if not state.under_way:
            break
        if sum(hint.state == "back" for hint in state.told) == 1:
            expect(page.locator(".putback-progress")).to_have_text("1 of 3 back")
            expect(page.locator(".ghost-tick")).to_have_count(1)
    assert off[0] > 3.0
    assert off[-1] == 0.0
    expect(page.locator(".toast")).to_contain_text(re.compile(r"All 3 back, at most 0\.\d\d cm off"))
    expect(page.locator("vd-putback")).to_be_hidden()
    expect(page.locator(".ghost")).to_have_count(0)
    for measured in table.stage.session.reading().table.stands:
        there = home[measured.name]
        assert math.dist(measured.centre, there.centre) < 0.3, measured.name

    # Jensen was shoved 3.5 cm and lifted back: none of that was his walk, and he stands where he is measured now.
    page.keyboard.press("Escape")
    stand(page, "Jensen").click()
    expect(page.locator("vd-card")).to_contain_text("Jensen")
    expect(page.locator("vd-card")).not_to_contain_text("has moved")
    stand(page, "Huber").click()
    expect(page.locator(".verdict-word")).to_be_visible()
    stand(page, "Weber").click()
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")
    here, there = (table.stage.session.reading().table.stand(name) for name in ("Jensen", "Weber"))
    shown = float(page.locator(".number strong").inner_text())
    assert abs(shown - math.dist(here.centre, there.centre)) < 2.0, "base to base, a little less than centre to centre"
    expect(page.locator(".ask")).to_contain_text("4, 5, 6 hits")


def test_it_was_a_move(open_page: Open, table: Any) -> None:
    page = open_page()
    bump(page, table)
    assert serious(page) == []
    page.get_by_role("button", name="It was a move").click()
    expect(page.locator(".putback-ask")).to_be_hidden()
    table.go_on(3.0)
    expect(page.locator(".putback-ask")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.get_by_role("dialog")).to_contain_text("Before the last disturbance")
    assert serious(page) == []
    page.get_by_label("How exactly").select_option(label="to 0.2 cm and 2°")
    page.get_by_role("button", name="Before the last disturbance").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".putback-progress")).to_have_text("0 of 3 back")
    assert table.stage.session.reading().put_back.told[0].tolerance_cm == 0.2
    assert serious(page) == []
    page.get_by_role("button", name="Leave the rest").click()
    expect(page.locator(".toast")).to_contain_text("left where they stand: Weber, Jensen, Huber")


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("language", "words"), [("it", "a sinistra"), ("es", "a la izquierda")])
def test_on_a_phone_in_another_language(
    open_page: Open, table: Any, phone: dict[str, Any], language: str, words: str
) -> None:
    page = open_page(**phone, locale=language, color_scheme="dark")
    table.stage.session.bump()
    table.until_asked()
    page.locator("[data-act=put-accept]").tap()
    expect(row(page, "Weber")).to_contain_text(words)
    size = row(page, "Weber").locator(".putback-way").evaluate("it => getComputedStyle(it).fontSize")
    assert float(size.removesuffix("px")) >= 20, "read beside the table, with the phone in one hand"
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert serious(page) == []
    table.go_on(6.0)
    expect(row(page, "Weber")).to_be_visible()


@pytest.mark.ci
def test_what_a_real_table_has_not_is_not_written_as_false(open_page: Open, table: Any) -> None:
    table.stage.session.bump = None
    page = open_page()
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nothing has moved")
    expect(dialog).not_to_contain_text("false")
