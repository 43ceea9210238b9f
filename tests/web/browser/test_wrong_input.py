"""The wizard with wrong input: each line of error stands beside its field, and each field shows its number whole."""

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from rooms import Rooms, farm, open_page
from set_up_pictures import CAMERA, FRAME, LEARNED, SIZE_PX, farm_picture

from referee.setup.match_file import new_match
from referee.setup.small_files import SourceFile
from referee.setup.table import find_table
from simulation.rehearsal.demos import demo_scene
from web.setup.session import PICTURES

pytestmark = [pytest.mark.browser, pytest.mark.ci]
SCENE = demo_scene("ambush")
KEPT = os.environ.get("VEDETTE_SCREENSHOTS")
"""Where screenshots of every step go; left out: none are taken."""


@pytest.fixture
def page(chromium: Browser, rooms: Rooms) -> Iterator[Page]:
    yield from open_page(chromium, rooms, {"viewport": {"width": 1280, "height": 860}})


def done(page: Page, key: str) -> None:
    expect(page.locator(f'[data-step="{key}"]')).to_have_attribute("data-state", "done")


def wide_enough(page: Page) -> None:
    """Each number is read whole in its field, at a desk's and a phone's size; and one button is the next to press."""
    for width, height in ((1400, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        cut = page.locator("input:is([inputmode=decimal], [inputmode=numeric]):visible").evaluate_all(
            "fields => fields.filter(field => field.scrollWidth > field.clientWidth).map(field => [field.name,"
            " field.value, field.scrollWidth, field.clientWidth])"
        )
        assert cut == [], (page.url, width)
    blue = page.locator(".step .tool:visible:enabled").evaluate_all(
        """buttons => {
          const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent");
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.color = accent;
          const wanted = getComputedStyle(probe).color;
          probe.remove();
          return buttons.filter(b => getComputedStyle(b).backgroundColor === wanted).map(b => b.textContent);
        }"""
    )
    assert len(blue) <= 1, (page.url, blue)
    if KEPT:
        page.screenshot(path=str(Path(KEPT) / f"wrong-{page.url.rsplit('/', 1)[-1]}-{width}.png"), full_page=True)
    page.set_viewport_size({"width": 1400, "height": 900})
    if KEPT:
        page.screenshot(path=str(Path(KEPT) / f"wrong-{page.url.rsplit('/', 1)[-1]}-1400.png"), full_page=True)


def beside(page: Page, name: str) -> str:
    """Return what is said of a field right beside it."""
    field = page.locator(f'[name="{name}"]:visible').first
    expect(field).to_have_attribute("aria-invalid", "true")
    return field.evaluate("field => document.getElementById(field.getAttribute('aria-errormessage')).textContent")


def test_what_is_wrong_stands_beside_its_field(rooms: Rooms, page: Page) -> None:
    known_id, setup = rooms.shelf.new()
    setup.match = new_match("ambush", "At the farm")
    folder = setup.folder / PICTURES
    folder.mkdir()
    picture = farm_picture()
    assert cv2.imwrite(str(folder / "a-table.png"), picture)

    def step(key: str) -> None:
        page.goto(f"{rooms.address}setup/{known_id}/{key}")

    step("match")
    page.get_by_label("What this table is called").fill("")
    page.get_by_role("button", name="Save and go on").click()
    assert beside(page, "title") == "Something must be here."
    wide_enough(page)

    step("camera")
    page.get_by_role("button", name="Use it: A folder of pictures").click()
    done(page, "camera")
    address = page.get_by_label("Its address")
    for typed in ("banana", "http://127.0.0.1:9/video"):
        address.fill(typed)
        page.get_by_role("button", name="Use it: A network camera, or a phone's camera app").click()
        told = page.locator(".camera", has=address).get_by_role("alert")
        expect(told).to_contain_text("begins with http://" if typed == "banana" else "http://127.0.0.1:9/video")
        assert address.input_value() == typed
    expect(page.get_by_text("127.0.0.1:9")).to_have_count(1)  # once, and not in the step's own line
    chip = page.locator("vd-live-chip")
    expect(chip).to_have_text("pictures come")  # the camera there was looks on
    page.route("**/state?*", lambda asked: asked.abort())  # as when Vedette was stopped
    expect(chip).to_have_text("connection lost, trying again")
    page.unroute("**/state?*")
    expect(chip).to_have_text("pictures come")
    wide_enough(page)

    step("sheets")
    page.get_by_label("Depth (cm)").fill("0")
    page.get_by_label("Width (cm)").fill("")
    page.locator('[name="bar_mm"]').fill("300")
    page.get_by_role("button", name="Make the sheets").click()
    assert [beside(page, name) for name in ("depth", "width", "bar_mm")] == [
        "It must be 15 to 1000.", "Something must be here.", "It must be 195 to 205.",
    ]  # fmt: skip
    wide_enough(page)
    page.get_by_label("Depth (cm)").fill("100")
    expect(page.locator('[name="depth"]')).not_to_have_attribute("aria-invalid", "true")
    for name, fits in (("width", "120"), ("bar_mm", "200")):
        page.locator(f'[name="{name}"]').fill(fits)
    page.locator("details.field summary").click()
    page.locator('[name="square_cm"]').fill("1,5")
    page.get_by_role("button", name="Make the sheets").click()
    assert beside(page, "inner_cm") == "It must be less than 1,5."
    wide_enough(page)
    page.locator('[name="square_cm"]').fill("2.4")
    page.get_by_role("button", name="Make the sheets").click()
    expect(page.locator("#said")).to_contain_text("Saved.")
    page.locator('[name="square_cm"]').fill("abc")
    expect(page.locator("#said")).to_be_hidden()  # that is not saved
    page.locator('[name="square_cm"]').fill("2.4")

    setup.frame = FRAME
    setup.camera = LEARNED
    step("lens")
    wide_enough(page)
    step("table")
    page.get_by_role("button", name="Find the table").click()
    done(page, "table")
    page.locator('[name="length"]').fill("")
    page.locator('[data-do="tape"]').click()
    assert beside(page, "length") == "Something must be here."
    wide_enough(page)


def test_a_wrong_tape_and_a_vehicle_without_a_type_stand_beside_their_fields(rooms: Rooms, page: Page) -> None:
    known_id, setup = rooms.shelf.new()
    setup.match, setup.frame = new_match("ambush", "At the farm"), FRAME
    setup.camera = LEARNED
    setup.source = SourceFile.of(PICTURES, SIZE_PX)
    folder = setup.folder / PICTURES
    folder.mkdir()
    picture = farm_picture()
    assert cv2.imwrite(str(folder / "a-table.png"), picture)
    setup.table = find_table(setup.camera, FRAME, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)).view

    def step(key: str) -> None:
        page.goto(f"{rooms.address}setup/{known_id}/{key}")

    step("check")
    (x1, y1), (x2, y2) = CAMERA.to_plane([(480.0, 540.0), (1440.0, 540.0)])
    true = float(np.hypot(x2 - x1, y2 - y1))
    page.get_by_label("What you measured").select_option("tape")
    page.get_by_role("button", name="Compare").click()
    assert beside(page, "true") == "Something must be here."
    page.get_by_label("The tape says (cm)").fill("3")
    page.get_by_role("button", name="Compare").click()
    assert beside(page, "true") == "It must be 5 to 2000."
    scale = page.locator(".checked").get_by_role("button", name="Set the scale by it")
    page.get_by_label("The tape says (cm)").fill(f"{true / 2:.2f}")  # no slip explains it, and no table is so far off
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".checked")).to_contain_text("find the table anew")
    expect(scale).to_have_count(0)
    expect(page.get_by_role("button", name="Compare")).to_have_class("tool main")  # the next to press, still
    page.get_by_role("button", name="Take it out").click()
    page.get_by_label("The tape says (cm)").fill(f"{1.02 * true:.2f}")
    page.get_by_role("button", name="Compare").click()
    expect(scale).to_be_visible()
    page.get_by_role("button", name="Take it out").click()
    page.get_by_label("The tape says (cm)").fill(f"{true / 10:.2f}")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".checked")).to_contain_text(f"Did you mean {true:.1f} cm?")
    expect(page.get_by_role("button", name="Compare")).to_have_class("tool")
    expect(scale).to_have_count(0)
    wide_enough(page)
    page.get_by_role("button", name=f"Yes, {true:.1f} cm").click()
    expect(page.locator(".checked li")).to_have_count(1)
    expect(page.locator(".checked li")).to_contain_text("agrees")

    step("roster")
    page.locator('[data-do="fill"]').click()
    marker = page.locator('tr[data-k="0"] [name="marker"]')
    number = marker.input_value()
    for typed, told in (("9999", "It must be 0 to 249."), ("240", "This marker is on a card round the table")):
        marker.fill(typed)
        marker.press("Tab")  # at once, before anything is saved
        assert beside(page, "marker").startswith(told)
    marker.fill(number)
    page.locator('tr[data-k="0"] [name="kind"]').select_option("vehicle")
    page.locator('tr[data-k="1"] [name="name"]').fill("")
    page.get_by_role("button", name="Save and go on").click()
    assert [beside(page, name) for name in ("unit",)] == ["Something must be here."]
    expect(page.locator('tr[data-k="1"] [role="alert"]')).to_have_text("Something must be here.")
    wide_enough(page)
    page.locator('tr[data-k="0"] [name="unit"]').select_option("Pzkpfw IV")
    page.locator('tr[data-k="1"] [name="name"]').fill("Miller")
    page.get_by_role("button", name="Save and go on").click()
    page.wait_for_url("**/play")
    wide_enough(page)


