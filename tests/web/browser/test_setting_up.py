"""The wizard from nothing to a ruling, on a folder of pictures of a table that is not there."""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from axe_page import serious
from playwright.sync_api import Browser, Page, ViewportSize, expect
from rooms import Rooms, open_page
from set_up_pictures import BOARDS, CAMERA, FRAME, LEARNED, SIZE_PX, farm_picture
from shapely import Polygon
from terrain_editor import to_px

from calibration.profile import CameraProfile
from referee.setup.bases import mount_of
from referee.setup.hex_size import HexSize, frame_with_hexes
from referee.setup.match_file import new_match
from referee.setup.ready import ready_roster
from referee.setup.small_files import SourceFile, usual_sheets
from rules.registry import game_names
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import HexBoard
from table.mount import Pose
from table.roster import Roster
from table.snapshot import Snapshot
from web.setup.session import PICTURES

pytestmark = pytest.mark.browser
SCENE = demo_scene("ambush")
HOUSE = next(piece for piece in SCENE.truth().pieces if piece.kind == "house")
WCAG: dict[str, object] = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
PATIENCE_MS = 60_000
KEPT = os.environ.get("VEDETTE_SCREENSHOTS")
"""Where screenshots of every step go; left out: none are taken."""


@pytest.fixture
def page(chromium: Browser, rooms: Rooms) -> Iterator[Page]:
    yield from open_page(chromium, rooms, {"viewport": {"width": 1280, "height": 860}})


def take_pictures(folder: Path, boards: Path) -> None:
    """Put pictures of the table and of the board, held into every corner, into the set-up's own folder."""
    cv2.imwrite(str(folder / "a-table.png"), farm_picture())
    shutil.copytree(boards, folder, dirs_exist_ok=True)


def looked_at(page: Page, name: str) -> None:
    """Let axe look at a step, in the light and (colours only) in the dark, and keep its picture."""
    if KEPT:
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(1200)
        page.screenshot(path=str(Path(KEPT) / f"setup-{name}.png"), full_page=True)
    assert serious(page, dark=True, only=WCAG) == [], name


def following(page: Page, key: str) -> None:
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url(f"**/{key}")


def done(page: Page, key: str) -> None:
    expect(page.locator(f'[data-step="{key}"]')).to_have_attribute("data-state", "done")


