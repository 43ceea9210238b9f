"""An evening of four tables in a browser, played to its results: the organiser, and who looks at three sizes."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_page import serious
from journals import TABLE, Ticking, play
from matches import match_at
from playwright.sync_api import Browser, Page, expect

from referee.club.evening.organising import Evenings
from referee.club.record import Club
from referee.journal.store import Journal
from web.hall.serving import serve_hall

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Ben", "Carla", "Dan", "Elena", "Fred", "Gina", "Hugo"]
TABLES = [f"Table {k}" for k in range(1, 5)]
SEEN_BY = [((390, 844), "it", "Turno {}"), ((1400, 900), "es", "Ronda {}"), ((1920, 1080), "en", "Round {}")]
Plays = Callable[[str, int, str | None], str]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.sqlite") as opened:
        yield opened


@pytest.fixture
def plays(club: Club, tmp_path: Path) -> Iterator[Plays]:
    """What plays a round at a table and sends it act by act: to a side's win, a draw ("") or with no end (None)."""
    with ExitStack() as journals:

        def at(table: str, number: int, winner: str | None) -> str:
            file = tmp_path / f"{table}-{number}.sqlite"
            journal = journals.enter_context(Journal(file, write=True, now=Ticking(600 * number)))
            match = match_at(TABLE, journal=journal, title=f"{table}, {number}")
            sent = club.take(table, list(journal.entries())).match
            play(match)
            if winner is not None:
                match.end("won" if winner else "draw", winner or None)
            club.take(table, list(journal.entries(2)), sent)
            return sent

        yield at


def standing(club: Club) -> list[tuple[str, int]]:
    evening = Evenings(club).newest()
    assert evening is not None
    return [(evening.names[line.player], line.points) for line in evening.standings()]


def begin(page: Page, address: str) -> None:
    page.goto(f"{address}evening")
    expect(page.locator("main")).to_contain_text("No evening has begun yet")
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_label("Players, one a line").fill("\n".join(NAMES))
    page.get_by_label("Tables, one a line").fill("\n".join(TABLES))
    page.get_by_role("button", name="Begin an evening").click()
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.locator("#clock")).to_have_text("1:30:00")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator("#clock")).to_have_text(re.compile("1:29:[0-5]"))  # it runs by itself


@pytest.mark.ci
def test_four_tables_play_two_rounds_to_their_results(
    chromium: Browser, club: Club, plays: Plays, tmp_path: Path
) -> None:
    with serve_hall(str(tmp_path / "club.sqlite"), None) as address:
        page = chromium.new_context(viewport={"width": 1400, "height": 900}, locale="en").new_page()
        begin(page, address)
        guests = []
        for (width, height), language, said in SEEN_BY:
            context = chromium.new_context(
                viewport={"width": width, "height": height}, locale=language,
                extra_http_headers={"X-Forwarded-For": "192.168.7.9"},
            )  # fmt: skip
            guest = context.new_page()
            guest.goto(f"{address}evening")
            expect(guest.locator("main")).to_contain_text(said.format(1))
            guests.append((guest, said))
        for table, winner in zip(TABLES, ("us", "de", "us", ""), strict=True):
            plays(table, 1, winner)
        expect(page.get_by_text("from match")).to_have_count(4)
        expect(page.locator("main")).to_contain_text("Fred wins")  # of Ben and Fred he plays the second side
        for guest, _ in guests:
            expect(guest.locator("tbody").first).to_contain_text("Elena")
            expect(guest.locator("tbody").last.locator("tr").first).to_contain_text("Ann")
        assert standing(club)[:3] == [("Ann", 2), ("Carla", 2), ("Fred", 2)]
        page.get_by_label("Result of Table 4").select_option("second")  # it was no draw after all
        expect(page.locator("main")).to_contain_text("typed by organiser")
        page.get_by_label("Scenario for all tables").select_option("ambush/1-the-crossroads.toml")
        expect(page.get_by_role("link", name="Ambush: The crossroads")).to_be_visible()
        page.get_by_role("button", name="Pair round 2").click()
        expect(page.locator("main")).to_contain_text("Round 2")
        for table in TABLES:
            plays(table, 2, "us" if table != TABLES[3] else None)
        expect(page.get_by_text("from match")).to_have_count(3)
        page.get_by_role("button", name="Pair round 3").click()
        expect(page.get_by_role("alert")).to_contain_text("Table 4 has no result yet")
        page.get_by_label("Result of Table 4").select_option("first")
        expect(page.locator("main")).to_contain_text("typed by organiser")
        assert sorted(points for _, points in standing(club)) == [0, 0, 2, 2, 2, 2, 4, 4]
        for guest, said in guests:
            expect(guest.locator("main")).to_contain_text(said.format(2))
            assert guest.locator("[data-act], [data-choose], form[data-post]").count() == 0
            assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious(guest, dark=True) == []
        for width, height in ((360, 780), (1400, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious(page, dark=True) == []
        for each in (page, *(guest for guest, _ in guests)):
            each.context.close()


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_long_names_fit_the_narrowest_phone(chromium: Browser, club: Club, tmp_path: Path, language: str) -> None:
    names = ["Massimiliano Bevilacqua", "Bartholomew Featherstonehaugh", "W" * 80, "Ann"]
    evenings = Evenings(club)
    evenings.begin("Friday", "swiss", names, ["Table 1", "The long table by the window"], minutes=90, reset_minutes=10)
    evenings.pair(1)
    evenings.type_result(1, 1, "first", "organiser")
    with serve_hall(str(tmp_path / "club.sqlite"), None) as address:
        for headers in ({}, {"X-Forwarded-For": "192.168.7.9"}):
            context = chromium.new_context(
                viewport={"width": 360, "height": 780}, locale=language, extra_http_headers=headers
            )
            page = context.new_page()
            page.goto(f"{address}evening")
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            for field in page.locator("select, button, .cells").all():
                box = field.bounding_box()
                assert box is None or box["x"] + box["width"] <= 360, field
            assert serious(page, dark=True) == []
            context.close()
