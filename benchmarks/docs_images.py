"""The pictures of pages that README and docs show, taken anew: all of them, or those of some tours.

    python benchmarks/docs_images.py
    python benchmarks/docs_images.py boards setup --folder OTHER
    python benchmarks/docs_images.py heights --scenes FOLDER

Tables are rendered, clocks and dice are set. FOLDER has rendered hills (``ambush-hills.jpg`` and its walk) and the
frame of their markers; without it setup-heights.jpg is left as it is. The other pictures in docs/images are drawn by
other programs.
"""

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import click
from docs_album import PATIENCE_MS, PHONE, Album, beside, part, seen
from page_demo import ServedDemo, served_demo
from page_pictures import chromium
from page_states import at, choose, open_table, there
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright
from shapely import Polygon

ROOT = Path(__file__).parents[1]
COCKED_MS = 6000
sys.path.append(str(ROOT / "tests" / "shared"))

from board_page import UNDER_WAY, Board, served_board  # noqa: E402
from docs_set_up import heights, lens, plan, setup  # noqa: E402
from lucky import fire  # noqa: E402
from terrain_editor import to_px  # noqa: E402

from referee.journal.payloads import Thrown, draft  # noqa: E402


def settled(demo: ServedDemo) -> None:
    """Let hands do on a board what the rulings told."""

    def done() -> bool:
        changes = demo.stage.session.reading().board_changes
        status = demo.stage.session.observation.status.key
        return status == "still" and not (changes.left or changes.moved or changes.stray)

    demo.go_on(1.0)
    demo.until(done)


def shoot(demo: ServedDemo, actor: str, target: str, *dice: int) -> None:
    """Declare a shot and throw its dice."""
    session = demo.stage.session
    session.act(lambda match: match.declare(actor, target))
    for die in dice:
        session.act(partial(lambda match, fell: match.throw([fell], confirm=True), fell=die))


def ambush(album: Album) -> None:
    """The table page: a shot, one without sight and its card, a stand placed by hand, a move by touch."""
    with served_demo("ambush") as demo:
        with album.page(scale=0.75) as page:
            open_table(page, demo.address)
            choose(page, "Miller")
            choose(page, "Weber")
            there(page, ".dice")
            album.keep("demo.png", seen(page))
            page.keyboard.press("Escape")
            choose(page, "Miller")
            choose(page, "Vogel")
            there(page, ".verdict")
            assert demo.journal.head is not None
            number = demo.journal.head.sequence
            card = page.request.get(f"{demo.address}evidence/{number}.png").body()
            whole = Image.open(BytesIO(card)).convert("RGB")
            album.keep("evidence.png", whole.resize((880, round(whole.height * 880 / whole.width))))
        with album.page(scale=520 / 390, **PHONE) as page:
            open_table(page, demo.address)
            page.keyboard.press("Escape")
            choose(page, "Rossi")
            page.locator('[data-act="do-move"]').tap()
            for x, y in ((22.5, 41.5), (21.5, 44.0)):
                at(page, x, y)
            there(page, ".tool-verdict")
            album.keep("turn-by-touch.png", seen(page))
        with album.page(1280, 800, 0.7) as page:
            open_table(page, demo.address)
            choose(page, "Miller")
            page.get_by_role("button", name="Place by hand").click()
            at(page, 33.0, 60.0)
            page.get_by_label("Known to within, in cm").fill("4")
            page.get_by_role("button", name="It stands here").click()
            there(page, ".stand.by-hand")
            choose(page, "Weber")
            there(page, ".dice")
            album.keep("by-hand.png", seen(page))


def yankee(album: Album) -> None:
    """A battery's volley."""
    with served_demo("yankee") as demo, album.page(scale=0.8) as page:
        open_table(page, demo.address)
        choose(page, "Cushing")
        choose(page, "Garnett I")
        there(page, ".verdict")
        page.keyboard.press("5")
        page.keyboard.press("2")
        there(page, ".outcome")
        album.keep("volley-by-keys.png", seen(page))


def putting_back(album: Album) -> None:
    """A sleeve has shoved three stands."""
    with served_demo("ambush") as demo, album.page(1280, 760) as page:
        open_table(page, demo.address)
        page.keyboard.press("g")
        page.get_by_role("button", name="Bump the table").click()
        demo.go_on(5.5)
        page.get_by_role("button", name="Put them back").click()
        there(page, ".putback-list li")
        album.keep("put-it-back.png", seen(page))


def terrain(album: Album) -> None:
    """The editor: the wood taken away, tapped, and proposed."""
    with served_demo("ambush") as demo, album.page(1280, 800, 0.7) as page:
        wood = next(piece for piece in demo.stage.session.laid.pieces if piece.name == "wood")
        page.goto(f"{demo.address}terrain")
        there(page, ".terrain-row")
        page.get_by_role("button", name="Delete wood").click()
        page.get_by_label("Kind").select_option("wood")
        page.get_by_role("button", name="Tap a piece").click()
        page.mouse.click(*to_px(page, *Polygon(wood.polygon).centroid.coords[0]))
        there(page, ".is-chosen")
        album.keep("terrain.png", seen(page))