@pytest.mark.prove
def test_from_nothing_to_a_ruling(rooms: Rooms, page: Page, boards: Path) -> None:
    for game in page.locator("details summary").all():
        game.click()
    looked_at(page, "0-shelf")
    boxes = page.evaluate("""() => [...document.querySelectorAll("details .bar-row")].map(
        (it) => [...it.children].map((part) => part.getBoundingClientRect().toJSON()))""")
    assert boxes
    assert all(button["top"] < text["bottom"] for text, button in boxes), "a button is beside its text"
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/match")
    page.get_by_label("What this table is called").fill("At the farm")
    looked_at(page, "1-match")
    page.get_by_role("button", name="Save and go on").click()

    page.wait_for_url("**/camera")
    expect(page.locator("vd-live-chip")).to_have_text("no camera chosen")
    (known,) = rooms.shelf.all()
    folder = known.folder / PICTURES
    folder.mkdir()
    take_pictures(folder, boards)
    page.get_by_role("button", name="Use it: A folder of pictures").click()
    expect(page.get_by_text("Light and focus are good.")).to_be_visible()
    expect(page.locator("vd-live-chip")).to_have_text("pictures come")
    done(page, "camera")
    looked_at(page, "2-camera")

    following(page, "sheets")
    page.get_by_label("Depth (cm)").fill("100")
    page.get_by_role("button", name="Make the sheets").click()
    with page.expect_download() as sheet:
        page.get_by_role("link", name="Cards round the table").click()
    assert Path(sheet.value.path()).read_bytes().startswith(b"%PDF")
    looked_at(page, "3-sheets")

    following(page, "lens")
    page.get_by_role("button", name="Take all of the folder").click()
    expect(page.get_by_text(f"Good pictures: {BOARDS} (15 are enough)")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Learned: 9 pictures")
    expect(page.locator("#lens-self")).to_have_count(0)
    done(page, "lens")
    looked_at(page, "4-lens")

    rooms.restart()  # any step can be left and taken up again
    page.goto(rooms.address)
    page.get_by_role("link", name="At the farm", exact=True).click()
    page.wait_for_url("**/table")
    expect(page.locator("vd-points img")).to_be_visible()
    expect(page.locator("vd-cards")).to_contain_text("All cards are seen.")
    expect(page.locator("vd-cards [data-card].cell-2")).to_have_count(8)
    page.get_by_role("button", name="Find the table").click()
    expect(page.locator(".found")).to_have_text(re.compile(r"Found\. Any distance on it is good to ±2\.\d mm\."))
    expect(page.locator("vd-live-chip")).to_have_text("still")
    found_px = page.locator('.point[data-k="0"]').get_attribute("aria-valuenow")
    page.get_by_role("button", name="Lay the corners by hand").click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.point[data-k="0"]')).to_have_attribute("aria-valuenow", str(int(found_px or 0) + 24))
    looked_at(page, "5-table")
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator(".found")).to_contain_text(re.compile(r"good to ±[3-9]\."))  # a hand is worse than the cards
    page.get_by_role("button", name="Find the table").click()
    expect(page.locator(".found")).to_contain_text("good to ±2.")

    following(page, "heights")
    page.get_by_role("button", name="Leave it out").click()
    page.wait_for_url("**/check")
    (x1, y1), (x2, y2) = CAMERA.to_plane([(480.0, 540.0), (1440.0, 540.0)])
    jumps = page.get_by_text("it jumps to the marker's centre")
    expect(jumps).to_be_visible()
    page.get_by_label("What you measured").select_option("tape")
    expect(jumps).to_be_hidden()
    page.get_by_label("The tape says (cm)").fill(f"{np.hypot(x2 - x1, y2 - y1):.1f}")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".checked li")).to_contain_text("agrees")
    expect(page.locator(".error-map svg .checked-way.good")).to_have_count(1)
    looked_at(page, "7-check")

    following(page, "terrain")
    looked_at(page, "8-terrain")
    none = page.get_by_role("button", name="No terrain on this table")
    page.get_by_role("button", name="Tap a piece").click()
    page.mouse.click(*to_px(page, *Polygon(HOUSE.polygon).centroid.coords[0]))
    expect(page.locator(".terrain-row")).to_have_count(1)
    expect(none).to_be_hidden()  # or it would leave what was drawn
    page.get_by_role("button", name="Undo").click()
    none.click()
    page.wait_for_url("**/roster")
    entries = SCENE.roster.entries
    page.get_by_role("button", name=f"Fill in {len(entries)} markers").click()
    for k, entry in enumerate(entries):
        row = page.locator(f'tr[data-k="{k}"]')
        if entry.kind == "vehicle":
            row.locator('[name="kind"]').select_option("vehicle")
            row.locator('[name="unit"]').select_option(entry.unit)
        row.locator('[name="name"]').fill(entry.name)
        row.locator('[name="side"]').select_option(entry.side)
    looked_at(page, "9-roster")
    page.get_by_role("button", name="Save and go on").click()

    page.wait_for_url("**/play")
    looked_at(page, "10-play")
    page.get_by_role("button", name="Begin the match").click()
    page.wait_for_url(rooms.address)
    page.locator('[data-name="Miller"]').first.click()
    page.locator('[data-name="Weber"]').first.click()
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")
    expect(page.locator("vd-card")).to_contain_text("47.3")
    if KEPT:
        page.screenshot(path=str(Path(KEPT) / "setup-match.png"))
    (known,) = rooms.shelf.all()
    assert sorted(file.name for file in known.folder.iterdir() if file.suffix == ".toml") == [
        "camera.toml", "check.toml", "frame.toml", "heights.toml", "match.toml", "roster.toml", "sheets.toml",
        "source.toml", "table.toml", "terrain.toml",
    ]  # fmt: skip


