"""A shot from tap to effect: by mouse, by keyboard only, by touch on a phone."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from loops import loop_at
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def stand(page: Page, name: str) -> Locator:
    return page.locator(f'.stand[data-name="{name}"]')


def verdict(page: Page) -> Locator:
    return page.locator(".verdict-word")


def focused(page: Page) -> str:
    name = page.evaluate("document.activeElement.dataset.name ?? document.activeElement.className")
    return str(name)


def apart(one: Locator, other: Locator) -> bool:
    """Say whether two things on the page do not overlap."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    return (
        a["x"] + a["width"] <= b["x"]
        or b["x"] + b["width"] <= a["x"]
        or a["y"] + a["height"] <= b["y"]
        or b["y"] + b["height"] <= a["y"]
    )


def tab_to(page: Page, name: str) -> list[str]:
    """Press Tab until that stand has the focus; return the stands passed on the way."""
    passed: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        passed.append(focused(page))
        if passed[-1] == name:
            return passed
    raise AssertionError(f"Tab never reached {name}: {passed}")


def test_a_shot_by_mouse(open_page: Open, table: Any) -> None:
    page = open_page()
    expect(page.locator("vd-card")).to_contain_text("Tap the rifleman by the hedge")
    expect(page.locator("vd-status")).to_have_text("still")

    stand(page, "Miller").click()
    expect(stand(page, "Miller")).to_have_class(re.compile("shooter"))
    stand(page, "Weber").click()
    expect(verdict(page)).to_have_text("IN RANGE")
    number = page.locator(".number")
    expect(number).to_have_text(re.compile(r"47\.\d+ cm of 50 ±0\.\d+"))
    assert abs(float(number.locator("strong").inner_text()) - 47.3) < 0.1, "measured from the picture"
    for clause in ("A2.1", "A2.2", "A2.3", "A3.1"):
        expect(page.locator(".checks .clause", has_text=clause)).to_be_visible()
    expect(page.locator(".deciding .line.role-sight")).to_be_visible()
    expect(page.locator(".length")).to_have_text(re.compile(r"47\.\d+ cm ±0\.\d+"))
    expect(page.locator(".ask")).to_contain_text("4, 5, 6 hits")

    page.get_by_role("button", name="Threw 4").click()
    expect(page.locator(".ask")).to_contain_text("damage test")
    page.get_by_role("button", name="Threw 6").click()
    expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
    expect(stand(page, "Weber")).to_have_class(re.compile("is-fallen"))
    expect(stand(page, "Weber").locator(".struck")).to_be_visible()
    expect(stand(page, "Miller")).to_have_class(re.compile("has-fired.*is-revealed"))
    expect(stand(page, "Miller").locator(".spent")).to_be_visible()

    # The players take the figure off; the umpire sees a hand, then the table at rest, and Weber's place is kept.
    table.go_on(1.0)
    expect(page.locator("vd-status")).to_have_text("hands over the table")
    table.go_on(4.0)
    expect(page.locator("vd-status")).to_have_text("still")
    expect(stand(page, "Weber")).to_have_class(re.compile("is-fallen"))
    expect(page.locator("image.picture")).not_to_have_attribute("href", re.compile(r"\?v=1$"))

    page.get_by_role("button", name="Undo: the throw").click()
    expect(stand(page, "Weber")).not_to_have_class(re.compile("is-fallen"))
    expect(page.locator(".ask")).to_contain_text("damage test")


def test_a_shot_by_keyboard_only(open_page: Open, table: Any) -> None:
    page = open_page()
    passed = [name for name in tab_to(page, "Miller") if stand(page, name).count()]
    boxes = [stand(page, name).locator(".foot").bounding_box() for name in passed]
    rows = [box["y"] for box in boxes if box]
    assert len(rows) > 5
    assert all(after > before - 90 for before, after in itertools.pairwise(rows)), "from far to near"

    page.keyboard.press("Enter")
    expect(stand(page, "Miller")).to_have_class(re.compile("shooter"))
    page.keyboard.press("ArrowDown")
    here, there = (stand(page, name).locator(".foot").bounding_box() for name in ("Miller", focused(page)))
    assert here is not None
    assert there is not None
    assert there["y"] > here["y"]
    page.keyboard.press("ArrowUp")
    tab_to(page, "Weber")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text("IN RANGE")
    assert focused(page) == "Weber", "the focus stays on the table"
    expect(page.locator("#said")).to_contain_text("In range")

    table.dice[:] = [5]
    page.keyboard.press("r")
    expect(page.locator(".ask")).to_contain_text("damage test")
    page.keyboard.press("2")
    expect(page.locator(".outcome")).to_have_text("Weber is hit, but unhurt")
    expect(page.locator("#said")).to_contain_text("unhurt")
    page.keyboard.press("u")
    page.keyboard.press("3")
    expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
    page.keyboard.press("Escape")
    expect(page.locator("vd-card")).to_contain_text("Whose shot is it?")
    expect(stand(page, "Weber")).to_have_class(re.compile("is-fallen"))

    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("4")
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    page.keyboard.press("e")
    expect(page.locator("vd-turn")).to_contain_text("Germans")


