"""The set-up's pictures for docs: planning, the steps of the demo's farm, and hills measured."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from charuco_print import PrintedBoard, board_picture, held
from docs_album import Album, part, seen
from page_states import choose, there
from playwright.sync_api import Page
from rooms import Rooms
from set_up_pictures import CAMERA, FRAME, LEARNED, SIZE_PX, farm_picture
from shapely import Polygon
from terrain_editor import to_px

from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.small_files import SourceFile, usual_sheets
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.look import Look
from table.notation.frame_file import parse_frame
from table.notation.roster_file import parse_roster

Keep = Callable[..., None]
WIDE, SMALLER, FPS = 1280, 0.625, 5
BOARDS = Path(__file__).parents[1] / "tests" / "data" / "scenes" / "hd"


@contextmanager
def begun(title: str) -> Iterator[tuple[Rooms, SetUp, str]]:
    """Serve a set-up that only has a match, its folder and an empty folder of pictures; yield its address too."""
    root = Path(tempfile.gettempdir()) / "vedette"
    shutil.rmtree(root, ignore_errors=True)
    (root / "at-the-farm" / "pictures").mkdir(parents=True)
    setup, rooms = SetUp(root / "at-the-farm"), Rooms(root / "shelf")
    setup.match, setup.sheets = new_match("ambush", title), usual_sheets("ambush")
    try:
        yield rooms, setup, f"{rooms.address}setup/{rooms.shelf.add(setup.folder)}/"
    finally:
        rooms.server.close()
        shutil.rmtree(root)


def plan(album: Album) -> None:
    """A camera that does not fit below the ceiling."""
    with begun("At the farm") as (rooms, _, _), album.page(WIDE, 860, 0.8) as page:
        page.goto(rooms.address)
        page.get_by_role("link", name="Plan before you buy").click()
        page.get_by_label("Ceiling").fill("240")
        there(page, "text=this lens does not fit")
        title, room = page.locator("#plan-title"), page.locator("[data-part=room]")
        album.keep("setup-plan.png", seen(page, part(title, room, 1254)))


def setup(album: Album) -> None:
    """The demo's farm from the first step to the match."""
    with begun("At the farm") as (rooms, farm, address), album.page(WIDE, 860, SMALLER) as page:

        def keep(name: str, most: int = 860) -> None:
            picture = seen(page, whole=True)
            album.keep(f"setup-{name}.png", picture.crop((0, 0, picture.width, min(picture.height, most))))

        _first_steps(page, farm, address, keep)
        farm.source, farm.frame, farm.camera = SourceFile.of("pictures", SIZE_PX), FRAME, LEARNED
        _table(page, address, keep)
        _check(page, address, keep)
        _who_and_where(page, farm, address, keep)
        page.goto(f"{address}play")
        page.get_by_role("button", name="Begin the match").click()
        page.wait_for_url(rooms.address)
        there(page, "image.picture[href]")
        choose(page, "Miller")
        choose(page, "Weber")
        there(page, ".dice")
        album.keep("setup-match.png", seen(page))


def _first_steps(page: Page, farm: SetUp, address: str, keep: Keep) -> None:
    """Game, camera, and what is printed."""
    page.goto(f"{address}match")
    keep("game")
    assert cv2.imwrite(str(farm.folder / "pictures" / "a-table.png"), farm_picture())
    page.goto(f"{address}camera")
    page.get_by_role("button", name="Use it: A folder of pictures").click()
    there(page, "text=Light and focus are good")
    keep("camera")
    page.goto(f"{address}sheets")
    page.get_by_label("Depth (cm)").fill("100")
    page.get_by_role("button", name="Make the sheets").click()
    there(page, "#files")
    keep("print")


def _table(page: Page, address: str, keep: Keep) -> None:
    """The table found, a corner laid by hand, and the scale set by a tape."""
    page.goto(f"{address}table")
    there(page, "vd-points img")
    page.get_by_role("button", name="Find the table").click()
    there(page, "text=Found.")
    page.get_by_role("button", name="Lay the corners by hand").click()
    page.keyboard.press("Shift+ArrowRight")
    keep("table")
    cards = {marker.id: (marker.x, marker.y) for marker in FRAME.markers}
    page.get_by_role("button", name="Find the table").click()
    page.locator('select[name="from"]').select_option("240")
    page.locator('select[name="to"]').select_option("244")
    page.get_by_label("The tape says (cm)").fill(f"{np.hypot(*np.subtract(cards[240], cards[244])):.1f}")
    page.get_by_role("button", name="Set the scale").click()
    there(page, "text=scale by tape")