def test_what_cannot_be_planned_stands_beside_its_field_and_the_plan_goes(rooms: Rooms, page: Page) -> None:
    page.goto(f"{rooms.address}setup/plan")
    plan = page.locator('[data-part="head"]')
    expect(plan).to_be_visible()
    page.locator('[name="width"]').fill("")
    expect(plan).to_be_hidden()
    assert beside(page, "width") == "Something must be here."
    page.locator('[name="width"]').fill("150")
    expect(plan).to_be_visible()
    page.locator('[name="ceiling"]').fill("60")
    assert beside(page, "ceiling") == "The ceiling must be above the table"
    expect(plan).to_be_hidden()
    page.locator('[name="top"]').fill("40")
    expect(plan).to_be_visible()
    expect(page.locator('[name="ceiling"]')).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)], ids=["desk", "phone"])
def test_a_tape_that_does_not_fit_is_asked_about_beside_its_field(
    rooms: Rooms, page: Page, size: tuple[int, int]
) -> None:
    known_id, setup = farm(rooms)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{rooms.address}setup/{known_id}/table")
    page.get_by_role("button", name="Find the table").click()
    done(page, "table")
    length = page.locator('[name="length"]')

    def say(typed: str) -> str:
        length.fill(typed)
        expect(length).not_to_have_attribute("aria-invalid", "true")
        with page.expect_response("**/table/tape"):
            page.get_by_role("button", name="Set the scale").click()
        told = beside(page, "length")
        assert length.input_value() == typed
        if KEPT:
            page.screenshot(path=str(Path(KEPT) / f"tape-{typed}-{size[0]}.png"), full_page=True)
        return told

    for slipped in ("176", "16.7", "1668", "65.7"):  # digits changed places, the point slipped, inches
        assert "did you mean 16" in say(slipped), slipped
    assert "did you mean" not in say("150")
    assert "did you mean" not in say("150")  # however sure
    assert setup.frame.tape is None
    page.locator('[name="to"]').select_option("240")
    page.get_by_role("button", name="Set the scale").click()
    assert beside(page, "to") == "Choose two different cards"
    page.locator('[name="to"]').select_option("244")
    page.route("**/table/tape", lambda asked: asked.abort(), times=1)
    length.fill("168.6")
    page.get_by_role("button", name="Set the scale").click()
    assert beside(page, "length") == "Vedette does not answer; is it still running?"
    assert "18 mm are more than both can be off" in say("168.6")  # it was not asked about yet
    page.get_by_role("button", name="Set the scale").click()
    expect(length).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".found")).to_contain_text("by the tape")
    assert setup.frame.tape is not None
    assert setup.frame.tape.length_cm == 168.6
