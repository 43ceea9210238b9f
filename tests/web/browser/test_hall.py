"""The hall in a browser: on a phone, a laptop and a television it shows at once what a table sends."""

from pathlib import Path

import pytest
from axe_page import serious
from journals import played
from playwright.sync_api import Browser, expect

from referee.club.record import Club
from referee.journal.store import Journal
from web.hall.serving import serve_hall

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (1400, 900), (1920, 1080)]


@pytest.mark.ci
def test_a_table_comes_in_and_is_played_before_everybodys_eyes(chromium: Browser, tmp_path: Path) -> None:
    with Journal(played(tmp_path)) as journal:
        entries = list(journal.entries())
    where = tmp_path / "club.sqlite"
    with Club(where) as table, serve_hall(str(where), None) as address:
        pages = [chromium.new_context(viewport={"width": w, "height": h}).new_page() for w, h in SIZES]
        for page in pages:
            page.goto(address)
            expect(page.locator("main")).to_contain_text("--club")
        table.take("Table 3", entries[:1])
        for page in pages:
            expect(page.locator('[data-place="Table 3"]')).to_contain_text("Turn 1, Americans to play")
        table.take("Table 3", entries[1:], entries[0].seal)
        for page in pages:
            shown = page.locator('[data-place="Table 3"]')
            expect(shown).to_contain_text("Turn 1, Germans to play")
            expect(shown).to_contain_text("lost 1")
            expect(shown.locator("time")).to_have_text("12:00 PM")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious(page, dark=True) == []
        for page in pages:
            page.context.close()
