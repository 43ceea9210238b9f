"""A journey: the organiser invites a referee and a table; the table calls, and he takes the call on his phone."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from axe_page import serious
from playwright.sync_api import Browser, Page, expect

from referee.club.guests import GuestList
from referee.club.record import Club
from referee.club.relay import OutboxRelay
from web.calling import send_by
from web.hall.serving import serve_hall

pytestmark = pytest.mark.browser

DESK = {"viewport": {"width": 1400, "height": 900}}
SAID = {
    "en": ("Call a referee", "A referee is called.", "Anna is coming.", "Take the call", "No longer needed"),
    "it": ("Chiama un arbitro", "Un arbitro è chiamato.", "Anna sta arrivando.", "Prendi la chiamata", "Non serve più"),
    "es": ("Llamar a un árbitro", "Se ha llamado a un árbitro.", "Anna está en camino.", "Tomar la llamada",
           "Ya no hace falta"),
}  # fmt: skip


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[str]:
    with serve_hall(str(tmp_path / "club.sqlite"), None) as address:
        yield address


def looks_well(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page, dark=True) == []


@pytest.mark.ci
@pytest.mark.parametrize("language", [*SAID])
def test_a_call_goes_from_the_table_to_a_referees_phone_and_back(
    kept: Any, hall: str, chromium: Browser, phone: dict[str, Any], open_page: Callable[..., Page], language: str
) -> None:
    call, called, coming, take, needless = SAID[language]
    organiser = chromium.new_context(**DESK, locale=language).new_page()
    organiser.goto(f"{hall}join")

    def invited(role: str, name: str) -> str:
        organiser.locator("[name=role]").select_option(role)
        organiser.locator("[name=name]").fill(name)
        organiser.locator("#invite button").click()
        link = organiser.locator("#link li", has=organiser.get_by_role("heading", name=name)).get_by_role("link")
        expect(link).to_be_visible()
        looks_well(organiser)
        return str(link.get_attribute("href"))

    referee = chromium.new_context(**phone, locale=language).new_page()
    referee.goto(invited("referee", "Anna"))
    relay = OutboxRelay(kept.stage.session.journal, invited("table", "Table 3"), "")
    send_by(kept.stage.session, relay)
    relay.start()
    with closing(relay):
        for settings in (DESK, phone):
            table = open_page(**settings, locale=language)
            table.locator("details.nav summary").click()
            table.locator(".nav-list [data-call]").click()
            expect(table.locator("#call")).to_contain_text(call)
            table.locator("#call input").fill("the wall")
            looks_well(table)
            table.locator("#call button[value=call]").click()
            expect(table.locator("vd-call")).to_contain_text(called)
            shown = referee.locator("#calls li")
            expect(shown).to_contain_text("the wall")
            assert referee.title().startswith("(1) ")
            looks_well(referee)
            shown.get_by_role("button", name=take).click()
            expect(table.locator("vd-call")).to_contain_text(coming)
            expect(shown.get_by_role("button", name=take)).to_have_count(0)
            looks_well(table)
            table.get_by_role("button", name=needless).click()
            expect(table.locator("vd-call")).to_be_hidden()
            expect(shown).to_have_count(0)
    organiser.locator('[data-revoke="referee"]').click()
    expect(organiser.locator('[data-revoke="referee"]')).to_have_count(0)
    organiser.context.close()
    referee.context.close()


@pytest.mark.ci
def test_with_a_pin_a_phone_types_it_once(chromium: Browser, phone: dict[str, Any], tmp_path: Path) -> None:
    """The visitor comes by way of a proxy: whoever is at this computer would be the organiser."""
    with Club(tmp_path / "club.sqlite") as club:
        secret = GuestList(club).print_organisers()
    with serve_hall(str(tmp_path / "club.sqlite"), None) as address:
        organiser = chromium.new_context(**DESK).new_page()
        organiser.goto(f"{address}in/{secret}")
        organiser.goto(f"{address}join")
        organiser.locator('[data-pin="on"]').click()
        expect(organiser.locator("#pin-said")).to_contain_text("The PIN is")
        pin = organiser.locator("#pin-said").inner_text().split()[3].rstrip(".")
        visitor = chromium.new_context(**phone, extra_http_headers={"Via": "a proxy"}).new_page()
        visitor.goto(address)
        expect(visitor.locator("#pin-how")).to_contain_text("organiser")
        looks_well(visitor)
        visitor.locator("#pin").fill(pin)
        visitor.locator("#pin-form button").click()
        expect(visitor.locator("#tables")).to_contain_text("No table")
        visitor.reload()
        expect(visitor.locator("#tables")).to_contain_text("No table")
        for page in (organiser, visitor):
            page.context.close()