def reading(album: Album) -> None:
    """Some turns of the match: the spectators' page and the journal's."""
    with served_demo("ambush") as demo:
        act = demo.stage.session.act
        shoot(demo, "Miller", "Weber", 5, 6)
        act(lambda match: match.end_turn())
        shoot(demo, "Lehmann", "Miller", 5, 2)
        act(lambda match: match.undo())
        act(lambda match: match.redo())
        act(lambda match: match.end_turn())
        shoot(demo, "Miller", "Lehmann", 5, 4)
        with album.page(1280, 720) as page:
            page.goto(f"{demo.address}watch")
            there(page, "image.picture[href]")
            there(page, ".outcome")
            album.keep("watch.png", seen(page))
        with album.page(1280, 900) as page:
            page.goto(f"{demo.address}journal")
            there(page, "#entries li")
            page.locator("#entries li", has_text="Lehmann: shoot at Miller").first.get_by_role("button").click()
            there(page, "#past-entry .verdict")
            page.evaluate("scrollTo(0, 0)")
            album.keep("journal.png", seen(page))


def passport(album: Album) -> None:
    """90 dice of the match, and a cannon that loses speed."""
    with served_demo("ambush") as demo, album.page(1100, 770) as page:
        chance = random.Random(11)
        demo.journal.append(*[draft(Thrown(dice=[chance.randint(1, 6)])) for _ in range(90)])
        fire(demo.journal, 24, fall=0.004)
        page.goto(f"{demo.address}passport")
        there(page, ".pass-group")
        album.keep("passport.png", seen(page))
        cannons = page.get_by_role("heading", name="Cannons")
        box = part(cannons, page.get_by_text("Shots", exact=True).last, 1100, 26)
        album.keep("passport-cannon.png", seen(page, {**box, "x": 0}))


def cannon(album: Album) -> None:
    """Montecassino's cannon: cocked, and who fell."""
    with served_demo("montecassino") as demo, album.page() as page:
        shots = demo.stage.session.shots
        assert shots is not None
        demo.until(lambda: shots.state().levers["A"].heard)
        demo.go_on(9.0)
        page.goto(demo.address)
        page.get_by_role("button", name="Fire").click()
        demo.until(lambda: bool(shots.state().levers["A"].cocked))
        there(page, ".cocked")
        page.wait_for_timeout(COCKED_MS)
        album.keep("cannon-cocked.png", seen(page))
        demo.until(lambda: bool(shots.state().comparing or shots.state().proposal))
        there(page, ".shot-pictures img")
        album.keep("shot.png", seen(page))


def boards(album: Album) -> None:
    """Montecassino on its page: what a phone shows of a move, a doubtful square, keys, the television, the chart."""

    def opened(page: Page, board: Board, path: str = "") -> Page:
        page.goto(board.address + path)
        expect(page.locator(".stands [data-name]")).to_have_count(48)
        return page

    with served_board(**UNDER_WAY) as board, album.page(**PHONE) as page:
        taken = [seen(opened(page, board))]
        page.locator('.stands [data-name="a20"]').tap()
        there(page, ".going")
        taken.append(seen(page))
        page.keyboard.press("Escape")
        board.hands.take("g24")
        board.hands.move(a20="A-67")
        there(page, ".reading")
        album.keep("board-phone.png", beside([*taken, seen(page)], 12))
    with served_board(**UNDER_WAY) as board, album.page(scale=5 / 6) as page:
        opened(page, board)
        board.hands.move(off_cm=(2.25, 0.0), a20="A-52")
        there(page, ".reading")
        album.keep("board-between.png", seen(page))
        board.hands.move(a20="A-44")
        expect(page.locator(".reading")).to_have_count(0)
        page.locator('.stands [data-name="a24"]').focus()
        for key in ("Enter", *["ArrowUp"] * 3, "Enter"):
            page.keyboard.press(key)
        there(page, ".strip-moves")
        album.keep("board-keys.png", seen(page))
    with served_board(**UNDER_WAY) as board, album.page(1920, 1080, 0.625, color_scheme="dark") as page:
        opened(page, board, "watch")
        board.hands.take("g24")
        board.hands.move(a20="A-67")
        _turn(board, "A-44", "A-60", "A-67")
        there(page, ".score-tally")
        there(page, ".verdict")
        album.keep("board-watch.png", seen(page))
    with served_board(**UNDER_WAY) as board, album.page() as page:
        _turn(board, "A-72", "G-65", "G-57")
        _turn(board, "G-30", "G-38", and_then=("G-40", "G-48"))
        _turn(board, "A-44", "A-60", "A-67")
        _turn(board, "G-55", "G-63")
        _turn(board, "A-26", "A-34", and_then=("A-35", "A-43", "A-49", "A-57"))
        shot = {"type": "shot", "side": "germans", "fallen": [{"square": "A-57"}, {"square": "A-43"}]}
        board.hands.session.act(lambda match: (match.declare_action(shot), match.confirm()))
        page.goto(f"{board.address}chart")
        album.keep("chart.png", seen(page, {"x": 0, "y": 0, "width": 1440, "height": 480}))


