"""The page Invite: who sees the camera's picture and what is kept of it, chosen with a tap and in plain words."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.privacy import Privacy
from web.app import create_app
from web.doors.door import Door
from web.serve import Server, open_port

pytestmark = pytest.mark.browser

SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}


@pytest.fixture
def invited(table: Any) -> Iterator[str]:
    """The demo once more, at an address where phones would find it."""
    listening, session = open_port("127.0.0.1", 0), table.stage.session
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    door = Door({side.name: side.title for side in session.info.sides}, lambda: 0.0, lambda: address)
    server = Server(create_app(session, door=door), listening, lambda: None)
    server.start()
    yield address
    server.close()


@pytest.mark.first(2)
@pytest.mark.ci
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_what_is_seen_and_kept_is_chosen_with_a_tap(
    table: Any,
    invited: str,
    open_page: Callable[..., Page],
    size: str,
    language: str,
    keep_picture: Callable[[Page, str], None],
) -> None:
    page = open_page(viewport=SIZES[size])
    page.goto(f"{invited}join?lang={language}")
    form = page.locator("#privacy")
    expect(form.locator("input:checked")).to_have_count(3)
    for name, value in (("picture", "players"), ("surroundings", "shown"), ("keep", "7")):
        label = form.locator("label", has=page.locator(f'input[name="{name}"][value="{value}"]'))
        box = label.bounding_box()
        assert box is not None
        assert box["height"] >= 44, "a finger has room"
        with page.expect_response("**/api/door/privacy"):
            label.click()
        expect(form.locator(".privacy-said")).not_to_be_empty()
    expect(form.locator('input[value="7"]')).to_be_checked()
    assert table.stage.session.privacy == Privacy(picture="players", surroundings="shown", keep=7)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    page.reload()
    for value in ("players", "shown", "7"):
        expect(form.locator(f'input[value="{value}"]')).to_be_checked()
    page.locator("#privacy h2").scroll_into_view_if_needed()
    keep_picture(page, f"invite-{size}-{language}.png")


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("size", list(SIZES))
def test_the_television_shows_the_map_and_says_why(
    table: Any, invited: str, open_page: Callable[..., Page], size: str, keep_picture: Callable[[Page, str], None]
) -> None:
    page = open_page(viewport=SIZES[size])
    page.goto(f"{invited}watch")
    expect(page.locator(".plan .picture")).to_have_attribute("href", re.compile("/api/picture.jpg"))
    table.stage.session.keep_private(Privacy(picture="referee"))
    expect(page.locator(".plan-line:not([data-asked])")).to_have_text(
        "The referee does not show the camera's picture to all: this is a map."
    )
    expect(page.locator("vd-plan")).to_have_class(re.compile("is-map"))
    expect(page.locator(".plan .picture")).not_to_have_attribute("href", re.compile("."))
    keep_picture(page, f"watch-map-{size}.png")
    table.stage.session.keep_private(Privacy(picture="everybody"))
    expect(page.locator(".plan-line:not([data-asked])")).to_be_hidden()
    expect(page.locator(".plan .picture")).to_have_attribute("href", re.compile("/api/picture.jpg"))
