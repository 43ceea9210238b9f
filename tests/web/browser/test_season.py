"""The season in a browser: on a phone, a laptop and a television, from the hall's menu to a player's matches."""

from pathlib import Path

import pytest
from axe_page import serious
from playwright.sync_api import Browser, expect
from seasons import finished, seated

from referee.club.record import Club
from web.hall.serving import serve_hall

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (1400, 900), (1920, 1080)]


@pytest.mark.ci
def test_from_the_hall_to_a_players_matches(chromium: Browser, tmp_path: Path) -> None:
    where = tmp_path / "club.sqlite"
    with Club(where) as club:
        for number, (us, de) in enumerate([("Anna", "Bruno"), ("Carla", "Anna"), ("Bruno", "Carla")]):
            seated(club, finished(club, tmp_path, number, (5, 6), "us" if us == "Anna" else "de"), us, de)
    with serve_hall(str(where), None) as address:
        for width, height in SIZES:
            page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
            page.goto(address)
            page.locator("summary").first.click()
            page.get_by_role("link", name="Season").click()
            expect(page.locator("main")).to_contain_text("2 won, 0 drawn, 0 lost")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious(page, dark=True) == []
            page.get_by_role("link", name="Anna").click()
            expect(page.locator("main")).to_contain_text("Won against Carla")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious(page, dark=True) == []
            page.context.close()
