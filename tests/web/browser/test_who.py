"""Who is who, said on the camera's picture: by touch, by mouse, by keys, by a list."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from axe_page import serious
from playwright.sync_api import Browser, Locator, Page, expect
from rooms import Rooms, open_page
from set_up_pictures import CAMERA, FRAME, LEARNED, SIZE_PX

from referee.setup.match_file import new_match
from referee.setup.small_files import SourceFile
from referee.setup.table import find_table
from rules.demo import Placed
from simulation.rehearsal.scene import MARKER_CM, entries_of
from simulation.synthetic.renderer import Renderer
from table.mount import Pose
from table.roster import Roster
from table.snapshot import Snapshot

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PLACES = ((20.0, 30.0), (35.0, 30.0), (20.0, 60.0), (80.0, 30.0), (95.0, 30.0), (80.0, 60.0))
"""Where markers 0 to 5 stand: 0, 1, 2 left, 3, 4, 5 right."""


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    placed = tuple(Placed(str(k), "us", "soldier", at, 90.0) for k, at in enumerate(PLACES))
    entries = entries_of("ambush", placed, MARKER_CM)
    stands = tuple(e.stand_at(Pose(*at, 90.0)) for e, at in zip(entries, PLACES, strict=True))
    picture = Renderer(CAMERA, FRAME, Roster(entries), seed=4).render(Snapshot(120.0, 100.0, stands))
    cv2.imwrite(str(folder / "table.png"), picture)
    return folder


@pytest.fixture
def rooms(tmp_path: Path, pictures: Path) -> Iterator[Rooms]:
    """A table that is found, with six markers on it that nobody is of."""
    made = Rooms(tmp_path / "shelf")
    _, setup = made.shelf.new()
    setup.match, setup.frame = new_match("ambush", "At the farm"), FRAME
    setup.camera = LEARNED
    setup.source = SourceFile.of(str(pictures), SIZE_PX)
    picture = cv2.imread(str(pictures / "table.png"))
    assert picture is not None
    setup.table = find_table(setup.camera, FRAME, np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)).view
    yield made
    made.server.close()


def opened(chromium: Browser, rooms: Rooms, settings: dict[str, Any]) -> Iterator[Page]:
    (known,) = rooms.shelf.all()
    for page in open_page(chromium, rooms, settings):
        page.goto(f"{rooms.address}setup/{known.id}/roster")
        expect(number(page, 5)).to_be_visible()
        expect(page.locator("vd-who img").first).not_to_have_js_property("naturalWidth", 0)  # all below has its place
        yield page


@pytest.fixture
def desk(chromium: Browser, rooms: Rooms) -> Iterator[Page]:
    yield from opened(chromium, rooms, {"viewport": {"width": 1400, "height": 900}})


@pytest.fixture
def telephone(chromium: Browser, rooms: Rooms, phone: dict[str, Any]) -> Iterator[Page]:
    yield from opened(chromium, rooms, phone)


def number(page: Page, marker: int) -> Locator:
    return page.get_by_role("checkbox", name=re.compile(rf"^Marker {marker}(,|$)"))


def chosen(page: Page) -> list[int]:
    marks = page.locator('vd-who g[aria-checked="true"]')
    return sorted(int(mark.get_attribute("data-id") or "-1") for mark in marks.all())


def draw_round(page: Page, markers: tuple[int, ...]) -> None:
    """Draw a line 6 cm round where these markers stand."""
    box = page.locator("vd-who .live-picture").bounding_box()
    assert box is not None
    x, y = zip(*(PLACES[marker] for marker in markers), strict=True)
    low, high = (min(x) - 6, min(y) - 6), (max(x) + 6, max(y) + 6)
    corners = [low, (high[0], low[1]), high, (low[0], high[1]), low]
    for k, (u, v) in enumerate(CAMERA.project([(*corner, 1.0) for corner in corners])):
        page.mouse.move(
            box["x"] + box["width"] * float(u) / SIZE_PX[0], box["y"] + box["height"] * float(v) / SIZE_PX[1], steps=4
        )
        if k == 0:
            page.mouse.down()
    page.mouse.up()


def roster(rooms: Rooms) -> dict[int, tuple[str, str, str, str | None]]:
    (known,) = rooms.shelf.all()
    kept = rooms.shelf.get(known.id).roster
    return {} if kept is None else {e.marker: (e.name, e.side, e.kind, e.unit) for e in kept.entries}


def test_what_another_tab_saved_stays_and_so_does_what_is_typed(rooms: Rooms, desk: Page) -> None:
    (known,) = rooms.shelf.all()
    setup = rooms.shelf.get(known.id)
    number(desk, 0).press("Enter")
    desk.get_by_role("button", name="Germans").click()
    name = desk.locator('vd-roster [name="name"]').first
    name.fill("Reed")
    following = desk.locator("#next")
    expect(following).not_to_have_class(re.compile("main"))
    desk.once("dialog", lambda dialog: dialog.dismiss())
    following.click(no_wait_after=True)  # it asks
    setup.roster = Roster(entries_of("ambush", (Placed("Miller", "us", "soldier", (20.0, 30.0), 90.0),), MARKER_CM))
    save = desk.locator("vd-roster").get_by_role("button", name="Save and go on")
    expect(save).to_have_class(re.compile("main"))
    save.click()
    expect(desk.locator("#said")).to_contain_text("in another tab")
    expect(name).to_have_value("Reed")
    assert roster(rooms)[0][0] == "Miller"


def test_a_line_round_several_makes_them_german_soldiers_in_two_taps(rooms: Rooms, desk: Page) -> None:
    draw_round(desk, (3, 4, 5))
    assert chosen(desk) == [3, 4, 5]
    desk.get_by_role("button", name="Germans").click()
    desk.get_by_role("button", name="soldier").click()
    number(desk, 0).click()  # after a line a tap adds
    assert chosen(desk) == [0, 3, 4, 5]
    number(desk, 0).click()
    draw_round(desk, (0, 1, 2))
    desk.get_by_role("button", name="Americans").click()
    desk.get_by_role("button", name="Choose none").click()
    number(desk, 5).click()
    number(desk, 2).click()  # without one it is another's turn
    assert chosen(desk) == [2]
    desk.locator("[data-card]").get_by_label("Name").fill("Miller")
    desk.get_by_role("button", name="vehicle").click()
    type_field = desk.locator('[data-card] [name="who_unit"]')
    if type_field.evaluate("field => field.tagName") == "SELECT":
        type_field.select_option("Sherman")
    else:
        type_field.fill("Sherman")
    assert serious(desk, only={"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa"]}) == []
    desk.get_by_role("button", name="Save and go on").click()
    desk.wait_for_url("**/play")
    told = roster(rooms)
    assert told[2] == ("Miller", "us", "vehicle", "Sherman")
    assert [(side, kind) for _, side, kind, _ in (told[k] for k in (0, 1, 3, 4, 5))] == [
        *[("us", "soldier")] * 2, *[("de", "soldier")] * 3,
    ]  # fmt: skip


def test_the_keyboard_chooses_too(rooms: Rooms, desk: Page) -> None:
    number(desk, 1).focus()
    desk.keyboard.press("Space")
    number(desk, 4).focus()
    desk.keyboard.press("Enter")
    assert chosen(desk) == [1, 4]
    expect(number(desk, 4)).to_be_focused()
    desk.wait_for_timeout(3200)  # two more looks at the table later
    expect(number(desk, 4)).to_be_focused()
    desk.get_by_role("button", name="Germans").press("Enter")
    expect(desk.get_by_role("button", name="Germans")).to_have_attribute("aria-pressed", "true")
    number(desk, 4).press("Escape")
    assert chosen(desk) == []
    assert desk.locator('tbody [name="side"]').evaluate_all("all => all.map(one => one.value)") == ["de", "de"]


def test_on_a_phone_a_finger_chooses_the_nearest_and_a_file_names_them(
    rooms: Rooms, telephone: Page, tmp_path: Path
) -> None:
    box = number(telephone, 3).locator("text").bounding_box()
    assert box is not None
    telephone.touchscreen.tap(box["x"] + box["width"] / 2 + 9, box["y"] + box["height"] / 2 + 9)
    expect(number(telephone, 3)).to_be_checked()
    assert chosen(telephone) == [3]
    telephone.get_by_role("button", name="Choose all").tap()
    file = tmp_path / "friday.txt"
    lines = "Americans", "Miller", "2x Rifleman", "", "Germans:", "4 Weber", "???", "9999 Boone", "5 Jensen", "Krause"
    file.write_text("\n".join([*lines, "Lang"]), "utf-8")
    telephone.get_by_text("Names or an army list").tap()
    with telephone.expect_file_chooser() as chooser:
        telephone.get_by_role("button", name="A list as a file").tap()
    chooser.value.set_files(file)
    expect(telephone.get_by_text("Taken: 6")).to_be_visible()
    said = telephone.locator("vd-who [role=status] li").all_inner_texts()
    assert said == [
        "Line 7, “???”: no name is in it; write “Miller”, or “12 Miller” for marker 12.",
        "Line 8, “Boone”: “9999” is no marker; write a number from 0 to 249.",
        "Line 11, “Lang”: no marker is left; choose more in the picture, or none at all.",
    ]
    assert telephone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    telephone.get_by_role("button", name="Save and go on").tap()
    telephone.wait_for_url("**/play")
    assert {marker: told[:2] for marker, told in roster(rooms).items()} == {
        0: ("Miller", "us"), 1: ("Rifleman 1", "us"), 2: ("Rifleman 2", "us"), 4: ("Weber", "de"), 5: ("Jensen", "de"),
        3: ("Krause", "de"),
    }  # fmt: skip


def test_a_list_says_what_it_lacks_and_a_workbook_that_it_is_none(rooms: Rooms, desk: Page, tmp_path: Path) -> None:
    desk.get_by_text("Names or an army list").click()
    told = desk.locator("vd-who [role=status]")
    desk.get_by_role("button", name="Take this list").click()
    expect(told).to_have_text("Something must be here.")
    book = tmp_path / "army.xlsx"
    book.write_bytes(b"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml")
    sheet = tmp_path / "excel.csv"
    sheet.write_bytes("Marker;Name\n4;Müller\n".encode("cp1252"))
    long = tmp_path / "long.txt"
    long.write_text("\n".join("?" * 5 for _ in range(2000)))
    for file, said in (
        (book, "This file is no text. Save it as CSV or text, and choose that."),
        (long, "and 1970 more"),
        (sheet, "Taken: 1"),
    ):
        with desk.expect_file_chooser() as chooser:
            desk.get_by_role("button", name="A list as a file").click()
        chooser.value.set_files(file)
        expect(told).to_contain_text(said)
    expect(desk.locator('tbody [name="name"]').first).to_have_value("Müller")
