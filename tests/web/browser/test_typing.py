"""What somebody types stays, with the caret where it was, though others act meanwhile and the card is drawn anew."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hand_clock import HandClock
from loops import loop_at
from playwright.sync_api import Page, expect

from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.fair import Cup
from web.serve import Server, open_port
from web.stage import Stage, seat, set_stage

pytestmark = [pytest.mark.browser, pytest.mark.ci]


def serves(table: Any, stage: Stage) -> Any:
    """Let a table serve another demo, or with other dice."""
    table.server.close()
    table.stage = stage
    table.server = Server(create_app(stage.session), open_port("127.0.0.1", 0), stage.session.close)
    table.server.start()
    return table


@contextmanager
def drawn_anew(page: Page, part: str) -> Iterator[None]:
    """Wait, after what is done within, until that part of the page is another than before."""
    page.evaluate("part => document.querySelector(part).dataset.before = ''", part)
    yield
    expect(page.locator("[data-before]")).to_have_count(0)


def somebody_else(page: Page, act: str, told: dict[str, Any]) -> None:
    """Act as another device does."""
    origin = page.evaluate("location.origin")
    answer = page.request.post(f"{origin}/api/{act}", data=told, headers={"Origin": origin})
    assert answer.ok, answer.text()


def test_the_degrees_of_a_wheel(
    table: Any, open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    serves(table, seat(loop_at("yankee", HandClock()), lambda: 3))
    page = open_page()
    page.locator('[data-name="Cushing"]').click()
    page.locator('[data-act="do-move"]').click()
    page.locator('[data-field="manner"]').select_option("left")
    degrees = page.locator('[data-field="degrees"]')
    degrees.press("ControlOrMeta+a")
    page.keyboard.type("12")
    with drawn_anew(page, "vd-card .card-body"):
        somebody_else(page, "match/place", {"stand": "Brown", "x": 84, "y": 24, "heading_deg": 90})
    page.keyboard.type(".5")
    expect(degrees).to_have_value("12.5")
    keep_picture(page, "degrees.png")
    with page.expect_request("**/api/match/act") as asked:
        page.locator('[data-act="declare"]').click()
    assert asked.value.post_data_json["action"]["wheel"] == {"pivot": "left", "degrees": 12.5}


def test_how_well_a_place_is_known(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.locator('[data-name="Miller"]').click()
    page.get_by_role("button", name="Place by hand").click()
    within = page.get_by_label("Known to within, in cm")
    within.press("ControlOrMeta+a")
    page.keyboard.type("1")
    with drawn_anew(page, "vd-card .card-body"):
        page.get_by_role("button", name="Turn left").dispatch_event("click")
    page.keyboard.type(".5")
    expect(within).to_have_value("1.5")


def test_a_word_for_the_dice(table: Any, open_page: Callable[..., Page]) -> None:
    serves(table, seat(table.stage.loop, Cup(2, lambda _: bytes(32))))
    page = open_page()
    page.get_by_role("button", name="Dice").click()
    page.keyboard.type("Getty")
    with drawn_anew(page, "vd-fair form"):
        somebody_else(page, "dice/word", {"word": "Antietam"})
    page.keyboard.type("sburg")
    expect(page.get_by_label("A word of player 2 of 2")).to_have_value("Gettysburg")
    page.keyboard.press("Enter")
    expect(page.locator("vd-fair input")).to_have_count(0)


def test_where_a_cannon_aims(table: Any, open_page: Callable[..., Page]) -> None:
    serves(table, set_stage(demo_scene("montecassino"), HandClock(100.0), lambda: 1))
    page = open_page()
    page.locator("vd-cannons summary").click()
    square = page.locator("vd-cannons [name=square]")
    square.press_sequentially("D")
    with drawn_anew(page, ".cannon-idle"):
        page.locator('[data-act="cannon-fire"]').dispatch_event("click")
    page.keyboard.type("4")
    expect(square).to_have_value("D4")


def test_a_list_that_is_open(table: Any, open_page: Callable[..., Page]) -> None:
    serves(table, seat(loop_at("yankee", HandClock()), lambda: 3))
    page = open_page()
    page.locator('[data-name="Cushing"]').click()
    page.locator('[data-act="do-move"]').click()
    manner = page.locator('[data-field="manner"]')
    manner.click()
    expect(page.locator("select:open")).to_have_count(1)
    with drawn_anew(page, "vd-card .card-body"):
        somebody_else(page, "match/place", {"stand": "Brown", "x": 84, "y": 24, "heading_deg": 90})
        expect(page.locator('[data-name="Brown"].by-hand')).to_have_count(1)
        expect(page.locator("select:open")).to_have_count(1)
        page.keyboard.press("Escape")
    expect(manner).to_have_value("path")
    manner.click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('[data-field="degrees"]')).to_be_visible()


def test_who_stood_in_a_cannon_s_line_is_not_said_a_turn_later(
    table: Any, open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    serves(table, set_stage(demo_scene("montecassino"), HandClock(100.0), lambda: 1))
    page = open_page()
    aim = page.locator("vd-cannons .cannon-aim")
    aim.locator("summary").click()
    aim.locator("[name=square]").fill("G-43")
    aim.get_by_role("button").click()
    expect(aim.locator('[data-name="A9"]')).to_be_visible()
    keep_picture(page, "aim.png")
    for start, end in (("A-22", "A-30"), ("G-09", "G-17")):
        somebody_else(page, "match/act", {"action": {"type": "move", "steps": [{"from": start, "to": end}]}})
        somebody_else(page, "match/confirm", {})
    expect(page.locator(".turn-now")).to_contain_text("24")
    expect(aim).to_be_visible()
    expect(aim.locator("[data-name]")).to_have_count(0)
    expect(page.locator(".shot-way")).to_have_count(0)
    expect(aim.locator("[name=square]")).to_have_value("G-43")
