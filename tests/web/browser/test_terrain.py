"""Terrain in a browser: a piece tapped and its outline proposed, another drawn by keyboard, saved, locked."""

import math
import re

import pytest
from axe_page import serious
from playwright.sync_api import expect
from shapely import Point, Polygon
from terrain_editor import to_px

from table.leaning import leaned

pytestmark = pytest.mark.browser
WHOLE = "it => [it.offsetWidth, (it.style.width = 'max-content', it.offsetWidth)].reduce((had, wants) => wants <= had)"


def polygons(table) -> dict[str, tuple]:
    return {piece.name: piece.polygon for piece in table.stage.session.laid.pieces}


def test_terrain_by_touch_and_by_keys(open_page, table):
    page = open_page("terrain")
    rows = page.locator(".terrain-row")
    expect(rows).to_have_count(12)
    wheat = next(piece for piece in table.stage.session.laid.pieces if piece.name == "wheat")
    page.get_by_role("button", name="Delete wheat").click()
    expect(rows).to_have_count(11)

    # Tapped: the outline comes from the picture.
    page.get_by_label("Kind").select_option("field")
    page.get_by_role("button", name="Tap a piece").click()
    middle = (sum(x for x, _ in wheat.polygon) / 4, sum(y for _, y in wheat.polygon) / 4)
    page.mouse.click(*to_px(page, *middle))
    expect(page.locator(".terrain-says")).to_contain_text("Outline proposed")
    expect(page.locator(".is-chosen strong")).to_have_text("field 1")
    assert serious(page) == []

    # A corner dragged, and moved by keys: 5 mm, and 1 mm with Shift.
    first = page.locator('.corner[data-corner="0"]')
    before = first.get_attribute("aria-label")
    box = first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2 + 10, steps=4)
    page.mouse.up()
    expect(first).not_to_have_attribute("aria-label", before)
    dragged = first.get_attribute("aria-label")
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    numbers = [float(n) for n in re.findall(r"[\d.]+(?=, | cm)", dragged)]
    now = [float(n) for n in re.findall(r"[\d.]+(?=, | cm)", first.get_attribute("aria-label"))]
    assert round(now[-2] - numbers[-2], 1) == 0.6

    # A corner more, and gone again.
    count = page.locator(".corner").count()
    page.locator('.insert[data-insert="0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".corner")).to_have_count(count + 1)
    expect(page.locator('.corner[data-corner="1"]')).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator(".corner")).to_have_count(count)
    page.keyboard.press("Control+z")
    expect(page.locator(".corner")).to_have_count(count + 1)
    page.keyboard.press("Control+y")
    expect(page.locator(".corner")).to_have_count(count)
    page.get_by_label("Name").fill("barley")
    page.get_by_role("button", name="Done").click()

    # Drawn with the keys alone; the form of the piece that is done may stand there for a moment yet.
    page.locator('[data-act="new-kind"]').select_option("swamp")
    page.get_by_role("button", name="Draw").press("Enter")
    expect(page.locator(".cross")).to_be_focused()
    for moves in ("", "ArrowRight " * 6, "ArrowUp " * 6):
        for key in moves.split():
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Finish the outline").press("Enter")
    expect(page.locator(".is-chosen strong")).to_have_text("swamp 1")
    assert "barley" not in polygons(table)
    page.get_by_role("button", name="Save the terrain").click()
    expect(page.locator(".terrain-state")).to_contain_text("Everything is saved")
    assert {"barley", "swamp-1"} <= set(polygons(table))
    (x, y), *others = polygons(table)["swamp-1"]  # the cross begins where the last tap was
    assert [(round(a - x, 2), round(b - y, 2)) for a, b in others] == [(6, 0), (6, 6)]

    # Locked: nothing to change it with.
    page.get_by_role("button", name="Lock the terrain").click()
    expect(page.locator(".terrain-locked")).to_be_visible()
    assert serious(page) == []
    expect(page.get_by_role("button", name="Save the terrain")).to_have_count(0)
    assert table.stage.session.laid.locked
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("button", name="Draw")).to_be_visible()


@pytest.mark.ci
def test_terrain_on_a_phone_in_italian(open_page, table, phone):
    page = open_page("terrain?lang=it", **phone)
    page.locator(".terrain-row", has_text="farmhouse").click()
    expect(page.locator(".corner")).to_have_count(4)
    expect(page.get_by_role("button", name="Elimina questo elemento")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious(page) == []


@pytest.mark.ci
def test_a_crest_is_drawn_and_stays_inside(open_page, table, keep_picture):
    page = open_page("terrain")
    page.locator(".terrain-row", has_text="wheat").click()
    expect(page.locator(".corner")).to_have_count(4)
    page.get_by_label("Height in cm").fill("6")
    page.get_by_label("Where stands may stand").select_option("slope")
    expect(page.locator(".corner")).to_have_count(8)
    assert page.get_by_label("Where stands may stand").evaluate(WHOLE), "its longest choice can be read"
    first = page.locator('.corner[data-part="crest"][data-corner="0"]')
    expect(first).to_have_attribute("aria-label", re.compile("Corner 1 of 4 of the crest of wheat"))

    # It is drawn where the picture shows what is 6 cm high.
    wheat = next(piece for piece in table.stage.session.laid.pieces if piece.name == "wheat")
    middle = Polygon(wheat.polygon).centroid
    half = [((x + middle.x) / 2, (y + middle.y) / 2) for x, y in wheat.polygon]
    seen = leaned(half[0], 6.0, table.stage.session.observation.camera_cm)
    box = first.locator(".corner-dot").bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert math.dist(at, to_px(page, *seen)) < 0.5
    assert math.dist(at, to_px(page, *half[0])) > 2

    # Dragged out of the outline it stops at its border; the arrows move it too.
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(*to_px(page, *wheat.polygon[0]), steps=10)
    page.mouse.move(*to_px(page, 2, 2), steps=10)
    page.mouse.up()
    expect(page.locator(".terrain-says")).to_contain_text("The crest stays inside the outline")
    first.focus()
    page.keyboard.press("ArrowUp")
    keep_picture(page, "crest.png")
    assert serious(page) == []
    page.get_by_role("button", name="Save the terrain").click()
    expect(page.locator(".terrain-state")).to_contain_text("Everything is saved")
    laid = next(piece for piece in table.stage.session.laid.pieces if piece.name == "wheat")
    assert (laid.top, len(laid.crest)) == ("slope", 4)
    assert max(math.dist(kept, drawn) for kept, drawn in zip(laid.crest[1:], half[1:], strict=True)) < 0.01
    assert Polygon(wheat.polygon).exterior.distance(Point(laid.crest[0])) < 2 < math.dist(laid.crest[0], half[0])
