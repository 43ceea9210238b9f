"""A club newcomer from the empty shelf to the first ruling, with 32 stands: each tap and each field is counted."""

import math
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import pytest
from laid_out import LAID_WRONG
from playwright.sync_api import Browser, Locator, Page, expect
from rooms import Rooms, open_page
from set_up_pictures import BOARDS, CAMERA, FRAME, SIZE_PX

from rules.demo import Placed
from simulation.rehearsal.scene import MARKER_CM, entries_of
from simulation.synthetic.renderer import Renderer
from table.mount import Pose
from table.roster import Roster
from table.snapshot import Snapshot
from web.setup.session import PICTURES

pytestmark = [pytest.mark.browser, pytest.mark.ci]
MOST = 30
PATIENCE_MS = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
KEPT = os.environ.get("VEDETTE_SCREENSHOTS")
LISTED = {"us": "Americans", "de": "German"}
SURNAMES = (
    "Miller", "Jones", "Reed", "Hayes", "Clark", "Doyle", "Price", "Boone", "Frost", "Grant", "Nolan", "Quinn",
    "Burke", "Shaw", "Weber", "Jensen", "Krause", "Vogel", "Lang", "Busch", "Horn", "Wolf", "Brandt", "Seidel",
    "Kern", "Fuchs", "Haas", "Pohl",
)  # fmt: skip
VEHICLES = {"us": ("Sherman", "Jeep Willy"), "de": ("Pzkpfw V Panther", "Sdkfz 251")}


