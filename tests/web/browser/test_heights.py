"""Heights in a browser: measured from a folder of pictures, laid down as terrain, proposed again in the editor."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from axe_page import serious
from hill_walk import FRAME, HIGH_CM, LENS, camera, spoilt_pictures, walk_pictures
from playwright.sync_api import Browser, Page, expect

from calibration.profile import CameraProfile
from referee.clock import WallClock
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.shelf import Shelf
from referee.setup.small_files import SourceFile
from vision.table_view import TableView
from web.network import LOCAL_HOSTS
from web.serve import Server, open_port
from web.setup.session import SetupSession
from web.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000
BLUE = re.compile(r"\bmain\b")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, SetUp]]:
    """The address of a set-up whose table is found, with the walk's pictures for a camera."""
    walk = tmp_path / "walk"
    walk.mkdir()
    walk_pictures(walk)
    spoilt_pictures(walk)
    shelf, site = Shelf(tmp_path / "shelf"), Site(LOCAL_HOSTS, die=lambda _: lambda: 6)
    known_id, setup = shelf.new()
    setup.match = new_match("yankee", "On the hill")
    setup.source = SourceFile.of(str(walk), LENS.size_px)
    setup.frame, setup.table = FRAME, TableView(camera(0), FRAME)
    setup.camera = CameraProfile(LENS, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    site.open(SetupSession(shelf, WallClock(), begin=site.begin))
    server = Server(site.app_switch, open_port("127.0.0.1", 0), site.close)
    server.start()
    yield f"http://127.0.0.1:{server.port}/setup/{known_id}", setup
    server.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    complaints: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert complaints == []


def looked_at(page: Page, name: str) -> None:
    """Let axe look at a page, wide and narrow, light and dark; keep its pictures where VEDETTE_PICTURES says."""
    wide = page.viewport_size
    assert wide is not None
    for size, width in ((wide, "desk"), (PHONE, "phone")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (name, width)
        for scheme in ("light", "dark") if (folder := os.environ.get("VEDETTE_PICTURES")) else ():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_timeout(600)
            page.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png", full_page=True)
        page.emulate_media(color_scheme="light")
        assert serious(page, dark=True) == [], (name, width)
    page.set_viewport_size(wide)


def test_hills_are_measured_laid_down_and_measured_in_the_editor(served: tuple[str, SetUp], page: Page) -> None:
    address, setup = served
    page.goto(f"{address}/heights")
    expect(page.get_by_text("Pictures from different places: 0 of 6")).to_be_visible()
    expect(page.get_by_role("button", name="Measure the heights")).to_be_disabled()
    expect(page.get_by_role("button", name="Leave it out")).to_have_class(BLUE)  # most tables are flat
    expect(page.get_by_role("button", name="Take a picture")).not_to_have_class(BLUE)
    page.get_by_role("button", name="Take a picture").click()  # the folder's first: no card is in it
    expect(page.locator("#said")).to_contain_text("I see 0 of 6 cards")
    looked_at(page, "heights-before")
    page.get_by_role("button", name="Take all of the folder").click()
    expect(page.get_by_text("Pictures from different places: 4 of 6")).to_be_visible()
    skip = page.get_by_role("button", name="Leave it out")
    expect(skip).to_be_visible()  # who began may still do without
    expect(skip).not_to_have_class(BLUE)
    page.get_by_role("button", name="Measure the heights").click()
    expect(page.locator("vd-work progress")).to_be_visible()
    row = page.locator("vd-heights section li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("level top")
    picture = page.get_by_alt_text("The heights of the table by colour")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 2 * 58 * 4 + 60
    expect(page.locator('[data-step="heights"]')).to_have_attribute("data-state", "done")
    expect(page.locator("#next")).not_to_have_class(BLUE)  # first the hills are laid down
    looked_at(page, "heights-measured")

    page.reload()  # it is kept
    expect(row).to_have_count(1)
    expect(page.get_by_label("What they are")).to_have_value("hill")
    page.get_by_role("button", name="Lay them down as terrain (1)").click()
    page.wait_for_url("**/terrain")
    (piece,) = setup.terrain or ()
    assert (piece.name, piece.kind, piece.top) == ("hill-1", "hill", "level")
    assert abs(piece.height_cm - HIGH_CM) < 0.15
    (proposed,) = setup.heights.piece  # type: ignore[union-attr]
    assert piece.height_sigma_cm == round(proposed.sigma_cm, 4), "as sure as it was measured"

    page.locator(".terrain-row", has_text="hill 1").click()
    assert page.locator(".corner-tap").first.evaluate("it => getComputedStyle(it).stroke") == "none"  # a finger's reach
    told = page.locator(".terrain-form").get_by_text("Measured:")
    expect(told).to_contain_text(f"{piece.height_cm:.2f} ±")
    use = page.get_by_role("button", name="Use this height")
    expect(use).to_have_count(0)  # it has that height
    page.get_by_label("Height in cm").fill("9")
    page.get_by_label("Height in cm").press("Tab")
    expect(use).to_be_visible()
    looked_at(page, "heights-editor")
    use.click()
    expect(page.get_by_label("Height in cm")).to_have_value(f"{piece.height_cm:g}")
    page.get_by_label("Where stands may stand").select_option("trench")
    expect(page.locator(".terrain-form")).to_contain_text("Measured: 0.00 ±")
    page.goto(f"{address}/heights")
    expect(row).to_contain_text("hill 1 lies there already")
    expect(page.get_by_role("button", name="Lay them down as terrain")).to_have_count(0)


@pytest.mark.prove
def test_pictures_are_chosen_in_the_browser(served: tuple[str, SetUp], page: Page, tmp_path: Path) -> None:
    """The walk's four are taken; of the two spoilt ones each says why it is not, until something else is done."""
    address, _ = served
    page.goto(f"{address}/heights")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose pictures").click()
    chooser.value.set_files(sorted((tmp_path / "walk").iterdir()))
    expect(page.get_by_text("Pictures from different places: 4 of 6")).to_be_visible()
    refused = page.get_by_role("alert").get_by_role("listitem")
    expect(refused).to_have_count(2)
    expect(page.get_by_role("alert")).to_contain_text("I see 0 of 6 cards")
    expect(page.get_by_role("alert")).to_contain_text("but the table was calibrated at")
    expect(page.get_by_role("button", name="Measure the heights")).to_be_enabled()
    looked_at(page, "heights-chosen")
    page.get_by_role("button", name="Begin anew").click()
    expect(page.get_by_text("Pictures from different places: 0 of 6")).to_be_visible()
    expect(refused).to_have_count(0)
