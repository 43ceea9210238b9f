"""The match's page while the server is gone: what stands there from before says so."""

from collections.abc import Callable
from typing import Any

import pytest
from loops import loop_at
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ci]
BEFORE = "Connection lost, trying again. This ruling is from before: nothing tapped since was heard."


@pytest.mark.first(1)
def test_a_ruling_from_before_is_not_taken_for_the_answer_to_a_later_tap(
    open_page: Callable[..., Page], table: Any
) -> None:
    page = open_page()
    for name in ("Rossi", "Weber"):
        page.locator(f'.stand[data-name="{name}"]').click()
    expect(page.locator(".verdict-word")).to_have_text("OUT OF RANGE")
    expect(page.locator("vd-card .aside", has_text="Connection lost")).to_have_count(0)
    table.restarted = True
    table.server.close()
    page.locator('.stand[data-name="Krause"]').click()
    expect(page.locator("vd-card .aside", has_text="Connection lost")).to_have_text(BEFORE)
    expect(page.locator(".verdict-word")).to_have_text("OUT OF RANGE")
    table.restart(loop_at("ambush", table.clock))
    expect(page.locator("vd-card .aside", has_text="Connection lost")).to_have_count(0)