def _turn(board: Board, *way: str, and_then: Sequence[str] = ()) -> None:
    """Play a turn on squares: a soldier's way, and pairs of squares from which and to which others go."""
    legs = [*pairwise(way), *zip(and_then[::2], and_then[1::2], strict=True)]
    action = {"type": "move", "steps": [{"from": start, "to": end} for start, end in legs]}
    board.hands.session.act(lambda match: (match.declare_action(action), match.confirm()))


def rommel(album: Album) -> None:
    """A bomb on a phone; then the lane is free, and the tanks may go through it."""
    with served_demo("rommel") as demo:
        with album.page(scale=2, **PHONE) as page:
            page.goto(demo.address)
            choose(page, "Wellingtons")
            there(page, ".hex.is-aimed, .hex.is-option")
            album.keep("hexes-phone.png", seen(page))
        with album.page() as page, album.page(scale=0.75) as small:
            page.goto(demo.address)
            choose(page, "Wellingtons")
            choose(page, "Grenadiers")
            there(page, ".verdict")
            page.keyboard.press("3")
            there(page, ".effects")
            page.keyboard.press("Escape")
            settled(demo)
            _phase(page, "land")
            choose(page, "Wellingtons")
            page.locator('[data-act="go-S10"]').press("Enter")
            _confirm(page)
            settled(demo)
            _phase(page, "move on the ground")
            for one, name, file in ((page, "22nd Armoured", "hexes-goings"), (small, "7th Armoured", "rommel-goings")):
                one.goto(demo.address)
                choose(one, name)
                there(one, '[data-act^="go-"]')
                album.keep(f"{file}.png", seen(one))


def ancients(album: Album) -> None:
    """A line between two hexes; then a close combat on a phone, asked about and followed."""
    with served_demo("ancients") as demo, album.page() as page, album.page(scale=0.75) as small:
        for one, name in ((page, "hexes-sight.png"), (small, "ancients-lane.png")):
            one.goto(demo.address)
            choose(one, "Numidians I")
            choose(one, "Velites I")
            there(one, ".dice")
            album.keep(name, seen(one))
    with served_demo("ancients") as demo, album.page(**PHONE) as page:
        page.goto(demo.address)
        choose(page, "Gauls I")
        choose(page, "Velites II")
        there(page, ".question")
        asked = seen(page)
        demo.dice[:] = [1, 6, 5, 4]
        page.locator('[data-act="answer-yes"]').tap()
        page.locator(".roll").tap()
        there(page, ".effects")
        page.locator('[data-act="away"]').tap()
        page.locator('[data-act="ready-Velites II"]').tap()
        page.locator('[data-act="go-G2"]').tap()
        _confirm(page)
        settled(demo)
        while demo.stage.session.memory().side != "roman":
            _phase(page, "")
        choose(page, "Hastati II")
        page.get_by_role("button", name="Centre card").press("Enter")
        _phase(page, "move")
        choose(page, "Hastati II")
        page.locator('[data-act="go-G4"]').press("Enter")
        _confirm(page)
        settled(demo)
        _phase(page, "battle")
        demo.dice[:] = [5, 5, 4, 4]
        choose(page, "Hastati II")
        choose(page, "Gauls I")
        page.locator(".roll").tap()
        there(page, ".effects")
        page.keyboard.press("Escape")
        choose(page, "Gauls I")
        page.locator('[data-act="go-F6"]').press("Enter")
        _confirm(page)
        settled(demo)
        choose(page, "Hastati II")
        page.locator('[data-act="go-G5"]').press("Enter")
        there(page, '[data-act="confirm"]')
        album.keep("ancients-asked.png", beside([asked, seen(page)], 20))


def _phase(page: Page, word: str) -> None:
    """End phases, at least one, until the phase's title has that word."""
    title = page.locator("#phase-title")
    while True:
        before = str(title.text_content())
        page.keyboard.press("n")
        page.keyboard.press("Escape")
        expect(title).not_to_have_text(before)
        if word in str(title.text_content()):
            return


def _confirm(page: Page) -> None:
    """Confirm the ruling on the card, and put it away."""
    there(page, '[data-act="confirm"]')
    page.keyboard.press("c")
    expect(page.locator('[data-act="confirm"]')).to_have_count(0)
    page.keyboard.press("Escape")


TOURS: Mapping[str, Callable[[Album], None]] = {
    tour.__name__: tour
    for tour in (
        ambush, yankee, putting_back, terrain, reading, passport, cannon, boards, rommel, ancients, plan, setup, lens,
        heights,
    )
}  # fmt: skip


@click.command(help=__doc__)
@click.argument("tours", nargs=-1, type=click.Choice(list(TOURS)))
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=ROOT / "docs" / "images")
@click.option("--scenes", type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(tours: tuple[str, ...], folder: Path, scenes: Path | None) -> None:
    """Go through the tours and write their pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for tour in tours or TOURS:
            TOURS[tour](Album(browser, folder, scenes))
        browser.close()


if __name__ == "__main__":
    main()
