"""Rubbish typed into each field of the wizard, one field after the other: each says beside it what is wrong."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from rooms import Rooms, farm, open_page

from referee.setup.folder import SetUp
from web.language import COOKIE

pytestmark = [pytest.mark.browser, pytest.mark.ci]
LISTED = os.environ.get("VEDETTE_LISTED")
"""Whether what is said is listed."""
MISSING = "Something must be here."
NO_NUMBER = {"": MISSING, "   ": "This is no number.", "abc": "This is no number.", "1,5,3": "This is no number."}
NUMBER = {**NO_NUMBER, "-3": "It must be", "999999": "It must be"}
WRONG = {
    "": {"": MISSING, "   ": MISSING},
    "decimal": NUMBER,
    "numeric": {**NUMBER, "1,5": "It must be a whole number."},
}
FIELDS = 'input:not([type="hidden"], [type="radio"], [type="checkbox"], [type="file"]):visible'


@pytest.fixture
def page(chromium: Browser, rooms: Rooms) -> Iterator[Page]:
    yield from open_page(chromium, rooms, {"viewport": {"width": 1400, "height": 900}})


@pytest.mark.parametrize(
    ("game", "step"),
    [
        ("ambush", "match"), ("montecassino", "match"), ("ambush", "sheets"), ("rommel", "sheets"),
        ("ancients", "sheets"), ("ambush", "table"), ("ambush", "check"), ("ambush", "terrain"), ("ambush", "roster"),
        ("ambush", "plan"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_beside_each_field(rooms: Rooms, page: Page, game: str, step: str) -> None:
    known_id, _ = farm(rooms, game)
    here = rooms.address + ("setup/plan" if step == "plan" else f"setup/{known_id}/{step}")
    page.goto(here)
    if step == "terrain":
        page.locator(".terrain-row").first.click()
    for more in page.locator("details.field summary").all():
        more.click()
    expect(page.locator(FIELDS).first).to_be_visible()
    asked = page.locator(FIELDS).evaluate_all(
        "them => [...new Map(them.map(it => [it.name || it.dataset.act, [it.inputMode, it.required]])).entries()]"
    )
    for name, (mode, required) in asked:
        field = page.locator(f'[name="{name}"]:visible, [data-act="{name}"]:visible').first
        before = field.input_value()
        for typed, words in WRONG[mode].items():
            if words == MISSING and not required:
                continue
            field.fill(typed)
            field.press("Enter")
            field.press("Tab")
            expect(field, f"{name}: {typed!r}").to_have_attribute("aria-invalid", "true")
            told = field.evaluate("it => document.getElementById(it.getAttribute('aria-errormessage')).textContent")
            if LISTED:
                print(f"{game} {step} {name} {typed!r}: {told}")
            assert words in told, (name, typed)
            assert field.input_value() == typed
            assert field.evaluate("it => it.nextElementSibling.role") == "alert", "it stands right below the field"
            assert page.url == here
        assert not page.locator("#said").is_visible(), "and nowhere else"
        field.fill(before)
        expect(field).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize(("language", "mark"), [("it", ","), ("en", ".")])
def test_a_length_is_typed_with_a_comma_or_a_point(rooms: Rooms, page: Page, language: str, mark: str) -> None:
    known_id = farm(rooms)[0]
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": rooms.address}])
    here = f"{rooms.address}setup/{known_id}/"

    def typed(name: str, value: str, then: str) -> None:
        field = page.locator(f'[name="{name}"]').first
        expect(field).to_be_visible()  # it is shown when the table has come: nobody types sooner
        field.press("Control+a")
        field.press_sequentially(value)
        with page.expect_response(f"**/api/setup/{known_id}/{then}"):
            field.press("Enter")

    def saved() -> SetUp:
        return rooms.shelf.get(known_id)

    page.goto(here + "table")
    for length, cm in (("167,1", 167.1), ("166.9", 166.9)):
        typed("length", length, "table/tape")
        expect(page.locator(".found")).to_contain_text("±")
        frame = saved().frame
        assert frame is not None
        assert frame.tape is not None
        assert frame.tape.length_cm == cm
    page.goto(here + "table")
    expect(page.locator('[name="length"]')).to_have_value(f"166{mark}9")
    page.goto(here + "check")
    page.locator('[name="how"]').select_option("tape")
    page.locator('[name="height"]').fill("1,5")
    typed("true", "100,5", "check/measure")
    expect(page.locator(".checked li")).to_contain_text(f"100{mark}5")
    page.goto(here + "roster")
    typed("width_cm", "2,6", "roster")
    page.wait_for_url("**/play")
    roster = saved().roster
    assert roster is not None
    assert roster.entries[0].width_cm == 2.6
    page.goto(here + "roster")
    expect(page.locator('[name="width_cm"]').first).to_have_value(f"2{mark}6")
    page.goto(here + "sheets")
    for width, cm in (("150,8", 150.8), ("150.4", 150.4)):
        typed("width", width, "sheets")
        frame = saved().frame
        assert frame is not None
        assert frame.width_cm == cm
    page.reload()
    expect(page.locator('[name="width"]')).to_have_value(f"150{mark}4")
