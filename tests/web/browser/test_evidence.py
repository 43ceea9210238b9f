"""A shot, its evidence, an appeal, both rulings side by side: what two players do who do not agree."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_page import serious
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def shot(page: Page, name: str) -> None:
    """Keep a picture of the page where somebody wants to look at it."""
    if folder := os.environ.get("VEDETTE_SHOTS"):
        page.screenshot(path=Path(folder) / f"evidence-{name}.png", full_page=True)


@pytest.mark.ci
def test_a_shot_its_evidence_and_an_appeal(kept: Any, open_page: Callable[..., Page], phone: dict[str, Any]) -> None:
    page = open_page()
    page.locator('.stand[data-name="Miller"]').click()
    page.locator('.stand[data-name="Brandt"]').click()
    expect(page.locator(".verdict-word")).to_have_text("TOO CLOSE TO CALL")
    page.get_by_text("What Miller sees").click()
    eyes = page.get_by_role("img", name="What Miller sees")
    expect(eyes).to_be_visible()
    box = eyes.bounding_box()
    assert box is not None
    assert box["width"] / box["height"] == pytest.approx(480 / 270, rel=0.02)
    shot(page, "eyes")
    page.get_by_role("link", name="Evidence").last.click()
    expect(page.locator(".ev-word").first).to_have_text("TOO CLOSE TO CALL")
    expect(page.locator(".ev-figure").first).to_contain_text("cm of 50")
    expect(page.locator(".ev-picture a img")).to_have_js_property("naturalWidth", 1600)
    expect(page.locator(".ev-picture > img")).to_have_js_property("naturalWidth", 480)
    expect(page.locator(".ev-told .ev-checks")).to_contain_text("Miller has not fired this turn")
    assert serious(page) == []

    page.locator("select[name=measure]").select_option(label="ranges are measured from base edge to base edge")
    page.get_by_role("button", name="Rule again").click()
    expect(page.locator(".ev-ruled")).to_have_count(2)
    expect(page.locator(".ev-ruled").nth(0)).to_contain_text("TOO CLOSE TO CALL")
    expect(page.locator(".ev-ruled").nth(1)).to_contain_text("IN RANGE")
    expect(page.locator(".ev-ruled").nth(1)).to_contain_text("another verdict")
    expect(page.locator(".ev-ruled").nth(1).locator(".differs .ev-differs")).to_have_text("different")
    assert serious(page) == []
    shot(page, "desk")
    page.get_by_role("link", name="All rulings").click()
    expect(page.locator(".ev-item")).to_have_count(1)
    shot(page, "list")

    # Who it is about stands below the verdict where nothing was measured, too.
    session = kept.stage.session
    session.act(lambda match: match.withdraw())
    session.act(lambda match: match.declare_action({"type": "start"}))
    page.goto(page.url.replace("/evidence", f"/evidence/{session.journal.length}"))
    word, who = (page.locator(it).first.bounding_box() for it in (".ev-word", ".ev-verdict .verdict-who"))
    assert word is not None
    assert who is not None
    assert (who["x"], who["y"] > word["y"]) == (word["x"], True)
    on_phone = open_page("evidence/2?lang=it", **phone)
    expect(on_phone.locator(".ev-word").first).to_be_visible()
    assert on_phone.evaluate("document.documentElement.scrollWidth") <= 390
    shot(on_phone, "phone")