def _check(page: Page, address: str, keep: Keep) -> None:
    """A tape's distance between two points held against the camera's."""
    page.goto(f"{address}heights")
    page.get_by_role("button", name="Leave it out").click()
    page.wait_for_url("**/check")
    (x1, y1), (x2, y2) = CAMERA.to_plane([(480.0, 540.0), (1440.0, 540.0)])
    page.get_by_label("What you measured").select_option("tape")
    page.get_by_label("The tape says (cm)").fill(f"{np.hypot(x2 - x1, y2 - y1):.1f}")
    page.get_by_role("button", name="Compare").click()
    there(page, ".checked li")
    keep("check", 938)


def _who_and_where(page: Page, farm: SetUp, address: str, keep: Keep) -> None:
    """The terrain, a house being tapped, and the roster."""
    scene = demo_scene("ambush")
    pieces = [piece for piece in scene.pieces if piece.kind not in ("road", "field")]  # those are the demo's alone
    house = next(piece for piece in pieces if piece.kind == "house")
    farm.terrain = tuple(piece for piece in pieces if piece is not house)
    page.goto(f"{address}terrain")
    there(page, ".terrain-row")
    page.get_by_label("Kind").select_option("house")
    page.get_by_role("button", name="Tap a piece").click()
    page.mouse.click(*to_px(page, *Polygon(house.polygon).centroid.coords[0]))
    there(page, ".is-chosen")
    keep("terrain")
    page.get_by_role("button", name="Save the terrain").click()
    there(page, "text=Everything is saved")
    farm.roster = scene.roster
    page.goto(f"{address}roster")
    there(page, "tr[data-k]")
    keep("roster", 738)


def lens(album: Album) -> None:
    """The lens step with a film of the board: held still at one place, then at another."""
    dice, board = np.random.default_rng(5), PrintedBoard()
    with begun("At the farm") as (_, farm, address), album.page(WIDE, 900, 0.785) as page:
        file = farm.folder / "board.avi"
        film = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE_PX)
        cameras = list(held(board, CAMERA.lens, dice, 6))
        for camera, seconds in ((cameras[4], 6), (cameras[5], 60)):
            picture = cv2.cvtColor(board_picture(board, camera, Look(), dice), cv2.COLOR_GRAY2BGR)
            for _ in range(FPS * seconds):
                film.write(picture)
        film.release()
        farm.source, farm.frame = SourceFile.of(str(file), SIZE_PX), FRAME
        page.goto(f"{address}lens")
        there(page, "text=Good pictures: 2 (15 are enough)")
        there(page, "vd-live .guide")
        step = page.locator("section.step")
        album.keep("setup-lens.png", seen(page, part(step, step, 1019, 8)))


def heights(album: Album) -> None:
    """Hills measured from rendered pictures of a walk, with a lens learned from pictures of the printed board."""
    if album.scenes is None:
        return
    with begun("At the farm") as (_, board, address), album.page() as page:
        for picture in BOARDS.glob("charuco-*.jpg"):
            shutil.copy(picture, board.folder / "pictures")
        board.source, board.frame = SourceFile.of("pictures", SIZE_PX), FRAME
        page.goto(f"{address}lens")
        page.get_by_role("button", name="Take all of the folder").click()
        there(page, "text=Learned:")
        learned = board.camera
    assert learned is not None
    with begun("On the hills") as (_, hills, address), album.page(1060, 860, 0.9) as page:
        for k, picture in enumerate(sorted(album.scenes.glob("ambush-hills*.jpg"), key=lambda it: len(it.name))):
            shutil.copy(picture, hills.folder / "pictures" / f"{k}.jpg")
        hills.frame = parse_frame((album.scenes / "ambush-hills.frame.toml").read_text("utf-8"))
        hills.roster = parse_roster((album.scenes / "ambush-hills.roster.toml").read_text("utf-8"))
        hills.source, hills.camera = SourceFile.of("pictures", SIZE_PX), learned
        page.goto(f"{address}table")
        page.get_by_role("button", name="Find the table").click()
        there(page, "text=Found.")
        page.goto(f"{address}heights")
        page.get_by_role("button", name="Take all of the folder").click()
        there(page, "text=Pictures from different places: 7")
        page.get_by_role("button", name="Measure the heights").click()
        there(page, "vd-heights section li")
        page.get_by_alt_text("The heights of the table by colour").evaluate("image => image.decode()")
        title = page.get_by_role("heading", name="What was measured")
        album.keep("setup-heights.jpg", seen(page, part(title, page.locator("vd-heights section li").last, 786)))