@pytest.mark.ci
def test_a_shot_on_a_phone(open_page: Open, phone: dict[str, Any]) -> None:
    page = open_page(**phone)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def tap(name: str) -> None:
        box = stand(page, name).locator(".foot").bounding_box()
        assert box is not None
        # A finger is not a needle: a little beside the base is good enough.
        page.touchscreen.tap(box["x"] + box["width"] / 2 + 9, box["y"] + box["height"] / 2 + 7)

    tap("Miller")
    expect(stand(page, "Miller")).to_have_class(re.compile("shooter"))
    tap("Weber")
    expect(verdict(page)).to_have_text("IN RANGE")
    for locator in (verdict(page), page.locator(".number"), page.get_by_role("button", name="Threw 6")):
        expect(locator).to_be_in_viewport(ratio=1)
    sheet, plan = page.locator("vd-card").bounding_box(), page.locator("svg.plan").bounding_box()
    assert sheet is not None
    assert plan is not None
    assert sheet["y"] >= plan["y"] + plan["height"] - 1, "the sheet lies below the table, not over it"
    for name in ("Miller", "Weber"):
        expect(stand(page, name).locator(".foot")).to_be_in_viewport(ratio=1)
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, f"{button.inner_text()!r} is smaller than a finger"

    page.get_by_role("button", name="Threw 6").tap()
    page.get_by_role("button", name="Threw 5").tap()
    expect(page.locator(".outcome")).to_have_text("Weber is hit and removed")
    expect(page.locator(".outcome")).to_be_in_viewport(ratio=1)
    expect(stand(page, "Weber").locator(".struck")).to_be_visible()
    page.get_by_role("button", name="Next shot").tap()
    expect(page.locator("vd-card")).to_contain_text("Whose shot is it?")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.ci
def test_what_is_too_close_is_for_the_referee_and_the_condition_that_decided_is_said_once(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Miller → Brandt").click()
    expect(verdict(page)).to_have_text("TOO CLOSE TO CALL")
    expect(page.locator(".verdict")).to_have_class(re.compile("tone-close"))
    assert page.locator("vd-card").inner_text().count("Whether Brandt") == 1
    expect(page.locator(".odds")).to_have_text(re.compile(r"\d+ % in"))
    expect(page.locator(".die-button")).to_have_count(0)
    page.keyboard.press("i")
    expect(verdict(page)).to_have_text("IN RANGE")
    expect(page.locator(".checks:not(.house-values)")).to_contain_text("The referee says yes")
    expect(page.locator(".die-button")).to_have_count(6)
    page.get_by_role("button", name="Undo: the decision").click()
    expect(verdict(page)).to_have_text("TOO CLOSE TO CALL")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Miller → Lehmann").click()
    expect(page.locator(".why")).to_contain_text("garden hedge covers Lehmann")


@pytest.mark.ci
def test_zoom_and_plain_map_and_why_is_drawn(open_page: Open) -> None:
    page = open_page()
    whole = page.locator("svg.plan").get_attribute("viewBox")
    page.get_by_role("button", name="Nearer").click()
    assert page.locator("svg.plan").get_attribute("viewBox") != whole
    page.keyboard.press("0")
    assert page.locator("svg.plan").get_attribute("viewBox") == whole
    page.keyboard.press("v")
    expect(page.locator("image.picture")).to_be_hidden()
    expect(page.locator("#tool-view")).to_have_attribute("aria-pressed", "true")
    stand(page, "Miller").click()
    for target, word, drawn in (
        ("Krause", "OUT OF RANGE", ".limit-tick"),
        ("Vogel", "NO LINE OF SIGHT", ".line.role-blocked"),
        ("Lehmann", "IN RANGE", ".area.role-cover"),
        ("Huber", "NOT ALLOWED", ".area.role-cover"),
    ):
        stand(page, target).click()
        expect(page.locator(".verdict-who")).to_have_text(f"Miller at {target}")
        expect(verdict(page)).to_have_text(word)
        expect(page.locator(f".deciding {drawn}")).to_be_visible()
        expect(page.locator(".checks .check").first).to_have_class(re.compile("decides"))


@pytest.mark.ci
def test_no_key_meant_for_one_button_presses_another_and_after_the_shot_there_is_more_to_try(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Miller → Weber").focus()
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text("IN RANGE")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Threw 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".outcome")).to_have_text("Miller misses Weber")
    page.keyboard.press("Enter")
    expect(page.locator(".thrown li")).to_have_count(1)
    assert focused(page) == "card-body"
    page.get_by_role("button", name="Next shot").click()
    expect(page.locator(".suggestion").first).to_contain_text("Rossi → Vogel")
    expect(page.locator(".why")).to_have_text(
        "It is the turn of the Americans. Tap who acts: the card says what they may do."
    )
    page.keyboard.press("e")
    expect(page.locator(".suggestion").first).to_contain_text("Huber → Miller")


