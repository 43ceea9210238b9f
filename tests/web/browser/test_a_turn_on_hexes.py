"""The demo's battles on hexes in a browser: a turn of each, by touch and by keys alone; axe; three languages."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_page import broken
from hex_demo import HexDemo, served_battle
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser
DESK = {"viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def rommel(tmp_path: Path) -> Iterator[HexDemo]:
    with served_battle("rommel", tmp_path) as demo:
        yield demo


@pytest.fixture
def ancients(tmp_path: Path) -> Iterator[HexDemo]:
    with served_battle("ancients", tmp_path) as demo:
        yield demo


@pytest.fixture
def open_demo(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Return what opens a page of a demo; at the end no page may have complained."""
    complaints: list[str] = []
    contexts = []

    def opened(demo: HexDemo, path: str = "", language: str = "en", **settings: Any) -> Page:
        context = chromium.new_context(**{**DESK, **settings})
        context.set_default_timeout(60_000)
        context.add_cookies([{"name": "vedette_language", "value": language, "url": demo.address}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(demo.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def counter(page: Page, name: str) -> Locator:
    return page.locator(f'.stands [data-name="{name}"]')


def title(page: Page) -> Locator:
    return page.locator("#phase-title")


def by_key(page: Page, place: Locator) -> None:
    """Choose something without a mouse: by its focus and Enter."""
    place.focus()
    page.keyboard.press("Enter")


def ends_phase(page: Page) -> None:
    """End the phase with the keys, and put away what is said of it."""
    page.keyboard.press("n")
    page.keyboard.press("Escape")


def confirms(page: Page) -> None:
    """Confirm the ruling on the card with the keys, and put it away."""
    expect(page.locator('[data-act="confirm"]')).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator('[data-act="confirm"]')).to_have_count(0)
    page.keyboard.press("Escape")


def accessible(page: Page) -> None:
    assert broken(page) == []


@pytest.mark.ci
def test_a_turn_of_rommel(
    rommel: HexDemo, open_demo: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_demo(rommel)
    expect(page.get_by_text("Tap the Wellingtons over G11")).to_be_visible()
    expect(page.locator(".stands [data-name]")).to_have_count(35)
    accessible(page)

    # The bomb falls, is undone, and falls again; the counter is lifted off.
    counter(page, "Wellingtons").click()
    counter(page, "Grenadiers").click()
    expect(page.locator(".verdict-word")).to_have_text("ALLOWED")
    page.keyboard.press("3")
    expect(page.locator(".effects")).to_contain_text("Grenadiers")
    keep_picture(page, "rommel-bomb.png")
    accessible(page)
    page.keyboard.press("u")
    expect(page.locator(".effects")).to_have_count(0)
    assert not rommel.stage.session.memory().fallen
    page.keyboard.press("3")
    expect(page.locator(".effects")).to_contain_text("Grenadiers")
    page.keyboard.press("Escape")
    rommel.until_done()
    expect(counter(page, "Grenadiers")).to_have_count(0)

    # From here on by keys alone: the aircraft lands, the tanks go through the lane, and fight.
    ends_phase(page)
    expect(title(page)).to_contain_text("Axis")
    ends_phase(page)
    expect(title(page)).to_contain_text("land")
    by_key(page, counter(page, "Wellingtons"))
    by_key(page, page.locator('[data-act="go-S10"]'))
    confirms(page)
    rommel.until_done()
    ends_phase(page)
    expect(title(page)).to_contain_text("move on the ground")
    by_key(page, counter(page, "7th Armoured"))
    expect(page.locator('[data-act="go-G11"]')).to_contain_text("road")
    keep_picture(page, "rommel-goings.png")
    by_key(page, page.locator('[data-act="go-G11"]'))
    expect(page.locator(".verdict-word")).to_have_text("ALLOWED")
    keep_picture(page, "rommel-way.png")
    confirms(page)
    rommel.until_done()
    assert rommel.stage.session.reading().board_changes.readings["7th Armoured"].cell == "G11"
    while rommel.phase()[0] != "combat":
        before = str(title(page).text_content())
        ends_phase(page)
        expect(title(page)).not_to_have_text(before)
    page.keyboard.press("n")  # what is owed is named, on the card and before the phase ends
    for where in ("vd-card .owed", "dialog[open] .owed"):
        expect(page.locator(f"{where} li")).to_contain_text("7th Armoured")
        expect(page.locator(f"{where} .clause")).to_have_text("R4.4")
    keep_picture(page, "rommel-owed.png")
    page.locator("dialog[open] [data-act='owed']").click()
    by_key(page, counter(page, "Pak"))
    page.keyboard.press("d")
    for wanted in ("attack (Allies)", "defence (Axis)"):
        expect(page.get_by_text(wanted).first).to_be_visible()
        page.keyboard.press("4")
    expect(page.locator(".effects")).to_contain_text("Pak")
    page.keyboard.press("Escape")
    rommel.until_done()
    expect(counter(page, "Pak")).to_have_count(0)
    ends_phase(page)
    expect(title(page)).to_contain_text("Axis move on the ground")


@pytest.mark.ci
def test_a_turn_of_ancients(
    ancients: HexDemo, open_demo: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_demo(ancients)
    expect(page.get_by_text("Tap the Numidians on D6")).to_be_visible()
    counter(page, "Numidians I").click()
    counter(page, "Velites I").click()
    expect(page.locator(".verdict-word")).to_have_text("IN RANGE")
    keep_picture(page, "ancients-lane.png")
    accessible(page)
    ancients.dice[:] = [1, 2]  # green hits light infantry, blue does not
    page.keyboard.press("r")
    expect(page.locator(".effects")).to_contain_text("Velites I")
    page.keyboard.press("Escape")
    ancients.until_done()
    assert ancients.stage.loop.world.truth().stand("Velites I").state["damage"] == 1

    # The Romans' turn, by keys alone: orders, a move, a shot.
    while ancients.phase()[1] != "roman":
        before = title(page).text_content()
        ends_phase(page)
        expect(title(page)).not_to_have_text(str(before))
    expect(page.locator("vd-card .owed li")).to_contain_text(
        "command card must be played"
    )  # though the phase ends without it
    for name in ("Velites II", "Archers"):
        by_key(page, counter(page, name))
    # The answer for both.
    expect(page.get_by_text("Centre card (2): Archers on K3 is in the section: right")).to_be_visible()
    by_key(page, page.locator('[data-act="number-1"]'))
    expect(page.get_by_text("Order light units (1): orders wanted: 2; orders there are: 1")).to_be_visible()
    by_key(page, page.locator('[data-act="number-2"]'))
    expect(page.locator('[data-act="number-2"]')).to_have_attribute("aria-pressed", "true")
    keep_picture(page, "ancients-orders.png")
    by_key(page, page.get_by_role("button", name="Order light units (2)"))
    expect(page.get_by_text("The card is played. End the phase.")).to_be_visible()
    expect(page.get_by_role("button", name="J4 Velites III")).to_have_count(0)  # one card a turn
    expect(page.locator("vd-card .owed")).to_have_count(0)
    ends_phase(page)
    expect(title(page)).to_contain_text("move")
    by_key(page, counter(page, "Archers"))
    by_key(page, page.locator('[data-act="go-K4"]'))
    confirms(page)
    ancients.until_done()
    assert ancients.stage.session.reading().board_changes.readings["Archers"].cell == "K4"
    ends_phase(page)
    expect(title(page)).to_contain_text("battle")
    by_key(page, counter(page, "Archers"))
    by_key(page, counter(page, "Numidians II"))
    expect(page.locator(".verdict")).to_contain_text("Numidians II")  # no key is for a die nobody asks for yet
    ancients.dice[:] = [6]  # swords: a miss
    page.keyboard.press("r")
    expect(page.locator(".effects")).to_contain_text("Archers")
    page.keyboard.press("Escape")
    ancients.until_done()
    assert not ancients.dice
    assert ancients.phase() == ("battle", "roman")


@pytest.mark.ci
def test_close_combat_of_ancients_and_who_watches_it(
    ancients: HexDemo, open_demo: Callable[..., Page], keep_picture: Callable[[Page, str], None], phone: dict[str, Any]
) -> None:
    """The other side is asked before the dice, its unit evades and goes back; then momentum. On a phone, by touch."""
    page = open_demo(ancients, **phone)
    expect(page.locator(".stands [data-name]")).to_have_count(23)
    by_key(page, counter(page, "Gauls I"))
    by_key(page, counter(page, "Velites II"))
    expect(page.locator(".question")).to_contain_text("does Velites II evade?")
    expect(page.locator(".die-button")).to_have_count(0)
    keep_picture(page, "ancients-asked.png")
    accessible(page)
    page.locator('[data-act="answer-no"]').tap()
    expect(page.locator('[data-act="answer-no"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-act="answer-yes"]').tap()
    expect(page.locator('[data-act="answer-yes"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".die-button")).to_have_count(6)
    accessible(page)
    last = page.locator('[data-act="evidence"]')
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844  # no button is cut off
    ancients.dice[:] = [1, 6, 5, 4]  # green alone hits who evades
    page.locator(".roll").tap()
    expect(page.locator(".effects")).to_contain_text("Velites II evades and goes back, hexes: 2.")
    expect(page.locator(".thrown li")).to_have_count(1)
    for place, sword in (("watch", ".told-dice .sign-line"), ("journal", ".told-dice .sign-line")):
        other = open_demo(ancients, place, viewport={"width": 1920, "height": 1080}, color_scheme="dark")
        assert other.locator(sword).first.evaluate("it => getComputedStyle(it).stroke") != "none"
        token = other.locator('.stands [data-name="Gauls I"] .counter-edge').first
        assert token.evaluate("it => getComputedStyle(it).fill") != "rgb(0, 0, 0)"
        assert other.locator(".cell.hex").count() == 117
        if place == "watch":  # spectators see both sides
            expect(other.locator(".stands [data-name]")).to_have_count(23)
            accessible(other)
        other.close()  # else it is drawn anew with every look at the table
    page.locator('[data-act="away"]').tap()
    expect(page.get_by_text("Must go back first: Velites II.")).to_be_visible()
    page.locator('[data-act="ready-Velites II"]').tap()
    page.locator('[data-act="go-G2"]').tap()
    page.locator('[data-act="confirm"]').tap()
    expect(page.locator(".effects")).to_contain_text("Velites II goes from G4 to G2.")
    page.locator('[data-act="away"]').tap()
    ancients.until_done()
    assert ancients.stage.session.reading().board_changes.readings["Velites II"].cell == "G2"

    # The Romans' medium infantry steps up, throws the Gauls back, and follows.
    while ancients.phase() != ("order", "roman"):
        before = title(page).text_content()
        ends_phase(page)
        expect(title(page)).not_to_have_text(str(before))
    expect(title(page)).to_contain_text("order")  # the page may be a phase behind
    by_key(page, counter(page, "Hastati II"))
    by_key(page, page.get_by_role("button", name="Centre card"))
    expect(page.get_by_role("button", name="G3 Hastati II")).to_have_count(0)  # ordered at once
    ends_phase(page)
    expect(title(page)).to_contain_text("move")
    by_key(page, counter(page, "Hastati II"))
    by_key(page, page.locator('[data-act="go-G4"]'))
    confirms(page)
    ancients.until_done()
    ends_phase(page)
    expect(title(page)).to_contain_text("battle")
    by_key(page, counter(page, "Hastati II"))
    by_key(page, counter(page, "Gauls I"))
    expect(page.locator(".verdict")).to_contain_text("Gauls I")
    expect(page.locator(".question")).to_have_count(0)  # warriors do not evade
    ancients.dice[:] = [5, 5, 4, 4]
    page.keyboard.press("r")
    expect(page.locator(".effects")).to_contain_text("Hastati II may advance to G5.")
    page.keyboard.press("Escape")
    by_key(page, counter(page, "Gauls I"))
    by_key(page, page.locator('[data-act="go-F6"]'))
    confirms(page)
    ancients.until_done()
    by_key(page, counter(page, "Hastati II"))
    by_key(page, page.locator('[data-act="go-G5"]'))
    keep_picture(page, "ancients-advance.png")
    confirms(page)
    ancients.until_done()
    assert ancients.stage.session.reading().board_changes.readings["Hastati II"].cell == "G5"
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    expect(page.get_by_text("May advance now: Hastati II.")).to_be_visible()


@pytest.mark.prove
def test_a_bump_is_led_back(rommel: HexDemo, open_demo: Callable[..., Page]) -> None:
    page = open_demo(rommel)
    expect(title(page)).to_be_visible()
    bump = rommel.stage.session.bump
    assert bump is not None
    bump()
    rommel.until(lambda: rommel.stage.session.reading().put_back.proposal is not None)
    page.locator('[data-act="put-accept"]').click()
    expect(page.get_by_role("heading", name="Putting back")).to_be_visible()
    accessible(page)
    page.locator('[data-act="put-leave"]').click()
    expect(page.get_by_role("heading", name="Putting back")).to_have_count(0)


@pytest.mark.prove
@pytest.mark.parametrize(("language", "words"), [("it", "Tocca i Numidi in D6"), ("es", "Toca los númidas en D6")])
def test_it_invites_in_every_language(
    language: str, words: str, ancients: HexDemo, open_demo: Callable[..., Page], phone: dict[str, Any]
) -> None:
    page = open_demo(ancients, language=language, **phone)
    expect(page.get_by_text(words)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
