"""A game on a board in a browser: a turn by touch, one by keys, one that the camera saw; axe is content."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from axe_page import serious
from board_page import UNDER_WAY, Board, served_board
from playwright.sync_api import Browser, Locator, Page, expect

from referee.observation import TableStatus

pytestmark = pytest.mark.browser
LEAST_PX = 24
"""The least a square may measure where a finger taps it (WCAG 2.5.8)."""


@pytest.fixture
def board() -> Iterator[Board]:
    with served_board(**UNDER_WAY) as served:
        yield served


@pytest.fixture
def open_board(chromium: Browser, board: Board) -> Iterator[Callable[..., Page]]:
    """Return what opens a page of the match; at the end no page may have complained."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str = "", **settings: Any) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("response", lambda got: complaints.append(f"{got.status} {got.url}") if got.status >= 400 else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(board.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def soldier(page: Page, name: str) -> Locator:
    return page.locator(f'.stands [data-name="{name}"]')


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def strip(page: Page) -> Locator:
    return page.locator(".strip .strip-moves")


def whose_turn(page: Page) -> Locator:
    return page.locator(".turn-now")


def test_a_turn_by_touch(
    board: Board, open_board: Callable[..., Page], phone: dict[str, Any], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_board(**phone)
    expect(page.locator(".stands [data-name]")).to_have_count(48)
    assert page.locator("[data-cell]").count() == 144
    box = square(page, "A-60").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= LEAST_PX
    keep_picture(page, "board-phone.png")

    soldier(page, "a20").tap()
    expect(page.locator("[data-sign]")).not_to_have_count(0)
    kinds = page.locator("[data-sign]").evaluate_all("all => all.map((one) => [one.dataset.sign, one.classList[1]])")
    assert ["A-67", "is-capture"] in kinds
    assert ["A-68", "is-move"] in kinds
    assert ["G-70", "is-move"] not in kinds
    expect(page.locator(".going").first).to_be_in_viewport()
    keep_picture(page, "board-goings.png")
    square(page, "A-52").tap()
    expect(strip(page)).to_have_text("A-44 → A-52")
    expect(page.locator(".strip-left")).to_contain_text("2 squares left")

    # Another soldier, two steps; the second is taken back.
    soldier(page, "a18").tap()
    square(page, "A-34").tap()
    expect(strip(page)).to_have_text("A-44 → A-52, A-26 → A-34")
    square(page, "A-42").tap()
    expect(strip(page)).to_have_text("A-44 → A-52, A-26 → A-42")
    expect(page.locator(".strip-left")).to_contain_text("0 squares left")
    page.get_by_role("button", name="Take back a step").tap()
    expect(strip(page)).to_have_text("A-44 → A-52, A-26 → A-34")
    page.locator('[data-act="declare"]').tap()
    expect(page.locator(".verdict-word")).to_have_text("ALLOWED")
    expect(page.locator(".verdict-who")).to_have_text("A-44 → A-52, A-26 → A-34")
    page.locator('[data-act="confirm"]').tap()
    expect(whose_turn(page)).to_contain_text("Germans")
    page.locator('[data-act="away"]').tap()
    # Nobody has moved the figures yet: that is said.
    expect(page.locator(".todo-list li")).to_have_count(2)
    board.hands.move(a20="A-52", a18="A-34")
    expect(page.locator(".todo")).to_have_count(0)
    expect(page.locator(".seen")).to_have_count(0)


@pytest.mark.ci
def test_who_is_not_seen_is_said_in_a_line_above_a_phones_board(
    board: Board, open_board: Callable[..., Page], phone: dict[str, Any]
) -> None:
    page = open_board(**phone)
    status = TableStatus("unseen", names=("a18", "g24"))
    board.hands.session.publish(replace(board.hands.observation, status=status))
    chip = page.locator(".bar-status .chip")
    expect(chip).to_contain_text("not seen")
    box = chip.bounding_box()
    assert box is not None
    assert box["height"] < 40, box  # it was a column of words over twelve squares


@pytest.mark.ci
def test_a_square_where_nobody_may_go_says_why_and_retreat_is_the_turn(
    board: Board, open_board: Callable[..., Page]
) -> None:
    page = open_board()
    soldier(page, "a18").click()
    square(page, "A-18").click()
    expect(page.locator(".refused .tool-verdict")).to_contain_text("NOT ALLOWED")
    expect(page.locator(".refused .clause")).to_have_text("M2.4")
    page.keyboard.press("Backspace")
    expect(page.locator(".refused")).to_have_count(0)
    square(page, "A-18").click()
    page.keyboard.press("d")
    expect(page.locator(".verdict-word")).to_have_text("NOT ALLOWED")
    expect(page.locator('[data-act="confirm"]')).to_have_count(0)
    expect(whose_turn(page)).to_contain_text("Allies")
    page.keyboard.press("Escape")
    page.locator('[data-act="do-retreat"]').click()
    expect(page.locator(".verdict-word")).to_have_text("ALLOWED")
    page.keyboard.press("c")
    expect(whose_turn(page)).to_contain_text("Germans")
    squares = page.locator(".squares-side .side-1 .squares-of")
    expect(squares).to_have_text(f"A {', '.join(map(str, range(1, 25)))}")
    assert len(board.hands.session.board_position().table.stands) == 48


@pytest.mark.ci
def test_a_turn_by_keys(open_board: Callable[..., Page], keep_picture: Callable[[Page, str], None]) -> None:
    page = open_board()
    soldier(page, "a24").focus()
    page.keyboard.press("ArrowUp")
    expect(square(page, "G-65")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(soldier(page, "a24")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(square(page, "G-49")).to_be_focused()
    expect(square(page, "G-49")).to_have_attribute("aria-label", "G-49: moves, 3 squares")
    page.keyboard.press("Enter")
    expect(strip(page)).to_have_text("A-72 → G-49")
    expect(soldier(page, "a24")).to_be_focused()
    keep_picture(page, "board-keys.png")
    page.keyboard.press("d")
    expect(page.locator(".verdict-word")).to_have_text("ALLOWED")
    page.keyboard.press("c")
    expect(whose_turn(page)).to_contain_text("Germans")
    page.keyboard.press("u")
    expect(whose_turn(page)).to_contain_text("Allies")


@pytest.mark.ci
def test_what_the_camera_saw_is_proposed_and_confirmed_with_one_tap(
    board: Board, open_board: Callable[..., Page], phone: dict[str, Any], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_board(**phone)
    expect(page.locator(".stands [data-name]")).to_have_count(48)
    board.hands.move(a20="A-52")
    expect(page.locator(".reading .strip-moves")).to_have_text("A-44 → A-52")
    board.hands.take("g24")
    board.hands.move(a20="A-67")
    expect(page.locator(".reading .strip-moves")).to_have_text("A-44 × A-67")
    expect(page.locator(".reading .tool-verdict")).to_contain_text("ALLOWED")
    casing = page.locator(".step-casing")
    expect(casing).to_have_css("fill", "none")  # a way with a bend is a line, no area
    expect(casing).not_to_have_css("stroke", "none")
    keep_picture(page, "board-seen.png")
    page.locator(".seen-take").tap()
    expect(whose_turn(page)).to_contain_text("Germans")
    expect(soldier(page, "g24")).to_have_count(0)
    expect(page.locator(".effects")).to_contain_text("prisoner")

    chart = open_board("chart")
    row = chart.locator("section").first.locator("tbody tr").first
    expect(row).to_have_text(re.compile(r"1\s*infantry\s*A-44\s*A-67\s*A-67\s*23"))


@pytest.mark.ci
def test_between_two_squares_the_readings_are_offered(
    board: Board, open_board: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_board()
    expect(page.locator(".stands [data-name]")).to_have_count(48)
    board.hands.move(off_cm=(2.25, 0.0), a20="A-52")
    expect(page.locator(".reading .strip-moves")).to_have_text(["A-44 → A-52", "A-44 → A-53"])
    expect(page.locator(".cell.is-doubtful")).to_have_count(2)
    expect(soldier(page, "a20")).to_have_class(re.compile("is-between"))
    keep_picture(page, "board-between.png")
    page.locator('[data-act="take-A-44 → A-53"]').click()
    expect(whose_turn(page)).to_contain_text("Germans")
    page.keyboard.press("Escape")
    expect(page.locator(".todo-list li")).to_contain_text(["push him onto A-53"])
    board.hands.move(a20="A-53")
    expect(page.locator(".todo")).to_have_count(0)


@pytest.mark.ci
def test_a_move_that_is_not_allowed_is_ruled_on_and_the_board_taken_as_it_stands(
    board: Board, open_board: Callable[..., Page]
) -> None:
    page = open_board()
    expect(page.locator(".stands [data-name]")).to_have_count(48)
    board.hands.move(a01="A-25")
    expect(page.locator(".reading .tool-verdict")).to_contain_text("NOT ALLOWED")
    page.locator(".seen-take").click()
    expect(page.locator(".verdict-word")).to_have_text("NOT ALLOWED")
    page.keyboard.press("Escape")
    expect(page.locator(".reading")).to_be_visible()  # it still stands there
    board.hands.move(a01="A-01")
    expect(page.locator(".seen")).to_have_count(0)

    # The German has put his own right outside his turn; the referee lets it stand.
    board.hands.move(g21="G-20")
    page.locator('[data-act^="take-"]').click()
    expect(page.locator(".aside")).to_contain_text("measured, not played")
    page.keyboard.press("Escape")
    page.locator('.seen [data-act="settle"]').click()
    expect(page.locator(".seen")).to_have_count(0)
    expect(soldier(page, "g21").locator(".token-number")).to_have_text("20")
    page.keyboard.press("u")
    expect(soldier(page, "g21").locator(".token-number")).to_have_text("21")


@pytest.mark.ci
def test_watching_along_shows_board_and_score(
    board: Board, open_board: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_board("watch", viewport={"width": 1920, "height": 1080}, color_scheme="dark")
    expect(page.locator(".stands [data-name]")).to_have_count(48)
    board.hands.take("g24")
    board.hands.move(a20="A-67")
    expect(page.locator(".step.is-seen")).to_have_count(1)
    steps = [{"from": "A-44", "to": "A-60"}, {"from": "A-60", "to": "A-67"}]
    board.hands.session.act(lambda match: (match.declare_action({"type": "move", "steps": steps}), match.confirm()))
    expect(page.locator(".side-1 .score-tally")).to_contain_text("Enemies left: 23")
    expect(page.locator(".side-1 .score-tally")).to_contain_text("Prisoners taken: 1")
    keep_picture(page, "board-watch.png")


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_serious(
    board: Board, open_board: Callable[..., Page], phone: dict[str, Any], small: bool
) -> None:
    page = open_board(**(phone if small else {}))
    soldier(page, "a20").click()
    expect(page.locator(".going").first).to_be_visible()
    assert serious(page, dark=True) == []
    square(page, "G-54").click()
    expect(page.locator(".refused")).to_be_visible()
    assert serious(page, dark=True) == []
    page.keyboard.press("Escape")
    board.hands.move(off_cm=(2.25, 0.0), a20="A-52")
    expect(page.locator(".reading")).to_have_count(2)
    assert serious(page, dark=True) == []
    page.locator(".seen-take").first.click()
    expect(whose_turn(page)).to_contain_text("Germans")
    for path in ("chart", "watch"):
        page.goto(board.address + path)
        expect(page.locator("main")).to_be_visible()
        assert serious(page, dark=True) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
