"""Why is it not seen?, in a browser: asked on the card, answered with the part of the picture that shows why."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from axe_page import serious
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ci]


@pytest.mark.first(1)
@pytest.mark.parametrize("settings", ["desk", "phone"])
def test_the_card_shows_why_a_stand_is_not_seen(
    open_page: Callable[..., Page], table, phone, keep_picture, settings: str
) -> None:
    page = open_page(**(phone if settings == "phone" else {}))
    expect(page.locator("[data-unseen]")).to_have_count(0)
    session = table.stage.session
    now, view = session.observation, table.stage.loop.observer.tracker.view
    miller = now.table.stand("Miller")
    at = view.camera.project([(miller.x, miller.y, 0.0)])[0]
    picture = now.picture.copy()
    cv2.circle(picture, tuple(np.rint(at).astype(int).tolist()), 40, (90, 90, 90), -1)
    session.publish(replace(now, picture=picture, unseen=frozenset({"Miller"})))
    page.locator("[data-unseen]").click()
    dialog = page.get_by_role("dialog", name="Why is it not seen?")
    expect(dialog.locator("dd")).to_contain_text("Miller (marker 0)")
    expect(dialog.locator("dd")).to_contain_text("Hidden or gone:")
    expect(dialog.locator("dt")).to_contain_text("it should be here")
    assert dialog.locator("img").evaluate("async (it) => { await it.decode(); return it.naturalWidth; }") == 240
    keep_picture(page, f"unseen-{settings}.png")
    assert serious(page, dark=True) == []
    session.publish(replace(now, time_s=now.time_s + 1, unseen=frozenset({"Miller"})))
    dialog.get_by_role("button", name="Look again").click()
    expect(dialog.get_by_role("status")).to_contain_text("Found in this picture: Miller.")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
