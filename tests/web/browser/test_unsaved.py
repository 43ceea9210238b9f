"""What was typed in a step and is not saved: to save it is the blue button, and leaving asks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from rooms import Rooms, farm, open_page
from set_up_pictures import FRAME

from referee.setup.match_file import new_match

pytestmark = [pytest.mark.browser, pytest.mark.ci]
BLUE = re.compile(r"\bmain\b")


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    made = Rooms(tmp_path / "shelf")
    _, setup = made.shelf.new()
    setup.match, setup.frame = new_match("ambush", "At the farm"), FRAME
    yield made
    made.server.close()


@pytest.fixture
def desk(chromium: Browser, rooms: Rooms) -> Iterator[Page]:
    yield from open_page(chromium, rooms, {})


@pytest.mark.parametrize(
    ("step", "field", "save"), [("match", "title", "Save and go on"), ("sheets", "width", "Make the sheets")]
)
def test_leaving_what_is_typed_asks(rooms: Rooms, desk: Page, step: str, field: str, save: str) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    desk.on("dialog", stay)
    (known,) = rooms.shelf.all()
    here = f"{rooms.address}setup/{known.id}/{step}"
    desk.goto(here)
    saving = desk.get_by_role("button", name=save)
    following = desk.locator("#next") if step != "match" else desk.locator('[data-step="camera"] a')
    if step != "match":  # where to save goes on there is nothing else that does
        expect(following).to_have_class(BLUE)
    desk.locator(f'[name="{field}"]').fill("90")
    expect(following).not_to_have_class(BLUE)
    expect(saving).to_have_class(BLUE)
    with desk.expect_response(re.compile("/state")):  # the rail looks again
        pass
    expect(following).not_to_have_class(BLUE)
    following.click(no_wait_after=True)
    expect(desk.locator(f'[name="{field}"]')).to_have_value("90")
    assert asked == ["beforeunload"]
    assert desk.url == here
    saving.click()
    if step == "match":
        desk.wait_for_url(re.compile("/camera$"))
    else:
        expect(desk.locator("#said")).to_be_visible()
        following.click()
        desk.wait_for_url(re.compile("/lens$"))
    assert asked == ["beforeunload"]


def test_leaving_terrain_that_is_not_saved_asks_in_the_same_way(rooms: Rooms, desk: Page) -> None:
    known_id, _ = farm(rooms)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    desk.on("dialog", stay)
    desk.goto(f"{rooms.address}setup/{known_id}/terrain")
    following, saving = desk.locator("#next"), desk.locator('[data-act="save"]')
    expect(following).to_have_class(BLUE)
    desk.locator(".terrain-row").first.click()
    desk.locator('[data-act="height"]').fill("2,5")
    desk.locator('[data-act="height"]').press("Tab")
    expect(saving).to_be_enabled()
    expect(following).not_to_have_class(BLUE)
    following.click(no_wait_after=True)
    expect(saving).to_be_enabled()
    assert asked == ["beforeunload"]
    desk.locator('[data-act="undo"]').click()
    expect(following).to_have_class(BLUE)
    desk.locator('[data-act="redo"]').click()
    saving.click()
    expect(saving).to_be_disabled()
    following.click()
    desk.wait_for_url(re.compile("/roster$"))
    assert asked == ["beforeunload"]
