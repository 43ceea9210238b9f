"""Save and Restore in a browser: a table goes from one Vedette to another as one file; what is none is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from rooms import Rooms, open_page
from set_up_pictures import FRAME

from referee.setup.match_file import new_match
from simulation.rehearsal.demos import demo_scene

pytestmark = [pytest.mark.browser, pytest.mark.ci]
SCENE = demo_scene("ambush")


@pytest.fixture
def page(chromium: Browser, rooms: Rooms) -> Iterator[Page]:
    yield from open_page(chromium, rooms, {"viewport": {"width": 1280, "height": 860}})


def restore(page: Page, file: Path) -> None:
    """Choose a file at the shelf's Restore."""
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Choose", exact=False).click()
    choosing.value.set_files(file)


def test_a_table_is_saved_and_restored_on_another_shelf(
    chromium: Browser, rooms: Rooms, page: Page, tmp_path: Path
) -> None:
    _, setup = rooms.shelf.new()
    setup.match, setup.frame = new_match("ambush", "Friday, at Ana's"), FRAME
    setup.roster, setup.terrain = SCENE.roster, SCENE.pieces
    page.reload()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Friday, at Ana's: save").click()
    assert downloading.value.suggested_filename == "Friday at Ana s.vedette"
    kept = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(kept)

    elsewhere = Rooms(tmp_path / "elsewhere")
    try:
        for there in open_page(chromium, elsewhere, {"viewport": {"width": 390, "height": 844}}):
            broken = tmp_path / "half.vedette"
            broken.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
            restore(there, broken)
            expect(there.locator("#said")).to_contain_text("half.vedette")
            first = there.locator("#said").evaluate("it => getComputedStyle(it, '::first-letter').textTransform")
            assert first == "none", "a file's name keeps its first letter"
            assert elsewhere.shelf.all() == ()

            restore(there, kept)
            there.wait_for_url("**/setup/*/*")
            (known,) = elsewhere.shelf.all()
            again = elsewhere.shelf.get(known.id)
            assert (again.match, again.frame, again.roster, again.terrain) == (
                setup.match, FRAME, setup.roster, SCENE.pieces,
            )  # fmt: skip
            there.goto(elsewhere.address)
            expect(there.get_by_role("link", name="Friday, at Ana's: save")).to_be_visible()
    finally:
        elsewhere.server.close()
