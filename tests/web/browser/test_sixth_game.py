"""A game that only its own folder knows: a turn of it is played on the page, and a match of it is set up there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sixth_game
from hand_clock import HandClock
from playwright.sync_api import Browser, Page, expect

from referee.clock import WallClock
from referee.setup.shelf import Shelf
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.network import LOCAL_HOSTS
from web.serve import Server, open_port
from web.setup.session import SetupSession
from web.site import Site
from web.stage import set_stage

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path) -> Iterator[None]:
    with sixth_game.installed(tmp_path / "site"):
        yield


def opened(chromium: Browser, server: Server, **settings: Any) -> Page:
    page = chromium.new_context(viewport={"width": 1440, "height": 900}, **settings).new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    return page


def stand(page: Page, name: str) -> Any:
    return page.locator(f'.stand[data-name="{name}"]')


def test_a_turn_on_the_page(chromium: Browser) -> None:
    stage = set_stage(demo_scene("smugglers"), HandClock(), lambda: 5)
    server = Server(create_app(stage.session), open_port("127.0.0.1", 0), stage.session.close)
    server.start()
    try:
        page = opened(chromium, server, locale="it-IT")
        expect(page.locator("vd-card")).to_contain_text("Tocca Kit presso le botti")
        stand(page, "Kit").click()
        stand(page, "Pascoe").click()
        expect(page.locator(".verdict-word")).to_have_text("IN PORTATA")
        expect(page.locator(".checks:not(.house-values)")).to_contain_text("Pascoe sta in the gorse")
        page.get_by_role("button", name="È uscito 5").click()
        expect(page.locator(".outcome")).to_have_text("Colpito: fuori combattimento")
        page.context.close()
    finally:
        server.close()
    assert set(stage.session.memory().fallen) == {"Pascoe"}


@pytest.mark.ci
def test_a_match_of_it_is_set_up(chromium: Browser, tmp_path: Path) -> None:
    shelf, site = Shelf(tmp_path / "shelf"), Site(LOCAL_HOSTS, die=lambda _: lambda: 6)
    site.open(SetupSession(shelf, WallClock(), begin=site.begin))
    server = Server(site.app_switch, open_port("127.0.0.1", 0), site.close)
    server.start()
    try:
        page = opened(chromium, server, locale="en-GB")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/match")
        page.locator("select[name=game]").select_option("smugglers")
        page.get_by_label("What this table is called").fill("On the beach")
        page.get_by_role("button", name="Save and go on").click()
        page.wait_for_url("**/camera")
        page.context.close()
    finally:
        server.close()
    (known,) = shelf.all()
    text = (known.folder / "match.toml").read_text("utf-8")
    assert 'game = "smugglers"' in text
    assert '[side."customs"]' in text or "[side.customs]" in text