@pytest.mark.ci
def test_the_smallest_phone_needs_no_sideways_scrolling(open_page: Open, phone: dict[str, Any]) -> None:
    page = open_page(**{**phone, "viewport": {"width": 320, "height": 568}})
    page.get_by_role("button", name="Miller → Weber").tap()
    expect(page.get_by_role("button", name="Threw 6")).to_be_in_viewport(ratio=1)
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(page.locator(".number strong")).to_be_in_viewport(ratio=1)
    number = page.locator(".number strong")
    assert apart(number, page.locator(".card-foot"))
    assert apart(page.locator(".chip:not(#table-number)"), page.get_by_role("button", name="Nearer"))


@pytest.mark.ci
def test_a_desk_enlarged_to_200_percent_shows_table_verdict_and_dice(open_page: Open) -> None:
    page = open_page(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    page.get_by_role("button", name="Miller → Weber").click()
    for locator in (verdict(page), page.locator(".number strong"), page.get_by_role("button", name="Threw 6")):
        expect(locator).to_be_in_viewport(ratio=1)
    plan = page.locator("svg.plan").bounding_box()
    assert plan is not None
    assert plan["height"] > 200
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


@pytest.mark.ci
def test_a_double_click_rolls_once_and_a_wrong_moment_is_said(open_page: Open, table: Any) -> None:
    page = open_page()
    table.dice[:] = [6, 6]
    page.get_by_role("button", name="Miller → Weber").click()
    page.locator(".roll").dblclick()
    expect(page.locator(".ask")).to_contain_text("damage test")
    stand(page, "Krause").click()
    expect(page.locator(".toast")).to_contain_text("A throw is still owed")
    expect(page.locator(".verdict-who")).to_have_text("Miller at Weber")
    page.keyboard.press("1")
    expect(page.locator(".outcome")).to_have_text("Weber is hit, but unhurt")
    assert table.dice == [6]


@pytest.mark.ci
def test_a_page_left_open_finds_the_next_demo(open_page: Open, table: Any) -> None:
    page = open_page()
    expect(page.locator(".bar-name")).to_have_text("Ambush at the farm")
    table.restart(loop_at("yankee", table.clock))
    expect(stand(page, "Cushing")).to_be_visible()
    expect(stand(page, "Miller")).to_have_count(0)
    page.get_by_role("button", name="Cushing → Garnett I").click()
    expect(verdict(page)).to_have_text("IN RANGE")


@pytest.mark.first(1)
@pytest.mark.parametrize(
    "size", [(390, 844), *(pytest.param(it, marks=pytest.mark.ci) for it in [(768, 1024), (1024, 1366), (1440, 900)])]
)
def test_no_button_over_the_table_lies_on_another(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    expect(page.locator("vd-status")).to_have_text("still")
    buttons = [each for each in page.locator(".zoom button, .tools button").all() if each.is_visible()]
    assert len(buttons) >= 4
    for one, other in itertools.combinations(buttons, 2):
        assert apart(one, other), (size, one.get_attribute("id"), other.get_attribute("class"))
