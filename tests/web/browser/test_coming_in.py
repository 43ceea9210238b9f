"""The page Invite: a new PIN and putting everybody out are two taps; the referee's code leads in with the PIN."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.app import create_app
from web.doors.door import Door
from web.network import LOCAL_HOSTS
from web.serve import Server, open_port

pytestmark = pytest.mark.browser


@pytest.fixture
def proxied(table: Any) -> Any:
    """The demo where nobody is this computer: everybody types the PIN."""
    table.server.close()
    door = Door({"us": "Americans", "de": "Germans"}, time.monotonic, lambda: "http://127.0.0.1/", proxied=True)
    app = create_app(table.stage.session, LOCAL_HOSTS, door)
    app.config["SESSION_COOKIE_SECURE"] = False  # no TLS before this test
    table.door = door
    table.server = Server(app, open_port("127.0.0.1", 0), table.stage.session.close)
    table.server.start()
    return table  # whose server the fixture of all these tests closes


def come_in(page: Page, proxied: Any, pin: str) -> None:
    page.goto(f"{proxied.address}pin?code={proxied.door.code}")
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url(proxied.address)


@pytest.mark.ci
def test_a_new_pin_puts_nobody_out_and_putting_out_is_a_tap_of_its_own(
    proxied: Any, open_page: Callable[..., Page]
) -> None:
    pin = proxied.door.pin.renew()
    for number in range(40):  # strangers have used up their tries
        with pytest.raises(Exception, match="wrong PIN"):
            proxied.door.pin.check("x", f"10.0.0.{number}")
    mine, other = open_page("pin"), open_page("pin")
    come_in(mine, proxied, pin)
    come_in(other, proxied, pin)
    mine.goto(f"{proxied.address}join")
    mine.get_by_role("button", name="New PIN").click()
    expect(mine.locator(".door-said")).to_contain_text("Who is in stays in")
    other.goto(f"{proxied.address}join")
    expect(other.get_by_role("button", name="Put everybody out")).to_be_visible()
    mine.get_by_role("button", name="Put everybody out").click()
    expect(mine.locator(".door-said")).to_contain_text("Everybody but you is out")
    assert other.request.get(f"{proxied.address}join").status == 403
    mine.goto(f"{proxied.address}join")
    expect(mine.get_by_role("button", name="New PIN")).to_be_visible()
