"""A stand placed by hand in a browser: by touch, and by keys alone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.ci
def test_placed_by_touch_and_given_back(open_page, table):
    page = open_page()
    miller = page.locator('[data-name="Miller"]')
    miller.click()
    page.get_by_role("button", name="Place by hand").click()
    expect(page.get_by_role("heading", name="Where does Miller stand?")).to_be_visible()
    wood = page.locator('[data-name="Fischer"]').bounding_box()
    page.mouse.click(wood["x"] + wood["width"] / 2, wood["y"] + wood["height"] / 2)  # a place, no target
    page.get_by_role("button", name="Turn left").click()
    within = page.get_by_label("Known to within, in cm")
    within.fill("3")
    # The table changes in that moment, and the card is drawn anew: no click, which would take the field's focus away.
    page.get_by_role("button", name="Turn left").dispatch_event("click")
    expect(within).to_have_value("3")
    page.get_by_role("button", name="Turn right").click()
    page.get_by_role("button", name="It stands here").click()
    expect(miller).to_have_class("stand side-1 shooter by-hand")
    label = miller.get_attribute("aria-label")
    assert "placed by hand, ±2.9 cm" in label
    placed, there = (
        table.stage.session.reading().table.stand("Miller"),
        table.stage.session.reading().table.stand("Fischer"),
    )
    assert abs(placed.x - there.x) < 1
    assert abs(placed.y - there.y) < 1
    assert (placed.sigma_cm, placed.placed_by) == (1.5, "hand")

    # The ruling says so.
    page.locator('[data-name="Weber"]').click()
    expect(page.locator(".card")).to_contain_text("Miller was placed by hand, ±2.9 cm.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Whose shot is it?")).to_be_visible()
    table.go_on(1.0)  # the camera sees Miller where he was all along: that is no news
    miller.press("Enter")
    page.get_by_role("button", name="Give it back to the camera").click()
    expect(page.locator(".stand.by-hand")).to_have_count(0)
    assert table.stage.session.reading().table.stand("Miller").placed_by == "camera"


@pytest.mark.ci
def test_placed_by_keys_alone(open_page, table):
    page = open_page()
    before = table.stage.session.reading().table.stand("Miller")
    page.locator('[data-name="Miller"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Place by hand").press("Enter")
    expect(page.locator(".placing-ghost")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowUp", ","):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator('[data-name="Miller"].by-hand')).to_have_count(1)
    after = table.stage.session.reading().table.stand("Miller")
    assert abs(after.x - before.x - 1.0) < 0.02
    assert abs(after.y - before.y - 0.1) < 0.02
    assert abs(after.heading_deg - before.heading_deg - 5) < 0.02
    page.keyboard.press("u")
    expect(page.locator('[data-name="Miller"].by-hand')).to_have_count(0)