def army() -> tuple[Placed, ...]:
    """Return 14 soldiers and two vehicles a side, Americans left, Germans right, with where each stands."""
    placed = []
    for side, (names, left) in {"us": (SURNAMES[:14], 8.0), "de": (SURNAMES[14:], 74.0)}.items():
        for k, name in enumerate(names):
            place = (left + 9.0 * (k % 5), 16.0 + 20.0 * (k // 5) + 2.0 * (k % 2))
            placed.append(Placed(name, side, "soldier", place, 90.0))
        for k, unit in enumerate(VEHICLES[side]):
            placed.append(Placed(f"{unit} of {side}", side, "vehicle", (left + 10.0 + 16.0 * k, 82.0), 90.0, unit))
    return tuple(placed)


ARMY = army()


@dataclass
class Newcomer:
    """Somebody who sets a table up, whose taps and fields are counted."""

    page: Page
    did: list[str]

    def tap(self, what: Locator) -> None:
        self.did.append(f"tap {what}")
        what.click()

    def fill(self, field: Locator, text: str) -> None:
        self.did.append(f"fill {field}")
        field.fill(text)

    def choose(self, field: Locator, value: str) -> None:
        self.did.append(f"choose {field}")
        field.select_option(value)

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def following(self, key: str) -> None:
        self.tap(self.page.get_by_role("link", name="Next", exact=True))
        self.page.wait_for_url(f"**/{key}")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory, boards: Path) -> Path:
    """Pictures of a table with 32 stands, and of the board held into every corner."""
    folder = tmp_path_factory.mktemp("pictures")
    shutil.copytree(boards, folder, dirs_exist_ok=True)
    entries = entries_of("ambush", ARMY, MARKER_CM)
    places = [Pose(float(p.at[0]), float(p.at[1]), p.heading_deg) for p in ARMY]
    stands = tuple(entry.stand_at(place) for entry, place in zip(entries, places, strict=True))
    renderer = Renderer(CAMERA, FRAME, Roster(entries), seed=4)
    cv2.imwrite(str(folder / "a-table.png"), renderer.render(Snapshot(120.0, 100.0, stands)))
    return folder


def up_to_the_roster(rooms: Rooms, newcomer: Newcomer, pictures: Path) -> None:
    page = newcomer.page
    newcomer.button("Begin")
    page.wait_for_url("**/match")
    newcomer.button("Save and go on")
    page.wait_for_url("**/camera")
    (known,) = rooms.shelf.all()
    (known.folder / PICTURES).symlink_to(pictures)
    newcomer.tap(page.get_by_role("button", name="Use it: A folder of pictures"))
    expect(page.get_by_text("Light and focus are good.")).to_be_visible()
    newcomer.following("sheets")
    newcomer.fill(page.get_by_label("Depth (cm)"), "100")
    newcomer.button("Make the sheets")
    for sheet in ("Cards round the table", "Markers for the bases", "Board for the lens"):
        with page.expect_download():
            newcomer.tap(page.get_by_role("link", name=sheet))
    newcomer.following("lens")
    newcomer.button("Take all of the folder")
    expect(page.get_by_text(f"Good pictures: {BOARDS} (15 are enough)")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Learned: 9 pictures")
    newcomer.following("table")
    expect(page.locator("vd-points img")).to_be_visible()
    newcomer.button("Find the table")
    expect(page.locator(".found")).to_contain_text("Found.")
    ends = [int(page.locator(f'vd-table-finder [name="{end}"]').input_value()) for end in ("from", "to")]
    cards = {marker.id: (marker.x, marker.y) for marker in FRAME.markers}
    newcomer.fill(page.locator('[name="length"]'), f"{math.dist(cards[ends[0]], cards[ends[1]]):.1f}")
    newcomer.tap(page.locator('[data-do="tape"]'))
    expect(page.locator("#table-number")).to_contain_text("tape")
    expect(page.locator("#table-number")).to_be_hidden()  # a phone's bar has no room: the menu says it, and this step
    newcomer.following("heights")
    newcomer.button("Leave it out")
    page.wait_for_url("**/check")
    newcomer.button("Leave it out")
    page.wait_for_url("**/terrain")
    newcomer.button("No terrain on this table")
    page.wait_for_url("**/roster")


def from_the_roster(newcomer: Newcomer, rooms: Rooms) -> None:
    page = newcomer.page
    newcomer.button("Save and go on")
    page.wait_for_url("**/play")
    newcomer.button("Begin the match")
    page.wait_for_url(rooms.address)
    newcomer.tap(page.locator('[data-name="Miller"]').first)
    newcomer.tap(page.locator('[data-name="Weber"]').first)
    expect(page.locator(".verdict-word")).to_have_text("OUT OF RANGE")
    kept_picture(page, f"ruling-{page.viewport_size['width']}")  # type: ignore[index]
    cut = page.locator(".turn-now span").evaluate_all("all => all.filter(it => it.scrollWidth > it.clientWidth + 1)")
    assert cut == [], "the buttons that turn the folder leave the turn its room"
    page.locator("details.nav summary").click()
    expect(page.get_by_role("button", name="Next picture").last).to_be_visible()
    assert page.evaluate(LAID_WRONG) == []


def draw_round(page: Page, side: str) -> None:
    """Draw a line round all stands of a side on the camera's picture."""
    picture = page.locator("vd-who .live-picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    left, right = {"us": (4.0, 54.0), "de": (66.0, 116.0)}[side]
    corners = [(left, 4.0), (right, 4.0), (right, 96.0), (left, 96.0), (left, 4.0)]
    for k, (u, v) in enumerate(CAMERA.project([(x, y, 1.0) for x, y in corners])):
        page.mouse.move(
            box["x"] + box["width"] * float(u) / SIZE_PX[0], box["y"] + box["height"] * float(v) / SIZE_PX[1], steps=4
        )
        if k == 0:
            page.mouse.down()
    page.mouse.up()


def kept_picture(page: Page, name: str) -> None:
    if KEPT:
        page.screenshot(path=str(Path(KEPT) / f"newcomer-{name}.png"), full_page=True)


@pytest.fixture(scope="module")
def walked(chromium: Browser, pictures: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a set-up that a newcomer has brought to its roster, on a phone, and what he did for it."""
    rooms = Rooms(tmp_path_factory.mktemp("walked"))
    for page in open_page(chromium, rooms, PHONE):
        newcomer = Newcomer(page, [])
        up_to_the_roster(rooms, newcomer, pictures)
    (known,) = rooms.shelf.all()
    rooms.server.close()
    return known.folder, newcomer.did


def goes_on(chromium: Browser, rooms: Rooms, walked: tuple[Path, list[str]], settings: Any) -> Iterator[Newcomer]:
    """A newcomer at a copy of that set-up."""
    folder, did = walked
    known_id, _ = rooms.shelf.new(lambda made: shutil.copytree(folder, made, symlinks=True))
    for page in open_page(chromium, rooms, settings):
        page.goto(f"{rooms.address}setup/{known_id}/roster")
        yield Newcomer(page, list(did))


@pytest.fixture
def at_laptop(chromium: Browser, rooms: Rooms, walked: tuple[Path, list[str]]) -> Iterator[Newcomer]:
    yield from goes_on(chromium, rooms, walked, {"viewport": {"width": 1280, "height": 800}})


@pytest.fixture
def on_phone(chromium: Browser, rooms: Rooms, walked: tuple[Path, list[str]]) -> Iterator[Newcomer]:
    yield from goes_on(chromium, rooms, walked, PHONE)


def told_apart(rooms: Rooms) -> None:
    """All 32 are on the roster as they are on the table."""
    (known,) = rooms.shelf.all()
    roster = rooms.shelf.get(known.id).roster
    assert roster is not None
    told = {e.marker: (e.name, e.side, e.kind, e.unit, e.width_cm, e.mount) for e in roster.entries}
    wanted = entries_of("ambush", ARMY, MARKER_CM)
    assert told == {e.marker: (e.name, e.side, e.kind, e.unit, e.width_cm, e.mount) for e in wanted}


def test_on_a_laptop_the_army_list_is_pasted(rooms: Rooms, at_laptop: Newcomer) -> None:
    newcomer, laptop = at_laptop, at_laptop.page
    expect(laptop.get_by_role("checkbox", name="Marker 31", exact=True)).to_be_visible()
    lines = ["Marker;Name;Side;Kind;Type"]
    lines += [f"{k};{p.name};{LISTED[p.side]};{p.kind};{p.unit or ''}" for k, p in enumerate(ARMY)]
    lines.insert(9, "?;nobody;Martians;;")
    newcomer.tap(laptop.get_by_text("Names or an army list"))
    newcomer.fill(laptop.get_by_label("Names or an army list"), "\n".join(lines))
    newcomer.button("Take this list")
    expect(laptop.get_by_text("Taken: 32")).to_be_visible()
    why = "“Martians” is no side; write one of: Americans, Germans."
    expect(laptop.get_by_text(f"Line 10, “?;nobody;Martians;;”: {why}")).to_be_visible()
    kept_picture(laptop, "laptop")
    from_the_roster(newcomer, rooms)
    told_apart(rooms)
    print(*newcomer.did, len(newcomer.did), sep="\n")
    assert len(newcomer.did) <= MOST


def test_on_a_phone_the_germans_are_drawn_round(rooms: Rooms, on_phone: Newcomer) -> None:
    newcomer, telephone = on_phone, on_phone.page
    expect(telephone.get_by_role("checkbox", name="Marker 31", exact=True)).to_be_visible()
    newcomer.did.append("draw round the Germans")
    draw_round(telephone, "de")
    expect(telephone.get_by_text("Markers chosen: 16")).to_be_visible()
    kept_picture(telephone, "phone-round")
    newcomer.button("Germans")
    newcomer.tap(telephone.get_by_text("Names or an army list"))
    lines = [f"{k},{p.name},{p.kind},{p.unit or ''}" for k, p in enumerate(ARMY)]
    newcomer.fill(telephone.get_by_label("Names or an army list"), "\n".join(lines))
    newcomer.button("Take this list")
    expect(telephone.get_by_text("Taken: 32")).to_be_visible()
    kept_picture(telephone, "phone-list")
    from_the_roster(newcomer, rooms)
    told_apart(rooms)
    print(*newcomer.did, len(newcomer.did), sep="\n")
    assert len(newcomer.did) <= MOST
