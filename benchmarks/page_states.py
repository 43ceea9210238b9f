"""The states of the pages that are worth a picture, and how each is reached; a tour shows several after one another."""

from collections.abc import Callable, Mapping

from page_demo import served_demo, served_setup
from playwright.sync_api import Page

Keep = Callable[[Page, str], None]
Tour = Callable[[Page, Keep], None]


def choose(page: Page, name: str) -> None:
    """Choose a stand by its key: with a finger another may lie over it."""
    page.locator(f'.stands [data-name="{name}"]').press("Enter")


def there(page: Page, selector: str) -> None:
    page.locator(selector).first.wait_for()


def open_table(page: Page, address: str) -> None:
    """Open a table's page and wait for the camera's picture."""
    page.goto(address)
    there(page, "image.picture[href]")
    page.wait_for_load_state("load")


def at(page: Page, x: float, y: float) -> None:
    """Click a place on the table, in cm."""
    where = page.evaluate(
        """([x, y]) => {
          const plan = document.querySelector("svg.plan");
          const depth = document.querySelector(".ground rect").height.baseVal.value;
          const at = new DOMPoint(x, depth - y).matrixTransform(plan.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )
    page.mouse.click(*where)


def ambush(page: Page, keep: Keep) -> None:
    """The table page of a game without a board: reach, rulings, tools, placing by hand, dialogs."""
    with served_demo("ambush") as demo:
        open_table(page, demo.address)
        there(page, ".suggestion")
        keep(page, "ambush-idle")
        page.locator(".nav > summary").click()
        keep(page, "ambush-menu")
        page.locator(".nav > summary").click()
        page.keyboard.press("?")
        keep(page, "ambush-keys")
        page.keyboard.press("Escape")
        page.keyboard.press("v")
        keep(page, "ambush-map")
        page.keyboard.press("v")
        choose(page, "Miller")
        there(page, ".reach-list")
        keep(page, "ambush-reach")
        choose(page, "Brandt")
        there(page, ".verdict")
        keep(page, "ambush-close")
        page.keyboard.press("Escape")
        choose(page, "Miller")
        choose(page, "Weber")
        there(page, ".dice")
        keep(page, "ambush-ruling")
        page.keyboard.press("4")
        there(page, ".thrown")
        page.keyboard.press("6")
        there(page, ".outcome")
        keep(page, "ambush-result")
        page.keyboard.press("Escape")
        demo.go_on(8.0)
        page.keyboard.press("m")
        at(page, 30.0, 24.6)
        at(page, 67.3, 53.7)
        there(page, ".tool-distance")
        keep(page, "ambush-ruler")
        page.keyboard.press("Escape")
        page.keyboard.press("b")
        at(page, 62.0, 44.5)
        there(page, ".tool-burst")
        keep(page, "ambush-burst")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        choose(page, "Miller")
        page.get_by_role("button", name="Place by hand").click()
        there(page, ".placing-fields")
        keep(page, "ambush-placing")


def putting_back(page: Page, keep: Keep) -> None:
    """A sleeve shoves three stands: asked, proposed, some of them back."""
    with served_demo("ambush") as demo:
        open_table(page, demo.address)
        there(page, ".suggestion")
        page.keyboard.press("g")
        keep(page, "putback-dialog")
        page.get_by_role("button", name="Bump the table").click()
        demo.go_on(5.5)
        there(page, ".putback-ask")
        keep(page, "putback-ask")
        page.get_by_role("button", name="Put them back").click()
        there(page, ".putback-list li")
        keep(page, "putback-list")
        demo.until(lambda: any(hint.state == "back" for hint in demo.stage.session.reading().put_back.told))
        there(page, ".ghost-tick")
        keep(page, "putback-one-back")


def reading(page: Page, keep: Keep) -> None:
    """The pages that are read: evidence, journal, passport, watch, join, PIN, terrain."""
    with served_demo("ambush") as demo:
        open_table(page, demo.address)
        there(page, ".suggestion")
        for target in ("Weber", "Brandt"):
            choose(page, "Miller")
            choose(page, target)
            there(page, ".verdict")
            if target == "Weber":
                for face in ("4", "6"):
                    page.keyboard.press(face)
                    page.locator(".thrown li").nth(0 if face == "4" else 1).wait_for()
                page.locator('[data-act="undo"]').first.click()
                page.keyboard.press("Escape")
        page.goto(f"{demo.address}watch")
        there(page, ".verdict")
        keep(page, "watch")
        for path in ("journal", "passport", "join", "pin", "evidence"):
            page.goto(demo.address + path)
            keep(page, path)
        page.locator(".ev-item").first.click()
        there(page, ".ev-told")
        keep(page, "evidence-card")
        page.locator("select[name=measure]").select_option(value='"edge"')
        page.get_by_role("button", name="Rule again").click()
        page.locator(".ev-ruled").nth(1).wait_for()
        keep(page, "evidence-appeal")
        page.goto(f"{demo.address}terrain")
        there(page, ".terrain-row")
        keep(page, "terrain")
        page.locator(".terrain-row").nth(2).click()
        keep(page, "terrain-chosen")


def yankee(page: Page, keep: Keep) -> None:
    """A game with lanes and bands."""
    with served_demo("yankee") as demo:
        open_table(page, demo.address)
        there(page, ".suggestion")
        choose(page, "Cushing")
        there(page, ".reach-list")
        keep(page, "yankee-reach")
        choose(page, "Garnett I")
        there(page, ".verdict")
        keep(page, "yankee-ruling")
        page.keyboard.press("5")
        page.keyboard.press("2")
        there(page, ".outcome")
        keep(page, "yankee-result")


def rommel(page: Page, keep: Keep) -> None:
    """A board of hexes: blocks, a bomb, where the tanks may go, the list of counters."""
    with served_demo("rommel") as demo:
        page.goto(demo.address)
        there(page, ".stands [data-name]")
        keep(page, "rommel-idle")
        choose(page, "Wellingtons")
        there(page, ".hex.is-aimed, .hex.is-option")
        keep(page, "rommel-chosen")
        choose(page, "Grenadiers")
        there(page, ".verdict")
        keep(page, "rommel-ruling")
        page.keyboard.press("3")
        there(page, ".effects")
        keep(page, "rommel-result")


def ancients(page: Page, keep: Keep) -> None:
    """A board of hexes whose dice have signs."""
    with served_demo("ancients") as demo:
        page.goto(demo.address)
        there(page, ".stands [data-name]")
        choose(page, "Numidians I")
        there(page, ".hex.is-aimed, .hex.is-option")
        keep(page, "ancients-chosen")
        choose(page, "Velites I")
        there(page, ".verdict")
        keep(page, "ancients-ruling")


def montecassino(page: Page, keep: Keep) -> None:
    """A board of squares with cannons: a move, the chart, the lever cocked, the shot's casualties."""
    with served_demo("montecassino") as demo:
        shots = demo.stage.session.shots
        assert shots is not None
        demo.until(lambda: shots.state().levers["A"].heard)
        demo.go_on(9.0)
        page.goto(demo.address)
        there(page, ".stands [data-name]")
        keep(page, "montecassino-idle")
        page.locator(".stands .side-1", has_text="52").press("Enter")
        there(page, ".going")
        keep(page, "montecassino-goings")
        page.locator(".going").first.click()
        there(page, ".pip.is-spent")
        keep(page, "montecassino-strip")
        page.keyboard.press("d")
        there(page, ".verdict")
        keep(page, "montecassino-ruling")
        page.goto(f"{demo.address}chart")
        keep(page, "chart")
        page.goto(demo.address)
        page.get_by_role("button", name="Fire").click()
        demo.until(lambda: shots.state().levers["A"].cocked)
        there(page, ".cocked")
        keep(page, "cannon-cocked")
        demo.until(lambda: bool(shots.state().comparing or shots.state().proposal))
        page.locator(".shot-figures li").first.wait_for()
        keep(page, "cannon-shot")


def setup(page: Page, keep: Keep) -> None:
    """The set-up: the shelf and every step."""
    with served_setup() as (address, path):
        page.goto(f"{address}setup")
        keep(page, "setup-shelf")
        for step in ("match", "camera", "sheets", "lens"):
            page.goto(f"{address}{path}{step}")
            page.wait_for_timeout(1500)
            keep(page, f"setup-{step}")
        page.goto(f"{address}{path}table")
        there(page, "vd-points img")
        page.get_by_role("button", name="Find the table").click()
        page.get_by_text("Found. Any distance").wait_for()
        keep(page, "setup-table")
        page.goto(f"{address}{path}check")
        page.get_by_label("What you measured").select_option("tape")
        page.get_by_label("The tape says (cm)").fill("100")
        page.get_by_role("button", name="Compare").click()
        there(page, ".checked li")
        keep(page, "setup-check")
        page.goto(f"{address}{path}terrain")
        page.wait_for_timeout(1500)
        keep(page, "setup-terrain")
        page.goto(f"{address}{path}roster")
        page.get_by_role("button", name="Fill in").first.click()
        there(page, "tr[data-k]")
        keep(page, "setup-roster")
        page.goto(f"{address}{path}play")
        page.wait_for_timeout(1500)
        keep(page, "setup-play")


TOURS: Mapping[str, Tour] = {
    tour.__name__: tour
    for tour in (ambush, putting_back, reading, yankee, rommel, ancients, montecassino, setup)
}  # fmt: skip