def film_of_the_board(file: Path) -> None:
    """Film the board, held still at the left for 6 s, and at the right for 30."""
    board = usual_sheets("ambush").board.board(False).generateImage((330, 240))
    film = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (800, 450))
    for left, seconds in ((40, 6), (430, 30)):
        picture = cv2.copyMakeBorder(board, 105, 105, left, 470 - left, cv2.BORDER_CONSTANT, value=255)
        for _ in range(5 * seconds):
            film.write(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    film.release()


@pytest.mark.ci
def test_pictures_of_the_board_take_themselves(rooms: Rooms, page: Page, tmp_path: Path) -> None:
    known_id, setup = rooms.shelf.new()
    setup.match, setup.sheets, setup.frame = new_match("ambush", "At the farm"), usual_sheets("ambush"), FRAME
    film_of_the_board(tmp_path / "board.avi")
    setup.source = SourceFile.of(str(tmp_path / "board.avi"), (800, 450))
    page.goto(f"{rooms.address}setup/{known_id}/lens")
    told, arrow = page.locator('vd-lens [role="status"]'), page.locator("vd-live .guide")
    expect(page.get_by_text("Good pictures: 1 (15 are enough)")).to_be_visible()
    expect(told).to_have_text("To the right")
    expect(arrow).to_have_attribute("transform", "rotate(0)")
    expect(page.locator("vd-live .cell-1").first).to_be_visible()
    expect(page.get_by_text("Good pictures: 2 (15 are enough)")).to_be_visible()
    page.get_by_label("Pictures take themselves").uncheck()
    expect(arrow).to_have_count(0)
    expect(told).to_be_empty()
    page.get_by_label("Sound").uncheck()
    looked_at(page, "4-lens-film")
    page.reload()
    expect(page.get_by_label("Sound")).not_to_be_checked()


@pytest.mark.ci
def test_another_game_renames_what_still_has_its_usual_name(rooms: Rooms, page: Page) -> None:
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/match")  # with its script: what is chosen before it is there renames nothing
    assert page.locator('[name="game"] option').all_inner_texts() == [game.capitalize() for game in game_names()]
    page.locator('[name="side_2"]').fill("Wolf's men")
    expect(page.get_by_label("Map")).to_be_hidden()
    page.locator('[name="game"]').select_option("rommel")
    looked_at(page, "match-rommel")
    assert page.locator('[name="title"]').input_value() == "Rommel"
    assert [page.locator(f'[name="side_{n}"]').input_value() for n in (1, 2)] == ["Allies", "Wolf's men"]
    page.get_by_label("open desert").check()
    page.get_by_role("button", name="Save and go on").click()
    page.wait_for_url("**/camera")
    match = rooms.shelf.get(rooms.shelf.all()[0].id).match
    assert match is not None
    assert (match.game, match.title, dict(match.settings)) == ("rommel", "Rommel", {"map": "open"})
    assert [(side.name, side.title) for side in match.sides] == [("allied", "Allies"), ("axis", "Wolf's men")]


@pytest.mark.prove
def test_the_hexes_follow_the_printed_map_and_the_roster_the_table(rooms: Rooms, page: Page, tmp_path: Path) -> None:
    """Found by its cards a map is not called found; and a line's counter is on the table as soon as it lies there."""
    known_id, setup = rooms.shelf.new()
    setup.match = new_match("rommel", "In the desert")
    frame = frame_with_hexes(HexSize(4.2, 9, 8), range(240, 246), 4.0)
    camera, board = default_camera(frame, (1280, 720)), frame.board
    assert isinstance(board, HexBoard)
    setup.frame = frame
    setup.camera = CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    roster, printed = ready_roster("rommel", {}), replace(board, origin=(board.origin[0] + 0.3, board.origin[1]))
    fourth = replace(roster.entries[3], mount=mount_of("tail", 2.0, 1.2))  # what is drawn would stand on its marker
    counter = fourth.stand_at(Pose(20.0, 15.0, 90.0))
    for k, stands in enumerate(((), (counter,))):
        render = Renderer(camera, replace(frame, board=printed), Roster((fourth,)), Look(ground="sand"), 3)
        picture = render.render(Snapshot(frame.width_cm, frame.depth_cm, stands))
        (tmp_path / "pictures").mkdir(exist_ok=True)
        assert cv2.imwrite(str(tmp_path / "pictures" / f"{k}.png"), picture)
    setup.source = SourceFile.of(str(tmp_path / "pictures"), (1280, 720))

    page.goto(f"{rooms.address}setup/{known_id}/table")
    page.get_by_role("button", name="Find the table").click()
    told = page.locator(".line.map")
    expect(told).to_contain_text("has not been looked for yet")
    page.get_by_role("button", name="Look for the printed map").click()
    expect(told).to_contain_text("The printed map is found")
    expect(page.locator(".map-found img")).to_be_visible()
    expect(page.locator(".points-grid")).to_have_count(72)
    looked_at(page, "5-table-map")
    done(page, "table")

    page.goto(f"{rooms.address}setup/{known_id}/roster")
    page.get_by_role("button", name="Fill in the ready armies").click()
    line = page.locator('tr[data-k="3"] .seen')
    expect(line).to_have_text("not seen")
    page.get_by_role("button", name="Next picture").click()
    expect(line).to_have_text("on the table")
    expect(page.locator('tr[data-k="4"] .seen')).to_have_text("not seen")
    name = page.locator('[name="name"]').nth(5)
    assert name.evaluate("field => field.scrollWidth <= field.clientWidth"), "a name is read whole"
    looked_at(page, "9-roster-box")


@pytest.mark.prove
def test_what_a_tape_contradicts_is_amber_until_the_scale_is_set(rooms: Rooms, page: Page, tmp_path: Path) -> None:
    """All cards lie 4 mm farther out than the sheet says: the bar says so on every page, and leads to what mends it."""
    known_id, setup = rooms.shelf.new()
    setup.match = new_match("ambush", "At the farm")
    setup.frame, setup.roster = FRAME, SCENE.roster
    setup.camera = LEARNED
    out = [np.sign((m.x - 60.0, m.y - 50.0)) * 0.4 for m in FRAME.markers]
    lying = tuple(replace(m, x=m.x + float(x), y=m.y + float(y)) for m, (x, y) in zip(FRAME.markers, out, strict=True))
    picture = Renderer(CAMERA, replace(FRAME, markers=lying), SCENE.roster, seed=4).render(SCENE.truth())
    (tmp_path / "pictures").mkdir()
    assert cv2.imwrite(str(tmp_path / "pictures" / "table.png"), picture)
    setup.source = SourceFile.of(str(tmp_path / "pictures"), SIZE_PX)
    cards = {m.id: (m.x, m.y) for m in lying}
    tape_cm = round(float(np.hypot(*np.subtract(cards[240], cards[244]))), 1)

    page.goto(f"{rooms.address}setup/{known_id}/table")
    bar = page.locator("#table-number")
    expect(bar).to_have_count(0)
    page.get_by_role("button", name="Find the table").click()
    expect(bar).to_contain_text("mm; no tape yet")
    at_px = {seen.id: seen.corners_px.mean(axis=0) for seen in setup.table.seen} if setup.table else {}

    start, end = at_px[240].tolist(), at_px[244].tolist()
    body = {"start": start, "end": end, "true": tape_cm, "on_markers": True}
    page.request.post(f"{rooms.address}api/setup/{known_id}/check/measure", data=body)
    following(page, "heights")
    page.get_by_role("button", name="Leave it out").click()
    page.wait_for_url("**/check")
    expect(page.locator(".checked li")).to_contain_text("differs")
    expect(bar).to_contain_text("tape differs")
    expect(bar).not_to_have_class(re.compile("chip-still"))
    looked_at(page, "6-check-differs")
    page.goto(f"{rooms.address}setup/{known_id}/terrain")
    page.get_by_role("link", name="Fix it").click()
    page.wait_for_url("**/check")
    page.get_by_role("button", name="Set the scale by it").click()
    expect(page.locator(".checked li")).to_contain_text("agrees")
    expect(bar).to_contain_text("scale by tape")
    expect(bar.get_by_role("link")).to_have_count(0)
    done(page, "check")
    table = setup.table
    assert table is not None
    for found, true in zip(table.frame.markers, lying, strict=True):
        assert np.hypot(found.x - true.x, found.y - true.y) < 0.05

    page.goto(f"{rooms.address}setup/{known_id}/table")  # the length can be typed there, too
    expect(page.get_by_label("The tape says (cm)")).to_have_value(f"{tape_cm:g}")
    page.get_by_label("The tape says (cm)").fill(f"{tape_cm + 0.2:.1f}")
    for status in (422, 200):  # the sheet says otherwise: it is asked about once
        with page.expect_response("**/table/tape") as answer:
            page.get_by_role("button", name="Set the scale").click()
        assert answer.value.status == status
    assert setup.frame is not None
    assert setup.frame.tape is not None
    assert setup.frame.tape.length_cm == pytest.approx(tape_cm + 0.2)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("size", [{"width": 1400, "height": 900}, {"width": 390, "height": 844}], ids=["desk", "phone"])
def test_a_lens_that_does_not_fit_the_room_is_changed_for_one_that_does(
    rooms: Rooms, page: Page, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.get_by_role("link", name="Plan before you buy").click()
    said, drawing = page.locator("[data-part=head]"), page.locator("[data-part=drawing] svg")
    expect(said).to_have_text("Hang the camera 179 cm above the table: 254 cm above the floor.", timeout=60_000)
    page.get_by_label("Ceiling").fill("240")
    expect(page.locator("[data-part=room]")).to_contain_text("this lens does not fit", timeout=30_000)
    page.get_by_role("combobox", name="Camera").select_option("Logitech Brio 4K (90)")
    expect(said).to_have_text("Hang the camera 145 cm above the table: 220 cm above the floor.", timeout=30_000)
    expect(page.locator("[data-part=room]")).to_contain_text("It fits below a ceiling of 240 cm")
    expect(drawing).to_contain_text("145 cm")
    page.get_by_role("combobox", name="Units").select_option("in")
    expect(page.get_by_label("Play area, wide")).to_have_value("70.9")
    expect(drawing).to_contain_text("57 in", timeout=30_000)
    page.get_by_label("Lens, degrees").fill("15")
    expect(page.locator('[name="angle"] + [role="alert"]')).to_contain_text("cannot be planned with", timeout=30_000)
    expect(page.get_by_role("combobox", name="Camera")).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    looked_at(page, f"plan-{size['width']}")
