"""The luck passport in a browser: its pictures and lists, on a phone and in the dark, on paper, without a mouse."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_page import violated
from lucky import fire
from playwright.sync_api import Page, expect

from referee.journal.payloads import Thrown, draft
from referee.journal.store import Journal
from web.app import create_app
from web.serve import Server, open_port
from web.stage import seat

pytestmark = pytest.mark.browser


@pytest.fixture
def kept(table: Any, tmp_path: Path) -> Iterator[Any]:
    """The demo, written down, with dice from the table and from Vedette, one of which is hardly fair, and 16 shots."""
    table.server.close()
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        table.stage = seat(table.stage.loop, lambda: table.dice.pop(0), journal)
        journal.append(*[draft(Thrown(dice=[1 + k % 6])) for k in range(30)])
        journal.append(*[draft(Thrown(dice=[6 if k % 2 else 1 + k % 6], by="vedette")) for k in range(60)])
        fire(journal, 16)
        table.server = Server(create_app(table.stage.session), open_port("127.0.0.1", 0), table.stage.session.close)
        table.server.start()
        yield table


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_everybody_can_read_it(kept: Any, open_page: Callable[..., Page], phone: dict[str, Any], small: bool) -> None:
    page = open_page("passport", **(phone if small else {}))
    expect(page.locator(".pass-group")).to_have_count(4)  # all, two sources, a cannon
    expect(page.locator(".pass-verdict.is-unusual").first).to_be_visible()
    for summary in page.locator(".pass-list summary").all():
        summary.focus()
        page.keyboard.press("Enter")
    expect(page.locator(".pass-list li")).to_have_count(6 * 3 + 16)
    expect(page.locator(".pass-list li").last).to_be_visible()
    assert violated(page, "wcag2a", "wcag2aa", "wcag21aa", "wcag22aa") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    names = page.locator(".pass-picture svg[role=img]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(names) == 4
    assert all(names)


@pytest.mark.ci
def test_paper_has_no_tools(kept: Any, open_page: Callable[..., Page]) -> None:
    page = open_page("passport")
    page.emulate_media(media="print")
    expect(page.locator(".pass-take")).to_be_hidden()
    expect(page.locator(".bar-tools")).to_be_hidden()
    expect(page.locator(".column").first).to_be_visible()
    expect(page.locator(".pass-head")).to_be_visible()
