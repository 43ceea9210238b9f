"""The hall in a browser: on a phone, a laptop and a television it shows at once what a table sends."""

import re
from pathlib import Path

import pytest
from axe_page import serious
from journals import TABLE, Ticking, played
from matches import match_at
from playwright.sync_api import Browser, Page, expect
from seasons import seated

from referee.club.calls import call_note
from referee.club.guests import GuestList
from referee.club.record import Club
from referee.club.results import Results
from referee.journal.store import Journal
from web.hall.serving import serve_hall

pytestmark = pytest.mark.browser

SEES_TURNS = """
    window.turns = [];
    const to = window.scrollTo;
    window.scrollTo = (how) => { turns.push(how.behavior); to.call(window, {...how, behavior: "instant"}); };
"""
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
            expect(shown.get_by_role("row").last).to_have_text(re.compile(r"Germans\s*1\s*1"))
            expect(shown.locator("time")).to_have_text("12:00")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious(page, dark=True) == []
        for page in pages:
            page.context.close()


def on_television(browser: Browser, address: str, *, still: bool) -> Page:
    """A television of the hall, whose clock the test owns."""
    page = browser.new_context(
        viewport={"width": 1920, "height": 1080}, reduced_motion="reduce" if still else "no-preference"
    ).new_page()
    page.clock.install()
    page.add_init_script(SEES_TURNS)
    page.goto(address)
    return page


def seen(page: Page) -> list[str]:
    """The tables that are seen whole."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-place]')].map((table) => [table, table.getBoundingClientRect()])"
        ".filter(([, box]) => box.top > 50 && box.bottom <= innerHeight).map(([table]) => table.dataset.place)"
    )
    return found


@pytest.mark.ci
def test_a_television_turns_through_more_tables_than_it_has_room_for(chromium: Browser, tmp_path: Path) -> None:
    where = tmp_path / "club.sqlite"
    with Club(where) as club:
        for number in range(1, 25):
            with Journal(tmp_path / f"{number}.sqlite", write=True, now=Ticking(60 * number)) as journal:
                match_at(TABLE, journal=journal)
                club.take(f"Table {number}", list(journal.entries()))
    with serve_hall(str(where), None) as address:
        page = on_television(chromium, address, still=True)
        widths = page.evaluate("[...document.querySelectorAll('[data-place]')].map((table) => table.offsetWidth)")
        assert min(widths) > 400
        first, told = seen(page), set[str]()
        for _ in range(6):
            told |= set(seen(page))
            page.clock.run_for(12_500)
        assert told == {f"Table {number}" for number in range(1, 25)}
        while seen(page) != first:
            page.clock.run_for(12_500)  # and from the last to the first again
        page.keyboard.press("Shift")
        page.clock.run_for(50_000)
        assert seen(page)[:1] == first[:1], "somebody reads there"
        page.clock.run_for(25_000)
        assert seen(page)[:1] != first[:1]
        page.set_viewport_size({"width": 1400, "height": 900})
        page.evaluate("document.documentElement.scrollTop = 0")
        page.clock.run_for(50_000)
        assert page.evaluate("scrollY") == 0, "at a desk it stays"
        gliding = on_television(chromium, address, still=False)
        gliding.clock.run_for(12_500)
        assert (page.evaluate("turns[0]"), gliding.evaluate("turns")) == ("instant", ["smooth"])
        for each in (page, gliding):
            each.context.close()


@pytest.mark.ci
def test_long_names_fit_the_narrowest_phone(chromium: Browser, tmp_path: Path) -> None:
    where, long = tmp_path / "club.sqlite", "W" * 80
    with Club(where) as club, Journal(tmp_path / "long.sqlite", write=True) as journal:
        match = match_at(TABLE, journal=journal, title=long)
        match.note(call_note(long, None))
        seated(club, club.take(long, list(journal.entries())).match, long, "Bruno")
        match.end("won", "us")
        club.take(long, list(journal.entries()))
        Results(club).refresh()
        key = GuestList(club).invite("table", long)
    with serve_hall(str(where), None) as address:
        page = chromium.new_context(viewport={"width": 360, "height": 780}).new_page()
        for path in ("", "join", f"in/{key}", "season", "season/player/1", f"season/table?name={long}"):
            page.goto(address + path)
            assert page.evaluate("document.documentElement.scrollWidth") == 360, path
        page.context.close()
